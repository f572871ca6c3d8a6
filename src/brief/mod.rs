//! The file that the next run reads: render, parse, mask. Pure; the store writes it.
