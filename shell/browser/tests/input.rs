//! Real input on real pages: what the page sees is what a person would have caused.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use screen_agent_action::{Action, Choice, Direction, Modifier};
use screen_agent_browser::{ErrorCode, Hands, PerformRefusal};
use support::{click, id, node, on, perform, value};

const LOG: &str = "<script>
  const log = [];
  const note = (event) => log.push(event.type + (event.isTrusted ? '' : '?') + (event.key ? ':' + event.key : '') + (event.detail && event.type !== 'input' ? event.detail : ''));
  const watch = (el, ...types) => types.forEach((type) => el.addEventListener(type, note));
</script>";

fn page(body: &str) -> String {
    format!("<!doctype html><title>t</title>{LOG}<body>{body}</body>")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_is_a_persons_click() {
    let body = "<button id=b>Go</button><script>watch(b,'pointerdown','mousedown','focus','pointerup','mouseup','click')</script>";
    let (mut hands, _site) = on(&page(body)).await;
    let performed = click(&mut hands, "Go").await;
    assert_eq!(performed.state, None);
    assert!(!performed.observations.network && !performed.observations.url);
    assert_eq!(
        value(&mut hands, "log.join(' ')").await,
        "pointerdown mousedown1 focus pointerup mouseup1 click1"
    );
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn double_and_right_clicks_and_hovers_are_told_apart() {
    let body = "<button id=b>Go</button><script>watch(b,'click','dblclick','contextmenu','mouseenter')</script>";
    let (mut hands, _site) = on(&page(body)).await;
    let capture = hands.observe().await.unwrap();
    let go = id(&capture, "Go");
    perform(&mut hands, Action::Hover { id: go.clone() }).await;
    assert_eq!(value(&mut hands, "log.join(' ')").await, "mouseenter");
    perform(&mut hands, Action::DoubleClick { id: go.clone() }).await;
    perform(&mut hands, Action::RightClick { id: go }).await;
    assert_eq!(
        value(&mut hands, "log.join(' ')").await,
        "mouseenter click1 click2 dblclick2 contextmenu"
    );
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_field_is_filled_by_keys_and_what_it_held_is_gone() {
    let body =
        "<input id=f aria-label=Name value=old><script>watch(f,'keydown','input','keyup')</script>";
    let (mut hands, _site) = on(&page(body)).await;
    let capture = hands.observe().await.unwrap();
    let field = id(&capture, "Name");
    let performed = perform(
        &mut hands,
        Action::SetValue {
            id: field.clone(),
            text: "Aé".into(),
        },
    )
    .await;
    assert_eq!(performed.state.as_deref(), Some("Aé"));
    assert_eq!(
        value(&mut hands, "f.value + ' ' + log.join(' ')").await,
        "Aé keydown:A input keyup:A input"
    );
    let performed = perform(
        &mut hands,
        Action::SetValue {
            id: field,
            text: String::new(),
        },
    )
    .await;
    assert_eq!(performed.state.as_deref(), Some(""));
    assert_eq!(value(&mut hands, "f.value").await, "");
    hands.close().await;
}

/// Enters a text into the field with a name.
async fn enter(hands: &mut Hands, name: &str, text: &str) {
    let capture = hands.observe().await.unwrap();
    let action = Action::SetValue {
        id: id(&capture, name),
        text: text.into(),
    };
    perform(hands, action).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_hears_once_that_an_entry_is_complete() {
    let body = "<input id=f aria-label=Name value=old><button>Next</button><script>
      f.addEventListener('change', () => log.push('change:' + f.value));
      watch(f,'blur')</script>";
    let (mut hands, _site) = on(&page(body)).await;
    let heard = "log.join(' ') + (document.activeElement === f ? ' here' : ' left')";
    enter(&mut hands, "Name", "old").await;
    assert_eq!(value(&mut hands, heard).await, " here");
    enter(&mut hands, "Name", "new").await;
    assert_eq!(value(&mut hands, heard).await, "change:new here");
    click(&mut hands, "Next").await;
    assert_eq!(value(&mut hands, heard).await, "change:new blur left");
    enter(&mut hands, "Name", "newer").await;
    let more = Action::Type {
        text: "!".into(),
        delay_ms: None,
    };
    perform(&mut hands, more).await;
    click(&mut hands, "Next").await;
    assert_eq!(
        value(&mut hands, heard).await,
        "change:new blur change:newer change:newer! blur left"
    );
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn enter_after_an_entry_tells_of_it_no_second_time() {
    let body = "<form onsubmit='log.push(event.type); event.preventDefault()'>
      <input id=f aria-label=Name onchange='log.push(event.type)'></form>";
    let (mut hands, _site) = on(&page(body)).await;
    enter(&mut hands, "Name", "Ada").await;
    let key = Action::Press {
        key: "Enter".into(),
        modifiers: vec![],
    };
    perform(&mut hands, key).await;
    assert_eq!(value(&mut hands, "log.join(' ')").await, "change submit");
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_is_not_complete_while_a_list_is_open() {
    let list = |name: &str| format!("<ul id={name} role=listbox hidden><li role=option>Oslo</ul>");
    // The first says that it offers a list, and opens it late; the second shows one unannounced.
    let body = format!(
        "<input id=a aria-label=From role=combobox aria-expanded=false onchange='log.push(\"from\")'
          oninput='setTimeout(() => {{ la.hidden = a.value !== \"Os\"; a.ariaExpanded = !la.hidden }}, 5)'>{}
        <input id=b aria-label=To onchange='log.push(\"to\")' oninput='lb.hidden = b.value !== \"Os\"'>{}",
        list("la"),
        list("lb")
    );
    let (mut hands, _site) = on(&page(&body)).await;
    for (name, text, heard) in [
        ("From", "Os", ""),
        ("From", "Bergen", "from"),
        ("To", "Os", "from"),
        ("To", "Bergen", "from to"),
    ] {
        enter(&mut hands, name, text).await;
        assert_eq!(
            value(&mut hands, "log.join(' ')").await,
            heard,
            "{name} {text}"
        );
    }
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_field_takes_its_value() {
    let body = "<input type=date aria-label=Day><input type=range min=0 max=10 aria-label=Loudness>
      <input type=password aria-label=Secret><textarea aria-label=Note></textarea>
      <div contenteditable role=textbox aria-label=Rich>x</div>";
    let (mut hands, _site) = on(&page(body)).await;
    let capture = hands.observe().await.unwrap();
    for (name, text, holds) in [
        ("Day", "2024-02-29", "2024-02-29"),
        ("Loudness", "7", "7"),
        ("Secret", "hunter2", "filled"),
        ("Note", "one\ntwo", "one\ntwo"),
        ("Rich", "rich text", "rich text"),
    ] {
        let action = Action::SetValue {
            id: id(&capture, name),
            text: text.into(),
        };
        assert_eq!(
            perform(&mut hands, action).await.state.as_deref(),
            Some(holds),
            "{name}"
        );
    }
    assert_eq!(
        value(
            &mut hands,
            "[...document.querySelectorAll('input,textarea')].map((f) => f.value).join('|')"
        )
        .await,
        "2024-02-29|7|hunter2|one\ntwo"
    );
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_and_chords_reach_what_has_the_keyboard() {
    let body = "<input id=f aria-label=Name value=abc><script>watch(f,'keydown')</script>";
    let (mut hands, _site) = on(&page(body)).await;
    let capture = hands.observe().await.unwrap();
    perform(
        &mut hands,
        Action::Focus {
            id: id(&capture, "Name"),
        },
    )
    .await;
    perform(
        &mut hands,
        Action::Press {
            key: "a".into(),
            modifiers: vec![Modifier::Control],
        },
    )
    .await;
    perform(
        &mut hands,
        Action::Type {
            text: "Hi".into(),
            delay_ms: None,
        },
    )
    .await;
    perform(
        &mut hands,
        Action::Press {
            key: "ArrowLeft".into(),
            modifiers: vec![],
        },
    )
    .await;
    perform(
        &mut hands,
        Action::Press {
            key: "Backspace".into(),
            modifiers: vec![],
        },
    )
    .await;
    assert_eq!(
        value(&mut hands, "f.value + ' ' + log.join(' ')").await,
        "i keydown:Control keydown:a keydown:H keydown:i keydown:ArrowLeft keydown:Backspace"
    );
    let unknown = hands
        .perform(&Action::Press {
            key: "Hyper".into(),
            modifiers: vec![],
        })
        .await;
    assert_eq!(
        unknown.error.unwrap().refusal,
        Some(PerformRefusal::InvalidArgument)
    );
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn boxes_are_ticked_once_and_lists_are_chosen_from() {
    let body = "<label><input id=c type=checkbox> Agree</label>
      <select id=s aria-label=Colour><option>red<option value=b>blue</select>
      <script>watch(c,'click'); watch(s,'change')</script>";
    let (mut hands, _site) = on(&page(body)).await;
    let capture = hands.observe().await.unwrap();
    let agree = id(&capture, "Agree");
    for _ in 0..2 {
        let performed = perform(&mut hands, Action::Check { id: agree.clone() }).await;
        assert_eq!(performed.state.as_deref(), Some("checked"));
    }
    let choice = Choice {
        text: Some("blue".into()),
        ..Choice::default()
    };
    let colour = id(&capture, "Colour");
    let performed = perform(
        &mut hands,
        Action::SelectDropdown {
            id: colour.clone(),
            choice,
        },
    )
    .await;
    assert_eq!(performed.state.as_deref(), Some("blue"));
    assert_eq!(
        value(&mut hands, "c.checked + s.value + ' ' + log.join(' ')").await,
        "trueb click1 change?"
    );
    let wrong = hands
        .perform(&Action::Check { id: colour })
        .await
        .error
        .unwrap();
    assert_eq!(
        (wrong.code, wrong.refusal),
        (
            ErrorCode::ActionExecutionFailed,
            Some(PerformRefusal::WrongKind)
        )
    );
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_that_is_taken_as_the_button_goes_down_was_pressed() {
    let body = "<ul id=list role=listbox aria-label=Cities><li role=option id=o>Oslo</li></ul>
      <p id=below style='position:absolute;left:0;top:0;width:400px;height:200px;z-index:-1'>Below</p>
      <script>watch(below,'mousedown','click'); o.onmousedown = () => { log.push('Oslo'); list.remove(); };</script>";
    let (mut hands, _site) = on(&page(body)).await;
    let performed = click(&mut hands, "Oslo").await;
    assert!(performed.success, "{:?}", performed.error);
    assert_eq!(value(&mut hands, "log.join(' ')").await, "Oslo");
    hands.close().await;
}

/// A list that opens over its own button, as the button goes down; a cell that becomes a field at the first press.
#[tokio::test(flavor = "multi_thread")]
async fn what_opens_under_the_pointer_was_pressed_and_hears_no_more_of_it() {
    let body = "<button id=b aria-haspopup=listbox>Fruit</button>
      <div id=list hidden style='position:absolute;left:0;top:0;width:400px;height:200px;background:#eee'>
        <button id=o style='width:100%;height:100%'>Apple</button></div>
      <script>b.onpointerdown = () => { log.push('opened'); list.hidden = false; };
        watch(o,'mousedown','pointerup','mouseup','click');</script>";
    let (mut hands, _site) = on(&page(body)).await;
    let performed = click(&mut hands, "Fruit").await;
    assert!(performed.success, "{:?}", performed.error);
    assert_eq!(value(&mut hands, "log.join(' ')").await, "opened");

    let body = "<table><tr><th>Age<tr id=r><td id=c tabindex=0>41</table>
      <script>c.onclick = () => { if (!c.querySelector('input')) c.innerHTML = '<input value=41>'; };
        watch(r,'click','dblclick');</script>";
    let (mut hands, _site) = on(&page(body)).await;
    let capture = hands.observe().await.unwrap();
    let id = id(&capture, "41");
    let performed = perform(&mut hands, Action::DoubleClick { id }).await;
    assert!(performed.success, "{:?}", performed.error);
    assert_eq!(
        value(&mut hands, "log.join(' ')").await,
        "click1 click2 dblclick2"
    );
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn both_kinds_of_drag_arrive() {
    let body = "<style>div{position:absolute;width:80px;height:40px;background:#ccc}</style>
      <div id=d draggable=true role=button aria-label=Card style='left:10px;top:60px'>Card</div>
      <div id=t role=button aria-label=Bin style='left:300px;top:60px'>Bin</div>
      <div id=m role=button aria-label=Knob style='left:10px;top:200px'>Knob</div>
      <script>
        d.ondragstart = (e) => e.dataTransfer.setData('text/plain', 'card');
        t.ondragover = (e) => e.preventDefault();
        t.ondrop = (e) => { e.preventDefault(); log.push('drop:' + e.dataTransfer.getData('text/plain')); };
        let held = false;
        m.onmousedown = (e) => { held = true; e.preventDefault(); };
        onmousemove = (e) => { if (held) { m.style.left = e.clientX - 40 + 'px'; } };
        onmouseup = () => { if (held) log.push('left:' + m.style.left); held = false; };
      </script>";
    let (mut hands, _site) = on(&page(body)).await;
    let capture = hands.observe().await.unwrap();
    let bin = id(&capture, "Bin");
    perform(
        &mut hands,
        Action::DragAndDrop {
            from: id(&capture, "Card"),
            to: bin.clone(),
        },
    )
    .await;
    assert_eq!(value(&mut hands, "log.join(' ')").await, "drop:card");
    perform(
        &mut hands,
        Action::DragAndDrop {
            from: id(&capture, "Knob"),
            to: bin,
        },
    )
    .await;
    assert_eq!(
        value(&mut hands, "log.join(' ')").await,
        "drop:card left:300px"
    );
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn covered_vanished_and_changed_elements_get_no_event() {
    let body =
        "<button id=a>Covered</button><button id=b>Vanishes</button><button id=c>Changes</button>
      <button id=d disabled>Off</button>
      <div id=o style='position:fixed;inset:0;display:none;background:#fff'></div>
      <script>addEventListener('click', () => log.push('click'), true)</script>";
    let (mut hands, _site) = on(&page(body)).await;
    let capture = hands.observe().await.unwrap();
    value(
        &mut hands,
        "b.remove(); c.textContent = 'Delete everything'; 1",
    )
    .await;
    for (name, code, refusal) in [
        (
            "Vanishes",
            ErrorCode::ElementNotFound,
            PerformRefusal::Stale,
        ),
        ("Changes", ErrorCode::ElementNotFound, PerformRefusal::Stale),
        ("Off", ErrorCode::ActionFailed, PerformRefusal::Disabled),
    ] {
        let error = hands
            .perform(&Action::Click {
                id: id(&capture, name),
            })
            .await
            .error
            .unwrap();
        assert_eq!((error.code, error.refusal), (code, Some(refusal)), "{name}");
    }
    value(&mut hands, "o.style.display = 'block'").await;
    let error = hands
        .perform(&Action::Click {
            id: id(&capture, "Covered"),
        })
        .await
        .error
        .unwrap();
    assert_eq!(
        (error.code, error.refusal),
        (ErrorCode::ActionFailed, Some(PerformRefusal::Covered))
    );
    assert_eq!(
        error.element_id.as_deref(),
        Some(node(&capture, "Covered").i.as_str())
    );
    let error = hands
        .perform(&Action::Click {
            id: screen_agent_page::NodeId::new("9999"),
        })
        .await
        .error
        .unwrap();
    assert_eq!(
        (error.code, error.refusal),
        (ErrorCode::ElementNotFound, Some(PerformRefusal::NotFound))
    );
    assert_eq!(value(&mut hands, "log.length").await, "0");
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_that_is_covered_as_the_pointer_comes_is_not_pressed() {
    let body = "<button id=a>Trap</button><div id=o role=button style='position:fixed;inset:0;display:none;background:#fff'>Pay</div>
      <script>
        a.onmouseenter = () => { o.style.display = 'block'; };
        o.onclick = () => log.push('paid');
      </script>";
    let (mut hands, _site) = on(&page(body)).await;
    let capture = hands.observe().await.unwrap();
    let error = hands
        .perform(&Action::Click {
            id: id(&capture, "Trap"),
        })
        .await
        .error
        .unwrap();
    assert_eq!(error.refusal, Some(PerformRefusal::Covered));
    assert_eq!(value(&mut hands, "log.length").await, "0");
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_element_that_was_replaced_by_its_equal_is_found_again() {
    let body = "<div id=host><button onclick=\"log.push('old')\">Save</button></div>";
    let (mut hands, _site) = on(&page(body)).await;
    let capture = hands.observe().await.unwrap();
    value(&mut hands, "host.replaceChildren(Object.assign(document.createElement('button'), {textContent: 'Save', onclick: () => log.push('new')})); 1").await;
    let performed = perform(
        &mut hands,
        Action::Click {
            id: id(&capture, "Save"),
        },
    )
    .await;
    assert_eq!(
        performed.state.as_deref(),
        Some("found again after the page replaced it")
    );
    assert_eq!(value(&mut hands, "log.join(' ')").await, "new");
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_and_regions_scroll_and_texts_are_found() {
    let rows: String = (0..200).map(|row| format!("<p>Row {row}</p>")).collect();
    let body = format!(
        "<div id=r tabindex=0 role=region aria-label=List style='height:200px;overflow:auto'>{rows}</div>{rows}"
    );
    let (mut hands, _site) = on(&page(&body)).await;
    let capture = hands.observe().await.unwrap();
    perform(
        &mut hands,
        Action::Scroll {
            down: true,
            pages: 1.0,
            id: None,
        },
    )
    .await;
    assert_eq!(
        value(&mut hands, "scrollY > 500 && r.scrollTop === 0").await,
        "true"
    );
    perform(
        &mut hands,
        Action::Scroll {
            down: false,
            pages: 1.0,
            id: None,
        },
    )
    .await;
    let container = &capture.scrollable_containers[0].id;
    let region = screen_agent_page::NodeId::new(container.clone());
    perform(
        &mut hands,
        Action::ScrollContainer {
            id: region,
            direction: Direction::Down,
        },
    )
    .await;
    assert_eq!(
        value(&mut hands, "r.scrollTop > 100 && scrollY === 0").await,
        "true"
    );
    perform(
        &mut hands,
        Action::FindText {
            text: "Row 150".into(),
        },
    )
    .await;
    let absent = hands
        .perform(&Action::FindText {
            text: "no such words".into(),
        })
        .await;
    assert_eq!(
        absent.error.unwrap().refusal,
        Some(PerformRefusal::NotFound)
    );
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_handed_to_the_field_that_asks() {
    let body = "<input id=f type=file hidden><button onclick='f.click()'>Choose file</button><button>Other</button>";
    let (mut hands, _site) = on(&page(body)).await;
    let file = tempfile::NamedTempFile::with_suffix(".txt").unwrap();
    let path = file.path().to_str().unwrap().to_owned();
    let name = name_of(file.path());
    hands.lend([(name.clone(), file.path().to_owned())]);
    let capture = hands.observe().await.unwrap();
    let chooser = id(&capture, "Choose file");
    let action = Action::UploadFile {
        id: chooser.clone(),
        files: vec![name.clone()],
    };
    perform(&mut hands, action).await;
    assert_eq!(value(&mut hands, "f.files[0].name").await, name);
    let other = Action::UploadFile {
        id: id(&capture, "Other"),
        files: vec![name],
    };
    assert_eq!(
        hands.perform(&other).await.error.unwrap().refusal,
        Some(PerformRefusal::WrongKind)
    );
    // Neither by its path nor by a name that was not given.
    for stranger in [path.as_str(), "/etc/hostname", "other.txt"] {
        let action = Action::UploadFile {
            id: chooser.clone(),
            files: vec![stranger.into()],
        };
        assert_eq!(
            hands.perform(&action).await.error.unwrap().refusal,
            Some(PerformRefusal::InvalidArgument),
            "{stranger}"
        );
    }
    assert_eq!(
        value(&mut hands, "f.files[0].name").await,
        name_of(file.path())
    );
    hands.close().await;
}

fn name_of(path: &std::path::Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}
