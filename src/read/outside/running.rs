//! Outside actions that only the process table shows: a command under way of which no transcript tells.

use super::{named, recognise};
use crate::model::{Product, Run, Sign};
use crate::read::shell::Simple;

/// The outside actions among the run's living processes, those apart that `recorded` already holds.
pub fn running(run: &Run, signs: &[Sign], recorded: &[Product]) -> Vec<Product> {
    let mut found: Vec<Product> = Vec::new();
    for process in signs
        .iter()
        .filter(|sign| sign.belongs == crate::model::Belongs::LeftByRun)
        .filter_map(|sign| sign.process.as_ref())
    {
        let simple = Simple { words: process.argv.clone(), text: process.argv.join(" "), ..Simple::default() };
        let command = named(&simple);
        let known = |product: &Product| product.command.as_deref().is_some_and(|text| text.contains(&command));
        if command.is_empty() || recorded.iter().chain(&found).any(known) {
            continue;
        }
        let Some(kind) = recognise(&simple, run) else { continue };
        let id = format!("outside:process:{}:{}", process.pid, process.start_ticks);
        found.push(Product {
            look: Some(kind.look),
            reasons: vec![format!("it runs now (pid {}), and no record mentions it", process.pid)],
            ..Product::outside(id, &command, Some(kind.touches))
        });
    }
    found
}
