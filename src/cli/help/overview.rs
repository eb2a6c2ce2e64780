//! Contains the text that `clowder` prints if it gets no arguments.

/// The description of clowder, three commands to try, and the ways to get more help.
pub(crate) const OVERVIEW: &str = "\
clowder reads, checks, draws, solves and referees the strings of puzzles and games.

Three commands to try:
  clowder render penguins-challenge 20113123     draws a puzzle
  clowder solve penguins 20113123                solves it
  clowder validate penguins-challenge 20113199   finds the error in a string

`clowder help` lists all verbs, and `clowder help VERB` describes one of them with examples.
`clowder kinds` lists the kinds of strings, with an example of each.
`clowder codes` lists the errors that a string can have.
";
