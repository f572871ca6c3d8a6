//! A report held against an answer key: what the key wants, and what the report says besides.
//!
//! Where a key is complete (gates, outside actions, plan, products), everything that a report lists must stand in it. Where a key names
//! only some (limits, claims: people state more of them than a key repeats), only what it contradicts counts as wrong.

use lastgood::model::{Cause, GateRun, Product, ProductKind, Suggest, Verdict};
use lastgood::read::Reading;
use serde_json::Value;

use super::table::Table;

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Whether a text holds what a key wants: one text, or any of several.
fn holds(text: &str, wanted: &Value) -> bool {
    match wanted {
        Value::Array(any) => any.iter().any(|one| holds(text, one)),
        one => folded(text).contains(&folded(one.as_str().unwrap_or("?"))),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn word<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn near(run: Option<&GateRun>, wanted: &Value) -> bool {
    let wanted: Option<jiff::Timestamp> = wanted.as_str().and_then(|text| text.parse().ok());
    match (run.and_then(|run| run.at), wanted) {
        (Some(at), Some(wanted)) => (at.as_second() - wanted.as_second()).abs() <= 60,
        _ => false,
    }
}

type Conditions = Vec<(bool, String)>;

/// One report and its key, with the table that takes the points.
pub struct Sheet<'a> {
    /// The case.
    pub name: &'a str,
    /// What the rules say of it.
    pub said: &'a Reading,
    /// What the run's plan says last.
    pub plan: &'a [lastgood::model::PlanItem],
    /// What the key expects.
    pub expect: &'a Value,
    /// Where the points go.
    pub table: &'a mut Table,
}

impl Sheet<'_> {
    /// Compares everything.
    pub fn compare(mut self) {
        self.gates();
        self.outside();
        self.limits();
        self.claims();
        self.plan();
        self.products();
        self.ending();
        self.last_good();
    }

    /// Takes the best of the things that fit a wanted one.
    fn want<T>(
        &mut self,
        fact: &'static str,
        label: &Value,
        all: &[T],
        fits: impl Fn(&T) -> bool,
        conditions: impl Fn(&T) -> Conditions,
    ) {
        let scored = all.iter().filter(|one| fits(one)).map(conditions);
        let best = scored.max_by_key(|found| found.iter().filter(|(right, _)| *right).count());
        let (name, points) = (self.name, self.table.of(fact));
        points.wanted(best.is_some(), format!("{name}: {label} is not listed"));
        for (right, what) in best.into_iter().flatten() {
            points.wanted(right, format!("{name}: {label}: {what}"));
        }
    }

    fn gates(&mut self) {
        let (said, expect) = (self.said, self.expect);
        for key in list(&expect["gates"]) {
            self.want(
                "gates",
                &key["command"],
                &said.gates,
                |gate| holds(&gate.command, &key["command"]),
                |gate| {
                    let mut found =
                        vec![(holds(&word(&gate.state), &key["state"]), format!("is {}", word(&gate.state)))];
                    for (field, run) in [("last_green", &gate.last_green), ("last_red", &gate.last_red)] {
                        if !key[field].is_null() {
                            let at = run.as_ref().and_then(|run| run.at);
                            found.push((near(run.as_ref(), &key[field]), format!("{field} is {at:?}")));
                        }
                    }
                    let because = gate.stale_because.join("\n");
                    let files = list(&key["stale_because"]).iter();
                    found.extend(files.map(|file| (holds(&because, file), format!("stale because of {because:?}"))));
                    found
                },
            );
        }
        if expect.get("gates").is_some() {
            for gate in &said.gates {
                let known = list(&expect["gates"]).iter().any(|key| holds(&gate.command, &key["command"]));
                self.table.of("gates").said(known, format!("{}: {}", self.name, gate.command));
            }
        }
    }

    fn outside(&mut self) {
        let (said, expect) = (self.said, self.expect);
        let all: Vec<&Product> = said.products.iter().filter(|one| one.kind == ProductKind::OutsideAction).collect();
        let keys = list(&expect["outside"]);
        for key in keys.iter().filter(|key| key["unrecorded"] != true) {
            self.want(
                "outside actions",
                &key["command"],
                &all,
                |one| holds(one.command.as_deref().unwrap_or_default(), &key["command"]),
                |one| {
                    let result = one.result.as_ref().map(word).unwrap_or_default();
                    let look = one.look.clone().unwrap_or_default();
                    let look_fits = key["look"].is_null() || holds(&look, &key["look"]);
                    vec![
                        (holds(&result, &key["result"]), format!("result is {result}")),
                        (look_fits, format!("look at {look:?}")),
                        (one.suggest == Suggest::Unknown, "not suggested unknown".to_owned()),
                    ]
                },
            );
        }
        if expect.get("outside").is_some() || expect.get("not_outside").is_some() {
            for one in &all {
                let command = one.command.as_deref().unwrap_or_default();
                let free = !list(&expect["not_outside"]).iter().any(|key| holds(command, key));
                let known = expect.get("outside").is_none() || keys.iter().any(|key| holds(command, &key["command"]));
                self.table.of("outside actions").said(free && known, format!("{}: {command}", self.name));
            }
        }
    }

    fn limits(&mut self) {
        let (said, expect) = (self.said, self.expect);
        for key in list(&expect["constraints"]) {
            let broken = |by: &[lastgood::model::Breach]| {
                by.iter().map(|breach| breach.what.as_str()).collect::<Vec<_>>().join("\n")
            };
            let fits = |limit: &lastgood::model::Constraint| holds(&limit.text, &key["text"]);
            self.want("limits", &key["text"], &said.constraints, fits, |limit| {
                let by = broken(&limit.broken_by);
                let mut found = Vec::new();
                if let Some(lost) = key["lost"].as_bool() {
                    found.push((limit.lost_in_compaction == lost, format!("lost is {}", limit.lost_in_compaction)));
                }
                found
                    .extend(list(&key["broken_by"]).iter().map(|what| (holds(&by, what), format!("broken by {by:?}"))));
                found
            });
            // Against the key: lost, though something carries it; broken, though nothing broke it.
            for limit in said.constraints.iter().filter(|limit| fits(limit)) {
                let by = broken(&limit.broken_by);
                let kept = key["broken_by"].as_array().is_some_and(Vec::is_empty);
                let so = (!kept || by.is_empty()) && (key["lost"] != false || !limit.lost_in_compaction);
                self.table.of("limits").said(so, format!("{}: {:?} broken by {by:?}", self.name, limit.text));
            }
        }
    }

    fn claims(&mut self) {
        let (said, expect) = (self.said, self.expect);
        for key in list(&expect["claims"]) {
            let fits = |claim: &lastgood::model::Claim| holds(&claim.text, &key["text"]);
            self.want("claims", &key["text"], &said.claims, fits, |claim| {
                let proof = format!("proof is {:?}, {}", claim.proof, claim.why);
                key["proven"].as_bool().map(|proven| (claim.proof.is_some() == proven, proof)).into_iter().collect()
            });
            let proven = said.claims.iter().filter(|claim| fits(claim) && claim.proof.is_some());
            for claim in proven.filter(|_| key["proven"].is_boolean()) {
                let why = format!("{}: {:?} proven by {:?}", self.name, claim.text, claim.proof);
                self.table.of("claims").said(key["proven"] == true, why);
            }
        }
    }

    fn plan(&mut self) {
        let (plan, expect) = (self.plan, self.expect);
        for key in list(&expect["plan"]) {
            self.want(
                "plan",
                &key["text"],
                plan,
                |item| holds(&item.text, &key["text"]),
                |item| vec![(holds(&word(&item.state), &key["state"]), format!("is {}", word(&item.state)))],
            );
        }
        if expect.get("plan").is_some() {
            for item in plan {
                let known = list(&expect["plan"]).iter().any(|key| holds(&item.text, &key["text"]));
                self.table.of("plan").said(known, format!("{}: {}", self.name, item.text));
            }
        }
    }

    /// Products but outside actions and processes, which stand in keys of their own.
    fn products(&mut self) {
        let (said, expect) = (self.said, self.expect);
        let kind = |product: &&Product| !matches!(product.kind, ProductKind::OutsideAction | ProductKind::Process);
        let all: Vec<&Product> = said.products.iter().filter(kind).collect();
        let shown = |product: &Product| format!("{} {}", product.location, product.version.as_deref().unwrap_or(""));
        let fits = |product: &Product, key: &Value| {
            let version = key["commit"].as_str().is_none_or(|id| shown(product).contains(id));
            let place = key["location"].is_null() || holds(&product.location, &key["location"]);
            let title = key["title"].is_null() || holds(&product.title, &key["title"]);
            version && place && title && (!key["kind"].is_null() || key["commit"].is_string())
        };
        let keys = list(&expect["products"]);
        let wanted = |key: &&Value| {
            !matches!(key["kind"].as_str(), Some("outside" | "outside-action" | "process")) && key["absent"] != true
        };
        for key in keys.iter().filter(wanted) {
            let label = [&key["location"], &key["title"], &key["commit"]].into_iter().find(|one| !one.is_null());
            self.want(
                "products",
                label.unwrap_or(key),
                &all,
                |one| fits(one, key),
                |one| {
                    let told = serde_json::to_string(one).unwrap_or_default();
                    let suggest = key["suggest"].is_null() || holds(&word(&one.suggest), &key["suggest"]);
                    let mut found = vec![(suggest, format!("suggested {}", word(&one.suggest)))];
                    found.extend(list(&key["mentions"]).iter().map(|what| (holds(&told, what), format!("no {what}"))));
                    found
                },
            );
        }
        let never = list(&expect["never_usable"]).iter().chain(list(&expect["not_products"]));
        let never: Vec<&Value> = never.collect();
        for one in all.iter().filter(|one| one.suggest == Suggest::Usable) {
            let name = format!("{} {} {}", shown(one), one.title, one.command.as_deref().unwrap_or_default());
            let against = never.iter().any(|key| holds(&name, key));
            let else_where = keys.iter().filter(wanted).filter(|key| fits(one, key) && !key["suggest"].is_null());
            let mut opinions = else_where.map(|key| holds("usable", &key["suggest"])).peekable();
            let denied = opinions.peek().is_some() && !opinions.any(|usable| usable);
            self.table.of("usable").said(!against && !denied, format!("{}: {name} is suggested usable", self.name));
        }
    }

    /// How it ended, where no stand-in process has a part in it.
    fn ending(&mut self) {
        let key = &self.expect["ending"]["cause"];
        let living =
            list(&self.expect["liveness"]["verdict"]).iter().all(|verdict| *verdict != word(&Verdict::NoSignOfLife));
        let cause = word(&self.said.ending.cause);
        if key.is_null() || living || self.said.ending.cause == Cause::NotDead {
            return;
        }
        let points = self.table.of("ending");
        points.wanted(holds(&cause, key), format!("{}: {cause}, not {key}", self.name));
        points.said(holds(&cause, key), format!("{}: {cause}, not {key}", self.name));
    }

    fn last_good(&mut self) {
        let (key, good) = (&self.expect["last_good"], &self.said.last_good);
        if key.is_null() {
            return;
        }
        let content = good.content.as_ref().map(word).unwrap_or_default();
        let commit = good.commit.as_deref().unwrap_or_default();
        let by_content = !key["content"].is_null() && holds(&content, &key["content"]) && !content.is_empty();
        let by_commit = key["commit"].as_str().is_some_and(|id| commit.starts_with(id)) && content.is_empty();
        let by_subject = key["commit"].is_null()
            && !key["subject"].is_null()
            && content.is_empty()
            && holds(good.subject.as_deref().unwrap_or_default(), &key["subject"]);
        let nothing = key["commit"].is_null() && key["subject"].is_null() && key["content"].is_null();
        let right = by_content || by_commit || by_subject || nothing;
        let sure = key["confidence"].is_null() || holds(&word(&good.confidence), &key["confidence"]);
        let what = format!("{}: {commit} {content} {}, not {key}", self.name, word(&good.confidence));
        let points = self.table.of("last good");
        points.wanted(right, what.clone());
        points.wanted(sure, what.clone());
        points.said(right && sure, what);
    }
}
