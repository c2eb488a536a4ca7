//! An action taken apart for clients. The contract's names of what actions take stand here: most are the action's own, and
//! what a field is set to is its value.

use screen_agent_action::Action;
use serde_json::{Map, Value, json};

use super::report::ElementId;
use super::response::{ActionDetails, ToolAction};

/// The action's name, target and arguments, and a selector of the target where one is known.
pub fn action_details(action: &Action, selector: Option<String>) -> ActionDetails {
    let args = arguments(action);
    ActionDetails {
        name: action.entry().name.to_owned(),
        element_id: action.target().map(ElementId::narrow),
        selector_path: selector,
        args: (!args.is_empty()).then_some(args),
    }
}

/// The same as a tool call, whose target is an argument among others.
pub(super) fn tool_action(action: &Action) -> ToolAction {
    let mut parameters = arguments(action);
    if let Some(id) = action.target() {
        parameters.insert("elementId".to_owned(), json!(ElementId::narrow(id)));
    }
    ToolAction {
        tool_name: action.entry().name.to_owned(),
        tool_type: action.tool_type().into(),
        parameters,
        memory_result: None,
    }
}

/// Says of every action what it takes besides its target. What may be absent is left out where it is.
macro_rules! arguments {
    ($($action:ident { $($arg:ident $(as $name:literal)?),* })*) => {
        fn arguments(action: &Action) -> Map<String, Value> {
            let args: Vec<(&str, Value)> = match action {
                $(Action::$action { $($arg,)* .. } => {
                    vec![$((arguments!(@name $arg $($name)?), json!($arg))),*]
                })*
            };
            let given = args.into_iter().filter(|(_, arg)| !arg.is_null());
            given.map(|(name, arg)| (name.to_owned(), arg)).collect()
        }
    };
    (@name $arg:ident) => { stringify!($arg) };
    (@name $arg:ident $name:literal) => { $name };
}

arguments! {
    Click {}
    DoubleClick {}
    RightClick {}
    Hover {}
    DragAndDrop { from, to }
    SetValue { text as "value" }
    AppendText { text as "value" }
    Type { text, delay_ms as "delayMs" }
    Press { key, modifiers }
    Focus {}
    SelectText { text }
    Blur {}
    Check {}
    Uncheck {}
    DropdownOptions {}
    SelectDropdown { choice }
    UploadFile { files }
    Scroll { down, pages }
    ScrollContainer { direction }
    FindText { text }
    GetText {}
    GetAttribute { attribute }
    GetBoundingBox {}
    IsVisible {}
    IsEnabled {}
    Navigate { url, new_tab as "newTab" }
    Search { query, engine }
    GoBack {}
    GoForward {}
    Wait { seconds }
    WaitForElement { text, role, timeout_ms as "timeoutMs" }
    WaitFor { awaited, timeout_ms as "timeoutMs", poll_ms as "pollMs" }
    CreateTab { url, active }
    SwitchTab { index }
    CloseTab { index }
    GetTabs {}
    Evaluate { code }
    Screenshot { full, format, quality }
    GeneratePdf {}
    AcceptDialog { text }
    DismissDialog {}
    WaitForDialog { timeout_ms as "timeoutMs", accept }
    InterceptRequest { pattern, how, change }
    MockResponse { pattern, response }
    GetCookies {}
    SetCookie { cookie }
    ClearCookies {}
    GetLocalStorage { key }
    SetLocalStorage { key, value }
    ClearStorage { storage }
    StartTracing {}
    StopTracing {}
    GetMetrics {}
    Finish { text, success }
    Fail { reason }
    GoogleSearch { query }
    VerifySuccess { description }
    Remember { key, value }
    Recall { key, scope }
    ExportToSession { key, session_key as "sessionKey" }
}
