//! A recovery while it is open: read at once, written when somebody decides, read-only when that is not possible.

use std::path::PathBuf;

use super::folder::new_id;
use super::{Folder, Index, Journal, Loaded, Lock, Locked, Me, StoreError, atomic, draft, journal};
use crate::model::{Draft, Entry, Op, Problem, Recovery, Standing, Timestamp};

/// What opening a recovery brings.
#[derive(Clone, Debug, Default)]
pub struct Opened {
    /// Everything that was decided.
    pub recovery: Recovery,
    /// What was half-typed.
    pub draft: Option<Draft>,
    /// Whether decisions can be written down.
    pub standing: Standing,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

/// A recovery while it is open; dropping it frees its lock.
#[derive(Debug)]
pub struct OpenRecovery {
    folder: Folder,
    me: Me,
    keys: Vec<String>,
    id: Option<String>,
    /// The id that the first decision will make it, so that a brief can be shown with it before.
    reserved: String,
    lock: Option<Lock>,
    journal: Option<Journal>,
    standing: Standing,
}

impl OpenRecovery {
    /// Opens the recovery of these keys (sessions, tasks). A run that nobody decided anything about has none: nothing is made for it.
    pub fn open(folder: Folder, keys: &[String], me: Me, now: Timestamp) -> (Self, Opened) {
        let known = Index::load(&folder).map(|index| index.find(keys).map(str::to_owned));
        let (id, problem) = match known {
            Ok(id) => (id, None),
            Err(error) => (None, Some(error.to_string())),
        };
        let (mut open, mut opened) = Self::open_id(folder, id, keys, me, now);
        if let Some(why) = problem.filter(|_| open.standing == Standing::Writable) {
            open.standing = Standing::ReadOnly(why);
            opened.standing = open.standing.clone();
        }
        (open, opened)
    }

    /// Opens a recovery by its id.
    pub fn open_id(folder: Folder, id: Option<String>, keys: &[String], me: Me, now: Timestamp) -> (Self, Opened) {
        let standing = folder.read_only().map_or(Standing::Writable, |why| Standing::ReadOnly(why.to_owned()));
        let mut open =
            Self { folder, me, keys: keys.to_vec(), id, reserved: new_id(), lock: None, journal: None, standing };
        let opened = open.load(now);
        (open, opened)
    }

    /// The recovery's id, once something was decided.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The recovery's own folder, once something was decided.
    pub fn path(&self) -> Option<PathBuf> {
        self.id.as_deref().map(|id| self.folder.recovery(id))
    }

    /// The folder in which the recovery is, or will be from the first decision on.
    pub fn place(&self) -> PathBuf {
        self.folder.recovery(self.id.as_deref().unwrap_or(&self.reserved))
    }

    /// Writes a decision down: it counts when this returns. The first one makes the recovery.
    pub fn save(&mut self, op: Op, by: &str, at: Timestamp) -> Result<Entry, StoreError> {
        self.save_to(None, op, by, at)
    }

    /// The same as a further part of the act that began with this entry.
    pub fn save_to(&mut self, act: Option<u64>, op: Op, by: &str, at: Timestamp) -> Result<Entry, StoreError> {
        self.look()?;
        if self.id.is_none() {
            self.begin(at)?;
        }
        let Some(journal) = &mut self.journal else {
            return Err(StoreError::ReadOnly(
                "this recovery has no journal that can be written; open the run again".to_owned(),
            ));
        };
        let entry = journal.append_to(act, op, by, at);
        if let Err(error) = &entry {
            self.standing = Standing::ReadOnly(error.to_string());
        }
        entry
    }

    /// Whether decisions can still be written down; notices when somebody took over.
    pub fn standing(&mut self) -> Standing {
        // The answer is what `look` leaves behind.
        let _ = self.look();
        self.standing.clone()
    }

    /// How it stood when it was looked at last.
    pub fn known_standing(&self) -> Standing {
        self.standing.clone()
    }

    /// From now on we are known to others by this name.
    pub fn called(&mut self, name: &str) {
        if self.me.by != name {
            name.clone_into(&mut self.me.by);
            if let Some(lock) = &mut self.lock {
                lock.renamed(&self.me);
            }
        }
    }

    /// Notices what others did meanwhile: somebody took over, began this recovery before us, decided, or has left. `None`: nothing.
    pub fn look_again(&mut self, known: &Recovery, now: Timestamp) -> Option<Opened> {
        let before = self.standing.clone();
        match before {
            Standing::ReadOnly(_) | Standing::Gone => return None,
            Standing::Writable if self.id.is_none() => {
                let id = Index::load(&self.folder).ok()?.find(&self.keys).map(str::to_owned)?;
                // An index line without a journal is a first decision that was cut off; ours goes on there.
                let begun = std::fs::metadata(self.folder.recovery(&id).join("journal.jsonl"));
                self.id = begun.is_ok_and(|found| found.len() > 0).then_some(id);
                self.id.as_ref()?;
            }
            Standing::Writable => {
                self.look().err()?;
            }
            // It may have been removed with its holder's lock; making it anew would say that the holder has left.
            Standing::Held(_) if self.path().is_some_and(|path| !path.exists()) => self.standing = Standing::Gone,
            // Its holder may have left: the lock is asked for again.
            Standing::Held(_) => self.standing = Standing::Writable,
        }
        if self.standing == Standing::Gone {
            // Nothing is left on disk; what was decided can still be read here.
            return Some(Opened { recovery: known.clone(), standing: Standing::Gone, ..Opened::default() });
        }
        let opened = self.load(now);
        (opened.standing != before || opened.recovery.entries.len() != known.entries.len()).then_some(opened)
    }

