//! Deeds that a page folds away under their names: opened, filled in and sent.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::{follow, play};

const LISTED: &str = r#"
# Library
[1 btn "GET /books List books" collapsed tag=button]
[2 btn "POST /books Add a book" collapsed tag=button]
[3 btn "DELETE /books/{id} Remove a book" collapsed tag=button]
[4 btn "DELETE /readers/{id} Remove a reader" collapsed tag=button]
[10 btn "PUT /books/{id} Change a book" collapsed tag=button]
"#;

fn screens(opened: &str, inside: &[&str]) -> Vec<String> {
    let unfolded = LISTED.replace(
        &format!("\"{opened}\" collapsed tag=button]"),
        &format!("\"{opened}\" expanded tag=button]\nINSIDE"),
    );
    let inside = inside
        .iter()
        .map(|inside| unfolded.replace("INSIDE", inside));
    std::iter::once(LISTED.to_owned()).chain(inside).collect()
}

#[test]
fn it_is_opened_filled_in_and_sent() {
    let shut = "[5 btn \"Try it out\"]\n[6 inp \"id\" disabled tag=input]";
    let open = "[5 btn \"Cancel\"]\n[6 inp \"id\" tag=input]\n[7 btn \"Execute\"]";
    let filled = "[5 btn \"Cancel\"]\n[6 inp \"id\" value=4 tag=input]\n[7 btn \"Execute\"]";
    let screens = screens(
        "DELETE /books/{id} Remove a book",
        &[shut, open, filled, filled],
    );
    let screens: Vec<&str> = screens.iter().map(String::as_str).collect();
    for query in [
        "Remove the book with the id 4",
        "Delete book number 4",
        "remove book 4",
    ] {
        let acts = [
            "click(3)",
            "click(5)",
            "setValue(6, \"4\")",
            "click(7)",
            "finish",
        ];
        assert_eq!(follow(&screens, query, &[]), acts, "{query}");
    }
}

#[test]
fn a_record_is_written_as_the_page_shows_one() {
    let form = "[5 textarea \"\" value={\"title\":\"string\",\"copies\":0} tag=textarea]\n[6 btn \"Execute\"]";
    let screens = screens("POST /books Add a book", &[form, form]);
    let screens: Vec<&str> = screens.iter().map(String::as_str).collect();
    let written = "{\\n  \\\"copies\\\": 2,\\n  \\\"title\\\": \\\"1984\\\"\\n}";
    let acts = [
        "click(2)".to_owned(),
        format!("setValue(5, \"{written}\")"),
        "click(6)".to_owned(),
        "finish".to_owned(),
    ];
    assert_eq!(
        follow(&screens, "Add a book titled \"1984\" with 2 copies", &[]),
        acts
    );
}

#[test]
fn a_record_that_is_there_is_replaced_only_whole() {
    let body = "[6 textarea \"\" value={\"title\":\"string\",\"copies\":0} tag=textarea]\n[7 btn \"Execute\"]";
    let empty = format!("[5 inp \"id\" tag=input]\n{body}");
    let filled = format!("[5 inp \"id\" value=1 tag=input]\n{body}");
    let screens = screens("PUT /books/{id} Change a book", &[&empty, &filled, &filled]);
    let screens: Vec<&str> = screens.iter().map(String::as_str).collect();
    let some = follow(&screens, "Change book 1 to copies 9", &[]);
    assert!(!some.contains(&"click(7)".to_owned()), "{some:?}");
    let all = follow(&screens, "Change book 1 to title \"1984\", copies 9", &[]);
    assert!(all.contains(&"click(7)".to_owned()), "{all:?}");
}

#[test]
fn what_holds_nothing_to_send_is_left() {
    let said = play(LISTED, "Remove the shelf with the id 4");
    assert!(!said.contains(&"click(3)".to_owned()), "{said:?}");
    let none = screens(
        "DELETE /books/{id} Remove a book",
        &["It cannot be taken back."],
    );
    let screens: Vec<&str> = none.iter().map(String::as_str).collect();
    let said = follow(&screens, "Remove the book with the id 4", &[]);
    let ends = (
        said.first().unwrap().as_str(),
        said.last().unwrap().as_str(),
    );
    assert_eq!(ends, ("click(3)", "give up"), "{said:?}");
}
