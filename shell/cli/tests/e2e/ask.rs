//! `ask`: questions about pages and files, by the command, against a scripted model.

use screen_agent_testkit::Turn;
use serde_json::{Value, json};

use crate::kit::{Ended, Machine, Reply, Scribe, Site};

const LAMP: &str =
    "<title>Lamp</title><main><h1>Brass lamp</h1><p>The brass lamp costs £18.50 and is in stock.
    <p>It is 30 cm tall.</main>";

/// Somebody with questions.
struct Desk {
    machine: Machine,
    model: Scribe,
}

impl Desk {
    fn new(model: Scribe) -> Self {
        Self {
            machine: Machine::new(),
            model,
        }
    }

    fn ask(&self, question: &str, more: &[&str]) -> Ended {
        let switches = self.model.switches();
        let mut args = vec!["ask", question];
        args.extend(switches.iter().map(String::as_str));
        args.extend(more);
        self.machine.run(&args)
    }

    fn ask_packet(&self, question: &str, more: &[&str]) -> Value {
        let mut args = more.to_vec();
        args.extend(["--format", "json"]);
        let ended = self.ask(question, &args).with(0);
        serde_json::from_str(&ended.out).unwrap()
    }
}

/// A model that knows what the lamp costs.
fn seller() -> Scribe {
    Scribe::answering(|request| {
        let doc = request.doc_with("costs £18.50");
        Reply::saying("It costs £18.50.")
            .citing(doc, "The brass lamp costs £18.50")
            .citing(doc, "It is made of gold")
    })
}

#[test]
fn a_page_is_asked_about_and_the_answer_says_where_it_stands() {
    let desk = Desk::new(seller());
    let site = Site::of(LAMP);
    let ended = desk
        .ask("What does it cost?", &["--url", &site.url()])
        .with(0);
    assert!(ended.out.contains("It costs £18.50."), "{}", ended.out);
    assert!(
        ended
            .out
            .contains("1. “The brass lamp costs £18.50” — [Lamp]"),
        "{}",
        ended.out
    );
    let mut lines = ended.out.lines();
    let doubted = lines.find(|line| line.contains("made of gold")).unwrap();
    assert!(doubted.contains("unverified"), "{doubted}");
    let request = &desk.model.requests()[0];
    assert_eq!(request.words(), "What does it cost?");
    assert_eq!(request.task(), "web.answer");
    desk.machine.assert_nothing_left();
}

#[test]
fn several_pages_and_files_are_read_together() {
    let desk = Desk::new(Scribe::answering(|request| {
        let (page, file) = (request.doc_with("£18.50"), request.doc_with("£21"));
        Reply::saying("The first is cheaper.")
            .citing(page, "costs £18.50")
            .citing(file, "steel lamp")
    }));
    let site = Site::of(LAMP);
    let file = desk.machine.path("steel.csv");
    std::fs::write(&file, "name,price\nsteel lamp,£21\n").unwrap();
    let packet = desk.ask_packet(
        "Which is cheaper?",
        &["--url", &site.url(), "--file", file.to_str().unwrap()],
    );
    let citations = packet["assistant"]["citations"].as_array().unwrap();
    let verified: Vec<&Value> = citations
        .iter()
        .map(|one| &one["check"]["verified"])
        .collect();
    assert_eq!(verified, [&json!(true), &json!(true)], "{packet}");
    assert_ne!(citations[0]["doc_id"], citations[1]["doc_id"]);
}

#[test]
fn fields_are_extracted_each_with_its_source() {
    let desk = Desk::new(Scribe::answering(|request| {
        assert_eq!(request.task(), "web.extract");
        let cell = |text: &str| json!({"type": "table_cell", "header": false, "children": [{"type": "text", "text": text}]});
        let row = |cells: &[&str]| json!({"type": "table_row", "cells": cells.iter().map(|text| cell(text)).collect::<Vec<_>>()});
        let rows = [
            row(&["Field", "Value"]),
            row(&["price", "£18.50"]),
            row(&["sku", "not found"]),
        ];
        Reply::of(vec![json!({"type": "table", "rows": rows})])
            .citing(request.doc_with("£18.50"), "costs £18.50")
    }));
    let site = Site::of(LAMP);
    let ended = desk.ask(
        "Take these",
        &[
            "--url",
            &site.url(),
            "--fields",
            "price,sku",
            "--format",
            "markdown",
        ],
    );
    let ended = ended.with(0);
    assert!(ended.out.contains("| price | £18.50 |"), "{}", ended.out);
}

