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
