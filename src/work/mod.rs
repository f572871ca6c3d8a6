//! Carries out effects on threads and sends messages back.

#![allow(clippy::disallowed_methods, reason = "work runs effects on threads")]

pub mod gather;
pub mod place;
