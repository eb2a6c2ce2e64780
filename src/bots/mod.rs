//! The bot protocol, its two games, and the referee.
