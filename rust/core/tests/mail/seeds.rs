//! Seed corpus: the messages that fuzzing mutates.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The vectors, and the messages of the folder that `PRIORY_FUZZ_CORPUS` names; short ones first.
pub fn all() -> Vec<Vec<u8>> {
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/mail");
    let corpus = env::var_os("PRIORY_FUZZ_CORPUS").map(PathBuf::from);
    let mut files = Vec::new();
    for folder in [Some(vectors), corpus].into_iter().flatten() {
        add_files(&folder, &mut files);
    }
    let read = |file: &PathBuf| fs::read(file).expect("a message can be read");
    let mut messages: Vec<Vec<u8>> = files.iter().map(read).collect();
    messages.sort_by_key(|message| (message.len(), message.clone()));
    messages.dedup();
    messages
}

/// All files below a folder, but for what is expected of the vectors.
fn add_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{} cannot be read: {error}", folder.display()));
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            add_files(&path, files);
        } else if path.extension().is_none_or(|ending| ending != "json") {
            files.push(path);
        }
    }
}
