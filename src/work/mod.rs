//! Carries out effects on threads and sends messages back.

pub mod gather;
