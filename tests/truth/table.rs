//! Points per fact: what was found, what was missed, what was said and is not so.

use std::collections::BTreeMap;

/// Points of one fact.
#[derive(Default)]
pub struct Points {
    /// Conditions of keys that hold.
    right: usize,
    /// Conditions of keys that do not hold, in words.
    missed: Vec<String>,
    /// Things in reports that a key confirms.
    confirmed: usize,
    /// Things in reports that no key knows, or that one contradicts, in words.
    wrong: Vec<String>,
}

impl Points {
    /// A condition of a key.
    pub fn wanted(&mut self, right: bool, what: impl Into<String>) {
        if right {
            self.right += 1;
        } else {
            self.missed.push(what.into());
        }
    }

    /// A thing that a report says.
    pub fn said(&mut self, so: bool, what: impl Into<String>) {
        if so {
            self.confirmed += 1;
        } else {
            self.wrong.push(what.into());
        }
    }
}

/// All facts.
#[derive(Default)]
pub struct Table(BTreeMap<&'static str, Points>);

/// Of so many, so many are right, per mille; nothing asked is nothing missed.
fn per_mille(right: usize, wrong: usize) -> usize {
    1000 * right / (right + wrong).max(1) + if right + wrong == 0 { 1000 } else { 0 }
}

impl Table {
    /// The points of a fact.
    pub fn of(&mut self, fact: &'static str) -> &mut Points {
        self.0.entry(fact).or_default()
    }

    /// Prints the table with everything that is wrong, and names the facts that fell below their floors (recall, precision, per mille).
    pub fn below(&self, floors: &[(&'static str, usize, usize)]) -> Vec<String> {
        let mut low = Vec::new();
        println!(
            "{:<16} {:>7} {:>7} {:>9} {:>7} {:>7} {:>10}",
            "fact", "right", "missed", "recall", "so", "not so", "precision"
        );
        for (fact, points) in &self.0 {
            let (recall, precision) =
                (per_mille(points.right, points.missed.len()), per_mille(points.confirmed, points.wrong.len()));
            let share = |value: usize| format!("{}.{} %", value / 10, value % 10);
            println!(
                "{fact:<16} {:>7} {:>7} {:>9} {:>7} {:>7} {:>10}",
                points.right,
                points.missed.len(),
                share(recall),
                points.confirmed,
                points.wrong.len(),
                share(precision)
            );
            points.missed.iter().for_each(|what| println!("    missed: {what}"));
            points.wrong.iter().for_each(|what| println!("    not so: {what}"));
            match floors.iter().find(|(name, ..)| name == fact) {
                Some((_, least, exact)) if recall < *least || precision < *exact => {
                    low.push(format!("{fact}: recall {recall}, precision {precision}; floors {least}, {exact}"));
                }
                Some(_) => {}
                None => low.push(format!("{fact} has no floor")),
            }
        }
        low
    }
}
