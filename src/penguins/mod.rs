//! Penguins Pool Party.
