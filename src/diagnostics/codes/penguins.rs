//! Codes of Penguins Pool Party.

use super::codes;

codes! {}
