//! What an action would bring about, action by action.

use screen_agent_page::{Node, NodeId};
use screen_agent_words::{WordList, Words};

use super::consequence::Consequence;
use super::{Denial, DenyReason, GateCase};
use crate::approval::AskReason;
use crate::consent::{ControlInUse, Label, SpokenConsent};
use screen_agent_action::origin::{host_of, is_among, origin_of};
use screen_agent_action::{Action, ActionFamily, EffectClass};
use screen_agent_words::quote::{plain, quote};

/// One case, with what is worked out of it once.
pub(crate) struct Weighing<'a> {
    pub(super) case: &'a GateCase<'a>,
    /// The person's words.
    pub(super) consent: SpokenConsent,
    /// Origin of the page; empty where it has none.
    pub(super) origin: String,
    /// The page is one that the task is on or that the person names, so their words count there.
    pub(super) on_site: bool,
}

pub(super) type Found = Result<Vec<Consequence>, Denial>;

impl<'a> Weighing<'a> {
    pub(crate) fn new(case: &'a GateCase<'a>) -> Self {
        let origin = origin_of(case.url).unwrap_or_default();
        let consent = SpokenConsent::of(case.words.iter().map(Words::as_str));
        let named = host_of(&origin).is_some_and(|host| consent.name_host(&host));
        let on_site = is_among(&origin, case.origins) || named;
        Self {
            case,
            consent,
            origin,
            on_site,
        }
    }

    /// Everything consequential about the case. A denial where nobody could allow it.
    pub(crate) fn consequences(&self) -> Found {
        let mut found: Vec<Consequence> = self.is_outside().into_iter().collect();
        found.extend(self.of_action()?);
        found.extend(self.misplaced());
        if self.case.each_is_asked {
            // No yes of before covers what is asked each time.
            found.iter_mut().for_each(|each| each.lasts = false);
            if found.is_empty() {
                found.extend(self.each());
            }
        }
        Ok(found)
    }

