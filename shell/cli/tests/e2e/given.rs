//! `run --file` and `run --wait`: what goes along, and when it begins.

use crate::kit::{Machine, Site};

const FORM: &str = "<title>Apply</title><h1>Apply</h1><form method=post action=/apply enctype=multipart/form-data>
  <label>Name <input name=name></label>
  <span><input type=file name=cv style='display:none'><button type=button onclick='this.previousSibling.click()'>Select a résumé</button></span>
  <button>Send</button></form><p id=said></p>
  <script>document.forms[0].cv.onchange = ({ target: { files } }) => { said.textContent = `Chosen: ${files[0].name}, ${files[0].size} bytes`; };</script>";

/// A file of so many bytes.
fn file(machine: &Machine, name: &str, bytes: usize) -> String {
    let path = machine.path(name);
    std::fs::write(&path, "x".repeat(bytes)).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_file_that_was_given_is_handed_to_the_field_that_asks_for_it() {
    let machine = Machine::new();
    let site = Site::of(FORM);
    let cv = file(&machine, "cv.pdf", 1234);
    let ended = machine
        .task("Upload the file", &site.url(), &["--file", &cv])
        .with(0);
    let actions = ended.actions();
    assert!(
        matches!(actions.as_slice(), [one] if one.starts_with("uploadFile(") && one.contains("\"cv.pdf\"")),
        "{actions:?}"
    );
    // The field names it, and that is what the ledger says.
    let events = ended.events();
    let clause = &events.last().unwrap()["ledger"][0];
    assert_eq!(clause["standing"], "verified", "{clause}");
    assert!(
        clause["evidence"].as_str().unwrap().contains("cv.pdf"),
        "{clause}"
    );
    assert!(
        !ended.out.contains(&cv),
        "where it lies is nobody's business"
    );
}

#[test]
fn what_was_not_given_is_not_handed_over() {
    let machine = Machine::new();
    let site = Site::of(FORM);
    let cv = file(&machine, "cv.pdf", 10);
    let secret = file(&machine, "secret.txt", 10);
    for (words, more) in [
        ("Upload the file", &[][..]),
        (secret.as_str(), &["--file", &cv]),
        ("Upload secret.txt", &["--file", &cv, "--yes=all"]),
    ] {
        let words = match words.strip_prefix('/') {
            Some(_) => format!("Upload {words}"),
            None => words.to_owned(),
        };
        let ended = machine.task(&words, &site.url(), more);
        assert_ne!(ended.code, Some(0), "{words}: {}", ended.out);
        assert!(!ended.out.contains("Chosen"), "{words}: {}", ended.out);
    }
    // No file, or two that could not be told apart.
    let other = machine.path("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("cv.pdf"), "y").unwrap();
    let twin = other.join("cv.pdf");
    let none = machine.task("Upload the file", &site.url(), &["--file", "/no/such/file"]);
    assert_eq!(none.code, Some(64), "{}", none.err);
    let two = ["--file", &cv, "--file", twin.to_str().unwrap()];
    let ended = machine.task("Upload the file", &site.url(), &two).with(1);
    assert!(ended.err.contains("cv.pdf"), "{}", ended.err);
}

#[test]
fn a_page_that_is_still_to_come_is_waited_for() {
    let machine = Machine::new();
    // Neither a request nor a spinner tells of it.
    let late = "<title>Late</title><main></main><script>setTimeout(() => {
      document.querySelector('main').innerHTML = '<h1>Your boats</h1><button onclick=\"this.outerHTML = `<p role=status>Saved</p>`\">Save</button>';
    }, 3500);</script>";
    let site = Site::of(late);
    let wait = |wait: &str| {
        machine
            .task("Press Save", &site.url(), &["--wait", wait])
            .with(0)
    };
    assert_eq!(wait("Your boats").actions().len(), 1);
    assert_eq!(wait("4").actions().len(), 1);
}

#[test]
fn a_skeleton_and_what_saves_itself_are_waited_for_without_being_told() {
    let machine = Machine::new();
    let busy = "<title>Notes</title><style>@keyframes shine { to { opacity: .4 } }
      .skeleton { animation: shine 1s infinite; width: 300px; height: 40px; background: silver }</style>
      <main aria-busy=true><div class=skeleton></div></main><script>
      setTimeout(() => {
        const main = document.querySelector('main');
        main.removeAttribute('aria-busy');
        main.innerHTML = '<label>Note <input></label>';
        let timer = 0;
        main.querySelector('input').oninput = ({ target }) => {
          clearTimeout(timer);
          timer = setTimeout(() => fetch('/save', { method: 'POST', body: target.value }), 800);
        };
      }, 2500);</script>";
    let site = Site::of(busy);
    let ended = machine.task("Set Note to tide at six", &site.url(), &[]);
    assert!(
        ended
            .actions()
            .iter()
            .any(|action| action.starts_with("setValue(")),
        "{}",
        ended.out
    );
    assert_eq!(site.asked("POST /save"), 1, "{}", ended.out);
}

const EXPORTS: &str = "<title>Visits</title><h1>Visits</h1><button>Export</button>
  <script>document.querySelector('button').onclick = () => {
    const href = URL.createObjectURL(new Blob(['day,visits\\nMonday,12']));
    Object.assign(document.createElement('a'), { href, download: 'visits.csv' }).click();
  };</script>";

#[test]
fn a_file_that_a_page_gives_is_kept_where_the_person_says_and_told_where_they_do_not() {
    let machine = Machine::new();
    let site = Site::of(EXPORTS);
    let folder = machine.path("came");
    let kept = ["--downloads", folder.to_str().unwrap()];
    let ended = machine.task("Click Export", &site.url(), &kept).with(0);
    let file = folder.join("visits.csv");
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        "day,visits\nMonday,12"
    );
    let events = ended.events();
    let received = events.iter().find(|event| event["event"] == "received");
    assert_eq!(
        received.unwrap()["kept"],
        file.to_str().unwrap(),
        "{}",
        ended.out
    );
    // The file is the evidence, by its name; the server is not told where it lies.
    let clause = &events.last().unwrap()["ledger"][0];
    assert_eq!(clause["standing"], "verified", "{clause}");
    assert_eq!(clause["evidence"], "a file came: \"visits.csv\"");

    let ended = machine.task("Click Export", &site.url(), &[]).with(1);
    assert!(ended.err.contains("not kept: visits.csv"), "{}", ended.err);
    assert!(ended.err.contains("--downloads DIR"), "{}", ended.err);
    assert!(ended.out.contains("\"kept\":null"), "{}", ended.out);

    let joined = ["--downloads", "x", "--cdp", "http://127.0.0.1:9"];
    machine.task("Click Export", &site.url(), &joined).with(64);
}
