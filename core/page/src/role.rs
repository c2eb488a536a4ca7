//! What a control is.

use serde::{Deserialize, Serialize};

macro_rules! roles {
    ($($(#[$doc:meta])* $name:ident = $code:literal $(| $alias:literal)*;)*) => {
        /// What a control is, by the contract's short codes; ARIA's own names are read as well.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Role {
            $($(#[$doc])* $name,)*
            /// A role that has no code of its own.
            Other(String),
        }

        impl Role {
            /// The code used on the wire.
            pub fn code(&self) -> &str {
                match self {
                    $(Self::$name => $code,)*
                    Self::Other(role) => role,
                }
            }

            /// Reads a code or an ARIA role name.
            pub fn parse(word: &str) -> Self {
                let word = word.trim().to_ascii_lowercase();
                match word.as_str() {
                    $($code $(| $alias)* => Self::$name,)*
                    _ => Self::Other(word),
                }
            }
        }
    };
}

roles! {
    /// Button.
    Button = "btn" | "button" | "submit" | "reset";
    /// One-line text field.
    Input = "inp" | "input" | "textbox" | "text" | "searchbox" | "spinbutton" | "email" | "password" | "number" | "date";
    /// Text field of several lines.
    TextArea = "textarea";
    /// Link.
    Link = "link" | "a";
    /// Tick box.
    Checkbox = "chk" | "checkbox";
    /// One of a set.
    Radio = "radio";
    /// List to choose from.
    Select = "sel" | "select" | "combobox" | "listbox";
    /// One entry of such a list.
    Option = "opt" | "option";
    /// On or off.
    Switch = "switch";
    /// One of several panes.
    Tab = "tab";
    /// Menu.
    Menu = "menu" | "menubar";
    /// Entry of a menu.
    MenuItem = "menuitem" | "menuitemcheckbox" | "menuitemradio";
    /// Value within a range.
    Slider = "slider" | "range";
    /// Tree.
    Tree = "tree";
    /// Entry of a tree.
    TreeItem = "treeitem";
    /// Row of a table or grid.
    Row = "row";
    /// Cell of a grid.
    Cell = "cell" | "gridcell";
    /// Picture.
    Image = "img" | "image";
    /// Region that scrolls.
    Scroll = "scroll";
    /// File chooser.
    File = "file";
    /// Shows and hides what follows it.
    Summary = "summary" | "disclosure";
    /// Something that reacts to clicks and says no more of itself.
    Generic = "generic" | "clickable" | "el";
}

impl Role {
    /// True where text can be typed.
    pub fn takes_text(&self) -> bool {
        matches!(self, Self::Input | Self::TextArea)
    }

    /// True for what is ticked and cleared.
    pub fn is_checkable(&self) -> bool {
        matches!(self, Self::Checkbox | Self::Radio | Self::Switch)
    }
}

impl Serialize for Role {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Role {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::parse(&String::deserialize(deserializer)?))
    }
}
