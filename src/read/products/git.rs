//! What git holds of the run: commits, and the branches, tags, stashes and work trees that it made.

use super::{agents, odd};
use crate::model::{
    Check, CheckSays, Commit, Deed, GateState, LastGood, Product, ProductGroup, ProductKind, RefKind, Suggest,
    limit_broken,
};
use crate::read::Known;
use crate::read::file_kind::file_kind;
use crate::read::last_good::{Doubt, Proofs, called};
use crate::read::replay::line;

/// The commits since the run began.
pub fn commits(known: Known<'_>, proofs: &Proofs, last_good: &LastGood) -> Vec<Product> {
    let base: Vec<&str> = last_good
        .commit
        .as_deref()
        .into_iter()
        .flat_map(|id| line(known.tree, id))
        .map(|commit| commit.id.as_str())
        .collect();
    known
        .tree
        .commits
        .iter()
        .filter(|commit| known.tree.start.as_ref() != Some(&commit.id) && !is_stash(known, commit))
        .map(|commit| product(known, proofs, last_good, commit, base.contains(&commit.id.as_str())))
        .collect()
}

fn is_stash(known: Known<'_>, commit: &Commit) -> bool {
    known
        .tree
        .stashes
        .iter()
        .any(|stash| stash.id == commit.id || stash.parents.iter().skip(1).any(|part| *part == commit.id))
}

fn product(known: Known<'_>, proofs: &Proofs, last_good: &LastGood, commit: &Commit, base: bool) -> Product {
    let mut product = Product::new(ProductKind::Commit, format!("commit:{}", commit.id), commit.subject.clone());
    product.location.clone_from(&commit.id);
    product.version = Some(commit.id.clone());
    product.change.new = true;
    product.gates = gates(proofs, &commit.id);
    product.group = if base { ProductGroup::Base } else { ProductGroup::Other };
    let place = known.replay.commits.place(&commit.id);
    let made = place.filter(|place| place.by_run).and_then(|place| known.run.events.get(place.index));
    product.made_by = made.iter().map(|event| event.id.clone()).collect();
    product.reasons.extend(agents(known.run, made.into_iter()));
    let check = |says, text: &str| Check { says, text: text.into(), line: None, gap: None };
    if known.of_others(commit) {
        product.checks.push(check(CheckSays::Warn, "it was made after the last record of this run"));
    } else if made.is_none() {
        product.checks.push(check(CheckSays::Warn, "no recorded event of the run made it"));
    }
    if !commit.on_head {
        product.checks.push(check(CheckSays::Warn, "HEAD does not reach it"));
    }
    product.checks.extend(odd::of_commit(commit));
    product.checks.extend(against(proofs, &commit.id));
    let (suggest, why) = match suggest(known, proofs, last_good, commit, base) {
        _ if known.of_others(commit) && proofs.commit(&commit.id).is_none() => (
            Suggest::Unknown,
            "somebody else made it, after the last record of this run, or the log lost its end".into(),
        ),
        // Its green speaks of what was there before it: nobody of this run wrote what it adds.
        (Suggest::Usable, _) if made.is_none() && !commit.files.iter().any(|file| file_kind(&file.path).gated()) => {
            (Suggest::Unknown, "somebody else made it, and no gate reads what it changes".into())
        }
        told => told,
    };
    product.suggest = suggest;
    product.reasons.insert(0, why);
    product
}

/// What keeps a commit from being usable as it is: limits that it breaks, and a gate that is red on it.
fn against(proofs: &Proofs, id: &str) -> Vec<Check> {
    let bad = |text: String, gap: Option<String>| Check { says: CheckSays::Bad, text, line: None, gap };
    let limits = proofs.breaches(id).iter().map(|one| {
        let text = format!("breaks the limit \"{}\": {}", one.limit, one.what);
        bad(text, Some(limit_broken(&one.limit)))
    });
    // The gap of a gate is offered with its gate.
    let red = proofs.red_on(id).map(|gate| bad(format!("{gate} was red on what it covers of this commit"), None));
    limits.chain(red).collect()
}

/// The gates that ran on exactly the content of a commit: what came out on another says nothing of it.
fn gates(proofs: &Proofs, id: &str) -> Vec<(String, GateState)> {
    if let Some(gate) = proofs.red_on(id) {
        return vec![(gate.to_owned(), GateState::Red)];
    }
    let exact = proofs.commit(id).filter(|proof| proof.doubts.is_empty());
    exact.into_iter().flat_map(|proof| &proof.gates).map(|gate| (gate.clone(), GateState::Green)).collect()
}

