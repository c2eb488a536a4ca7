//! Every limit of an interact request, and the rules that hold between its fields.

use super::capture::{NodeFacts, ScrollableContainer, SemanticNode, TextLine, TextRun};
use super::report::ElementId;
use super::request::{Attachment, InteractRequest, WireDomMode};
use super::v2::SemanticNodeV2;
use crate::invalid::{Invalid, address, bytes, chars, count, cut, finite, given, texts};
use crate::limits::*;

/// Longest id of a control, in characters.
const ID: usize = screen_agent_page::NodeId::MAX;

impl InteractRequest {
    /// Refuses what is over a limit or contradicts itself, and cuts long names.
    pub fn checked(mut self) -> Result<Self, Invalid> {
        self.check_words()?;
        self.check_heavy()?;
        self.check_reports()?;
        self.check_chain()?;
        self.check_lists()?;
        self.check_nodes()?;
        self.check_between()?;
        self.cut_names();
        Ok(self)
    }

    fn check_words(&self) -> Result<(), Invalid> {
        given("query", &self.query, QUERY)?;
        address("url", &self.url)?;
        address("previousUrl", &self.previous_url)?;
        chars("domain", &self.domain, DOMAIN)?;
        chars("title", &self.title, TITLE)?;
        chars("pageTitle", &self.page_title, TITLE)?;
        chars("document", &self.document, WORD)?;
        chars("scrollPosition", &self.scroll_position, 10)?;
        if let Some(workflow) = &self.workflow {
            workflow.check()?;
        }
        if self.tab_id.is_some_and(|id| id <= 0) {
            return Err(Invalid::new("tabId", "is not positive"));
        }
        if let Some(date) = &self.local_date {
            check_date(date)?;
        }
        self.attachment.as_ref().map_or(Ok(()), check_attachment)
    }

    fn check_heavy(&self) -> Result<(), Invalid> {
        chars("dom", &self.dom, DOM)?;
        bytes("skeletonDom", &self.skeleton_dom, SKELETON)?;
        bytes("screenshot", &self.screenshot, SCREENSHOT)?;
        chars("screenshotHash", &self.screenshot_hash, HASH)
    }

    fn check_reports(&self) -> Result<(), Invalid> {
        if let Some(error) = &self.last_action_error {
            chars("lastActionError.message", &error.message, REPORT)?;
            chars("lastActionError.code", &error.code, WORD)?;
            chars("lastActionError.action", &error.action, REPORT)?;
            check_element("lastActionError.elementId", error.element_id.as_ref())?;
        }
        if let Some(result) = &self.last_action_result {
            let state = &result.actual_state;
            chars("lastActionResult.actualState", state, REPORT)?;
        }
        if let Some(checked) = &self.client_verification {
            chars("clientVerification.selector", &checked.selector, REPORT)?;
        }
        if let Some(noticed) = &self.client_observations {
            let files = &noticed.downloads;
            texts("clientObservations.downloads", files, FILES, TITLE)?;
        }
        if let Some(changes) = &self.dom_changes {
            address("domChanges.previousUrl", &changes.previous_url)?;
        }
        if let Some(approval) = &self.approval {
            chars("approval.fingerprint", &approval.fingerprint, HASH)?;
        }
        Ok(())
    }

    fn check_chain(&self) -> Result<(), Invalid> {
        if let Some(chain) = &self.chain_error {
            chars("chainError.message", &chain.message, REPORT)?;
            chars("chainError.code", &chain.code, WORD)?;
            chars("chainError.action", &chain.action, REPORT)?;
            check_element("chainError.elementId", chain.element_id.as_ref())?;
        }
        let Some(partial) = &self.chain_partial_state else {
            return Ok(());
        };
        let done = &partial.executed_actions;
        texts("chainPartialState.executedActions", done, CHAIN, REPORT)?;
        let dom = &partial.dom_after_last_success;
        chars("chainPartialState.domAfterLastSuccess", dom, DOM)
    }

    fn check_lists(&self) -> Result<(), Invalid> {
        texts("recentEvents", &self.recent_events, EVENTS, SHORT)?;
        texts("errors_detected", &self.errors_detected, NOTICES, SHORT)?;
        texts("success_messages", &self.success_messages, NOTICES, SHORT)?;
        chars("verification_message", &self.verification_message, TITLE)?;
        chars("filter_reason", &self.filter_reason, SHORT)?;
        let share = self.token_reduction;
        if share.is_some_and(|share| !(0.0..=100.0).contains(&share)) {
            return Err(Invalid::new("token_reduction", "is not between 0 and 100"));
        }
        if let Some(client) = &self.client {
            chars("client.name", &client.name, WORD)?;
            chars("client.version", &client.version, WORD)?;
            let words = &client.capabilities;
            texts("client.capabilities", words, CAPABILITIES, WORD)?;
            texts("client.files", &client.files, FILES, TITLE)?;
        }
        each(
            "scrollableContainers",
            &self.scrollable_containers,
            CONTAINERS,
            check_region,
        )
    }

    fn check_nodes(&self) -> Result<(), Invalid> {
        each("interactiveTree", &self.interactive_tree, NODES, check_node)?;
        each("semanticNodes", &self.semantic_nodes, NODES, check_node_v2)?;
        each("pageText", &self.page_text, LINES, check_line)?;
        if let Some(node) = self.focused() {
            check_node(node).map_err(|invalid| invalid.inside("keyboard.node"))?;
        }
        let sides = self.viewport.map(|view| [view.width, view.height]);
        finite("viewport", sides.into_iter().flatten())
    }