#[test]
fn what_a_model_writes_in_words_is_records_and_csv() {
    let desk = Desk::new(Scribe::saying(|request| {
        let documents = request.documents().iter();
        let lamp = documents
            .clone()
            .position(|one| one.to_string().contains("£18.50"));
        let number = lamp.unwrap() + 1;
        json!({
            "answer": "name | price | sku\nbrass lamp [1] | £18.50 [1, 2] | not found",
            "quotes": [{ "doc": number, "quote": "brass lamp" }, { "doc": number, "quote": "costs £18.50" }],
        })
        .into()
    }));
    let lamp = file(&desk);
    let ask = |format: &str| {
        let args = [
            "--file",
            &lamp,
            "--fields",
            "name,price,sku",
            "--format",
            format,
        ];
        desk.ask("Take these", &args).with(0).out
    };
    let told: Value = serde_json::from_str(&ask("json")).unwrap();
    assert_eq!(
        told["records"],
        json!([{ "name": "brass lamp", "price": "£18.50", "sku": null }])
    );
    assert_eq!(told["cited"], json!([{ "name": [1], "price": [1, 2] }]));
    assert_eq!(told["sources"][1]["verified"], true);
    assert_eq!(
        ask("csv").replace('\r', ""),
        "name,price,sku\nbrass lamp,£18.50,not found"
    );
}

#[test]
fn what_acts_is_asked_about_and_then_done_in_the_browser() {
    let scribe = || {
        Scribe::answering(|request| match request.result("browser.click") {
            None => Reply::saying("I open the details.").calling(
                "browser.click",
                json!({"handleId": request.handle("Details")}),
            ),
            Some(result) if result["status"] == "ok" => Reply::saying("It weighs 2 kg.")
                .citing(request.doc_with("weighs 2 kg"), "It weighs 2 kg"),
            Some(_) => Reply::saying("I was not allowed to look."),
        })
    };
    let page = "<title>Lamp</title><main><h1>Lamp</h1><p>A lamp of brass, for tables and for walls.
        <button onclick=\"this.insertAdjacentHTML('afterend', '<p>It weighs 2 kg.')\">Details</button></main>";
    let site = Site::of(page);

    let desk = Desk::new(scribe());
    let packet = desk.ask_packet("How heavy is it?", &["--url", &site.url(), "--yes"]);
    assert_eq!(
        packet["assistant"]["citations"][0]["check"]["verified"], true,
        "{packet}"
    );
    drop(desk);

    // Nobody is there to be asked: nothing is done.
    let desk = Desk::new(scribe());
    let ended = desk
        .ask("How heavy is it?", &["--url", &site.url()])
        .with(2);
    assert!(ended.err.contains("--yes"), "{}", ended.err);
    assert_eq!(desk.model.requests().len(), 1);
}

#[test]
fn sums_are_done_by_the_server_and_come_back() {
    let desk = Desk::new(Scribe::answering(|request| {
        match request.result("app.calculate") {
            None => Reply::saying("I add them up.").calling(
                "app.calculate",
                json!({"expression": "18.50*3", "precision": 2}),
            ),
            Some(result) => Reply::saying(&format!(
                "Three cost £{}.",
                result["result"]["formatted"].as_str().unwrap()
            )),
        }
    }));
    let site = Site::of(LAMP);
    let ended = desk
        .ask(
            "What do three cost?",
            &["--url", &site.url(), "--format", "plain"],
        )
        .with(0);
    // What was worked out is marked as such, and told with what it was made of.
    let first = "Three cost £55.50. [computed: 18.50*3 = 55.50]";
    assert!(ended.out.starts_with(first), "{}", ended.out);
    assert!(
        ended.out.contains("app.calculate: 18.50*3 = 55.50"),
        "{}",
        ended.out
    );
}

/// Every way to another page, in a browser of ours.
#[test]
fn pages_are_gone_to_and_back_from() {
    let site = Site::of(LAMP);
    let steps = |url: &str| {
        [
            ("browser.navigate", json!({ "url": url })),
            ("browser.back", json!({})),
            ("browser.forward", json!({})),
            ("browser.refresh", json!({})),
            ("browser.open_tab", json!({ "url": url })),
        ]
    };
    let url = site.url();
    let desk = Desk::new(Scribe::answering(move |request| {
        let mut left = steps(&url).into_iter();
        match left.find(|(name, _)| request.result(name).is_none()) {
            Some((name, arguments)) => Reply::saying("I go on.").calling(name, arguments),
            None => {
                let came =
                    steps(&url).map(|(name, _)| request.result(name).unwrap()["status"].clone());
                Reply::saying(&format!("All: {}.", json!(came)))
            }
        }
    }));
    let words = format!("Go to {} and back", site.url());
    let args = [
        "--url",
        &site.url(),
        "--mode",
        "autopilot",
        "--yes",
        "--format",
        "plain",
    ];
    let ended = desk.ask(&words, &args).with(0);
    assert!(
        ended
            .out
            .starts_with("All: [\"ok\",\"ok\",\"ok\",\"ok\",\"ok\"]."),
        "{}",
        ended.out
    );
    desk.machine.assert_nothing_left();
}

