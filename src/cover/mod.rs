//! Exact cover.
