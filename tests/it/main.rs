//! All integration tests, built as one binary. Tests that need a disabled feature are left out.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test that fails to unwrap has failed")]

// These modules test the library.
mod bot_boards;
mod bot_games;
mod bot_json;
mod bot_oracle;
mod bot_pictures;
mod bot_players;
mod bot_records;
mod bot_rules;
mod bot_scoring;
mod bot_wrong;
mod browser;
#[cfg(feature = "cli")]
mod checks;
mod damaged;
mod explained;
mod figures;
mod grade;
mod grade_mutants;
mod house;
mod illegal;
mod judged;
mod kinds;
mod laws;
mod long_texts;
mod originals;
#[cfg(feature = "cli")]
mod pages;
mod palette;
mod pasted;
mod paths;
mod penguins;
mod penguins_render;
mod pictures;
mod polyominoes;
mod raft_oracle;
mod raft_player;
mod raft_rules;
mod raft_values;
mod rare_cases;
#[cfg_attr(not(all(feature = "cli", arena)), allow(dead_code, reason = "shared by tests of the program"))]
mod support;
mod tidy;
mod tilings;
mod tilings_counts;
mod tilings_frontier;
mod wrong;
mod wrong_pictures;

// These modules test the program `clowder`.
#[cfg(feature = "cli")]
mod advice;
#[cfg(feature = "cli")]
mod batches;
#[cfg(feature = "cli")]
mod bot_cli;
#[cfg(feature = "cli")]
mod bot_starters;
#[cfg(feature = "cli")]
mod codes;
#[cfg(feature = "cli")]
mod command_line;
#[cfg(feature = "cli")]
mod diff;
#[cfg(feature = "cli")]
mod diff_dir;
#[cfg(feature = "cli")]
mod figure_files;
#[cfg(feature = "cli")]
mod figures_agree;
#[cfg(feature = "cli")]
mod files;
#[cfg(feature = "cli")]
mod formats;
#[cfg(feature = "cli")]
mod grade_large;
#[cfg(feature = "cli")]
mod grade_reports;
#[cfg(feature = "cli")]
mod help;
#[cfg(feature = "cli")]
mod hints;
#[cfg(feature = "cli")]
mod hunts;
#[cfg(feature = "cli")]
mod inputs;
#[cfg(feature = "cli")]
mod messages;
#[cfg(feature = "cli")]
mod penguins_cli;
#[cfg(feature = "cli")]
mod prose;
#[cfg(feature = "cli")]
mod raft_cli;
#[cfg(feature = "cli")]
mod raft_player_cli;
#[cfg(feature = "cli")]
mod readme;
#[cfg(feature = "cli")]
mod repairs_cli;
#[cfg(feature = "cli")]
mod replays_cli;
#[cfg(feature = "cli")]
mod schemas;
#[cfg(feature = "cli")]
mod serve;
#[cfg(feature = "cli")]
mod tilings_cli;
#[cfg(feature = "cli")]
mod tilings_pictures;
#[cfg(feature = "cli")]
mod tilings_stop;

// This module tests the program in a build that cannot start other programs.
#[cfg(all(feature = "cli", not(arena)))]
mod no_arena;

// These modules test programs that are started as child processes.
#[cfg(all(feature = "cli", arena))]
mod bot_calls;
#[cfg(all(feature = "cli", arena))]
mod bot_errors;
#[cfg(all(feature = "cli", arena))]
mod bot_faults;
#[cfg(all(feature = "cli", arena))]
mod bot_pairs;
#[cfg(all(feature = "cli", arena))]
mod bot_process;
#[cfg(all(feature = "cli", arena))]
mod bot_referee;
#[cfg(all(feature = "cli", arena))]
mod bot_resume;
#[cfg(all(feature = "cli", arena))]
mod bot_runs;
#[cfg(all(feature = "cli", arena))]
mod bot_secrets;
#[cfg(all(feature = "cli", arena))]
mod bot_thief;
#[cfg(all(feature = "cli", arena))]
mod bot_zoo;
#[cfg(all(feature = "cli", arena))]
mod grade_class;
#[cfg(all(feature = "cli", arena))]
mod grade_command;
#[cfg(all(feature = "cli", arena))]
mod grade_java;
#[cfg(all(feature = "cli", arena))]
mod hunts_processes;
#[cfg(all(feature = "cli", arena))]
mod standings;
