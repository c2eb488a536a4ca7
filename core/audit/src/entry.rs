//! What is written down, before it has its place in the log.

use serde_json::{Map, Value};
use uuid::Uuid;

/// Longest text of a detail, in characters. What is longer is cut, and says so.
pub const LONGEST_TEXT: usize = 4_000;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident => $word:literal),+ $(,)?) => {
        /// What happened. The word of each is stored, and never changes its meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind { $($(#[$doc])* $kind),+ }

        impl Kind {
            /// Every kind, in the order of this list.
            pub const ALL: &'static [Self] = &[$(Self::$kind),+];

            /// The word that is stored.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$kind => $word),+ }
            }
        }
    };
}

kinds! {
    /// Somebody signed in.
    SignedIn => "signed_in",
    /// A password or a code was wrong.
    SignInFailed => "sign_in_failed",
    /// There were too many failures, so that nothing was looked at.
    SignInHeldBack => "sign_in_held_back",
    /// A right password met a closed account.
    SignInRefused => "sign_in_refused",
    /// A sign-in was ended.
    SignedOut => "signed_out",
    /// All of a person's were.
    SignedOutEverywhere => "signed_out_everywhere",
    /// A password is another one.
    PasswordChanged => "password_changed",
    /// A second factor is asked for from now on.
    SecondFactorOn => "second_factor_on",
    /// And no longer.
    SecondFactorOff => "second_factor_off",
    /// A recovery code stood in for a second factor.
    RecoveryCodeUsed => "recovery_code_used",
    /// A person was added.
    UserAdded => "user_added",
    /// An account was closed.
    UserDisabled => "user_disabled",
    /// It was opened again.
    UserEnabled => "user_enabled",
    /// A person was removed with everything that was theirs.
    UserRemoved => "user_removed",
    /// A setting is another one.
    SettingsChanged => "settings_changed",
    /// A person was asked for a yes.
    ApprovalAsked => "approval_asked",
    /// They gave it.
    ApprovalGiven => "approval_given",
    /// They said no.
    ApprovalRefused => "approval_refused",
    /// An answer came that did not count: too late, or to something else.
    ApprovalVoid => "approval_void",
    /// A yes lasts for a site, for a while.
    GrantGiven => "grant_given",
    /// Something consequential was let through to be done.
    Effect => "effect",
    /// A tool was performed, or handed to the client to perform.
    Tool => "tool",
    /// A run was submitted, taken by a worker, answered or ended: it stands otherwise.
    Run => "run",
    /// Runs are begun by the clock from now on, at other times, or for a while no more.
    Schedule => "schedule",
    /// A lease on a tab was asked for, allowed, paused, worked under or ended: it stands otherwise.
    Lease => "lease",
    /// A secret that is kept for runs was set, given to a worker to enter, or refused to one.
    Secret => "secret",
    /// Something was taken out of the server.
    Exported => "exported",
    /// Something was deleted.
    Deleted => "deleted",
    /// Marks are signed with another key from now on.
    KeyRotated => "key_rotated",
}

impl Kind {
    /// The kind that is stored as this word; nothing for one of a later version.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.word() == word)
    }
}

/// One thing that happened, to be written down.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Whose tenant it concerns; none where nobody is known.
    pub tenant: Option<Uuid>,
    /// Whom it concerns; none where nobody is known.
    pub user: Option<Uuid>,
    /// What happened.
    pub kind: Kind,
    details: Map<String, Value>,
}

impl Entry {
    /// Something that happened to nobody in particular.
    pub fn new(kind: Kind) -> Self {
        Self {
            tenant: None,
            user: None,
            kind,
            details: Map::new(),
        }
    }

    /// Something that happened to, or was done by, this person of this tenant.
    pub fn of(kind: Kind, tenant: Uuid, user: Uuid) -> Self {
        Self {
            tenant: Some(tenant),
            user: Some(user),
            ..Self::new(kind)
        }
    }

    /// With a detail. Texts that are too long are cut.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        let value = match value.into() {
            Value::String(text) => Value::String(cut(text)),
            other => other,
        };
        self.details.insert(name.to_owned(), value);
        self
    }

    /// The details as they are stored and hashed: one text for one value.
    pub fn details(&self) -> String {
        crate::encode::canonical(&Value::Object(self.details.clone()))
    }
}

fn cut(text: String) -> String {
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((end, _)) => format!("{}… (cut)", &text[..end]),
        None => text,
    }
}