/// A command without a folder keeps nothing, and one with a folder serves nothing: neither is told of what it cannot do.
#[test]
fn what_cannot_work_in_a_command_is_not_offered() {
    let desk = Desk::new(Scribe::answering(|request| {
        match request.result("artifact.save") {
            None => Reply::saying("I save it.").calling(
                "artifact.save",
                json!({"title": "Lamp", "text": "It costs £18.50."}),
            ),
            Some(saved) => match request.result("artifact.share") {
                None if saved["status"] == "ok" => {
                    let id = saved["result"]["artifactId"].clone();
                    Reply::saying("I share it.").calling(
                        "artifact.share",
                        json!({"artifactId": id, "format": "text"}),
                    )
                }
                None => Reply::saying(&format!("save: {}", saved["error"]["code"])),
                Some(shared) => Reply::saying(&format!("share: {}", shared["error"]["code"])),
            },
        }
    }));
    let lamp = file(&desk);
    let data = desk.machine.path("kept");
    let said = |more: &[&str]| {
        let mut args = vec!["--file", &lamp, "--format", "plain"];
        args.extend(more);
        desk.ask("Save it as an artifact, and share it", &args)
            .with(0)
            .out
    };
    let out = said(&[]);
    assert!(out.starts_with("save: \"UNSUPPORTED_TOOL\""), "{out}");
    let out = said(&["--data", data.to_str().unwrap()]);
    assert!(out.starts_with("share: \"UNSUPPORTED_TOOL\""), "{out}");
}

#[test]
fn a_model_that_answers_nonsense_is_asked_once_more_and_then_told_of() {
    let desk = Desk::new(Scribe::saying(|_| Turn::WrongSchema));
    let ended = desk.ask("What does it cost?", &["--file", &file(&desk)]);
    assert_eq!(desk.model.requests().len(), 2);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(!ended.out.trim().is_empty());
}

#[test]
fn what_cannot_be_asked_is_said_in_words() {
    let desk = Desk::new(seller());
    for (args, expected) in [
        (vec!["ask", "What?"], "nothing to read"),
        (
            vec!["ask", "What?", "--url", "ftp://x.test/"],
            "only http and https",
        ),
        (
            vec!["ask", "What?", "--file", "/no/such/file"],
            "/no/such/file",
        ),
        (
            vec!["ask", "What?", "--file", "Cargo.toml", "--task", "extract"],
            "--fields",
        ),
    ] {
        let ended = desk.machine.run(&args);
        assert!(matches!(ended.code, Some(1 | 64)), "{args:?} {ended:?}");
        assert!(ended.err.contains(expected), "{args:?} {}", ended.err);
    }
}