    /// Takes the recovery over from its holder, writes that down, and reads everything again.
    pub fn take_over(&mut self, at: Timestamp) -> Result<Opened, StoreError> {
        let (Some(path), Standing::Held(holder)) = (self.path(), self.standing.clone()) else {
            return Err(StoreError::ReadOnly(
                "nobody holds this recovery, so there is nothing to take over".to_owned(),
            ));
        };
        self.lock = Some(Lock::take_over(&path.join("lock"), &self.me, at)?);
        self.standing = Standing::Writable;
        let mut opened = self.load(at);
        let by = self.me.by.clone();
        let entry = self.save(Op::TakeOver { from: holder.by }, &by, at)?;
        opened.recovery.apply(entry);
        opened.standing = self.standing.clone();
        Ok(opened)
    }

    /// Notes further keys of this recovery (a consuming run's session).
    pub fn add_keys(&mut self, keys: &[String]) -> Result<(), StoreError> {
        self.look()?;
        self.keys.extend(keys.iter().filter(|key| !self.keys.contains(key)).cloned().collect::<Vec<_>>());
        match &self.id {
            Some(id) => Index::load(&self.folder)?.add(keys, id),
            None => Ok(()),
        }
    }

    /// Keeps what was half-typed. Before the first decision, and read-only, there is nowhere to keep it.
    pub fn keep_draft(&self, draft: &Draft) -> Result<(), StoreError> {
        match self.path() {
            Some(path) if self.lock.is_some() && self.standing == Standing::Writable => draft::keep_draft(&path, draft),
            _ => Ok(()),
        }
    }

    fn look(&mut self) -> Result<(), StoreError> {
        match &self.standing {
            Standing::Held(holder) => return Err(StoreError::Held(holder.clone())),
            Standing::ReadOnly(why) => return Err(StoreError::ReadOnly(why.clone())),
            Standing::Gone => {
                return Err(StoreError::Gone { folder: self.path().unwrap_or_else(|| self.place()) });
            }
            Standing::Writable => {}
        }
        let Some(lost) = self.lock.as_ref().and_then(|lock| lock.still_mine().err()) else { return Ok(()) };
        self.standing = match &lost {
            StoreError::Lost { holder: Some(holder) } => Standing::Held(holder.clone()),
            StoreError::Gone { .. } => Standing::Gone,
            other => Standing::ReadOnly(other.to_string()),
        };
        (self.lock, self.journal) = (None, None);
        Err(lost)
    }

    fn begin(&mut self, now: Timestamp) -> Result<(), StoreError> {
        self.folder.make()?;
        let (id, new) = Index::find_or_add(&self.folder, &self.keys, &self.reserved)?;
        let path = self.folder.recovery(&id);
        atomic::private_folder(&path).map_err(StoreError::at(super::Doing::Folder, &path))?;
        let file = path.join("journal.jsonl");
        // An index line without a journal is a first decision that was cut off: it goes on here.
        if !new && std::fs::metadata(&file).is_ok_and(|found| found.len() > 0) {
            return Err(StoreError::BegunElsewhere { id });
        }
        match Lock::take(&path.join("lock"), &self.me, now)? {
            Locked::Mine(lock) => self.lock = Some(lock),
            Locked::Held(_) => return Err(StoreError::BegunElsewhere { id }),
        }
        self.journal = Some(Journal::open(&file, &Loaded::default(), &self.me.host.name)?);
        self.id = Some(id);
        Ok(())
    }

    fn load(&mut self, now: Timestamp) -> Opened {
        let Some((id, path)) = self.id.clone().zip(self.path()) else {
            return Opened { standing: self.standing.clone(), ..Opened::default() };
        };
        if self.standing == Standing::Writable && self.lock.is_none() {
            let taken = atomic::private_folder(&path).map_err(StoreError::at(super::Doing::Folder, &path));
            match taken.and_then(|()| Lock::take(&path.join("lock"), &self.me, now)) {
                Ok(Locked::Mine(lock)) => self.lock = Some(lock),
                Ok(Locked::Held(holder)) => self.standing = Standing::Held(holder),
                Err(error) => self.standing = Standing::ReadOnly(error.to_string()),
            }
        }
        let file = path.join("journal.jsonl");
        // After the lock: what another operator wrote last is in it.
        let loaded = match journal::load(&file, &id) {
            Ok(loaded) => loaded,
            Err(error) => {
                self.standing = Standing::ReadOnly(error.to_string());
                Loaded::default()
            }
        };
        if let Some(why) = &loaded.read_only {
            self.standing = Standing::ReadOnly(why.clone());
        }
        if self.standing == Standing::Writable {
            match Journal::open(&file, &loaded, &self.me.host.name) {
                Ok(journal) => self.journal = Some(journal),
                Err(error) => self.standing = Standing::ReadOnly(error.to_string()),
            }
        }
        let draft = draft::load_draft(&path);
        Opened { recovery: loaded.recovery, draft, standing: self.standing.clone(), problems: loaded.problems }
    }
}
