//! The only module that writes: journal, lock, index, draft, published briefs, cache, scratch, the last copy.
//!
//! Everything of ours lies below two folders (`Places`); beyond them only `publish` and `content::salvage` write, and
//! only what a person said yes to.
//! Nothing here decides: it keeps what was decided, or says in words why it could not.

#![expect(clippy::disallowed_methods, reason = "the store is the part that writes")]

mod atomic;
mod cache;
pub mod content;
mod copied;
mod draft;
mod error;
mod folder;
mod index;
mod journal;
mod lock;
mod open;
mod packet;
mod publish;
mod scratch;
pub mod stage;

pub use cache::Cache;
pub use copied::keep_copied;
pub use draft::{keep_draft, load_draft};
pub use error::{Doing, StoreError};
pub use folder::{Folder, Places};
pub use index::{Index, session_key, task_key};
pub use journal::{Journal, Loaded, load};
pub use lock::{Lock, Locked, Me};
pub use open::{OpenRecovery, Opened};
pub use packet::{keep_packet, log_checkpoint, mark_checkpoint};
pub use publish::{Existing, File, brief_files, existing, publish, review_files};
pub use scratch::{Scratch, folder as scratch, sweep_scratch};
