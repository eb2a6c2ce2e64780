//! Codes of the rules of Race to the Raft: why an action does not fit, or is not legal.

use super::codes;

codes! {}
