//! The file that the next run reads: render, parse, mask.
//!
//! Pure: data in, text out. The store writes it, `steps` decide what stands in it. The Markdown is rendered from the data and never parsed
//! back; only its comment line is read, to recognise a brief in a prompt.

mod mask;
mod parse;
pub mod quote;
mod render;

pub use mask::{Masked, mask, mask_text};
pub use parse::{Hash, Mark, marks, read_json, sum};
pub use render::{SECTIONS, render, section_lines};
