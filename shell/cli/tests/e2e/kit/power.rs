//! What a process asked the kernel to write, and what a machine that loses its power may have kept of
//! it: what was synced, and of the rest anything, in pieces, too (Pillai et al., OSDI 2014).

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::command::by;

/// A file, whatever it is called.
type Inode = usize;

/// What a disk sees, and what a client does.
#[derive(Debug)]
enum Event {
    /// Bytes at a place in a file.
    Wrote(Inode, usize, Vec<u8>),
    /// A file has this length from here on.
    Cut(Inode, usize),
    /// A name stands for a file.
    Named(PathBuf, Inode),
    /// A name stands for nothing any more.
    Unnamed(PathBuf),
    /// A folder is new.
    Made(PathBuf),
    /// What was written to a file before the event of this number is on the disk.
    Synced(Inode, usize),
    /// The names in a folder of before the event of this number are on the disk.
    FolderSynced(PathBuf, usize),
    /// A client was answered that something worked.
    Answered,
}

/// All that a process wrote below a folder, in order.
pub struct Written {
    root: PathBuf,
    before: BTreeMap<PathBuf, Vec<u8>>,
    events: Vec<Event>,
    names: BTreeMap<PathBuf, Inode>,
    inodes: usize,
    /// Where the next write through a descriptor goes.
    places: HashMap<String, usize>,
    lengths: HashMap<Inode, usize>,
}

/// Of what was not synced, what a disk has kept.
#[derive(Clone, Copy, Debug)]
pub enum Kept {
    /// Nothing.
    Nothing,
    /// Everything.
    All,
    /// Whole writes, by chance.
    Some,
    /// Sectors of writes, by chance.
    Sectors,
}

const SECTOR: usize = 512;
const CALLS: &str = "open,openat,creat,write,writev,sendto,sendmsg,pwrite64,pwritev,ftruncate,truncate,fallocate,\
    copy_file_range,sendfile,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,rmdir";

/// The program that follows another's calls; none where it cannot be used.
pub fn strace() -> Option<Command> {
    let can = Command::new("strace")
        .args(["-qq", "-o", "/dev/null", "true"])
        .status();
    if !can.is_ok_and(|status| status.success()) {
        println!("not tested: strace is not installed, or may not be used here");
        return None;
    }
    Some(Command::new("strace"))
}

/// The same command, with all that it writes told to a log; none where `strace` cannot be used.
pub fn traced(plain: &Command, log: &Path) -> Option<Command> {
    let mut command = strace()?;
    command
        // The process is our child as it would be without: it is waited for and killed as ever.
        .args([
            "-D",
            "-f",
            "-qq",
            "-y",
            "-xx",
            "-s",
            "16777216",
            "--seccomp-bpf",
        ])
        .args(["-e", &format!("trace={CALLS}"), "-o"])
        .arg(log);
    Some(by(command, plain))
}

/// The files below a folder. What SQLite shares between processes is made anew when it is opened.
pub fn files(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(root).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if !is_shared(&path) {
            found.insert(path.clone(), std::fs::read(&path).unwrap());
        }
    }
    found
}

fn is_shared(path: &Path) -> bool {
    path.to_string_lossy().ends_with("-shm")
}

impl Written {
    /// Reads the log of a process that found these files below the folder.
    pub fn read(log: &str, root: &Path, before: BTreeMap<PathBuf, Vec<u8>>) -> Self {
        let mut written = Self {
            root: root.to_owned(),
            names: before.keys().cloned().zip(0..).collect(),
            inodes: before.len(),
            lengths: before.values().map(Vec::len).enumerate().collect(),
            before,
            events: Vec::new(),
            places: HashMap::new(),
        };
        let mut begun: HashMap<&str, (&str, usize)> = HashMap::new();
        for line in log.lines() {
            let (thread, call) = line.split_once(' ').unwrap();
            let call = call.trim_start();
            if let Some(first) = call.strip_suffix(" <unfinished ...>") {
                begun.insert(thread, (first, written.events.len()));
                // Any of it may be on the disk from here on.
                if first.starts_with("pwrite") || first.starts_with("write") {
                    written.call(first, written.events.len());
                }
            } else if let Some((_, rest)) = call.split_once(" resumed>") {
                let (first, since) = begun.remove(thread).unwrap();
                if !first.starts_with("pwrite") && !first.starts_with("write") {
                    written.call(&format!("{first}{rest}"), since);
                }
            } else if call.contains('(') {
                written.call(call, written.events.len());
            }
        }
        written
    }

    /// How many events there were when a client had been answered so often.
    pub fn when_answered(&self, times: usize) -> usize {
        let answers = self.events.iter().enumerate();
        let mut answers = answers.filter(|(_, event)| matches!(event, Event::Answered));
        answers.nth(times - 1).unwrap().0 + 1
    }

    /// How often a client had been answered after so many events.
    pub fn answered_by(&self, events: usize) -> usize {
        let answers = |event: &&Event| matches!(event, Event::Answered);
        self.events[..events].iter().filter(answers).count()
    }

