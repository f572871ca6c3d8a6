//! The nouns: plain data that every other part speaks about.
//!
//! Nothing here reads a file, a clock or the environment, and nothing here imports another part of the program.
//! Where a field stands in the report (`lastgood.report/1`), its name there is its name here.

mod brief;
mod checkpoint;
mod ending;
mod event;
mod facts;
mod gate;
mod marks;
mod problem;
mod product;
mod recovery;
mod run;
mod sign;
mod task;
mod tree;

pub use brief::*;
pub use checkpoint::*;
pub use ending::*;
pub use event::*;
pub use facts::*;
pub use gate::*;
pub use marks::*;
pub use problem::*;
pub use product::*;
pub use recovery::*;
pub use run::*;
pub use sign::*;
pub use task::*;
pub use tree::*;

pub use jiff::Timestamp;
