#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use screen_agent_page::{Facts, Line, LineKind, Node, Run, State};

use super::*;
use crate::task::Task;
use crate::testing::{being, click, holding, node, screen, set, task};
use screen_agent_action::expect::Expectation;
use screen_agent_action::step::{Maker, Report, Step, Verdict};

const ALERT: LineKind = LineKind::Alert;
const STATUS: LineKind = LineKind::Status;
const DIALOG: LineKind = LineKind::Dialog;
const H1: LineKind = LineKind::Heading(1);
const PLAIN: LineKind = LineKind::Plain;

fn page(nodes: Vec<Node>, lines: &[(LineKind, &str)]) -> Observation {
    let mut page = screen(nodes);
    page.lines = lines
        .iter()
        .map(|&(kind, text)| Line {
            kind,
            runs: vec![Run::Text(text.to_owned())],
            ..Line::default()
        })
        .collect();
    page
}

fn titled(title: &str, mut page: Observation) -> Observation {
    title.clone_into(&mut page.title);
    page
}

/// The page with so much else on it that no line is what it is all about.
fn rich(mut page: Observation) -> Observation {
    for n in 100..120 {
        page.nodes
            .push(node(&n.to_string(), "link", "More of the shop"));
    }
    page
}

fn login() -> Vec<Node> {
    vec![
        node("1", "inp", "Email"),
        node("2", "inp", "Password"),
        node("3", "btn", "Sign in"),
    ]
}

fn code() -> Vec<Node> {
    vec![
        node("1", "inp", "Verification code"),
        node("2", "btn", "Verify"),
    ]
}

fn step(action: screen_agent_action::Action, met: bool) -> Step {
    Step {
        index: 0,
        thought: String::new(),
        action,
        target: None,
        expected: Expectation::default(),
        url: String::new(),
        report: Report::default(),
        verdict: Some(Verdict {
            met,
            confidence: 0.95,
            reason: String::new(),
            tier: 1,
            evidence: Vec::new(),
            proof: screen_agent_action::step::Proof::default(),
        }),
        by: Maker::Model,
        plan_step: None,
        correction: None,
    }
}

/// The kind that is acted on.
fn kind(page: &Observation) -> Option<BlockerKind> {
    kind_for(page, &task("order two cups"))
}

