//! lastgood: from a dead agent run to a recovery brief that the next run starts from.

pub mod app;
pub mod brief;
pub mod cli;
pub mod commands;
pub mod keys;
pub mod model;
pub mod msg;
pub mod plain;
pub mod probes;
pub mod read;
pub mod report;
pub mod screens;
pub mod sources;
pub mod steps;
pub mod store;
pub mod term;
pub mod widgets;
pub mod words;
pub mod work;
