//! Cases, suites and reports.
