//! `browser.open_tab` and `browser.navigate`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Writes a tool that opens an address.
macro_rules! opens {
    ($(#[$doc:meta])* $tool:ident = $name:literal, $title:literal, new_tab: $new_tab:literal) => {
        $(#[$doc])*
        #[contract(camel, strict)]
        pub struct $tool {
            /// The address.
            pub url: String,
        }

        tool! {
            $tool = $name, $title: Client, Browser;
            takes "{\"url\"}";
            narrow |_| [("url", text(URL))]
        }

        impl Described for $tool {
            fn check(&self) -> Result<(), Invalid> {
                given("url", &self.url, limits::URL)
            }

            fn redact(&self, kept: &mut Value) {
                kept["url"] = address(&self.url).into();
            }

            fn action(&self) -> Option<Action> {
                Some(Action::Navigate {
                    url: self.url.clone(),
                    new_tab: $new_tab,
                })
            }
        }
    };
}

opens! {
    /// Open an address in a new tab.
    OpenTab = "browser.open_tab", "Open a tab", new_tab: true
}

opens! {
    /// Open an address in this tab.
    Navigate = "browser.navigate", "Go to an address", new_tab: false
}
