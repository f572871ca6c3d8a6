//! The documents of a task with all their revisions.

use serde_json::Value;

use super::agents::Names;
use super::client::Client;
use crate::model::{Document, Problem, Revision, Ruled};
use crate::sources::fields::Fields;

/// Every document of a task. Where the revisions cannot be read, the newest text is all there is, and that is said.
pub(super) fn read(client: &Client, task: &str, names: &Names, problems: &mut Vec<Problem>) -> Vec<Document> {
    let place = |key: &str| format!("document {key}");
    let rows = match client.get(&format!("/issues/{task}/documents")) {
        Ok(rows) => rows.as_array().cloned().unwrap_or_default(),
        Err(why) => {
            problems.push(Problem::new("documents", why.words("documents")));
            return Vec::new();
        }
    };
    let mut documents = Vec::new();
    for row in rows.iter().filter(|row| row.said("key").is_some()) {
        let key = row.text("key");
        let mut revisions: Vec<Revision> = match client.get(&format!("/issues/{task}/documents/{key}/revisions")) {
            Ok(answer) => answer
                .as_array()
                .into_iter()
                .flatten()
                .map(|revision| Revision {
                    number: revision.int("revisionNumber").and_then(|number| u64::try_from(number).ok()).unwrap_or(0),
                    id: revision.text("id").to_owned(),
                    text: revision.text("body").to_owned(),
                    summary: revision.said("changeSummary").map(str::to_owned),
                    by: names.author(revision, "createdByAgentId", "createdByUserId"),
                    at: revision.time("createdAt"),
                    ruled: None,
                })
                .collect(),
            Err(why) => {
                problems.push(Problem::new(place(key), format!("its revisions: {}", why.words("revisions"))));
                Vec::new()
            }
        };
        revisions.sort_by_key(|revision| revision.number);
        let newest = row.int("latestRevisionNumber").and_then(|number| u64::try_from(number).ok()).unwrap_or(1);
        if revisions.last().is_none_or(|last| last.number < newest) {
            revisions.push(Revision {
                number: newest,
                id: row.text("latestRevisionId").to_owned(),
                text: row.text("body").to_owned(),
                summary: None,
                by: names.author(row, "updatedByAgentId", "updatedByUserId"),
                at: row.time("updatedAt"),
                ruled: None,
            });
        }
        documents.push(Document {
            key: key.to_owned(),
            title: row.said("title").unwrap_or(key).to_owned(),
            revisions,
            locked: row.said("lockedAt").is_some(),
        });
    }
    documents
}

/// Marks the revisions that a person accepted or refused when the task asked them to confirm one.
pub(super) fn ruled(documents: &mut [Document], questions: &[Value]) {
    for question in questions {
        let target = &question["payload"]["target"];
        let accepted = match question.text("status") {
            "accepted" => true,
            "rejected" => false,
            _ => continue,
        };
        let by = question.said("resolvedByUserId").map_or_else(|| "a person".to_owned(), Names::user);
        let revisions = documents.iter_mut().filter(|document| document.key == target.text("key"));
        for revision in revisions.flat_map(|document| &mut document.revisions) {
            if revision.id == target.text("revisionId") {
                let how = "the confirmation that the task asked for".to_owned();
                revision.ruled = Some(Ruled { accepted, by: by.clone(), how });
            }
        }
    }
}
