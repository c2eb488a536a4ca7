//! `browser.back` and `browser.forward`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Writes a tool that goes through the tab's history.
macro_rules! goes {
    ($(#[$doc:meta])* $tool:ident = $name:literal, $title:literal, $action:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub struct $tool {}

        impl $tool {
            pub(super) const TOOL: Descriptor = Descriptor {
                name: $name,
                performer: Performer::Client,
                purpose: Purpose::Browser,
                takes: "{}",
                title: $title,
                narrow: |_| object([]),
            };
        }

        impl Described for $tool {
            fn action(&self) -> Option<Action> {
                Some(Action::$action)
            }

            fn needs_page(&self) -> bool {
                true
            }
        }
    };
}

goes! {
    /// Go back.
    Back = "browser.back", "Go back", GoBack
}

goes! {
    /// Go forward.
    Forward = "browser.forward", "Go forward", GoForward
}
