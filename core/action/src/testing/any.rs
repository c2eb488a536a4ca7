//! Any action at all, in its canonical form.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use screen_agent_page::NodeId;

use crate::{Action, Awaited, Choice, Direction, Interception, MemoryScope, Modifier, Storage};

fn id() -> BoxedStrategy<NodeId> {
    prop_oneof![
        "[0-9]{1,6}",
        "f[0-9]_[0-9]{1,3}",
        "lr-[0-9]",
        "[^\\p{Cc}\\s]{1,8}"
    ]
    .prop_map(NodeId::new)
    .boxed()
}

/// Text with everything that makes quoting hard.
fn text() -> BoxedStrategy<String> {
    prop_oneof![
        "[a-zA-Z ,.()]{0,20}",
        "[\\\\\"'`,() ntu0-9a-f/\\n\\t]{0,16}",
        any::<String>(),
    ]
    .boxed()
}

fn words() -> BoxedStrategy<String> {
    text()
        .prop_filter("not empty", |text| !text.is_empty())
        .boxed()
}

fn maybe() -> BoxedStrategy<Option<String>> {
    option::of(words()).boxed()
}

fn short() -> BoxedStrategy<String> {
    words()
        .prop_filter("short", |text| text.chars().count() <= 200)
        .boxed()
}

fn json() -> BoxedStrategy<String> {
    words()
        .prop_map(|text| serde_json::json!({ "a": text, "b": [1, null] }).to_string())
        .boxed()
}

fn press() -> BoxedStrategy<Action> {
    let key = prop_oneof![
        select(vec![
            "Enter",
            "Tab",
            "ArrowDown",
            "Space",
            "F5",
            "+",
            "\"",
            "\\",
            "é"
        ])
        .prop_map(str::to_owned),
        "[a-zA-Z0-9]",
    ];
    let all = vec![
        Modifier::Alt,
        Modifier::Control,
        Modifier::Meta,
        Modifier::Shift,
    ];
    (key, subsequence(all, 0..=4))
        .prop_map(|(key, modifiers)| Action::Press { key, modifiers })
        .boxed()
}

/// Whole hundredths: JSON as it is read here is exact for short decimals only.
fn hundredths(most: u32) -> BoxedStrategy<f64> {
    (1..=most).prop_map(|n| f64::from(n) / 100.0).boxed()
}

fn awaited() -> BoxedStrategy<Awaited> {
    prop_oneof![
        short().prop_map(|value| Awaited::Text { value }),
        short().prop_map(|value| Awaited::Selector { value }),
        ("[a-z:]{0,5}", any::<u32>())
            .prop_map(|(selector, count)| Awaited::ElementCount { selector, count }),
        Just(Awaited::UrlChange {
            value: String::new()
        }),
    ]
    .boxed()
}

fn on_a_control() -> BoxedStrategy<Action> {
    prop_oneof![
        (id(), 0..17_usize).prop_map(|(id, which)| plain(id, which)),
        (id(), id()).prop_map(|(from, to)| Action::DragAndDrop { from, to }),
        (id(), text()).prop_map(|(id, text)| Action::SetValue { id, text }),
        (id(), maybe_short(), maybe_short(), vec(short(), 0..3)).prop_map(
            |(id, value, text, several)| {
                let choice = Choice {
                    value,
                    text,
                    several,
                };
                Action::SelectDropdown { id, choice }
            }
        ),
        (id(), vec(short(), 1..4)).prop_map(|(id, files)| Action::UploadFile { id, files }),
        (id(), short()).prop_map(|(id, attribute)| Action::GetAttribute { id, attribute }),
    ]
    .boxed()
}

fn maybe_short() -> BoxedStrategy<Option<String>> {
    option::of(short()).boxed()
}

fn plain(id: NodeId, which: usize) -> Action {
    match which {
        0 => Action::Click { id },
        1 => Action::DoubleClick { id },
        2 => Action::RightClick { id },
        3 => Action::Hover { id },
        4 => Action::Focus { id },
        5 => Action::Blur { id },
        6 => Action::Check { id },
        7 => Action::Uncheck { id },
        8 => Action::DropdownOptions { id },
        9 => Action::GetText { id },
        10 => Action::GetBoundingBox { id },
        11 => Action::IsVisible { id },
        12 => Action::IsEnabled { id },
        13 => Action::ScrollContainer {
            id,
            direction: Direction::Up,
        },
        14 => Action::ScrollContainer {
            id,
            direction: Direction::Down,
        },
        15 => Action::ScrollContainer {
            id,
            direction: Direction::Left,
        },
        _ => Action::ScrollContainer {
            id,
            direction: Direction::Right,
        },
    }
}

