//! All text of the interface, as functions. No other file holds a sentence for the screen.