#[test]
fn without_a_model_the_words_of_a_file_answer() {
    let desk = Desk::new(seller());
    let lamp = file(&desk);
    let ask = |words: &str, more: &[&str]| {
        let mut args = vec!["ask", words, "--file", &lamp];
        args.extend(more);
        desk.machine.run(&args)
    };
    let ended = ask("What does the brass lamp cost?", &["--format", "plain"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(
        ended.out.starts_with("The brass lamp costs £18.50. [1]"),
        "{}",
        ended.out
    );
    assert!(ended.out.contains("no model was asked"), "{}", ended.out);
    let ended = ask("Who made the brass lamp?", &["--format", "plain"]);
    assert!(
        ended.out.starts_with("The answer was not found"),
        "{}",
        ended.out
    );
    let ended = ask(
        "From the file",
        &["--fields", "maker,price", "--format", "plain"],
    );
    assert!(
        ended.out.contains("maker | not found\nprice | £18.50 [1]"),
        "{}",
        ended.out
    );
    let ended = ask(
        "From the file",
        &["--fields", "maker,price", "--format", "json"],
    );
    let told: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(
        told["records"],
        json!([{ "maker": null, "price": "£18.50" }])
    );
    assert_eq!(told["cited"], json!([{ "price": [1] }]));
    assert_eq!(told["sources"][0]["quote"], "The brass lamp costs £18.50.");
    assert_eq!(told["sources"][0]["verified"], true);
    assert_eq!(desk.model.requests().len(), 0);
}

#[test]
fn without_a_model_questions_in_languages_without_spaces_and_heads_of_two_rows_are_understood() {
    let desk = Desk::new(seller());
    let write = |name: &str, html: &str| -> String {
        let file = desk.machine.path(name);
        std::fs::write(&file, html).unwrap();
        file.display().to_string()
    };
    let inn = write(
        "inn.html",
        "<title>海辺の宿</title><main><h1>海辺の宿</h1><table><tr><th>部屋<th>料金<tr><td>和室<td>12,000円<tr><td>洋室<td>15,500円</table>\
         <p>海辺の宿は1968年に創業しました。朝食は無料です。</p></main>",
    );
    let plans = write(
        "plans.html",
        "<title>Plans</title><main><h1>Plans</h1><table><tr><th rowspan=2>Plan<th colspan=2>Price<tr><th>Monthly<th>Yearly\
         <tr><td>Basic<td>€9<td>€8<tr><td>Team<td>€29<td><s>€25</s> €22</table></main>",
    );
    let hotel = write(
        "hotel.html",
        "<title>Hotel Pod Różą</title><main><h1>Hotel Pod Różą</h1><p>Hotel założył w 1898 roku Jan Kowalski.</p></main>",
    );
    for (file, question, expected) in [
        (&inn, "和室の料金はいくらですか？", "和室, 料金: 12,000円"),
        (
            &inn,
            "いつ創業しましたか？",
            "海辺の宿は1968年に創業しました。",
        ),
        (
            &inn,
            "ペットの料金はいくらですか？",
            "The answer was not found",
        ),
        (
            &hotel,
            "Kto założył hotel?",
            "Hotel założył w 1898 roku Jan Kowalski.",
        ),
        (&hotel, "Ile gwiazdek ma hotel?", "The answer was not found"),
        (
            &plans,
            "What does Team cost a year?",
            "Team, Price Yearly: ~~€25~~ €22",
        ),
        (
            &plans,
            "What does Basic cost per month?",
            "Basic, Price Monthly: €9",
        ),
    ] {
        let ended = desk
            .machine
            .run(&["ask", question, "--file", file, "--format", "plain"]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(ended.out.starts_with(expected), "{question}: {}", ended.out);
    }
    let fields = "plan,monthly,yearly";
    let ended = desk.machine.run(&[
        "ask", "All", "--file", &plans, "--fields", fields, "--format", "csv",
    ]);
    assert_eq!(
        ended.out.replace('\r', "").trim(),
        "plan,monthly,yearly\nBasic,€9,€8\nTeam,€29,~~€25~~ €22"
    );
}

#[test]
fn what_a_browser_shows_as_struck_out_is_no_price() {
    let desk = Desk::new(seller());
    // By a tag, or by style.
    let site = Site::of(
        "<!doctype html><meta charset=utf-8><title>Plans</title><main><h1>Plans</h1><style>.old{text-decoration:line-through}</style>\
         <p>The tin lamp costs <s>€30</s> €20.</p><p>The brass lamp costs <span class=old>€25</span> €22.</p></main>",
    );
    for (question, expected) in [
        (
            "What does the tin lamp cost?",
            "The tin lamp costs ~~€30~~ €20. [1]",
        ),
        (
            "What does the brass lamp cost?",
            "The brass lamp costs ~~€25~~ €22. [1]",
        ),
    ] {
        let ended = desk
            .machine
            .run(&["ask", question, "--url", &site.url(), "--format", "plain"]);
        assert!(ended.out.starts_with(expected), "{question}: {}", ended.out);
    }
}

fn file(desk: &Desk) -> String {
    let file = desk.machine.path("lamp.txt");
    std::fs::write(&file, "The brass lamp costs £18.50.").unwrap();
    file.display().to_string()
}

#[test]
fn a_conversation_is_kept_in_a_named_folder_and_read_again() {
    let desk = Desk::new(seller());
    let data = desk.machine.path("data").display().to_string();
    let (page, file) = (Site::of(LAMP), file(&desk));
    let packet = desk.ask_packet(
        "What does it cost?",
        &["--url", &page.url(), "--data", &data],
    );
    let id = packet["conversation"]["id"].as_str().unwrap();
    let more = ["--file", &file, "--data", &data, "--conversation", id];
    let packet = desk.ask_packet("And in words?", &more);
    // Turns never run back, whoever goes on.
    assert_eq!(packet["conversation"]["turn"], 2);
    let again = &desk.model.requests()[1].0;
    assert!(
        again["input"]["earlier"]
            .to_string()
            .contains("What does it cost?"),
        "{again}"
    );

    let replayed = desk.machine.run(&["replay", id, "--data", &data]).with(0);
    assert!(replayed.out.contains("2 responses"), "{}", replayed.out);
    assert!(replayed.out.contains("as it was kept"), "{}", replayed.out);
    let unknown = desk
        .machine
        .run(&["replay", "conv_none", "--data", &data])
        .with(1);
    assert!(unknown.err.contains("conv_none"), "{}", unknown.err);
}
