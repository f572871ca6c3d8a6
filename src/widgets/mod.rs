//! Shared drawing, with no knowledge of runs.
