//! What a call does, in the words of the gate; and what it is in the browser.

use screen_agent_kernel::Action;
use screen_agent_kernel::action::Choice;
use screen_agent_kernel::gate::tool::Deed;
use screen_agent_page::NodeId;
use screen_agent_wire::packet::Tool;

/// Height of a view of a page, where it is not known; scrolling is told in views.
const VIEW: f64 = 800.0;

/// The action that a browser tool is. None for those that only look, for a search, and for
/// refreshing, which no action does.
pub fn action_of(tool: &Tool) -> Option<Action> {
    let id = |handle: &str| NodeId::new(handle);
    Some(match tool {
        Tool::Click(click) => Action::Click {
            id: id(&click.handle_id),
        },
        Tool::TypeText(typed) => Action::SetValue {
            id: id(&typed.handle_id),
            text: typed.text.clone(),
        },
        Tool::Select(select) => Action::SelectDropdown {
            id: id(&select.handle_id),
            choice: Choice {
                value: Some(select.value.clone()),
                ..Choice::default()
            },
        },
        Tool::Scroll(scroll) => Action::Scroll {
            down: scroll.delta_y >= 0.0,
            pages: (scroll.delta_y.abs() / VIEW).clamp(0.1, 10.0),
            id: None,
        },
        Tool::OpenTab(open) => Action::Navigate {
            url: open.url.clone(),
            new_tab: true,
        },
        Tool::Navigate(navigate) => Action::Navigate {
            url: navigate.url.clone(),
            new_tab: false,
        },
        Tool::Back(_) => Action::GoBack,
        Tool::Forward(_) => Action::GoForward,
        Tool::ObserveDom(_)
        | Tool::GetSelectionLinks(_)
        | Tool::Refresh(_)
        | Tool::Search(_)
        | Tool::Calculate(_)
        | Tool::MoneyCalculate(_)
        | Tool::EstimateTax(_)
        | Tool::EstimateShipping(_)
        | Tool::ArtifactSave(_)
        | Tool::ArtifactShare(_)
        | Tool::ArtifactOpen(_)
        | Tool::IntegrationInvoke(_)
        | Tool::CollectionCreate(_)
        | Tool::CollectionAddSources(_)
        | Tool::CollectionListSources(_)
        | Tool::SourceCapture(_)
        | Tool::SourceRefresh(_)
        | Tool::TransformListTypes(_)
        | Tool::TransformRun(_) => return None,
    })
}

/// The action that the gate weighs: refreshing is going once more to where one is.
pub(super) fn weighed(tool: &Tool, url: &str) -> Option<Action> {
    match tool {
        Tool::Refresh(_) => Some(Action::Navigate {
            url: url.to_owned(),
            new_tab: false,
        }),
        other => action_of(other),
    }
}

/// What a call does. `action` is what [`weighed`] says of it.
pub(super) fn deed<'a>(tool: &'a Tool, action: Option<&'a Action>) -> Deed<'a> {
    if let Some(action) = action {
        return Deed::Act { action };
    }
    match tool {
        Tool::ObserveDom(_) => Deed::Look,
        Tool::GetSelectionLinks(_) => Deed::SelectedLinks,
        Tool::Search(search) => Deed::Search {
            query: &search.query,
        },
        Tool::Calculate(_)
        | Tool::MoneyCalculate(_)
        | Tool::EstimateTax(_)
        | Tool::EstimateShipping(_) => Deed::Compute,
        Tool::ArtifactOpen(_) | Tool::CollectionListSources(_) | Tool::TransformListTypes(_) => {
            Deed::Consult
        }
        Tool::ArtifactSave(_)
        | Tool::CollectionCreate(_)
        | Tool::CollectionAddSources(_)
        | Tool::SourceRefresh(_)
        | Tool::TransformRun(_) => Deed::Keep,
        Tool::SourceCapture(capture) => Deed::Capture { url: &capture.url },
        Tool::IntegrationInvoke(invoke) => Deed::Invoke {
            service: &invoke.integration,
        },
        // What acts has its action; without one it is weighed as what hands something out.
        Tool::ArtifactShare(_)
        | Tool::Click(_)
        | Tool::TypeText(_)
        | Tool::Select(_)
        | Tool::Scroll(_)
        | Tool::OpenTab(_)
        | Tool::Navigate(_)
        | Tool::Back(_)
        | Tool::Forward(_)
        | Tool::Refresh(_) => Deed::Share,
    }
}

/// The handle that a call names.
pub(super) fn handle(tool: &Tool) -> Option<&str> {
    match tool {
        Tool::Click(click) => Some(&click.handle_id),
        Tool::TypeText(typed) => Some(&typed.handle_id),
        Tool::Select(select) => Some(&select.handle_id),
        Tool::ObserveDom(observe) => observe.root_handle_id.as_deref(),
        _ => None,
    }
}
