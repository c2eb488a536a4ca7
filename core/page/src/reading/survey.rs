//! What each element of a page holds, counted once.
//!
//! Two walks: the first counts, the second says what is content and what stands around it, for
//! that takes knowing how much of the page an element is.

use screen_agent_words::WordList;

use super::around::{self, Zone};
use super::hint::Hints;
use crate::html::control::is_editable;
use crate::html::{Dom, NodeRef, Visit, is_block, is_hidden, is_styled_away, is_unrendered};

/// What is known of an element.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fact {
    /// Letters in it that a reader sees. A sign that stands for a word counts for three.
    pub(super) letters: u32,
    /// Of those, in links.
    pub(super) linked: u32,
    /// Links with words.
    pub(super) links: u32,
    /// Letters that stand in it directly, not in a block inside it.
    pub(super) own: u32,
    /// Of those, in links.
    pub(super) own_linked: u32,
    /// Marks between parts of a sentence, directly in it.
    pub(super) own_commas: u32,
    /// How much there is to read in it: prose, mostly.
    pub(super) mass: f32,
    /// Blocks that structure: lists, tables, headings and the like.
    pub(super) structures: u16,
    /// Blocks that only hold text: paragraphs and the like.
    pub(super) blocks: u16,
    /// Pictures and films.
    pub(super) media: u16,
    /// Main headings.
    pub(super) titles: u16,
    /// Where it comes in the order of the page.
    pub(super) at: u32,
    /// Where what is in it ends in that order.
    pub(super) end: u32,
    /// What its class and id say.
    pub(super) hints: Hints,
    /// What it is for.
    pub(super) zone: Zone,
    /// It is read at all.
    pub(super) read: bool,
    /// It stands in an article.
    pub(super) in_article: bool,
}

impl Fact {
    /// Share of its letters that stand in links.
    pub(super) fn density(&self) -> f32 {
        share(self.linked, self.letters)
    }

    /// Letters that stand in no link.
    pub(super) fn prose(&self) -> u32 {
        self.letters - self.linked.min(self.letters)
    }
}

/// A part of a whole; 0 of nothing.
pub(super) fn share(part: u32, whole: u32) -> f32 {
    if whole == 0 {
        0.0
    } else {
        part as f32 / whole as f32
    }
}

/// A page, counted.
pub(super) struct Survey<'a> {
    pub(super) dom: &'a Dom,
    facts: Vec<Fact>,
    /// Every element that is read, in the order of the page.
    pub(super) order: Vec<NodeRef>,
    /// The body, or the whole document without one.
    pub(super) body: NodeRef,
}

impl<'a> Survey<'a> {
    /// Counts a page. Of a part of it, all else stands around what is read.
    pub(super) fn new(dom: &'a Dom, part: Option<NodeRef>) -> Self {
        let mut survey = Self {
            dom,
            facts: vec![Fact::default(); dom.len()],
            order: Vec::new(),
            body: NodeRef::ROOT,
        };
        survey.count();
        survey.body = part.unwrap_or(survey.body);
        survey.zone(part);
        survey
    }

    /// What is known of a place.
    pub(super) fn fact(&self, at: NodeRef) -> &Fact {
        &self.facts[at.index()]
    }

    fn fact_mut(&mut self, at: NodeRef) -> &mut Fact {
        &mut self.facts[at.index()]
    }

    /// The elements directly in a place that are read.
    pub(super) fn children(&self, at: NodeRef) -> impl Iterator<Item = NodeRef> {
        self.dom
            .children(at)
            .filter(|&child| self.dom.tag(child).is_some() && self.fact(child).read)
    }

    /// The element that comes at a place of the order, and all in it.
    pub(super) fn inside(&self, at: NodeRef) -> &[NodeRef] {
        let fact = self.fact(at);
        &self.order[fact.at as usize..(fact.end as usize).min(self.order.len())]
    }

    /// True when one holds the other, or is it.
    pub(super) fn holds(&self, outer: NodeRef, inner: NodeRef) -> bool {
        let (outer, inner) = (self.fact(outer), self.fact(inner));
        outer.at <= inner.at && inner.at < outer.end
    }

    fn count(&mut self) {
        let dom = self.dom;
        let mut walk = dom.walk(NodeRef::ROOT);
        let mut open = Open::default();
        while let Some(visit) = walk.next() {
            match visit {
                Visit::Enter(at) if dom.tag(at).is_some() && is_unread(dom, at) => {
                    self.note_media(at);
                    walk.pass_over(at);
                }
                Visit::Enter(at) => self.enter(at, &mut open),
                Visit::Leave(at) => self.leave(at, &mut open),
            }
        }
    }

