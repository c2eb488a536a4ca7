//! Stands between tokenizer and tree builder and keeps hostile pages in proportion.
//!
//! The tree builder looks through its stack of open elements at most tags, so its time is depth
//! times tags; and an unclosed formatting element is rebuilt in every block that follows. Browsers
//! cap depth for the same reason.

use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::TreeSink;
use html5ever::tendril::{SliceExt, StrTendril};
use html5ever::tokenizer::{
    Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};

use super::sink::Sink;
use super::{Dom, MOST_BYTES, NodeRef, is_raw_text, tame};

/// Elements nested deeper than this become siblings of what is around them.
const DEPTH: u32 = 256;
/// A page that still nests deeper is trying to; nothing more of it is read.
const DEPTH_HARD: u32 = 1024;
/// Most elements and texts of a page.
const MOST: usize = 600_000;

struct Guard {
    builder: TreeBuilder<NodeRef, Sink>,
}

/// Parses a page.
pub(super) fn parse(html: &str) -> Dom {
    let html = tame::tame(up_to(html, MOST_BYTES));
    let guard = Guard {
        builder: TreeBuilder::new(Sink::new(), TreeBuilderOpts::default()),
    };
    let tokenizer = Tokenizer::new(guard, TokenizerOpts::default());
    let input = BufferQueue::default();
    let text: StrTendril = html.to_tendril();
    input.push_back(text);
    // Scripts are not run and encodings are known, so every pause is simply gone on from.
    while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.builder.sink.finish()
}

/// The first bytes of a text, up to a whole character.
fn up_to(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}

impl Guard {
    fn takes(&self, token: &Token) -> bool {
        let sink = &self.builder.sink;
        if sink.len() > MOST || sink.deepest.get() > DEPTH_HARD {
            return matches!(token, Token::EOFToken);
        }
        let Token::TagToken(tag) = token else {
            return true;
        };
        match tag.kind {
            TagKind::StartTag => sink.depth.get() < DEPTH || is_leaf(tag),
            TagKind::EndTag => {
                sink.depth.set(sink.depth.get().saturating_sub(1));
                true
            }
        }
    }
}

// Leaving out the tag of raw text would turn a script into words.
fn is_leaf(tag: &Tag) -> bool {
    is_raw_text(&tag.name) || matches!(&*tag.name, "textarea" | "title" | "input" | "br" | "img")
}

impl TokenSink for Guard {
    type Handle = NodeRef;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<NodeRef> {
        if self.takes(&token) {
            self.builder.process_token(token, line)
        } else {
            TokenSinkResult::Continue
        }
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder
            .adjusted_current_node_present_but_not_in_html_namespace()
    }
}
