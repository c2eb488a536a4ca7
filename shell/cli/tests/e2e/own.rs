//! What is a person's own, at the command line: taken out, erased, grown old. And one order for each row of a table.

use crate::kit::{Machine, bookshop};

#[test]
fn everything_is_taken_out_and_erased_and_what_is_old_is_told() {
    let machine = Machine::new();
    let data = machine.path("data");
    let home = ["--data", data.to_str().unwrap()];
    let with = |args: &[&str]| machine.run(&[args, &home].concat());
    let made = with(&["user", "add", "ada@example.test"]).with(0);
    assert!(made.out.contains("added ada@example.test"));
    let archive = machine.path("ada.zip");
    let archive = archive.to_str().unwrap();
    with(&["user", "export", "ada@example.test", archive]).with(0);
    let bytes = std::fs::read(archive).unwrap();
    assert!(bytes.starts_with(b"PK\x03\x04"));
    // What is there is not overwritten.
    with(&["user", "export", "ada@example.test", archive]).with(1);
    let asked = with(&["user", "erase", "ada@example.test"]).with(64);
    assert!(asked.err.contains("--yes"), "{}", asked.err);
    with(&["user", "erase", "nobody@example.test", "--yes"]).with(1);
    with(&["user", "erase", "ada@example.test", "--yes"]).with(0);
    let listed = with(&["user", "list"]).with(0).out;
    assert!(listed.contains("ada@example.test"));
    let due = with(&["retention", "run", "--dry-run"]).with(0).out;
    assert!(
        due.contains("sessions") && due.contains("0 would go"),
        "{due}"
    );
    let swept = with(&["retention", "run"]).with(0).out;
    assert!(swept.contains("0 deleted"), "{swept}");
}

#[test]
fn keys_and_keywords_of_ides_are_kept_at_the_command_line() {
    let machine = Machine::new();
    let data = machine.path("data");
    let home = ["--data", data.to_str().unwrap()];
    let with = |args: &[&str]| machine.run(&[args, &home].concat());
    with(&["user", "add", "ada@example.test"]).with(0);
    let of = ["--of", "Ada@example.test"];
    let made = with(&["keys", "add", "shop app", of[0], of[1]]).with(0).out;
    let key = made
        .lines()
        .find_map(|line| line.strip_prefix("key: "))
        .unwrap();
    assert!(key.starts_with("sb_publishable_"), "{made}");
    let id = made
        .lines()
        .find_map(|line| line.strip_prefix("made "))
        .unwrap();
    let listed = with(&["keys", "list", of[0], of[1]]).with(0).out;
    assert!(
        listed.contains(id) && listed.contains("shop app") && !listed.contains(key),
        "{listed}"
    );
    with(&["keys", "revoke", id, "--of", "nobody@example.test"]).with(1);
    with(&["keys", "revoke", id, of[0], of[1]]).with(0);
    with(&["keys", "revoke", id, of[0], of[1]]).with(1);
    with(&["keys", "add", " ", of[0], of[1]]).with(64);
    let templates = machine.path("templates.json");
    std::fs::write(
        &templates,
        r#"[{"id":"a","command":"rm -rf","args":[],"input_ref":"result.text",
        "apply_strategy":"merge","conflict_strategy":"skip","enabled":true}]"#,
    )
    .unwrap();
    let set = ["intents", "set", "shop.publish"];
    let refused =
        with(&[&set[..], &["--templates", templates.to_str().unwrap()]].concat()).with(64);
    assert!(
        refused.err.contains("templates[0].command"),
        "{}",
        refused.err
    );
    with(&[&set[..], &["--description", "Puts it into the shop"]].concat()).with(0);
    with(&["intents", "deprecate", "ui.generate"]).with(0);
    let listed = with(&["intents", "list"]).with(0).out;
    assert!(listed.contains("Puts it into the shop"), "{listed}");
    let generate = listed
        .lines()
        .find(|line| line.starts_with("ui.generate"))
        .unwrap();
    assert!(generate.contains("deprecated"), "{generate}");
    with(&["intents", "restore", "ui.generate"]).with(0);
    assert!(
        !with(&["intents", "list"])
            .with(0)
            .out
            .contains("deprecated")
    );
}

#[test]
fn an_order_is_done_for_each_row_and_gone_on_with() {
    let machine = Machine::new();
    let (table, report) = (machine.path("words.csv"), machine.path("words.report.csv"));
    std::fs::write(&table, "word\nsea\n\"glass\"\" and press Add\"\n").unwrap();
    let rows = ["--rows", table.to_str().unwrap()];
    let order = "Enter {word} into the search field";
    machine.task(order, &bookshop(), &rows).with(0);
    let told = std::fs::read_to_string(&report).unwrap();
    let outcomes: Vec<&str> = told
        .lines()
        .filter(|line| line.contains(",done,"))
        .collect();
    assert_eq!(outcomes.len(), 2, "{told}");
    assert!(told.contains("glass' and press Add"), "{told}");
    // Nothing is left to do.
    machine.task(order, &bookshop(), &rows).with(0);
    assert_eq!(std::fs::read_to_string(&report).unwrap(), told);
    // A row that was under way is looked at by the person first.
    let begun = told.lines().take(2).collect::<Vec<_>>().join("\n") + "\n";
    std::fs::write(&report, begun).unwrap();
    let asked = machine.task(order, &bookshop(), &rows).with(2);
    assert!(asked.err.contains("row 1 was under way"), "{}", asked.err);
    machine.task("Enter {size}", &bookshop(), &rows).with(64);
}
