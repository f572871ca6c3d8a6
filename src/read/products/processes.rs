//! Processes that the run started and that still live, as products.

use crate::model::{Belongs, Process, Product, ProductKind, Says, Sign, Suggest};
use crate::read::Known;

/// Processes that the run left.
pub fn left(known: Known<'_>) -> Vec<Product> {
    let mut products: Vec<Product> = Vec::new();
    for sign in &known.liveness.signs {
        let Some(process) = &sign.process else { continue };
        if sign.belongs != Belongs::LeftByRun || sign.says != Says::Alive {
            continue;
        }
        let product = product(sign, process);
        if !products.iter().any(|known| known.id == product.id) {
            products.push(product);
        }
    }
    products
}

fn product(sign: &Sign, process: &Process) -> Product {
    let command = process.argv.join(" ");
    let command = if command.is_empty() { process.comm.clone() } else { command };
    let mut product =
        Product::new(ProductKind::Process, format!("process:{}:{}", process.pid, process.start_ticks), command.clone());
    product.location = process.cwd.as_ref().map(|cwd| cwd.display().to_string()).unwrap_or_default();
    product.version = Some(format!("pid {}", process.pid));
    product.command = Some(command);
    product.suggest = Suggest::None;
    product.reasons = vec![sign.what.clone()];
    if let Some(event) = &process.event {
        product.reasons.push(format!("started by {event}"));
        product.title = format!("{} ({event})", product.title);
        product.made_by.push(event.clone());
    }
    if !process.ports.is_empty() {
        let ports: Vec<String> = process.ports.iter().map(u16::to_string).collect();
        product.reasons.push(format!("listens on {}", ports.join(", ")));
    }
    product
}
