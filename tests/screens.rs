//! Screens as they look, at every size and without colour; keys pressed at random; the many-files way counted.

#![allow(clippy::disallowed_methods, reason = "tests lay out files, start processes and look at the clock")]

#[path = "support/left.rs"]
mod left;
#[path = "support/person.rs"]
mod person;
#[path = "support/second.rs"]
mod second;
mod support;

mod screens {
    mod footers;
    mod many_files;
    mod names;
    mod sizes;
    mod soup;
}
