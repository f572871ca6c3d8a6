//! Tasks of a Paperclip server: every recorded one is read, a server that misbehaves is named, and nothing but two documents is ever written.

#![allow(clippy::disallowed_methods, reason = "tests lay out files, start threads and look at the clock")]
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests say what they expect")]

#[path = "support/person.rs"]
mod person;
mod support;
#[path = "support/task_server.rs"]
mod task_server;

#[path = "paperclip/documents.rs"]
mod documents;
#[path = "paperclip/folder.rs"]
mod folder;
#[path = "paperclip/journey.rs"]
mod journey;
#[path = "paperclip/prepared.rs"]
mod prepared;
#[path = "paperclip/real.rs"]
mod real;
#[path = "paperclip/record.rs"]
mod record;
#[path = "paperclip/trouble.rs"]
mod trouble;
#[path = "paperclip/workers.rs"]
mod workers;
#[path = "paperclip/write.rs"]
mod write;

use std::time::Duration;

use lastgood::model::Facts;
use lastgood::sources::{self, Places};
use lastgood::work::gather::{Clock, gather};

use support::{Fixture, task};
use task_server::TaskServer;

/// A task of the fixtures with its server.
fn served(name: &str) -> (Fixture, TaskServer, Places) {
    let fixture = task(name);
    let server = TaskServer::of(&fixture.root);
    let mut places = fixture.places();
    places.tasks = Some(server.named(None));
    (fixture, server, places)
}

/// The facts of a task.
fn facts(fixture: &Fixture, places: &Places) -> Facts {
    let found = sources::resolve(places, &fixture.run).unwrap_or_else(|why| panic!("{}: {why:?}", fixture.name));
    gather(places, &found, Clock { now: fixture.now, fixed: true }, Duration::ZERO)
}
