//! Codes of polyominoes and regions.

use super::codes;

codes! {}
