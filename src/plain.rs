//! The program without a screen: list, inspect, brief, review, next as text and JSON.
