"""Tables and matrices as users have them become rows that the core reads."""
