//! Arguments as plain data, with their help text.
