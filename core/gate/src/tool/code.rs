//! Why the gate decides as it does of a tool: stable codes, with the sentence of those that need no
//! further words.

/// Why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// Looking is reading.
    ObserveAllowed,
    /// The person has selected these links themselves.
    SelectionLinksAllowed,
    /// It only calculates.
    CalculateAllowed,
    /// The query is like any other.
    SearchAllowed,
    /// It stays in the person's own collections.
    CollectionAllowed,
    /// Harmless, and the person wants no questions about that.
    AutopilotAllowed,
    /// The person's own words order it, and they want no questions about that.
    OwnWordsAllowed,
    /// The person has said yes to exactly this.
    Approved,
    /// In this mode everything that acts is asked about.
    AssistRequiresApproval,
    /// The query gives something away.
    SearchSensitiveQuery,
    /// It hands something out.
    ShareRequiresApproval,
    /// The words are not the person's own.
    SearchWordsRequireApproval,
    /// A page would be fetched whose address the model chose.
    CaptureRequiresApproval,
    /// It goes to an address that the model chose.
    AddressRequiresApproval,
    /// What it presses could tell the page what the model has read elsewhere.
    PrivateRequiresApproval,
    /// It goes to another site, or sends something there.
    CrossOriginRequiresApproval,
    /// It writes or chooses.
    TypingRequiresApproval,
    /// It sends a form.
    SubmitRequiresApproval,
    /// It brings a file.
    DownloadRequiresApproval,
    /// It may change something.
    ChangeRequiresApproval,
    /// The site is one on which mistakes cost more.
    SensitiveSiteRequiresApproval,
    /// In this mode there is only reading.
    ObserveReadsOnly,
    /// The field is for the person alone.
    SensitiveFieldBlocked,
    /// Only the person orders and pays.
    CommitClickBlocked,
    /// Only the person sends what pays.
    PaymentBlocked,
    /// Only the person moves money.
    TransferBlocked,
    /// Only the person changes who they are to a site.
    IdentityChangeBlocked,
    /// No file is handed over without the person.
    UploadBlocked,
    /// On such a site there is no more than looking around.
    SensitiveSiteBlocked,
    /// No tool does this.
    UnsupportedAction,
    /// It could not be decided.
    GateError,
}

impl Code {
    /// Every code.
    pub(super) const ALL: [Self; 31] = [
        Self::ObserveAllowed,
        Self::SelectionLinksAllowed,
        Self::CalculateAllowed,
        Self::SearchAllowed,
        Self::CollectionAllowed,
        Self::AutopilotAllowed,
        Self::OwnWordsAllowed,
        Self::Approved,
        Self::AssistRequiresApproval,
        Self::SearchSensitiveQuery,
        Self::SearchWordsRequireApproval,
        Self::ShareRequiresApproval,
        Self::CaptureRequiresApproval,
        Self::AddressRequiresApproval,
        Self::PrivateRequiresApproval,
        Self::CrossOriginRequiresApproval,
        Self::TypingRequiresApproval,
        Self::SubmitRequiresApproval,
        Self::DownloadRequiresApproval,
        Self::ChangeRequiresApproval,
        Self::SensitiveSiteRequiresApproval,
        Self::ObserveReadsOnly,
        Self::SensitiveFieldBlocked,
        Self::CommitClickBlocked,
        Self::PaymentBlocked,
        Self::TransferBlocked,
        Self::IdentityChangeBlocked,
        Self::UploadBlocked,
        Self::SensitiveSiteBlocked,
        Self::UnsupportedAction,
        Self::GateError,
    ];