    /// A page comes with something to look at, and a mode with what it names.
    fn check_between(&self) -> Result<(), Invalid> {
        let has_tree = self.interactive_tree.is_some() || self.semantic_nodes.is_some();
        let has_html = self.dom.is_some() || self.skeleton_dom.is_some();
        match self.dom_mode {
            Some(WireDomMode::Full) if self.dom.is_none() => {
                return Err(Invalid::new("dom", "is required in full mode"));
            }
            Some(WireDomMode::Skeleton | WireDomMode::Hybrid) if !has_html && !has_tree => {
                return Err(Invalid::new("skeletonDom", "is required in this mode"));
            }
            Some(WireDomMode::Semantic) if !has_tree && !has_html => {
                return Err(Invalid::new(
                    "interactiveTree",
                    "is required in semantic mode",
                ));
            }
            _ => {}
        }
        if self.page_url().is_some() && !has_tree && !has_html {
            return Err(Invalid::new(
                "interactiveTree",
                "a page needs interactiveTree, semanticNodes, skeletonDom or dom",
            ));
        }
        Ok(())
    }

    fn cut_names(&mut self) {
        let focused = self.keyboard.as_mut().and_then(|at| at.node.as_mut());
        for node in self.interactive_tree.iter_mut().flatten().chain(focused) {
            cut(&mut node.n, NAME);
            if let Some(value) = &mut node.v {
                cut(value, VALUE);
            }
        }
        for node in self.semantic_nodes.iter_mut().flatten() {
            cut(&mut node.name, NAME);
            if let Some(value) = &mut node.value {
                cut(value, VALUE);
            }
        }
        for line in self.page_text.iter_mut().flatten() {
            for run in &mut line.c {
                if let TextRun::Text(text) = run {
                    cut(text, RUN);
                }
            }
        }
    }
}

/// Checks a list entry by entry; the path is written only for one that is wrong.
fn each<T>(
    field: &str,
    list: &Option<Vec<T>>,
    most: usize,
    check: fn(&T) -> Result<(), Invalid>,
) -> Result<(), Invalid> {
    let list = list.as_deref().unwrap_or_default();
    count(field, list.len(), most)?;
    list.iter().enumerate().try_for_each(|(index, entry)| {
        check(entry).map_err(|invalid| invalid.inside(&format!("{field}[{index}]")))
    })
}

fn check_region(region: &ScrollableContainer) -> Result<(), Invalid> {
    chars("id", &region.id, ID)?;
    chars("depth", &region.depth, 10)
}

fn check_node(node: &SemanticNode) -> Result<(), Invalid> {
    check_id("i", &node.i)?;
    chars("r", &node.r, WORD)?;
    chars("s", &node.s, SHORT)?;
    chars("c", &node.c, WORD)?;
    chars("o", &node.o, URL)?;
    finite("xy", node.xy.into_iter().flatten())?;
    finite("box", node.r#box.into_iter().flatten())?;
    node.d.as_ref().map_or(Ok(()), check_facts)
}

fn check_facts(facts: &NodeFacts) -> Result<(), Invalid> {
    chars("d.tag", &facts.tag, WORD)?;
    chars("d.href", &facts.href, URL)?;
    chars("d.action", &facts.action, URL)?;
    chars("d.sel", &facts.sel, REPORT)?;
    if let Some(button) = &facts.enter {
        chars("d.enter.n", &button.n, REPORT)?;
        chars("d.enter.action", &button.action, URL)?;
    }
    count("d.opts", facts.opts.as_ref().map_or(0, Vec::len), NODES)
}

fn check_node_v2(node: &SemanticNodeV2) -> Result<(), Invalid> {
    check_id("id", &node.id)?;
    chars("role", &node.role, WORD)?;
    chars("state", &node.state, SHORT)?;
    chars("href", &node.href, URL)?;
    let bounds = node.bounds.map(|at| [at.x, at.y, at.width, at.height]);
    finite("bounds", bounds.into_iter().flatten())
}

fn check_line(line: &TextLine) -> Result<(), Invalid> {
    chars("k", &line.k, WORD)?;
    count("c", line.c.len(), NODES)?;
    finite("b", line.b.into_iter().flatten())?;
    line.c.iter().try_for_each(|run| match run {
        TextRun::Node(node) => check_id("c", &node.i),
        TextRun::Text(_) | TextRun::Cell(()) => Ok(()),
    })
}

/// An id is written back inside an action, so nothing in it may need an escape.
fn check_id(field: &str, id: &str) -> Result<(), Invalid> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:".contains(&byte);
    if !id.is_empty() && id.len() <= ID && id.bytes().all(plain) {
        return Ok(());
    }
    Err(Invalid::new(field, "is not an element id"))
}

fn check_element(field: &str, id: Option<&ElementId>) -> Result<(), Invalid> {
    match id {
        Some(ElementId::Text(text)) => chars(field, text, ID),
        Some(ElementId::Number(_)) | None => Ok(()),
    }
}

fn check_attachment(file: &Attachment) -> Result<(), Invalid> {
    chars("attachment.s3Key", &file.s3_key, KEY)?;
    chars("attachment.filename", &file.filename, TITLE)?;
    chars("attachment.mimeType", &file.mime_type, MIME)?;
    if file.size == 0 {
        return Err(Invalid::new("attachment.size", "is not positive"));
    }
    Ok(())
}

fn check_date(date: &str) -> Result<(), Invalid> {
    let digits = |range: std::ops::Range<usize>| {
        date.as_bytes()
            .get(range)
            .is_some_and(|part| part.iter().all(u8::is_ascii_digit))
    };
    let dashes = date.as_bytes().get(4) == Some(&b'-') && date.as_bytes().get(7) == Some(&b'-');
    if date.len() == 10 && dashes && digits(0..4) && digits(5..7) && digits(8..10) {
        return Ok(());
    }
    Err(Invalid::new("localDate", "is not a date like 2026-01-31"))
}
