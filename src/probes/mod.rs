//! The world now to model. Never writes, starts no program on Linux.
