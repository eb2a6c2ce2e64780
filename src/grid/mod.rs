//! Bitboards over at most 18×18 squares.
