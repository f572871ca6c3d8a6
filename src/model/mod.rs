//! The nouns: plain data that every other part speaks about.
//!
//! Nothing here reads a file, a clock or the environment, and nothing here imports another part of the program.
//! Where a field stands in the report (`lastgood.report/1`), its name there is its name here.

mod brief;
mod brief_record;
mod brief_then;
#[cfg(test)]
pub mod build;
mod checkpoint;
mod count;
mod document;
mod ending;
mod event;
mod events;
mod facts;
mod gate;
mod gate_name;
mod given;
mod left;
mod limit_fate;
mod marks;
mod measured;
mod packet;
mod paths;
mod problem;
mod product;
mod put_off;
mod record;
mod recovery;
mod reported;
mod review;
mod ruling;
mod run;
mod short;
mod sign;
mod standing;
mod task;
mod tree;

pub use brief::*;
pub use brief_record::*;
pub use brief_then::*;
pub use checkpoint::*;
pub use count::count;
pub use document::*;
pub use ending::*;
pub use event::*;
pub use events::Events;
pub use facts::*;
pub use gate::*;
pub use gate_name::{SHELLS, gate_key, gate_line, same_gate};
pub use given::{Against, GivenIn};
pub use left::*;
pub use limit_fate::{LimitFate, LimitTold};
pub use marks::*;
pub use measured::*;
pub use packet::*;
pub use paths::*;
pub use problem::*;
pub use product::*;
pub use put_off::put_off;
pub use record::*;
pub use recovery::*;
pub use reported::reported;
pub use review::*;
pub use ruling::*;
pub use run::*;
pub use short::short_session;
pub use sign::*;
pub use standing::*;
pub use task::*;
pub use tree::*;

pub use jiff::Timestamp;
