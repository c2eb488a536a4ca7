#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use crate::testing::{line, node, observation, valued};

fn people() -> Observation {
    observation(
        vec![
            node("1", "btn", "Name"),
            node("2", "link", "dora@mail.test"),
            node("3", "btn", "Delete"),
            valued("4", "inp", "Note", "late"),
            node("5", "chk", "Active"),
        ],
        vec![
            line(LineKind::Heading(2), "People"),
            line(LineKind::HeaderRow, "{1}|E-mail|Your note|"),
            line(LineKind::Row, "Cid|cid@mail.test||"),
            line(LineKind::Row, "Dora|{2}|{4} {5} seen {3}|"),
            line(LineKind::Plain, "Two people"),
            line(LineKind::Row, "loose|row"),
        ],
    )
}

#[test]
fn a_table_knows_its_columns_and_rows() {
    let observation = people();
    let screen = Screen::new(&observation);
    assert_eq!(
        screen.tables(),
        [
            Table {
                header: Some(1),
                columns: vec!["Name".into(), "E-mail".into(), "Your note".into()],
                rows: vec![2, 3],
            },
            Table {
                header: None,
                columns: vec![],
                rows: vec![5],
            },
        ]
    );
}

#[test]
fn a_cell_reads_as_a_person_reads_it() {
    let observation = people();
    let screen = Screen::new(&observation);
    let row = screen.row_at(3).unwrap();
    assert_eq!((row.table, row.number, row.line), (0, 1, 3));
    let texts: Vec<String> = row.cells().into_iter().map(|cell| cell.text).collect();
    assert_eq!(texts, ["Dora", "dora@mail.test", "late seen Delete"]);
    assert_eq!(row.cell(1).unwrap().nodes[0].id.as_str(), "2");
    assert_eq!(row.cell(7), None);
    assert_eq!(screen.rows(0).len(), 2);
    assert!(screen.row_at(1).is_none());
}

#[test]
fn a_control_knows_what_is_said_around_it() {
    let observation = people();
    let screen = Screen::new(&observation);
    let id = NodeId::new("5");
    assert_eq!(screen.text_after(&id).as_deref(), Some("seen"));
    assert_eq!(screen.text_before(&id), None);
    assert_eq!(screen.heading_of(&id).as_deref(), Some("People"));
    assert_eq!(screen.rank(&id), Some(4));
    assert_eq!(screen.place(&NodeId::new("77")), None);
}

#[test]
fn of_two_controls_with_one_id_the_first_counts() {
    let observation = observation(
        vec![node("1", "btn", "first"), node("1", "btn", "second")],
        vec![],
    );
    let screen = Screen::new(&observation);
    assert_eq!(screen.get("1").unwrap().name, "first");
}