    fn enter(&mut self, at: NodeRef, open: &mut Open) {
        let dom = self.dom;
        if let Some(text) = dom.text(at) {
            self.say(at, text, open);
            return;
        }
        let ordinal = u32::try_from(self.order.len()).unwrap_or(u32::MAX);
        let hints = read_hints(dom, at);
        let fact = self.fact_mut(at);
        (fact.read, fact.at, fact.hints) = (true, ordinal, hints);
        let Some(tag) = dom.tag(at) else {
            open.blocks.push(at);
            return;
        };
        self.note_kind(at, tag);
        self.order.push(at);
        if is_link(dom, at) {
            open.links += 1;
        }
        if is_block(tag) {
            open.blocks.push(at);
        }
    }

    // What stands in a film is for browsers that cannot show it.
    fn note_media(&mut self, at: NodeRef) {
        if let Some(parent) = self.dom.parent(at)
            && is_player(self.dom.tag(at).unwrap_or_default())
        {
            let media = &mut self.fact_mut(parent).media;
            *media = media.saturating_add(1);
        }
    }

    fn note_kind(&mut self, at: NodeRef, tag: &str) {
        if tag == "body" && self.body == NodeRef::ROOT {
            self.body = at;
        }
        let fact = self.fact_mut(at);
        match tag {
            "img" | "iframe" | "embed" => fact.media = 1,
            "p" | "div" | "center" | "address" => fact.blocks = 1,
            "h1" => (fact.titles, fact.structures) = (1, 1),
            "table" | "ul" | "ol" | "dl" | "pre" | "blockquote" | "article" | "section" | "h2"
            | "h3" | "h4" | "h5" | "h6" | "figure" => fact.structures = 1,
            _ => {}
        }
    }

    fn say(&mut self, at: NodeRef, text: &str, open: &Open) {
        let (letters, commas) = weigh(text);
        let linked = if open.links > 0 { letters } else { 0 };
        if let Some(&block) = open.blocks.last() {
            let fact = self.fact_mut(block);
            fact.own += letters;
            fact.own_linked += linked;
            fact.own_commas += commas;
        }
        if let Some(parent) = self.dom.parent(at) {
            let fact = self.fact_mut(parent);
            fact.letters += letters;
            fact.linked += linked;
        }
    }

    fn leave(&mut self, at: NodeRef, open: &mut Open) {
        let dom = self.dom;
        if !self.fact(at).read {
            return;
        }
        let end = u32::try_from(self.order.len()).unwrap_or(u32::MAX);
        if open.blocks.last() == Some(&at) {
            open.blocks.pop();
        }
        let fact = self.fact_mut(at);
        fact.end = end;
        if is_link(dom, at) {
            open.links -= 1;
            fact.links += u32::from(fact.letters > 0);
        }
        let fact = *fact;
        let Some(parent) = dom.parent(at) else { return };
        let around = self.fact_mut(parent);
        around.letters += fact.letters;
        around.linked += fact.linked;
        around.links += fact.links;
        around.structures = around.structures.saturating_add(fact.structures);
        around.blocks = around.blocks.saturating_add(fact.blocks);
        around.media = around.media.saturating_add(fact.media);
        around.titles = around.titles.saturating_add(fact.titles);
    }

    // Zones go down the tree, mass goes up: once of everything, to know what the page is made of,
    // and once of what is content.
    fn zone(&mut self, part: Option<NodeRef>) {
        let order = std::mem::take(&mut self.order);
        self.weigh_up(&order);
        let whole = self.fact(self.body).mass;
        for &at in &order {
            let outer = self.dom.parent(at);
            let within = outer.is_some_and(|outer| {
                self.fact(outer).in_article || around::is_article(self, outer)
            });
            self.fact_mut(at).in_article = within;
            let outer = outer.map(|outer| self.fact(outer).zone);
            let outer = outer.unwrap_or_default();
            self.fact_mut(at).zone = match part {
                Some(part) if part == at => Zone::Content,
                Some(part) if !self.holds(part, at) => Zone::Around,
                _ => around::zone(self, at, whole, outer),
            };
        }
        self.weigh_up(&order);
        self.order = order;
    }

    fn weigh_up(&mut self, order: &[NodeRef]) {
        for &at in order {
            self.fact_mut(at).mass = 0.0;
        }
        for &at in order.iter().rev() {
            let fact = *self.fact(at);
            if fact.zone == Zone::Around {
                continue;
            }
            let mass = fact.mass + own_mass(&fact, self.dom.tag(at).unwrap_or_default());
            self.fact_mut(at).mass = mass;
            if let Some(parent) = self.dom.parent(at)
                && self.fact(parent).zone == fact.zone
            {
                self.fact_mut(parent).mass += mass;
            }
        }
    }
}

