//! The key table: context, key, action, words for footer and help, when it applies.
