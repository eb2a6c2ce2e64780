//! Polyominoes and tilings.
