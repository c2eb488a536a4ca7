//! Enums of which each variant has a word.

/// Declares an enum with the word of each variant beside it: `ALL` has every variant, `word` tells the word, and `named` reads
/// it.
#[macro_export]
macro_rules! worded {
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal),+ $(,)? }
    ) => {
        $(#[$about])*
        $vis enum $name { $($(#[$doc])* $variant),+ }

        #[allow(dead_code, reason = "not every enum is told and read")]
        impl $name {
            /// Every one, in the order in which they are declared.
            $vis const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its word.
            $vis const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The one with this word.
            $vis fn named(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.word() == word)
            }
        }
    };
}