fn kind_for(page: &Observation, task: &Task) -> Option<BlockerKind> {
    let found = find(page, &task.query, &task.steps)?;
    (found.confidence >= SURE).then_some(found.kind)
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn what_stands_in_the_way_is_told_by_kind() {
    use BlockerKind::*;
    let one_time = Node {
        facts: Facts {
            tag: Some("input".to_owned()),
            autocomplete: Some("one-time-code".to_owned()),
            ..Facts::default()
        },
        ..node("1", "inp", "Digits")
    };
    let buy = || vec![node("1", "btn", "Buy"), node("2", "link", "Orders")];
    for (expected, page) in [
        (
            Captcha,
            page(vec![node("1", "chk", "I'm not a robot")], &[]),
        ),
        (
            Captcha,
            rich(page(vec![node("1", "chk", "I’m not a robot")], &[])),
        ),
        (
            Captcha,
            page(vec![node("1", "inp", "Type the characters you see")], &[]),
        ),
        (Captcha, page(vec![node("1", "inp", "Captcha")], &[])),
        (
            Captcha,
            page(vec![node("1", "iframe", "hCaptcha challenge")], &[]),
        ),
        (
            Captcha,
            page(
                vec![],
                &[(H1, "Verify you are human by completing the action below")],
            ),
        ),
        (Captcha, titled("Checking your browser", page(vec![], &[]))),
        (Captcha, rich(page(vec![], &[(DIALOG, "Are you a robot?")]))),
        (MfaRequired, rich(page(code(), &[]))),
        (MfaRequired, page(vec![one_time], &[])),
        (
            MfaRequired,
            page(
                vec![node("1", "inp", "Code")],
                &[(PLAIN, "We sent a code to your phone.")],
            ),
        ),
        (
            MfaRequired,
            page(
                vec![node("1", "inp", "Digit 1")],
                &[(H1, "Two-factor authentication")],
            ),
        ),
        (
            LoginFailure,
            page(login(), &[(ALERT, "Invalid email or password.")]),
        ),
        (
            LoginFailure,
            page(
                login(),
                &[(PLAIN, "The password you entered is incorrect.")],
            ),
        ),
        (
            LoginFailure,
            page(login(), &[(STATUS, "Your account has been locked.")]),
        ),
        (
            LoginFailure,
            page(
                vec![node("1", "inp", "Email"), node("3", "btn", "Log in")],
                &[(PLAIN, "We couldn't find your account")],
            ),
        ),
        (
            SessionExpired,
            rich(page(buy(), &[(DIALOG, "Your session has expired")])),
        ),
        (
            SessionExpired,
            page(
                login(),
                &[(PLAIN, "You have been signed out due to inactivity.")],
            ),
        ),
        (RateLimit, page(vec![], &[(H1, "429 Too Many Requests")])),
        (
            RateLimit,
            rich(page(
                buy(),
                &[(ALERT, "Too many attempts. Try again in 5 minutes.")],
            )),
        ),
        (RateLimit, page(vec![], &[(PLAIN, "Rate limit exceeded")])),
        (AccessDenied, page(vec![], &[(H1, "Access denied")])),
        (AccessDenied, page(vec![], &[(H1, "403 Forbidden")])),
        (
            AccessDenied,
            rich(page(
                buy(),
                &[(ALERT, "You don't have permission to do this.")],
            )),
        ),
        (
            CookieConsent,
            rich(page(vec![node("1", "btn", "Accept all cookies")], &[])),
        ),
        (
            CookieConsent,
            page(
                vec![node("1", "btn", "Accept all")],
                &[(PLAIN, "We use cookies to improve this site.")],
            ),
        ),
        (PageError, page(vec![], &[(H1, "404")])),
        (PageError, page(buy(), &[(H1, "Page not found")])),
        (
            PageError,
            page(vec![], &[(H1, "Oops! Something went wrong")]),
        ),
        (PageError, titled("502 Bad Gateway", page(vec![], &[]))),
        (
            PageError,
            titled(
                "Page not found",
                rich(page(buy(), &[(H1, "404 – Not found")])),
            ),
        ),
    ] {
        assert_eq!(
            kind(&page),
            Some(expected),
            "{:?} {:?}",
            page.title,
            page.lines
        );
    }
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn a_page_that_speaks_of_it_is_not_held_up_by_it() {
    let article = |title: &str, lines: &[(LineKind, &str)]| {
        titled(
            title,
            page(
                vec![node("1", "link", "Home"), node("2", "inp", "Search")],
                lines,
            ),
        )
    };
    let card = vec![
        node("1", "inp", "Card number"),
        node("2", "inp", "Security code"),
    ];
    let solved = being(node("1", "chk", "I'm not a robot"), &[State::Checked]);
    for (name, page) in [
        (
            "article on captchas",
            article(
                "What is a captcha?",
                &[
                    (H1, "What is a captcha?"),
                    (
                        PLAIN,
                        "Sites ask you to verify you are human with a captcha before you sign in.",
                    ),
                ],
            ),
        ),
        (
            "history of captchas",
            article(
                "",
                &[(H1, "Are you a robot? A short history of the captcha test")],
            ),
        ),
        (
            "captcha settings",
            page(
                vec![
                    node("1", "chk", "Require a captcha at login"),
                    node("2", "inp", "reCAPTCHA site key"),
                    node("3", "inp", "reCAPTCHA secret"),
                ],
                &[(H1, "Spam protection")],
            ),
        ),
        ("solved captcha", page(vec![solved], &[])),
        (
            "security settings",
            page(
                vec![
                    node("1", "switch", "Two-factor authentication"),
                    node("2", "btn", "Set up authenticator app"),
                ],
                &[
                    (H1, "Two-factor authentication"),
                    (PLAIN, "Get a verification code by text message."),
                ],
            ),
        ),
        (
            "code settings",
            page(
                vec![
                    node("1", "inp", "Verification code lifetime"),
                    node("2", "inp", "OTP expiry"),
                ],
                &[],
            ),
        ),
        (
            "promotion",
            page(
                vec![node("1", "inp", "Promo code")],
                &[(PLAIN, "Enter the code we sent you by mail.")],
            ),
        ),
        ("card", page(card, &[])),
        (
            "post code",
            page(vec![node("1", "inp", "Postal code")], &[]),
        ),
        (
            "help on passwords",
            article(
                "Invalid password",
                &[
                    (H1, "Invalid username or password"),
                    (ALERT, "Invalid password errors are back"),
                ],
            ),
        ),
        (
            "login form",
            page(
                login(),
                &[(H1, "Sign in"), (PLAIN, "Forgot your password?")],
            ),
        ),
        (
            "condition at login",
            page(
                login(),
                &[(PLAIN, "If your password is incorrect, reset it.")],
            ),
        ),
        (
            "question at login",
            page(login(), &[(PLAIN, "Wrong password?")]),
        ),
        (
            "new password",
            page(
                vec![
                    node("1", "inp", "New password"),
                    node("2", "inp", "Repeat password"),
                ],
                &[(PLAIN, "A wrong password locks the account.")],
            ),
        ),
        (
            "form for somebody new",
            page(
                vec![
                    node("1", "inp", "Email"),
                    node("2", "inp", "Password"),
                    node("3", "btn", "Create account"),
                ],
                &[(ALERT, "Invalid email address.")],
            ),
        ),
        (
            "article on sessions",
            article(
                "",
                &[(
                    PLAIN,
                    "Most banks say that your session has expired after ten minutes.",
                )],
            ),
        ),
        (
            "article on limits",
            rich(page(
                vec![],
                &[
                    (H1, "Too many requests: what it means"),
                    (
                        PLAIN,
                        "A server answers 429 Too Many Requests; try again in 5 minutes.",
                    ),
                ],
            )),
        ),
        (
            "article on 404",
            rich(page(
                vec![],
                &[
                    (H1, "How we made our 404 page"),
                    (PLAIN, "A 404 page not found message should help."),
                ],
            )),
        ),
        (
            "prose on 404",
            article(
                "Web design",
                &[
                    (H1, "Good errors"),
                    (PLAIN, "Page not found is all it said."),
                ],
            ),
        ),
        ("500 things", page(vec![], &[(H1, "500 places to see")])),
        (
            "stock",
            page(
                vec![],
                &[(STATUS, "403 items left"), (STATUS, "404 results")],
            ),
        ),
        (
            "permissions article",
            rich(page(vec![], &[(H1, "Access denied errors explained")])),
        ),
        (
            "cookie recipe",
            page(
                vec![node("1", "btn", "Print")],
                &[(H1, "Chocolate cookies")],
            ),
        ),
        (
            "cookie recipe with a yes",
            page(
                vec![node("1", "btn", "OK")],
                &[(PLAIN, "These cookies keep for a week.")],
            ),
        ),
        (
            "cookie link",
            page(vec![node("1", "link", "Cookie settings")], &[]),
        ),
        (
            "cookie policy",
            page(
                vec![node("1", "link", "Contact")],
                &[(PLAIN, "We use cookies to count visits.")],
            ),
        ),
        ("nothing", page(vec![], &[])),
    ] {
        let found = find(&page, "order two cups", &[]);
        assert_eq!(found.map(|blocker| blocker.kind), None, "{name}");
    }
}

#[test]
fn what_is_covered_is_not_in_view() {
    let mut hidden = page(vec![], &[(ALERT, "Access denied")]);
    hidden.lines[0].covered = true;
    assert_eq!(kind(&hidden), None);
    let mut below = node("1", "chk", "I'm not a robot");
    below.covered = true;
    assert_eq!(kind(&page(vec![below], &[])), None);
    let mut heavy = page(vec![], &[]);
    heavy.heavy.dom = Some("<h1>Access denied</h1>".into());
    assert_eq!(kind(&heavy), None);
}

#[test]
fn a_test_in_a_form_waits_until_the_form_is_filled_in() {
    let form = |name: Node| page(vec![name, node("2", "chk", "I'm not a robot")], &[]);
    let empty = form(node("1", "inp", "Name"));
    let first = find(&empty, "write to them", &[]).unwrap();
    assert_eq!((first.kind, first.confidence), (BlockerKind::Captcha, 0.6));
    let filled = form(holding("1", "inp", "Name", "Ann"));
    assert_eq!(kind(&filled), Some(BlockerKind::Captcha));
    let mut stuck = task("write to them");
    stuck.steps = vec![step(click("3"), false)];
    assert_eq!(kind_for(&empty, &stuck), Some(BlockerKind::Captcha));
}

#[test]
fn what_is_being_filled_in_is_not_asked_for_again() {
    let refused = page(login(), &[(ALERT, "Wrong password")]);
    let mut task = task("log in");
    task.steps = vec![step(click("3"), true)];
    assert_eq!(kind_for(&refused, &task), Some(BlockerKind::LoginFailure));
    task.steps.push(step(set("2", "•••"), true));
    assert_eq!(kind_for(&refused, &task), None);
    let typed = page(
        vec![holding("1", "inp", "Verification code", "123456")],
        &[],
    );
    assert_eq!(kind(&typed), None);
}

#[test]
fn leaving_as_asked_is_no_ended_session() {
    let left = page(login(), &[(STATUS, "You have been signed out.")]);
    assert_eq!(kind(&left), Some(BlockerKind::SessionExpired));
    assert_eq!(kind_for(&left, &task("sign out")), None);
}

#[test]
fn a_page_says_when_to_try_again() {
    for (line, expected, response_is) in [
        ("Too many requests.", None, Response::Wait(5)),
        (
            "Too many requests. Try again in 20 seconds.",
            Some(20),
            Response::Wait(20),
        ),
        (
            "Too many requests. Try again in 0 seconds.",
            Some(0),
            Response::Wait(1),
        ),
        (
            "Please try again in 2 minutes.",
            Some(120),
            Response::Person,
        ),
        (
            "Too many attempts, wait 1 hour",
            Some(3600),
            Response::Person,
        ),
    ] {
        let found = find(&page(vec![], &[(ALERT, line)]), "x", &[]).unwrap();
        assert_eq!(found.kind, BlockerKind::RateLimit, "{line}");
        assert_eq!(found.retry_after, expected, "{line}");
        assert_eq!(response(&found), response_is, "{line}");
    }
}

#[test]
fn each_kind_has_its_response_and_says_what_helps() {
    use BlockerKind::*;
    use Resolution::*;
    let cases: [(BlockerKind, Response, &[Resolution]); 8] = [
        (Captcha, Response::Person, &[UserActionOnWeb]),
        (
            MfaRequired,
            Response::Person,
            &[ProvideInChat, UserActionOnWeb],
        ),
        (
            LoginFailure,
            Response::Person,
            &[ProvideInChat, UserActionOnWeb],
        ),
        (SessionExpired, Response::Person, &[UserActionOnWeb]),
        (RateLimit, Response::Wait(5), &[AutoRetry, UserActionOnWeb]),
        (
            AccessDenied,
            Response::Person,
            &[UserActionOnWeb, AlternativeAction],
        ),
        (
            CookieConsent,
            Response::Dismiss,
            &[AlternativeAction, UserActionOnWeb],
        ),
        (
            PageError,
            Response::Correct,
            &[AutoRetry, AlternativeAction],
        ),
    ];
    for (kind, expected, resolutions) in cases {
        let blocker = wording::blocker(kind, Sign::new(0.9, "x"));
        assert_eq!(response(&blocker), expected, "{kind:?}");
        assert_eq!(blocker.resolutions, resolutions, "{kind:?}");
    }
}

#[test]
fn the_person_is_asked_for_what_only_they_have() {
    let kinds = |page: &Observation| -> Vec<(String, String)> {
        let found = find(page, "log in", &[]).unwrap();
        found.fields.into_iter().map(|f| (f.name, f.kind)).collect()
    };
    let pair = |name: &str, kind: &str| (name.to_owned(), kind.to_owned());
    assert_eq!(kinds(&page(code(), &[])), [pair("code", "code")]);
    let refused = page(login(), &[(ALERT, "Wrong password")]);
    assert_eq!(
        kinds(&refused),
        [pair("username", "email"), pair("password", "password")]
    );
}

#[test]
fn what_a_page_says_is_quoted_and_cut() {
    let long = format!("Access denied\u{202e}\n{}", "x".repeat(500));
    let found = find(&page(vec![], &[(ALERT, &long)]), "x", &[]).unwrap();
    assert!(
        found
            .description
            .starts_with("The page refuses access: \"Access denied x")
    );
    assert!(found.description.chars().count() < 150);
    assert!(!found.message.contains("xxx"));
}

#[test]
fn what_was_asked_for_a_secret_counts_as_one_when_answered() {
    for (kind, expected) in [
        (BlockerKind::MfaRequired, true),
        (BlockerKind::LoginFailure, true),
        (BlockerKind::AccessDenied, false),
    ] {
        let message = wording::blocker(kind, Sign::new(0.9, "x")).message;
        assert_eq!(
            screen_agent_page::secret::is_secret_name(&message),
            expected,
            "{kind:?}"
        );
    }
}
