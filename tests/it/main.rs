//! All integration tests, in one binary.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test that fails to unwrap has failed")]

mod batches;
mod bot_cli;
mod bot_games;
mod bot_json;
mod bot_pictures;
mod bot_players;
mod bot_process;
mod bot_records;
mod bot_referee;
mod bot_resume;
mod bot_rules;
mod bot_scoring;
mod bot_wrong;
mod bot_zoo;
mod codes;
mod command_line;
mod diff;
mod grade;
mod grade_command;
mod grade_reports;
mod help;
mod kinds;
mod laws;
mod originals;
mod paths;
mod penguins;
mod penguins_cli;
mod penguins_render;
mod pictures;
mod raft_cli;
mod raft_oracle;
mod raft_rules;
mod standings;
mod support;
mod tidy;
mod tilings;
mod tilings_cli;
mod tilings_counts;
mod tilings_pictures;
mod tilings_stop;
mod wrong;
