//! What the strings of Race to the Raft mean, part by part.
