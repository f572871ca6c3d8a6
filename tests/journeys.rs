//! Journeys: keys in, screens and decisions out. Nothing here needs a terminal, a clock or a disk.

#[path = "support/person.rs"]
mod person;

mod journeys {
    mod frame;
    mod picker;
    mod sort;
}
