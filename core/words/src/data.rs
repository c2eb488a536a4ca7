//! The data files, by meaning and language. A language is added by adding its files here.

/// The effects of what changes something, in no language.
pub(crate) const EFFECTS: &str = include_str!("../lexicon/effects.txt");

/// The words on controls and in fields, with their language. English first: its words are also orders.
pub(crate) const LABELS: [(&str, &str); 10] = [
    ("en", include_str!("../lexicon/en/labels.txt")),
    ("de", include_str!("../lexicon/de/labels.txt")),
    ("fr", include_str!("../lexicon/fr/labels.txt")),
    ("es", include_str!("../lexicon/es/labels.txt")),
    ("it", include_str!("../lexicon/it/labels.txt")),
    ("pt", include_str!("../lexicon/pt/labels.txt")),
    ("nl", include_str!("../lexicon/nl/labels.txt")),
    ("pl", include_str!("../lexicon/pl/labels.txt")),
    ("ja", include_str!("../lexicon/ja/labels.txt")),
    ("zh", include_str!("../lexicon/zh/labels.txt")),
];

/// The lists of exact words. A list that stands in several languages holds the words of all of them.
pub(crate) const LISTS: [&str; 19] = [
    include_str!("../lexicon/en/shared.txt"),
    include_str!("../lexicon/en/command.txt"),
    include_str!("../lexicon/en/consent.txt"),
    include_str!("../lexicon/en/turn.txt"),
    include_str!("../lexicon/en/page.txt"),
    include_str!("../lexicon/en/plan.txt"),
    include_str!("../lexicon/en/packet.txt"),
    include_str!("../lexicon/en/quoting.txt"),
    include_str!("../lexicon/de/quoting.txt"),
    include_str!("../lexicon/fr/quoting.txt"),
    include_str!("../lexicon/es/quoting.txt"),
    include_str!("../lexicon/it/quoting.txt"),
    include_str!("../lexicon/pt/quoting.txt"),
    include_str!("../lexicon/nl/quoting.txt"),
    include_str!("../lexicon/ru/quoting.txt"),
    include_str!("../lexicon/ko/quoting.txt"),
    include_str!("../lexicon/pl/quoting.txt"),
    include_str!("../lexicon/ja/quoting.txt"),
    include_str!("../lexicon/zh/quoting.txt"),
];
