//! Verbs: the rules of the four steps, pure. No clock, no environment, no I/O; `now` and tables are arguments.
