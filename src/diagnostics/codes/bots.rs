//! Codes of the bot protocol and saved games.

use super::codes;

codes! {}
