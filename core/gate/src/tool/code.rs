//! Why the gate decides as it does of a tool: stable codes, with the sentence of those that need no
//! further words.

macro_rules! codes {
    ($($code:ident = $word:literal: $sentence:literal,)*) => {
        /// Why.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Code {
            $($code,)*
        }

        impl Code {
            /// Every code.
            pub(super) const ALL: &[Self] = &[$(Self::$code,)*];

            /// The word used in packets and records.
            pub(super) const fn word(self) -> &'static str {
                match self {
                    $(Self::$code => $word,)*
                }
            }

            /// Why, in one sentence that is safe to show.
            pub(super) const fn sentence(self) -> &'static str {
                match self {
                    $(Self::$code => $sentence,)*
                }
            }
        }
    };
}

codes! {
    ObserveAllowed = "observe_allowed": "Looking at the page changes nothing.",
    SelectionLinksAllowed = "selection_links_allowed": "The person has selected these links.",
    CalculateAllowed = "calculate_allowed": "Calculating changes nothing.",
    SearchAllowed = "search_allowed": "The words of the search give nothing away.",
    CollectionAllowed = "collection_allowed": "It stays in the person's own collections.",
    AutopilotAllowed = "autopilot_allowed": "It changes nothing of consequence.",
    OwnWordsAllowed = "own_words_allowed": "The person's own words order it.",
    DryRunAllowed = "dry_run_allowed": "It is only tried, or changes no file.",
    Approved = "approved": "The person approved exactly this.",
    AssistRequiresApproval = "assist_requires_approval": "What acts on a page is asked about.",
    SearchSensitiveQuery = "search_sensitive_query": "The words of the search may give something away.",
    SearchWordsRequireApproval = "search_words_require_approval":
        "The words of the search are not the person's own.",
    ShareRequiresApproval = "share_requires_approval": "It hands something out.",
    CaptureRequiresApproval = "capture_requires_approval":
        "It fetches an address that the person did not give.",
    AddressRequiresApproval = "address_requires_approval":
        "It opens an address that the person did not give.",
    PrivateRequiresApproval = "private_requires_approval":
        "What is pressed could tell the page what was read elsewhere.",
    CrossOriginRequiresApproval = "cross_origin_requires_approval": "It reaches another site.",
    TypingRequiresApproval = "typing_requires_approval": "It writes into the page.",
    SubmitRequiresApproval = "submit_requires_approval": "It sends a form.",
    DownloadRequiresApproval = "download_requires_approval": "It brings a file.",
    ChangeRequiresApproval = "change_requires_approval": "It may change something there.",
    FilesRequireApproval = "files_require_approval": "It changes files of the workspace.",
    SensitiveSiteRequiresApproval = "sensitive_site_requires_approval": "The site is a sensitive one.",
    ObserveReadsOnly = "observe_reads_only": "The mode is observe: there is only reading.",
    SensitiveFieldBlocked = "sensitive_field_blocked": "The person fills in such a field themselves.",
    CommitClickBlocked = "commit_click_blocked":
        "Only the person orders and pays: they press it themselves.",
    PaymentBlocked = "payment_blocked": "The form pays: only the person sends it.",
    TransferBlocked = "transfer_blocked": "Only the person moves money: they press it themselves.",
    IdentityChangeBlocked = "identity_change_blocked":
        "Only the person changes how they are known to a site: they press it themselves.",
    UploadBlocked = "upload_blocked": "Only the person hands files to a page.",
    SensitiveSiteBlocked = "sensitive_site_blocked":
        "On a sensitive site nothing is done beyond looking around.",
    CommandUnknown = "command_unknown": "No such command is on the list.",
    CommandFlags = "command_flags": "The command has a flag that is not on the list, or one without its value.",
    OutsideWorkspace = "outside_workspace": "A file is not inside of the workspace, or is kept of what was done there.",
    UnsupportedAction = "unsupported_action": "No tool does this.",
    GateError = "gate_error": "It could not be decided, so it is not done.",
}