    pub fn len(&self) -> usize {
        self.events.len()
    }

    fn call(&mut self, call: &str, since: usize) {
        let (name, rest) = call.split_once('(').unwrap();
        let (arguments, result) = rest.rsplit_once(" = ").unwrap_or((rest, "0"));
        if result.starts_with('-') || result.starts_with('?') {
            return;
        }
        let arguments = split(arguments.trim_end().trim_end_matches(')'));
        match name {
            "open" | "openat" | "creat" => self.opened(&arguments, result),
            "write" | "pwrite64" | "writev" | "sendto" | "sendmsg" => self.wrote(name, &arguments),
            "ftruncate" => {
                if let Some(file) = self.file(&arguments[0]) {
                    self.cut(file, arguments[1].parse().unwrap());
                }
            }
            "fsync" | "fdatasync" => self.synced(&arguments[0], since),
            "rename" | "renameat" | "renameat2" => self.renamed(&paths(&arguments)),
            "unlink" | "unlinkat" => {
                let path = paths(&arguments).remove(0);
                if self.names.remove(&path).is_some() {
                    self.events.push(Event::Unnamed(path));
                }
            }
            "mkdir" | "mkdirat" => {
                let path = paths(&arguments).remove(0);
                if path.starts_with(&self.root) {
                    self.events.push(Event::Made(path));
                }
            }
            _ => {
                let ours = arguments
                    .iter()
                    .any(|one| decoded(one).contains(&*self.root.to_string_lossy()));
                assert!(!ours, "not understood: {name} {arguments:?}");
            }
        }
    }

    /// The file of a descriptor, if it is one below the folder.
    fn file(&self, descriptor: &str) -> Option<Inode> {
        let path = PathBuf::from(path_of(descriptor));
        if !path.starts_with(&self.root) || is_shared(&path) || descriptor.contains("(deleted)") {
            return None;
        }
        let file = self.names.get(&path);
        Some(*file.unwrap_or_else(|| panic!("never opened: {path:?}")))
    }

    fn opened(&mut self, arguments: &[String], descriptor: &str) {
        let path = PathBuf::from(path_of(descriptor));
        let flags = arguments.join(" ");
        let folder = path.is_dir() || flags.contains("O_DIRECTORY");
        if !path.starts_with(&self.root) || is_shared(&path) || folder {
            return;
        }
        if !self.names.contains_key(&path) {
            let file = self.inodes;
            self.inodes += 1;
            self.names.insert(path.clone(), file);
            self.events.push(Event::Named(path.clone(), file));
        }
        let file = self.names[&path];
        if flags.contains("O_TRUNC") {
            self.cut(file, 0);
        }
        let length = self.lengths.get(&file).copied().unwrap_or(0);
        let place = if flags.contains("O_APPEND") {
            length
        } else {
            0
        };
        self.places.insert(number(descriptor).to_owned(), place);
    }

    fn wrote(&mut self, name: &str, arguments: &[String]) {
        let descriptor = &arguments[0];
        if path_of(descriptor).starts_with("socket:") {
            if decoded(&arguments[1]).starts_with("HTTP/1.1 2") {
                self.events.push(Event::Answered);
            }
            return;
        }
        let Some(file) = self.file(descriptor) else {
            return;
        };
        assert!(
            name == "write" || name == "pwrite64",
            "not understood: {name}"
        );
        let bytes = bytes(&arguments[1]);
        let at = match arguments.get(3) {
            Some(at) => at.parse().unwrap(),
            None => {
                let place = self.places.get_mut(number(descriptor)).unwrap();
                std::mem::replace(place, *place + bytes.len())
            }
        };
        let length = self.lengths.entry(file).or_default();
        *length = (*length).max(at + bytes.len());
        self.events.push(Event::Wrote(file, at, bytes));
    }

    fn cut(&mut self, file: Inode, length: usize) {
        self.lengths.insert(file, length);
        self.events.push(Event::Cut(file, length));
    }

    fn synced(&mut self, descriptor: &str, since: usize) {
        let path = PathBuf::from(path_of(descriptor));
        if path.is_dir() {
            self.events.push(Event::FolderSynced(path, since));
        } else if let Some(file) = self.file(descriptor) {
            self.events.push(Event::Synced(file, since));
        }
    }

    fn renamed(&mut self, paths: &[PathBuf]) {
        let [from, to] = paths else {
            panic!("from where to where? {paths:?}")
        };
        if let Some(file) = self.names.remove(from) {
            self.names.insert(to.clone(), file);
            self.events.push(Event::Named(to.clone(), file));
            self.events.push(Event::Unnamed(from.clone()));
        }
    }