fn bare() -> BoxedStrategy<Action> {
    let mut all = vec![
        Action::GoBack,
        Action::GoForward,
        Action::GetTabs,
        Action::GeneratePdf,
        Action::DismissDialog,
        Action::GetCookies,
        Action::ClearCookies,
        Action::StartTracing,
        Action::StopTracing,
        Action::GetMetrics,
    ];
    for storage in [
        Storage::LocalStorage,
        Storage::SessionStorage,
        Storage::IndexedDb,
    ] {
        all.push(Action::ClearStorage { storage });
    }
    select(all).boxed()
}

fn on_the_page() -> BoxedStrategy<Action> {
    let kind = select(vec!["png", "jpeg", "webp"]).prop_map(str::to_owned);
    prop_oneof![
        press(),
        (words(), option::of(0..=1_000_u32))
            .prop_map(|(text, delay_ms)| Action::Type { text, delay_ms }),
        (any::<bool>(), hundredths(10_000), option::of(id()))
            .prop_map(|(down, pages, id)| Action::Scroll { down, pages, id }),
        words().prop_map(|text| Action::FindText { text }),
        hundredths(3_000).prop_map(|seconds| Action::Wait { seconds }),
        (maybe_short(), maybe_short(), 0..=30_000_u32).prop_map(|(text, role, timeout_ms)| {
            Action::WaitForElement {
                text,
                role,
                timeout_ms,
            }
        }),
        (awaited(), 0..=60_000_u32, 50..=10_000_u32).prop_map(|(awaited, timeout_ms, poll_ms)| {
            Action::WaitFor {
                awaited,
                timeout_ms,
                poll_ms,
            }
        }),
        (
            any::<bool>(),
            option::of(id()),
            option::of(kind),
            option::of(0..=100_u8)
        )
            .prop_map(|(full, id, format, quality)| Action::Screenshot {
                full,
                id,
                format,
                quality
            }),
        maybe().prop_map(|text| Action::AcceptDialog { text }),
        (0..=60_000_u32, option::of(any::<bool>()))
            .prop_map(|(timeout_ms, accept)| Action::WaitForDialog { timeout_ms, accept }),
    ]
    .boxed()
}

fn on_the_browser() -> BoxedStrategy<Action> {
    let how = select(vec![
        Interception::Block,
        Interception::Modify,
        Interception::Continue,
    ]);
    prop_oneof![
        (words(), any::<bool>()).prop_map(|(url, new_tab)| Action::Navigate { url, new_tab }),
        (words(), maybe_short()).prop_map(|(query, engine)| Action::Search { query, engine }),
        (maybe(), any::<bool>()).prop_map(|(url, active)| Action::CreateTab { url, active }),
        (0..=10_000_u32).prop_map(|index| Action::SwitchTab { index }),
        (0..=10_000_u32).prop_map(|index| Action::CloseTab { index }),
        "[a-z .;=1]{1,30}"
            .prop_filter("not refused", |code| !["eval", "import", "require"]
                .iter()
                .any(|bad| code.contains(bad)))
            .prop_map(|code| Action::Evaluate { code }),
        (words(), how, option::of(json())).prop_map(|(pattern, how, change)| {
            Action::InterceptRequest {
                pattern,
                how,
                change,
            }
        }),
        (words(), json())
            .prop_map(|(pattern, response)| Action::MockResponse { pattern, response }),
        json().prop_map(|cookie| Action::SetCookie { cookie }),
        maybe_short().prop_map(|key| Action::GetLocalStorage { key }),
        (short(), text()).prop_map(|(key, value)| Action::SetLocalStorage { key, value }),
    ]
    .boxed()
}

fn in_the_server() -> BoxedStrategy<Action> {
    let scope = select(vec![MemoryScope::Task, MemoryScope::Session]);
    prop_oneof![
        (maybe(), any::<bool>()).prop_map(|(text, success)| Action::Finish { text, success }),
        maybe().prop_map(|reason| Action::Fail { reason }),
        words().prop_map(|query| Action::GoogleSearch { query }),
        words().prop_map(|description| Action::VerifySuccess { description }),
        (short(), text()).prop_map(|(key, value)| Action::Remember { key, value }),
        (short(), scope).prop_map(|(key, scope)| Action::Recall { key, scope }),
        (short(), maybe_short())
            .prop_map(|(key, session_key)| Action::ExportToSession { key, session_key }),
    ]
    .boxed()
}

/// Any action at all.
pub fn action() -> BoxedStrategy<Action> {
    prop_oneof![
        on_a_control(),
        bare(),
        on_the_page(),
        on_the_browser(),
        in_the_server(),
    ]
    .boxed()
}

/// Enough actions to hold every variant.
pub fn samples() -> Vec<Action> {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let strategy = action();
    (0..4_000)
        .map(|_| strategy.new_tree(&mut runner).unwrap().current())
        .collect()
}
