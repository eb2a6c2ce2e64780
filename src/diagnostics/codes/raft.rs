//! Codes of the strings of Race to the Raft.

use super::codes;

codes! {}
