//! How much a client may send. Over a limit is a typed 400, never a cut or a guess, but for names.

/// Characters of a query.
pub const QUERY: usize = 10_000;
/// Characters of a whole document.
pub const DOM: usize = 500_000;
/// Bytes of a skeleton document.
pub const SKELETON: usize = 100 * 1024;
/// Bytes of a screenshot as it is sent, base64.
pub const SCREENSHOT: usize = 2 * 1024 * 1024;
/// Characters of a perceptual hash.
pub const HASH: usize = 256;
/// Controls of one look.
pub const NODES: usize = 5_000;
/// Entries of all lists of a look together.
pub const ENTRIES: usize = 200_000;
/// Characters of a control's name; longer ones are cut.
pub const NAME: usize = 200;
/// Characters of a control's value; longer ones are cut.
pub const VALUE: usize = 2_000;
/// Lines of what is said in view.
pub const LINES: usize = 5_000;
/// Characters of one piece of a line; longer ones are cut.
pub const RUN: usize = 2_000;
/// Regions that scroll.
pub const CONTAINERS: usize = 500;
/// Recent events.
pub const EVENTS: usize = 20;
/// Messages that the client's own check saw.
pub const NOTICES: usize = 10;
/// Characters of one event, notice or reason.
pub const SHORT: usize = 200;
/// Characters of a title, file name or message.
pub const TITLE: usize = 500;
/// Characters of a domain.
pub const DOMAIN: usize = 255;
/// Characters of an address. Longer ones are not addresses but payloads.
pub const URL: usize = 8_192;
/// Characters of a file's key.
pub const KEY: usize = 1_000;
/// Bytes of an uploaded file.
pub const UPLOAD: usize = 10 * 1024 * 1024;
/// Characters of a MIME type.
pub const MIME: usize = 100;
/// Characters of what an executor says of its action.
pub const REPORT: usize = 10_000;
/// Actions of a chain.
pub const CHAIN: usize = 20;
/// Things that a client says it can do.
pub const CAPABILITIES: usize = 32;
/// Files that a client can hand to a page.
pub const FILES: usize = 20;
/// Characters of one word of a client about itself.
pub const WORD: usize = 64;
/// Characters of a document's text in a packet.
pub const TEXT: usize = 200_000;
/// Bytes of a captured page's HTML.
pub const HTML: usize = 6 * 1024 * 1024;
/// Levels of JSON.
pub const DEPTH: usize = 64;
/// Messages on one page.
pub const MESSAGES_PER_PAGE: u32 = 200;
/// Messages on one page, when the client does not say.
pub const MESSAGES_DEFAULT: u32 = 50;
/// Sessions on one page.
pub const SESSIONS_PER_PAGE: u32 = 100;
/// Sessions on one page, when the client does not say.
pub const SESSIONS_DEFAULT: u32 = 20;
