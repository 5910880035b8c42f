"""Input validation: tables and matrices converted to the rows that the Rust core reads."""
