//! The state between two frames; `update(Msg)` routes, nothing else.
