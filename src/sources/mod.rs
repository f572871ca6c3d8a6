//! Runs on disk to model. Never writes, starts no program.
