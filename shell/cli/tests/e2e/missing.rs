//! A machine without a browser, and what `doctor` says of one.

use screen_agent_testkit::Turn;

use crate::kit::{Machine, Model, Player, Running};

#[test]
fn without_a_browser_it_says_what_was_looked_for() {
    let machine = Machine::new();
    let url = ["--url", "http://127.0.0.1/"];
    let named = [
        "run",
        "Click Go",
        url[0],
        url[1],
        "--browser",
        "/nonexistent",
    ];
    let ended = machine.run(&named).with(1);
    assert!(ended.err.contains("/nonexistent"), "{}", ended.err);
    for args in [
        &["run", "Click Go", url[0], url[1]][..],
        &["observe", url[0], url[1]],
    ] {
        let mut command = machine.command(args);
        command.env("PATH", machine.path("tmp"));
        let ended = Running::start(command).ended().with(1);
        assert!(ended.err.contains("chromium"), "{args:?}: {}", ended.err);
    }
    machine.assert_nothing_left();
}

#[test]
fn doctor_says_what_is_missing_and_how_to_mend_it() {
    let machine = Machine::new();
    let mut command = machine.command(&["doctor"]);
    command.env("PATH", machine.path("tmp"));
    let ended = Running::start(command).ended().with(1);
    assert!(ended.out.contains("--browser FILE"), "{}", ended.out);
    let ended = machine.run(&["doctor"]).with(0);
    assert!(ended.out.contains("Chrom"), "{}", ended.out);
    machine.assert_nothing_left();
    let data = machine.path("home/.local");
    assert!(!data.exists(), "nothing of ours is made by looking");
}

/// A model that answers what the doctor asks, as often as that is.
fn well() -> Model {
    let model = Model::playing(Player::answering(|_| Turn::Hang));
    let bird = r#"{"word":"hoatzin"}"#;
    for answer in ["yes", bird, bird, bird, "Red.", "one two three"] {
        model.server.then(answer);
    }
    model
}

#[test]
fn doctor_asks_the_models_of_organisations_too() {
    let machine = Machine::new();
    let (everybodys, own) = (well(), well());
    let settings = machine.path("settings.toml");
    let (first, second) = (everybodys.server.url(), own.server.url());
    let text = format!(
        "[model]\nname = 'scripted'\nbase_url = '{first}'\n\
         [model.tenants.'Example Ltd']\nname = 'scripted'\nbase_url = '{second}'\n\
         [model.tenants.Gone]\nname = 'lost'\nbase_url = 'http://127.0.0.1:9/v1'\n"
    );
    std::fs::write(&settings, text).unwrap();
    let config = ["--config", settings.to_str().unwrap()];
    // Without being told to, it names them and asks none.
    let named = machine.run(&["doctor", config[0], config[1]]).with(0);
    let asked = |model: &Model| model.server.asked().len();
    assert_eq!((asked(&everybodys), asked(&own)), (0, 0));
    let ended = machine
        .run(&["doctor", "--model", config[0], config[1]])
        .with(1);
    for line in [
        format!("scripted at {first}"),
        format!("of Example Ltd: scripted at {second}"),
        "of Gone: lost at http://127.0.0.1:9/v1".to_owned(),
    ] {
        assert!(named.out.contains(&line), "{line}: {}", named.out);
        assert!(ended.out.contains(&line), "{line}: {}", ended.out);
    }
    assert_eq!(
        ended.out.matches("JSON by schema yes").count(),
        2,
        "{}",
        ended.out
    );
    assert_eq!((asked(&everybodys), asked(&own)), (6, 6));
    // One that is typed is asked alone.
    let lost = ["--model", "lost", "--model-url", "http://127.0.0.1:9/v1"];
    machine
        .run(&[&["doctor"], &lost[..], &config[..]].concat())
        .with(1);
    assert_eq!((asked(&everybodys), asked(&own)), (6, 6));
}

/// A table of taxes that does not say where it comes from is refused at the start; `doctor` says which one is used, and
/// when it has grown old.
#[test]
fn doctor_says_what_taxes_are_estimated_by() {
    let machine = Machine::new();
    let (table, settings) = (machine.path("taxes.toml"), machine.path("settings.toml"));
    std::fs::write(&settings, format!("[commerce]\ntax_table = {table:?}\n")).unwrap();
    let doctor = |head: &str| {
        let rates = "currency = 'USD'\nleaves_out = 'local taxes'\n[rates.CA]\npercent = '7.25'\n";
        std::fs::write(&table, format!("{head}{rates}")).unwrap();
        machine.run(&["doctor", "--config", settings.to_str().unwrap()])
    };
    let today = jiff::Timestamp::now().strftime("%Y-%m-%d").to_string();
    let head = |retrieved: &str| {
        format!(
            "source = 'the state'\nedition = 'Spring'\nas_of = '2020-01-01'\nretrieved = '{retrieved}'\n"
        )
    };
    let ended = doctor(&head(&today)).with(0);
    let told = format!("1 rates of 2020-01-01 by the state, Spring, looked up on {today}");
    assert!(ended.out.contains(&told), "{}", ended.out);
    let ended = doctor(&head("2020-02-02")).with(1);
    assert!(
        ended.out.contains("looked up on 2020-02-02: too long ago"),
        "{}",
        ended.out
    );
    assert!(
        ended.out.contains("look the rates up again"),
        "{}",
        ended.out
    );
    let ended = doctor("source = 'the state'\nas_of = '2020-01-01'\n").with(64);
    assert!(
        ended.err.contains("taxes.toml") && ended.err.contains("edition"),
        "{}",
        ended.err
    );
    let ended = doctor(&head("tomorrow")).with(64);
    assert!(
        ended.err.contains("retrieved is no day of the past"),
        "{}",
        ended.err
    );
}
