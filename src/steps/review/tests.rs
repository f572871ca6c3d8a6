//! Step 4 in words.