    /// Writes to a folder what may be on the disk when the power goes after so many events.
    pub fn leave(&self, folder: &Path, events: usize, kept: Kept, rng: &mut impl rand::RngExt) {
        std::fs::create_dir(folder).unwrap();
        let mut disk = Disk::of(self, events);
        for (at, event) in self.events[..events].iter().enumerate() {
            disk.take(at, event, kept, rng);
        }
        for (path, file) in disk.names {
            if !disk.lost.iter().any(|lost| path.starts_with(lost)) {
                let place = folder.join(path.strip_prefix(&self.root).unwrap());
                std::fs::create_dir_all(place.parent().unwrap()).unwrap();
                std::fs::write(place, disk.contents.entry(file).or_default()).unwrap();
            }
        }
    }
}

/// What is on a disk while it takes one event after the other.
struct Disk {
    /// Up to where files and folders were synced before the power went.
    files: HashMap<Inode, usize>,
    folders: HashMap<PathBuf, usize>,
    names: BTreeMap<PathBuf, Inode>,
    contents: HashMap<Inode, Vec<u8>>,
    /// Folders of which something was lost: their changes are kept in order, so the rest is, too.
    cut_off: Vec<PathBuf>,
    /// New folders that are not there.
    lost: Vec<PathBuf>,
}

impl Disk {
    fn of(written: &Written, events: usize) -> Self {
        let mut disk = Self {
            files: HashMap::new(),
            folders: HashMap::new(),
            names: written.before.keys().cloned().zip(0..).collect(),
            contents: written.before.values().cloned().enumerate().collect(),
            cut_off: Vec::new(),
            lost: Vec::new(),
        };
        for event in &written.events[..events] {
            if let Event::Synced(file, since) = event {
                disk.files.insert(*file, *since);
            } else if let Event::FolderSynced(folder, since) = event {
                disk.folders.insert(folder.clone(), *since);
            }
        }
        disk
    }

    fn take(&mut self, at: usize, event: &Event, kept: Kept, rng: &mut impl rand::RngExt) {
        let mut chance = || match kept {
            Kept::Nothing => false,
            Kept::All => true,
            Kept::Some | Kept::Sectors => rng.random_bool(0.5),
        };
        let synced = |file| self.files.get(file).is_some_and(|since| at < *since);
        match event {
            Event::Named(path, _) | Event::Unnamed(path) | Event::Made(path) => {
                let folder = path.parent().unwrap();
                let synced = self.folders.get(folder).is_some_and(|since| at < *since);
                if synced || (!self.cut_off.iter().any(|one| one == folder) && chance()) {
                    self.name(event);
                } else {
                    self.cut_off.push(folder.to_owned());
                    let made = matches!(event, Event::Made(_)).then(|| path.clone());
                    self.lost.extend(made);
                }
            }
            Event::Wrote(file, place, bytes) => {
                let size = match kept {
                    Kept::Sectors => SECTOR,
                    _ => bytes.len().max(1),
                };
                for (piece, bytes) in bytes.chunks(size).enumerate() {
                    if synced(file) || chance() {
                        let content = self.contents.entry(*file).or_default();
                        put(content, place + piece * size, bytes);
                    }
                }
            }
            Event::Cut(file, length) if synced(file) || chance() => {
                self.contents.entry(*file).or_default().resize(*length, 0);
            }
            _ => {}
        }
    }

    fn name(&mut self, event: &Event) {
        match event {
            Event::Named(path, file) => {
                self.names.insert(path.clone(), *file);
            }
            Event::Unnamed(path) => {
                self.names.remove(path);
            }
            _ => {}
        }
    }
}

fn put(content: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    let end = at + bytes.len();
    if content.len() < end {
        content.resize(end, 0);
    }
    content[at..end].copy_from_slice(bytes);
}

/// Arguments as they are written, split where the commas between them are: what they hold is in hex.
fn split(arguments: &str) -> Vec<String> {
    arguments.split(", ").map(str::to_owned).collect()
}

fn number(descriptor: &str) -> &str {
    descriptor.split('<').next().unwrap_or_default()
}

fn path_of(descriptor: &str) -> String {
    let inside = descriptor.split_once('<').map(|(_, inside)| inside);
    decoded(
        inside
            .unwrap_or_default()
            .split('>')
            .next()
            .unwrap_or_default(),
    )
}

/// The paths among arguments; one that is not whole stands below the folder before it.
fn paths(arguments: &[String]) -> Vec<PathBuf> {
    let mut below = PathBuf::new();
    let mut found = Vec::new();
    for one in arguments {
        if one.contains('<') {
            below = PathBuf::from(path_of(one));
        } else if one.starts_with('"') {
            found.push(below.join(decoded(one)));
        }
    }
    found
}

fn decoded(hex: &str) -> String {
    String::from_utf8_lossy(&bytes(hex)).into_owned()
}

/// What stands between the quotes, each byte as `\x2f`.
fn bytes(hex: &str) -> Vec<u8> {
    assert!(!hex.ends_with("\"..."), "the log leaves something out");
    let bytes = hex.split("\\x").skip(1);
    bytes
        .map(|byte| u8::from_str_radix(&byte[..2], 16).unwrap())
        .collect()
}
