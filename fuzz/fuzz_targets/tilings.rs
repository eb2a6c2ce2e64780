#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| clowder_fuzz::tilings(data));
