//! Every limit of an interact request, and the rules that hold between its fields.

use super::capture::{NodeFacts, SemanticNode, TextLine, TextRun};
use super::report::ElementId;
use super::request::{Attachment, InteractRequest, WireDomMode};
use super::v2::SemanticNodeV2;
use crate::invalid::{Invalid, address, bytes_if, chars, chars_if, count, cut, finite, texts};
use crate::limits;

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
        if self.query.trim().is_empty() {
            return Err(Invalid::new("query", "is empty"));
        }
        chars("query", &self.query, limits::QUERY)?;
        address("url", self.url.as_deref())?;
        address("previousUrl", self.previous_url.as_deref())?;
        chars_if("domain", self.domain.as_deref(), limits::DOMAIN)?;
        chars_if("title", self.title.as_deref(), limits::TITLE)?;
        chars_if("pageTitle", self.page_title.as_deref(), limits::TITLE)?;
        chars_if("document", self.document.as_deref(), limits::WORD)?;
        chars_if("scrollPosition", self.scroll_position.as_deref(), 10)?;
        if self.tab_id.is_some_and(|id| id <= 0) {
            return Err(Invalid::new("tabId", "is not positive"));
        }
        if let Some(date) = &self.local_date {
            check_date(date)?;
        }
        self.attachment.as_ref().map_or(Ok(()), check_attachment)
    }

    fn check_heavy(&self) -> Result<(), Invalid> {
        chars_if("dom", self.dom.as_deref(), limits::DOM)?;
        bytes_if(
            "skeletonDom",
            self.skeleton_dom.as_deref(),
            limits::SKELETON,
        )?;
        bytes_if("screenshot", self.screenshot.as_deref(), limits::SCREENSHOT)?;
        chars_if(
            "screenshotHash",
            self.screenshot_hash.as_deref(),
            limits::HASH,
        )
    }

    fn check_reports(&self) -> Result<(), Invalid> {
        if let Some(error) = &self.last_action_error {
            chars("lastActionError.message", &error.message, limits::REPORT)?;
            chars("lastActionError.code", &error.code, limits::WORD)?;
            chars("lastActionError.action", &error.action, limits::REPORT)?;
            check_element("lastActionError.elementId", error.element_id.as_ref())?;
        }
        if let Some(result) = &self.last_action_result {
            let state = result.actual_state.as_deref();
            chars_if("lastActionResult.actualState", state, limits::REPORT)?;
        }
        if let Some(checked) = &self.client_verification {
            let selector = checked.selector.as_deref();
            chars_if("clientVerification.selector", selector, limits::REPORT)?;
        }
        if let Some(changes) = &self.dom_changes {
            address("domChanges.previousUrl", changes.previous_url.as_deref())?;
        }
        if let Some(approval) = &self.approval {
            chars("approval.fingerprint", &approval.fingerprint, limits::HASH)?;
        }
        Ok(())
    }

    fn check_chain(&self) -> Result<(), Invalid> {
        if let Some(chain) = &self.chain_error {
            chars("chainError.message", &chain.message, limits::REPORT)?;
            chars("chainError.code", &chain.code, limits::WORD)?;
            chars("chainError.action", &chain.action, limits::REPORT)?;
            check_element("chainError.elementId", chain.element_id.as_ref())?;
        }
        let Some(partial) = &self.chain_partial_state else {
            return Ok(());
        };
        let done = Some(partial.executed_actions.as_slice());
        texts(
            "chainPartialState.executedActions",
            done,
            limits::CHAIN,
            limits::REPORT,
        )?;
        let dom = partial.dom_after_last_success.as_deref();
        chars_if("chainPartialState.domAfterLastSuccess", dom, limits::DOM)
    }

    fn check_lists(&self) -> Result<(), Invalid> {
        let short = limits::SHORT;
        texts(
            "recentEvents",
            self.recent_events.as_deref(),
            limits::EVENTS,
            short,
        )?;
        texts(
            "errors_detected",
            self.errors_detected.as_deref(),
            limits::NOTICES,
            short,
        )?;
        texts(
            "success_messages",
            self.success_messages.as_deref(),
            limits::NOTICES,
            short,
        )?;
        chars_if(
            "verification_message",
            self.verification_message.as_deref(),
            limits::TITLE,
        )?;
        chars_if("filter_reason", self.filter_reason.as_deref(), short)?;
        if self
            .token_reduction
            .is_some_and(|share| !(0.0..=100.0).contains(&share))
        {
            return Err(Invalid::new("token_reduction", "is not between 0 and 100"));
        }
        if let Some(client) = &self.client {
            chars("client.name", &client.name, limits::WORD)?;
            chars("client.version", &client.version, limits::WORD)?;
            let words = Some(client.capabilities.as_slice());
            texts(
                "client.capabilities",
                words,
                limits::CAPABILITIES,
                limits::WORD,
            )?;
        }
        let regions = self.scrollable_containers.as_deref().unwrap_or_default();
        count("scrollableContainers", regions.len(), limits::CONTAINERS)?;
        regions.iter().enumerate().try_for_each(|(index, region)| {
            chars(&format!("scrollableContainers[{index}].id"), &region.id, ID)?;
            chars(
                &format!("scrollableContainers[{index}].depth"),
                &region.depth,
                10,
            )
        })
    }

    fn check_nodes(&self) -> Result<(), Invalid> {
        each(
            "interactiveTree",
            self.interactive_tree.as_deref(),
            limits::NODES,
            check_node,
        )?;
        each(
            "semanticNodes",
            self.semantic_nodes.as_deref(),
            limits::NODES,
            check_node_v2,
        )?;
        each(
            "pageText",
            self.page_text.as_deref(),
            limits::LINES,
            check_line,
        )?;
        if let Some(node) = self.focused() {
            check_node(node).map_err(|invalid| invalid.inside("keyboard.node"))?;
        }
        match self.viewport {
            Some(view) => finite("viewport", &[view.width, view.height]),
            None => Ok(()),
        }
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
            cut(&mut node.n, limits::NAME);
            if let Some(value) = &mut node.v {
                cut(value, limits::VALUE);
            }
        }
        for node in self.semantic_nodes.iter_mut().flatten() {
            cut(&mut node.name, limits::NAME);
            if let Some(value) = &mut node.value {
                cut(value, limits::VALUE);
            }
        }
        for line in self.page_text.iter_mut().flatten() {
            for run in &mut line.c {
                if let TextRun::Text(text) = run {
                    cut(text, limits::RUN);
                }
            }
        }
    }
}

