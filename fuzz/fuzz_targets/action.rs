#![no_main]
clowder_fuzz::notation_target!();