fn suggest(known: Known<'_>, proofs: &Proofs, last_good: &LastGood, commit: &Commit, base: bool) -> (Suggest, String) {
    if let Some(first) = proofs.breaches(&commit.id).first() {
        return (Suggest::Partial, format!("it holds what breaks a limit: {}", first.what));
    }
    if let Some(gate) = proofs.red_on(&commit.id) {
        return (Suggest::Partial, format!("{gate} was red on what it covers of this commit"));
    }
    let proof = proofs.commit(&commit.id);
    if let Some(proof) = proof.filter(|proof| proof.doubts.is_empty()) {
        let on = if proof.checkpoint.is_some() { "exactly this commit" } else { called(known, commit, proof.index) };
        return (Suggest::Usable, format!("{} ran green on {on}", proof.gates.join(", ")));
    }
    let proven = last_good.content.is_none() && last_good.confidence == crate::model::Confidence::Proven;
    if base && proven && last_good.commit.as_ref() != Some(&commit.id) {
        return (Suggest::Usable, "last good builds on it".into());
    }
    if let Some(proof) = proof {
        let doubt = proof.doubts.first().map(Doubt::words).unwrap_or_default();
        let suggest = if proof.stands() { Suggest::Usable } else { Suggest::Partial };
        return (suggest, format!("{} ran green, but {doubt}", proof.gates.join(", ")));
    }
    if let Some(test) = proofs.weakened_before(known, commit) {
        return (Suggest::Partial, format!("the green before it is not comparable: {} was changed", test.display()));
    }
    let why = proofs.depends(&commit.id).unwrap_or_else(|| "no gate ran green on what this commit holds".into());
    (Suggest::Partial, why)
}

/// Branches, tags, stashes and linked work trees that the run made, or that hold what it committed.
pub fn others(known: Known<'_>, commits: &[Product]) -> Vec<Product> {
    let scripts: Vec<&str> = known
        .run
        .calls()
        .filter_map(|(_, call, _)| match &call.deed {
            Deed::Command { script, .. } if script.contains("git") => Some(script.as_str()),
            _ => None,
        })
        .collect();
    let named = |name: &str| scripts.iter().any(|script| word(script, name));
    let of_commit = |id: &str| {
        commits.iter().find(|product| product.kind == ProductKind::Commit && product.version.as_deref() == Some(id))
    };
    let mut products = Vec::new();
    for reference in known.tree.refs.iter().filter(|reference| !reference.is_ours()) {
        let (kind, what) = match reference.kind {
            RefKind::Branch => (ProductKind::Branch, "branch"),
            RefKind::Tag => (ProductKind::Tag, "tag"),
            RefKind::Remote | RefKind::Lastgood => continue,
        };
        let commit = of_commit(&reference.commit);
        if commit.is_none() && !(named(&reference.name) && created(&scripts, &reference.name)) {
            continue;
        }
        let mut product = Product::new(kind, format!("{what}:{}", reference.name), reference.name.clone());
        product.location.clone_from(&reference.name);
        product.version = Some(reference.commit.clone());
        // A name is as good as what it points to.
        product.suggest = commit.map_or(Suggest::None, |commit| commit.suggest);
        product.group = commit.map_or(ProductGroup::Other, |commit| commit.group);
        product.reasons = vec![match commit {
            Some(commit) => format!("points to {} {}", reference.commit.get(..7).unwrap_or_default(), commit.title),
            None => "the run made it; it points to a commit from before".into(),
        }];
        products.push(product);
    }
    let began = known.run.started;
    for stash in known.tree.stashes.iter().filter(|stash| began.is_none_or(|began| stash.at >= began)) {
        let mut product = Product::new(ProductKind::Stash, format!("stash:{}", stash.id), stash.subject.clone());
        product.location.clone_from(&stash.id);
        product.version = Some(stash.id.clone());
        product.suggest = Suggest::Unknown;
        let files: Vec<String> = stash.files.iter().map(|file| file.path.display().to_string()).collect();
        product.reasons = vec![format!("work that was put aside: {}", files.join(", "))];
        products.push(product);
    }
    for linked in known.tree.worktrees.iter().filter(|linked| linked.path != known.tree.root) {
        let path = linked.path.display().to_string();
        let made = scripts.iter().any(|script| script.contains("worktree") && script.contains(linked.name.as_str()));
        if !made {
            continue;
        }
        let mut product = Product::new(ProductKind::Worktree, format!("worktree:{}", linked.name), linked.name.clone());
        product.location = path;
        product.reasons = vec![match &linked.branch {
            Some(branch) => format!("a linked work tree on branch {branch}"),
            None => "a linked work tree".into(),
        }];
        products.push(product);
    }
    products
}

fn created(scripts: &[&str], name: &str) -> bool {
    let makes = |script: &&&str| {
        ["git branch", "checkout -b", "switch -c", "git tag", "worktree add"].iter().any(|verb| script.contains(verb))
    };
    scripts.iter().filter(makes).any(|script| word(script, name))
}

fn word(script: &str, name: &str) -> bool {
    script
        .split(|letter: char| letter.is_whitespace() || matches!(letter, '"' | '\'' | ';' | '&' | '|' | ':'))
        .any(|word| word == name)
}
