//! Journeys: keys in, screens and decisions out. Nothing here needs a terminal, a clock or a disk.

#![allow(clippy::disallowed_methods, reason = "tests lay out files, start processes and look at the clock")]
#[path = "support/left.rs"]
mod left;
#[path = "support/person.rs"]
mod person;
#[path = "support/second.rs"]
mod second;
mod support;

mod journeys {
    mod assign;
    mod attempts;
    mod compare;
    mod confirm;
    mod dialogs;
    mod frame;
    mod gates;
    mod limits;
    mod living;
    mod overlay;
    mod packet;
    mod picker;
    mod proof;
    mod queue;
    mod review;
    mod rows;
    mod sort;
}
