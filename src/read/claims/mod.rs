//! Claims: what a run says about its own work, beside the record that proves it.
//!
//! A claim about a system beyond the work tree is never proven here: only a look at that system would.

mod proof;
mod words;

use super::done::Done;
use super::replay::Replay;
use crate::model::{Claim, Constraint, Gate, What};

/// What the run said about its work, each with the event that proves it, if one does.
pub fn claims(done: &Done<'_>, gates: &[Gate], constraints: &[Constraint], replay: &Replay) -> Vec<Claim> {
    let run = done.run;
    let ground = proof::Ground::of(done, gates, constraints, replay);
    let mut out = Vec::new();
    for (index, event) in run.events.iter().enumerate() {
        let What::Said { text } = &event.what else { continue };
        for sentence in words::sentences(text) {
            let kinds = words::kinds(&sentence);
            if kinds.is_empty() {
                continue;
            }
            let proof::Proven { event: proof, why, against } = ground.prove(index, &sentence, &kinds);
            let beyond = if proof.is_some() { words::beyond(&sentence).map(str::to_owned).collect() } else { vec![] };
            out.push(Claim { text: sentence, event: event.id.clone(), proof, why, against, beyond });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        Call, Change, Commit, CommitFile, Deed, Edit, Event, Outcome, OutcomeState, Run, Runtime, Speaker, Tree,
    };

    fn call(id: &str, deed: Deed) -> [What; 2] {
        let outcome =
            Outcome { call: id.into(), state: OutcomeState::Ok, exit: Some(0), output: String::new(), bytes: 0 };
        [What::Call(Call { id: id.into(), tool: "tool".into(), deed, result: None }), What::Result(outcome)]
    }

    fn edit(path: &str) -> Deed {
        let change = Change::Write("text\n".into());
        Deed::Edit(vec![Edit { path: format!("/w/{path}").into(), change, after: None, before: None, applied: None }])
    }

    /// How a claim stands after these files were edited and those of them committed.
    fn stands(edited: &[&str], committed: &[&str], said: &str) -> Claim {
        let mut all = vec![What::Asked { text: "Finish it.".into(), by: Speaker::Person }];
        for path in edited {
            all.extend(call(path, edit(path)));
        }
        let script = "git commit -qm done".to_owned();
        all.extend(call("commit", Deed::Command { script, cwd: None, background: false }));
        all.push(What::Said { text: said.into() });
        let mut run = Run::new(Runtime::Codex, "run");
        run.cwd = Some("/w".into());
        run.events = all
            .into_iter()
            .enumerate()
            .map(|(at, what)| Event::new(format!("e{at}"), None, what))
            .collect::<Vec<_>>()
            .into();
        run.match_results();
        let file = |path: &&str| CommitFile { path: path.into(), before: None, after: Some("blob".into()) };
        let commit = Commit {
            id: "7da3cf2".repeat(5),
            parents: vec![],
            subject: "done".into(),
            author: "dev".into(),
            at: jiff::Timestamp::UNIX_EPOCH,
            on_head: true,
            files: committed.iter().map(file).collect(),
        };
        let tree = Tree { exists: true, repository: true, root: "/w".into(), commits: vec![commit], ..Tree::default() };
        let done = Done::of(&run, &tree);
        claims(&done, &[], &[], &Replay::of(&done)).pop().unwrap()
    }

    #[test]
    fn two_assertions_are_proven_only_when_both_are() {
        for said in
            ["It is committed; no other file was changed.", "Está confirmado y ningún otro archivo fue modificado."]
        {
            let claim = stands(&["src/a.rs"], &["src/a.rs"], said);
            assert!(claim.proof.is_some() && claim.why.ends_with("changed: src/a.rs"), "{claim:?}");
            let one_more = stands(&["src/a.rs", "src/b.rs"], &["src/a.rs"], said);
            assert!(one_more.proof.is_none() && one_more.against, "{one_more:?}");
            assert_eq!(one_more.why, "also changed: src/b.rs (proven is only: commit 7da3cf2 exists)");
        }
        let named = stands(
            &["src/a.rs", "src/b.rs"],
            &["src/a.rs", "src/b.rs"],
            "src/a.rs is done. Committed, and nothing else was changed.",
        );
        assert!(named.against && named.why.starts_with("also changed: src/b.rs"), "{named:?}");
        let open = stands(&["src/a.rs"], &["src/a.rs"], "It is committed; the server is up again.");
        assert!(
            open.proof.is_none()
                && !open.against
                && open.why.starts_with("no record proves \"the server is up again\"")
        );
    }
}