    /// What harms nobody, and is asked about all the same.
    fn each(&self) -> Option<Consequence> {
        let action = self.case.action;
        if brings_nothing_about(action) {
            return None;
        }
        let node = action.target().and_then(|id| self.case.node(id));
        let on = node.map(|node| format!(" on {}", self.which(node)));
        let on = on.unwrap_or_default();
        let done = quote(&screen_agent_action::print(action));
        let text = format!("Do {done}{on}, on {}?", self.here());
        Some(self.consequence(AskReason::EachIsAsked, text, false))
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "refused, unless its class does no harm"
    )]
    fn of_action(&self) -> Found {
        match self.case.action {
            Action::DragAndDrop { from, to } => Ok(self.drag(from, to)),
            Action::SetValue { id, text } | Action::AppendText { id, text } => {
                self.on(id, |node| self.write(node, text))
            }
            Action::SelectDropdown { id, choice } => self.on(id, |node| self.choose(node, choice)),
            Action::UploadFile { id, files } => self.on(id, |node| self.hand_over(node, files)),
            Action::Type { text, .. } => self.type_text(text),
            Action::Press { key, modifiers } => self.press(key, modifiers),
            Action::Navigate { url, .. } => self.go(url),
            Action::CreateTab { url, .. } => {
                url.as_deref().map_or(Ok(Vec::new()), |url| self.go(url))
            }
            Action::Search { engine, query } => Ok(self.search(engine.as_deref(), query)),
            Action::GoogleSearch { query } => Ok(self.search(Some("google"), query)),
            Action::GoBack | Action::GoForward | Action::SwitchTab { .. } => Ok(self.turn_away()),
            Action::CloseTab { .. } => Ok(self.close_tab()),
            Action::AcceptDialog { .. } => Ok(self.accept_dialog(self.case.dialog())),
            // What a dialog will say that has yet to come is not known.
            Action::WaitForDialog {
                accept: Some(true), ..
            } => Ok(self.accept_dialog(None)),
            Action::Evaluate { code } => {
                let what = format!("Run the code {} in the page", quote(code));
                Ok(self.privileged(&what, self.consent.hold_value(code)))
            }
            Action::InterceptRequest { pattern, .. } | Action::MockResponse { pattern, .. } => {
                let ordered = self.consent.hold_value(pattern);
                Ok(self.privileged("Change the traffic of the page", ordered))
            }
            Action::RightClick { .. } | Action::DismissDialog | Action::WaitForDialog { .. } => {
                Ok(Vec::new())
            }
            action => self.of_family(action),
        }
    }

    /// What is weighed alike, however it is done.
    fn of_family(&self, action: &Action) -> Found {
        let family = action.family();
        if matches!(family, ActionFamily::Press | ActionFamily::Tick) {
            let node = action.target().and_then(|id| self.case.node(id));
            node.map_or(Ok(Vec::new()), |node| self.activate(node))
        } else if family == ActionFamily::Cookies {
            Ok(self.privileged("Work with the cookies", self.orders_any(&COOKIES)))
        } else if family == ActionFamily::Storage {
            Ok(self.privileged("Work with the stored data", self.orders_any(&STORAGE)))
        } else {
            self.unweighed()
        }
    }

    /// What is not weighed above has to be of a class that brings nothing about.
    fn unweighed(&self) -> Found {
        if brings_nothing_about(self.case.action) {
            return Ok(Vec::new());
        }
        Err(Denial::new(
            DenyReason::Malformed,
            "It is not known what it would bring about.",
        ))
    }

    /// Looks at the control with this id. That it is there has been checked.
    fn on(&self, id: &NodeId, look: impl FnOnce(&'a Node) -> Found) -> Found {
        self.case.node(id).map_or(Ok(Vec::new()), look)
    }

    /// Something that takes effect on the page.
    pub(super) fn consequence(
        &self,
        reason: AskReason,
        text: String,
        ordered: bool,
    ) -> Consequence {
        Consequence::there(reason, &self.origin, text, ordered && self.on_site)
    }

    /// Something that takes effect where a control is. A lasting yes may cover it where its label
    /// is understood and names nothing grave, and neither it nor its form takes anything secret.
    pub(super) fn at(
        &self,
        node: &Node,
        reason: AskReason,
        text: String,
        ordered: bool,
    ) -> Consequence {
        let place = self.place_of(node);
        let label = Label::read(&node.name);
        let plain = label.grave.is_empty() && !label.unknown && !self.pays(node);
        Consequence {
            lasts: plain && !place.framed && is_among(&place.origin, self.case.origins),
            ..Consequence::there(reason, &place.origin, text, ordered && place.on_site)
        }
    }

    /// It, or its form, takes a password, a card or a code.
    fn pays(&self, node: &Node) -> bool {
        let beside = |other: &&Node| {
            other.facts.form.is_some()
                && other.facts.form == node.facts.form
                && other.frame == node.frame
        };
        let mut fields = self.case.nodes.iter().filter(beside).chain([node]);
        fields.any(screen_agent_page::secret::is_secret)
    }

    /// The page's origin, as it is shown.
    pub(super) fn here(&self) -> &str {
        if self.origin.is_empty() {
            "this page"
        } else {
            &self.origin
        }
    }

    fn orders_any(&self, phrases: &[&str]) -> bool {
        self.consent.orders_phrase(phrases)
    }

    fn privileged(&self, what: &str, ordered: bool) -> Vec<Consequence> {
        let text = format!("{what} on {}?", self.here());
        vec![self.consequence(AskReason::Privileged, text, ordered)]
    }

    /// Goes to another page of the history, or to another tab. Those that the task made are its
    /// own. A client that tells its documents keeps to them; of any other it is not known.
    fn turn_away(&self) -> Vec<Consequence> {
        let made = self.case.course.made;
        let (own, said, what): (bool, &[&str], &str) = if self.case.action == &Action::GoBack {
            (made.back, &["back"], "Go back to what was there before")
        } else if self.case.action == &Action::GoForward {
            (made.forward, &["forward"], "Go forward to what was there")
        } else {
            let said = &["tab", "tabs", "window"];
            (made.tabs, said, "Go to another tab of the browser")
        };
        let back_out = matches!(self.case.action, Action::GoBack)
            && !self.origin.is_empty()
            && !is_among(&self.origin, self.case.origins);
        if own || back_out || self.case.tells() {
            return Vec::new();
        }
        let text = format!("{what}? It is not known which site that is.");
        let ordered = self.consent.mention(said);
        vec![Consequence::there(
            AskReason::LeavesSite,
            &self.origin,
            text,
            ordered,
        )]
    }

    fn close_tab(&self) -> Vec<Consequence> {
        let ordered = self.consent.mention(&["close"]) && self.consent.mention(&["tab", "tabs"]);
        let text = "Close a tab of the browser?".to_owned();
        vec![self.consequence(AskReason::ChangesState, text, ordered)]
    }

    fn accept_dialog(&self, said: Option<String>) -> Vec<Consequence> {
        let mut text = format!("Accept the dialog that {} shows?", self.here());
        if let Some(said) = &said {
            text = format!("{text} It says {}.", quote(said));
        }
        let carries = |said: &String| {
            let pressed = self.pressed_by_order();
            self.consent.carries_dialog(without_kind(said), pressed)
        };
        let ordered = said.as_ref().is_some_and(carries);
        vec![self.consequence(AskReason::ChangesState, text, ordered)]
    }

    /// The last press of this task was one that the words order.
    fn pressed_by_order(&self) -> bool {
        self.case.course.pressed.is_some_and(|(role, name)| {
            let (label, role) = (Label::read(name), screen_agent_page::Role::parse(role));
            self.consent.carries(&ControlInUse {
                filled_here: true,
                ..ControlInUse::new(&label, &role)
            })
        })
    }

    fn hand_over(&self, node: &Node, files: &[String]) -> Found {
        let mut found = self.sends_elsewhere(node)?;
        // Given along with words that order it, a file need not be named.
        let given = |file: &String| self.consent.hand_over() && self.case.files.contains(file);
        let ordered = |file: &String| self.consent.hold_file(file) || given(file);
        let ordered = files.iter().all(ordered);
        // The whole path: the same name in another folder is another file.
        let names: Vec<String> = files
            .iter()
            .map(|file| format!("\"{}\"", plain(file)))
            .collect();
        let text = format!(
            "Hand {} to {}?",
            names.join(", "),
            self.place_of(node).shown()
        );
        found.push(Consequence {
            // One file is not another.
            lasts: false,
            ..self.at(node, AskReason::HandsOverFiles, text, ordered)
        });
        Ok(found)
    }
}

/// It harms nobody, whatever it is done to.
fn brings_nothing_about(action: &Action) -> bool {
    match action.effect() {
        EffectClass::Reads
        | EffectClass::Captures
        | EffectClass::Moves
        | EffectClass::Waits
        | EffectClass::Ends
        | EffectClass::Serves => true,
        EffectClass::Works
        | EffectClass::Types
        | EffectClass::Goes
        | EffectClass::Answers
        | EffectClass::ReadsStored
        | EffectClass::Privileged => false,
    }
}

/// What a dialog says, without the word that clients put before it for its kind.
fn without_kind(said: &str) -> &str {
    const KINDS: [&str; 4] = ["alert", "confirm", "prompt", "beforeunload"];
    match said.split_once(':') {
        Some((kind, rest)) if KINDS.contains(&kind.trim()) => rest.trim(),
        _ => said,
    }
}

/// Orders that concern cookies.
static COOKIES: WordList = WordList::named("weigh cookies");

/// Orders that concern stored data.
static STORAGE: WordList = WordList::named("weigh storage");
