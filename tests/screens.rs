//! Screens as they look, at every size and without colour; keys pressed at random; the many-files way counted.

#[path = "support/left.rs"]
mod left;
#[path = "support/person.rs"]
mod person;

mod screens {
    mod sizes;
    mod soup;
}