/// What is open while the page is counted.
#[derive(Default)]
struct Open {
    blocks: Vec<NodeRef>,
    links: u32,
}

/// True for what leads elsewhere; an anchor that is only a name does not.
pub(super) fn is_link(dom: &Dom, at: NodeRef) -> bool {
    dom.tag(at) == Some("a") && dom.has(at, "href")
}

static UNREAD: WordList = WordList::named("elements that are not read");

/// True for what is not read: what is not drawn, what people fill in, drawings. What a closed
/// disclosure holds is read: it is part of the page, one press away.
fn is_unread(dom: &Dom, at: NodeRef) -> bool {
    let Some(tag) = dom.tag(at) else { return false };
    if UNREAD.contains(tag) || is_player(tag) {
        return true;
    }
    if dom.attr(at, "aria-hidden") == Some("true") || is_editable(dom, at) || is_permalink(dom, at)
    {
        return true;
    }
    if dom.attr(at, "role").is_some_and(is_field_role) {
        return true;
    }
    is_hidden(dom, at) && !is_folded(dom, at)
}

/// A sign at the end of a heading that leads to the heading itself, to be copied: no word of it.
fn is_permalink(dom: &Dom, at: NodeRef) -> bool {
    let here = |href: &str| href.starts_with('#');
    let heads = |tag: &str| {
        let headings = [
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "dt",
            "caption",
            "figcaption",
        ];
        headings.contains(&tag)
    };
    let signs = || {
        let texts = dom
            .descendants(at)
            .take(5)
            .filter_map(|inner| dom.text(inner));
        texts.flat_map(str::chars).filter(|c| !c.is_whitespace())
    };
    dom.tag(at) == Some("a")
        && dom.attr(at, "href").is_some_and(here)
        && dom
            .parent(at)
            .and_then(|around| dom.tag(around))
            .is_some_and(heads)
        && signs().count() <= 2
        && !signs().any(char::is_alphanumeric)
}

fn is_player(tag: &str) -> bool {
    matches!(tag, "video" | "audio" | "canvas" | "object")
}

fn is_field_role(role: &str) -> bool {
    matches!(role, "textbox" | "searchbox" | "spinbutton" | "combobox")
}

// Hidden by nothing but the closed disclosure around it.
fn is_folded(dom: &Dom, at: NodeRef) -> bool {
    let in_details = dom
        .parent(at)
        .is_some_and(|parent| dom.tag(parent) == Some("details") && !dom.has(parent, "open"));
    in_details
        && !dom.has(at, "hidden")
        && !is_styled_away(dom, at)
        && !is_unrendered(dom.tag(at).unwrap_or_default())
}

fn read_hints(dom: &Dom, at: NodeRef) -> Hints {
    let mut hints = Hints::default();
    for (name, value) in dom.attrs(at) {
        if matches!(name, "class" | "id" | "data-component" | "data-testid") {
            hints = hints.and(Hints::read(value));
        }
    }
    hints
}

/// Letters of a text and marks between parts of sentences.
fn weigh(text: &str) -> (u32, u32) {
    let (mut letters, mut commas) = (0, 0);
    for c in text.chars() {
        match c {
            ',' | ';' | '\u{3001}' | '\u{ff0c}' | '\u{3002}' | '\u{60c}' => {
                (letters, commas) = (letters + 1, commas + 1);
            }
            c if c.is_whitespace() => {}
            // A sign of Chinese or Japanese says about as much as half a word.
            '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' => {
                letters += 3;
            }
            _ => letters += 1,
        }
    }
    (letters, commas)
}

/// How much there is to read in a block itself. Titles that lead elsewhere weigh little, so that a
/// list of them is still found where there is nothing else.
fn own_mass(fact: &Fact, tag: &str) -> f32 {
    if matches!(
        tag,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "figcaption" | "button"
    ) {
        return 0.2 * fact.own.min(60) as f32;
    }
    let linked = share(fact.own_linked, fact.own);
    if linked > 0.5 {
        return match fact.own_linked {
            0..20 => 0.0,
            letters => 0.2 * letters.min(150) as f32,
        };
    }
    let prose = (fact.own - fact.own_linked) as f32 * (1.0 - linked);
    match (fact.own, fact.own_commas) {
        (0..20, _) => 0.0,
        (20..70, 0) => 0.5 * prose,
        (_, commas) => prose + 8.0 * commas.min(20) as f32,
    }
}