/// Checks a list entry by entry; the path is written only for one that is wrong.
fn each<T>(
    field: &str,
    list: Option<&[T]>,
    most: usize,
    check: fn(&T) -> Result<(), Invalid>,
) -> Result<(), Invalid> {
    let list = list.unwrap_or_default();
    count(field, list.len(), most)?;
    list.iter().enumerate().try_for_each(|(index, entry)| {
        check(entry).map_err(|invalid| invalid.inside(&format!("{field}[{index}]")))
    })
}

fn check_node(node: &SemanticNode) -> Result<(), Invalid> {
    check_id("i", &node.i)?;
    chars("r", &node.r, limits::WORD)?;
    chars_if("s", node.s.as_deref(), limits::SHORT)?;
    chars_if("c", node.c.as_deref(), limits::WORD)?;
    chars_if("o", node.o.as_deref(), limits::URL)?;
    finite("xy", node.xy.as_ref().map_or(&[], |xy| xy.as_slice()))?;
    finite(
        "box",
        node.r#box.as_ref().map_or(&[], |rect| rect.as_slice()),
    )?;
    node.d.as_ref().map_or(Ok(()), check_facts)
}

fn check_facts(facts: &NodeFacts) -> Result<(), Invalid> {
    chars_if("d.tag", facts.tag.as_deref(), limits::WORD)?;
    chars_if("d.href", facts.href.as_deref(), limits::URL)?;
    chars_if("d.action", facts.action.as_deref(), limits::URL)?;
    chars_if("d.sel", facts.sel.as_deref(), limits::REPORT)?;
    if let Some(button) = &facts.enter {
        chars("d.enter.n", &button.n, limits::REPORT)?;
        chars_if("d.enter.action", button.action.as_deref(), limits::URL)?;
    }
    count(
        "d.opts",
        facts.opts.as_ref().map_or(0, Vec::len),
        limits::NODES,
    )
}

fn check_node_v2(node: &SemanticNodeV2) -> Result<(), Invalid> {
    check_id("id", &node.id)?;
    chars("role", &node.role, limits::WORD)?;
    chars_if("state", node.state.as_deref(), limits::SHORT)?;
    chars_if("href", node.href.as_deref(), limits::URL)?;
    match node.bounds {
        Some(at) => finite("bounds", &[at.x, at.y, at.width, at.height]),
        None => Ok(()),
    }
}

fn check_line(line: &TextLine) -> Result<(), Invalid> {
    chars_if("k", line.k.as_deref(), limits::WORD)?;
    count("c", line.c.len(), limits::NODES)?;
    finite("b", line.b.as_ref().map_or(&[], |rect| rect.as_slice()))?;
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
    chars("attachment.s3Key", &file.s3_key, limits::KEY)?;
    chars("attachment.filename", &file.filename, limits::TITLE)?;
    chars("attachment.mimeType", &file.mime_type, limits::MIME)?;
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
