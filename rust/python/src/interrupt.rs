//! Releases the GIL for long calls, and lets Ctrl-C interrupt them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use priory_core::error::{Error, Result};
use priory_core::threads::{Interrupt, Never};
use pyo3::prelude::*;

use crate::error::to_python;

const PAUSE: Duration = Duration::from_millis(100);

/// Asks Python for signals now and then, on the thread that made the call.
pub struct Signals {
    caller: ThreadId,
    asked: Mutex<Instant>,
    stopped: AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

impl Signals {
    /// For a call made on this thread.
    pub fn new() -> Self {
        Self {
            caller: thread::current().id(),
            asked: Mutex::new(Instant::now()),
            stopped: AtomicBool::new(false),
            raised: Mutex::new(None),
        }
    }

    /// The exception that a signal raised, or the core's own error.
    pub fn explain(&self, error: Error) -> PyErr {
        let raised = self.raised.lock().ok().and_then(|mut raised| raised.take());
        raised.unwrap_or_else(|| to_python(error))
    }

    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method alone has too narrow a lifetime"
    )]
    fn ask(&self) {
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            self.stopped.store(true, Ordering::Relaxed);
            if let Ok(mut raised) = self.raised.lock() {
                *raised = Some(error);
            }
        }
    }

    fn is_due(&self) -> bool {
        self.asked.lock().is_ok_and(|mut asked| {
            let due = asked.elapsed() > PAUSE;
            if due {
                *asked = Instant::now();
            }
            due
        })
    }
}

impl Interrupt for Signals {
    fn check(&self) -> Result<()> {
        if thread::current().id() == self.caller && self.is_due() {
            self.ask();
        }
        if self.stopped.load(Ordering::Relaxed) { Err(Error::Interrupted) } else { Ok(()) }
    }
}

/// Numbers below this are worked on without letting go of the interpreter: that would cost more.
const LITTLE: usize = 1 << 14;

/// Do what takes long without the interpreter, and let Ctrl-C stop it.
pub fn run<R: Send>(
    py: Python<'_>,
    numbers: usize,
    work: impl FnOnce(&dyn Interrupt) -> Result<R> + Send,
) -> PyResult<R> {
    if numbers < LITTLE {
        return work(&Never).map_err(to_python);
    }
    let signals = Signals::new();
    py.detach(|| work(&signals)).map_err(|error| signals.explain(error))
}
