//! What reading a page brings.

use serde::{Deserialize, Serialize};

/// A page as something to read. Addresses in it bear no secrets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// Address.
    pub url: String,
    /// Title.
    pub title: String,
    /// When it was published, as it says itself, `YYYY-MM-DD` or more.
    pub published: Option<String>,
    /// All that is worth reading, line by line, in order. Menus, notices of cookies and the like
    /// are not.
    pub lines: Vec<ReadLine>,
    /// Sentences that stand around what is worth reading: conditions in the foot of the page, notes beside it.
    #[serde(default)]
    pub notes: Vec<ReadLine>,
    /// The main content.
    pub primary: Option<MainContent>,
    /// Items, where the page is a list.
    pub items: Vec<Item>,
    /// Comments.
    pub comments: Vec<Comment>,
    /// Headings.
    pub outline: Vec<Heading>,
    /// What it says of itself for machines: names and values.
    #[serde(default)]
    pub facts: Vec<(String, String)>,
    /// What stands between the reader and the page.
    pub signals: Vec<Signal>,
    /// Controls that people can use.
    pub controls: Vec<Control>,
}

/// One line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadLine {
    /// What kind of line it is.
    pub kind: ReadKind,
    /// Depth in nested lists and quotations, from 0.
    pub depth: u8,
    /// Its words, without any prefix.
    pub text: String,
    /// Handle of the nearest element that has one.
    pub handle: Option<String>,
    /// It belongs to the main content.
    pub main: bool,
}

/// What kind of line it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadKind {
    /// Running text.
    #[default]
    Plain,
    /// Heading of level 1 to 6.
    Heading(u8),
    /// Entry of a list.
    Item,
    /// Quotation.
    Quote,
    /// Code, as it is; its text may hold line ends.
    Code,
    /// Row of a table; cells stand between ` | `.
    Row,
    /// Summary of something that opens.
    Summary,
    /// Caption.
    Caption,
    /// Term that is explained.
    Term,
    /// What explains it.
    Definition,
}

/// The main content of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MainContent {
    /// Tag of its element.
    pub tag: String,
    /// ARIA role of its element; empty without.
    pub role: String,
    /// Its handle.
    pub handle: Option<String>,
}

/// An item of a list page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// Its title.
    pub title: String,
    /// Where it leads.
    pub url: String,
    /// What it says besides.
    pub snippet: String,
    /// Its handle.
    pub handle: Option<String>,
    /// How many comments it is said to have.
    pub comment_count: Option<u64>,
}

/// A comment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comment {
    /// Its words.
    pub text: String,
    /// Who wrote it.
    pub author: Option<String>,
    /// How old it is, as the page says it.
    pub age: Option<String>,
    /// Its score, as the page says it.
    pub score: Option<String>,
    /// 0 for one that answers no other.
    pub depth: u32,
    /// Its handle.
    pub handle: Option<String>,
}

/// A heading.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// 1 to 6; 0 for what is no heading and yet structures.
    pub level: u8,
    /// Tag of its element.
    pub tag: String,
    /// ARIA role of its element; empty without.
    pub role: String,
    /// Its words.
    pub text: String,
}

/// A control.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Control {
    /// Its handle.
    pub handle: String,
    /// Its role.
    pub role: String,
    /// Its name.
    pub text: String,
    /// Where it leads.
    pub href: Option<String>,
    /// Type of an input.
    pub input_type: Option<String>,
    /// What a list offers, as far as it is short.
    #[serde(default)]
    pub options: Vec<String>,
    /// What is chosen of it.
    #[serde(default)]
    pub value: Option<String>,
}

screen_agent_words::worded! {
    /// What stands between the reader and a page.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Signal {
        /// It has to be paid for, or signed in to.
        PaywallOrLogin = "paywall_or_login",
        /// A notice asks for consent.
        ConsentModal = "consent_modal",
        /// It wants proof that the reader is human.
        CaptchaOrRobotCheck = "captcha_or_robot_check",
        /// Something lies over it.
        OverlayBlocking = "overlay_blocking",
        /// It says little.
        SparseText = "sparse_text",
        /// It shows pictures and films, not text.
        NonTextContent = "non_text_content",
        /// A part of it is another site's.
        CrossOriginIframe = "cross_origin_iframe",
        /// A part of it cannot be looked into.
        ClosedShadowRoot = "closed_shadow_root",
        /// Of a long list, only what is in view is there.
        VirtualizedList = "virtualized_list",
        /// There is more when one scrolls.
        InfiniteScroll = "infinite_scroll",
        /// It is a PDF.
        PdfViewer = "pdf_viewer",
        /// Secrets were taken out of its addresses.
        UrlRedacted = "url_redacted",
        /// It asks for the reader's age.
        AgeGate = "age_gate",
        /// It is not for this country.
        GeoBlock = "geo_block",
        /// Without scripts it shows nothing.
        ScriptRequired = "script_required",
    }
}