    /// The word used in packets and records.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::ObserveAllowed => "observe_allowed",
            Self::SelectionLinksAllowed => "selection_links_allowed",
            Self::CalculateAllowed => "calculate_allowed",
            Self::SearchAllowed => "search_allowed",
            Self::CollectionAllowed => "collection_allowed",
            Self::AutopilotAllowed => "autopilot_allowed",
            Self::OwnWordsAllowed => "own_words_allowed",
            Self::Approved => "approved",
            Self::AssistRequiresApproval => "assist_requires_approval",
            Self::SearchSensitiveQuery => "search_sensitive_query",
            Self::ShareRequiresApproval => "share_requires_approval",
            Self::SearchWordsRequireApproval => "search_words_require_approval",
            Self::CaptureRequiresApproval => "capture_requires_approval",
            Self::AddressRequiresApproval => "address_requires_approval",
            Self::PrivateRequiresApproval => "private_requires_approval",
            Self::CrossOriginRequiresApproval => "cross_origin_requires_approval",
            Self::TypingRequiresApproval => "typing_requires_approval",
            Self::SubmitRequiresApproval => "submit_requires_approval",
            Self::DownloadRequiresApproval => "download_requires_approval",
            Self::ChangeRequiresApproval => "change_requires_approval",
            Self::SensitiveSiteRequiresApproval => "sensitive_site_requires_approval",
            Self::ObserveReadsOnly => "observe_reads_only",
            Self::SensitiveFieldBlocked => "sensitive_field_blocked",
            Self::CommitClickBlocked => "commit_click_blocked",
            Self::PaymentBlocked => "payment_blocked",
            Self::TransferBlocked => "transfer_blocked",
            Self::IdentityChangeBlocked => "identity_change_blocked",
            Self::UploadBlocked => "upload_blocked",
            Self::SensitiveSiteBlocked => "sensitive_site_blocked",
            Self::UnsupportedAction => "unsupported_action",
            Self::GateError => "gate_error",
        }
    }

    /// Why, in one sentence that is safe to show.
    pub(super) const fn sentence(self) -> &'static str {
        match self {
            Self::ObserveAllowed => "Looking at the page changes nothing.",
            Self::SelectionLinksAllowed => "The person has selected these links.",
            Self::CalculateAllowed => "Calculating changes nothing.",
            Self::SearchAllowed => "The words of the search give nothing away.",
            Self::CollectionAllowed => "It stays in the person's own collections.",
            Self::AutopilotAllowed => "It changes nothing of consequence.",
            Self::OwnWordsAllowed => "The person's own words order it.",
            Self::Approved => "The person approved exactly this.",
            Self::AssistRequiresApproval => "What acts on a page is asked about.",
            Self::SearchSensitiveQuery => "The words of the search may give something away.",
            Self::ShareRequiresApproval => "It hands something out.",
            Self::SearchWordsRequireApproval => "The words of the search are not the person's own.",
            Self::CaptureRequiresApproval => "It fetches an address that the person did not give.",
            Self::AddressRequiresApproval => "It opens an address that the person did not give.",
            Self::PrivateRequiresApproval => {
                "What is pressed could tell the page what was read elsewhere."
            }
            Self::CrossOriginRequiresApproval => "It reaches another site.",
            Self::TypingRequiresApproval => "It writes into the page.",
            Self::SubmitRequiresApproval => "It sends a form.",
            Self::DownloadRequiresApproval => "It brings a file.",
            Self::ChangeRequiresApproval => "It may change something there.",
            Self::SensitiveSiteRequiresApproval => "The site is a sensitive one.",
            Self::ObserveReadsOnly => "The mode is observe: there is only reading.",
            Self::SensitiveFieldBlocked => "The person fills in such a field themselves.",
            Self::CommitClickBlocked => {
                "Only the person orders and pays: they press it themselves."
            }
            Self::PaymentBlocked => "The form pays: only the person sends it.",
            Self::TransferBlocked => "Only the person moves money: they press it themselves.",
            Self::IdentityChangeBlocked => {
                "Only the person changes how they are known to a site: they press it themselves."
            }
            Self::UploadBlocked => "Only the person hands files to a page.",
            Self::SensitiveSiteBlocked => {
                "On a sensitive site nothing is done beyond looking around."
            }
            Self::UnsupportedAction => "No tool does this.",
            Self::GateError => "It could not be decided, so it is not done.",
        }
    }
}
