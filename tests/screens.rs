//! Screens as they look, at every size and without colour; keys pressed at random; the many-files way counted.

#[path = "support/left.rs"]
mod left;
#[path = "support/person.rs"]
mod person;
mod support;

mod screens {
    mod many_files;
    mod sizes;
    mod soup;
}
