//! One file a screen, always in this order: State, on(Action), draw.
