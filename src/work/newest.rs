//! A thread that does one thing at a time and, of what was asked meanwhile, only the newest.

use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// What is asked of the thread next.
pub(super) struct Newest<T> {
    next: Mutex<Option<T>>,
    asked: Condvar,
}

impl<T: Send + 'static> Newest<T> {
    /// Starts the thread; it waits until something is asked.
    pub(super) fn start(name: &str, mut does: impl FnMut(T) + Send + 'static) -> io::Result<Arc<Self>> {
        let this = Arc::new(Self { next: Mutex::new(None), asked: Condvar::new() });
        let its = Arc::clone(&this);
        std::thread::Builder::new().name(name.to_owned()).spawn(move || {
            loop {
                does(its.wait());
            }
        })?;
        Ok(this)
    }

    /// Asks for something; what was asked before and was not begun is forgotten.
    pub(super) fn ask(&self, what: T) {
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Some(what);
        self.asked.notify_one();
    }

    fn wait(&self) -> T {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(what) = next.take() {
                return what;
            }
            next = self.asked.wait(next).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
