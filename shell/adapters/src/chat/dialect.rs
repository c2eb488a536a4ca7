//! How much of the protocol a server takes.

use super::trouble::Refusal;

/// How the answer's form is asked for, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// By JSON Schema.
    Schema,
    /// As any JSON object.
    Json,
    /// As the arguments of a function that has to be called.
    Tools,
    /// In words alone.
    Plain,
}

/// How the answer's length is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// `max_tokens`.
    Tokens,
    /// `max_completion_tokens`, which counts thinking, too.
    Completion,
    /// Not at all.
    Nothing,
}

/// Whether the model is told not to think aloud before it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Thinking {
    /// Nothing is known of its doing so.
    Unknown,
    /// It is told not to.
    TurnedOff,
    /// The server does not take being told.
    Untold,
}

/// How much of the protocol a server takes, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dialect {
    pub(crate) form: Form,
    pub(crate) stream: bool,
    pub(crate) usage: bool,
    pub(crate) temperature: bool,
    pub(crate) limit: Limit,
    pub(crate) pictures: bool,
    pub(crate) thinking: Thinking,
    /// It thinks all the same: what it may write has to hold the thoughts, too.
    pub(crate) thinks: bool,
}

/// Families of models that think aloud unless they are told not to.
const THINKERS: [&str; 2] = ["qwen", "qwq"];

impl Dialect {
    /// What is supposed of a server that was never asked: all of it.
    pub(crate) fn new(model: &str) -> Self {
        let model = model.to_lowercase();
        let thinks = THINKERS.iter().any(|family| model.contains(family));
        Self {
            form: Form::Schema,
            stream: true,
            usage: true,
            temperature: true,
            limit: Limit::Tokens,
            pictures: true,
            thinking: match thinks {
                true => Thinking::TurnedOff,
                false => Thinking::Unknown,
            },
            thinks: false,
        }
    }

    /// What to leave out after a refusal: what the server names, else the most doubtful thing that
    /// was sent. `None` when nothing is left that could be.
    pub(crate) fn without(self, refusal: &Refusal, picture: bool) -> Option<Self> {
        let parts = self.parts(picture);
        let named = parts.iter().find(|part| part.is_named(refusal));
        let part = named.or_else(|| parts.first())?;
        Some(self.leave_out(*part))
    }

    /// After an answer in which the model thought aloud.
    pub(crate) fn thought_aloud(mut self) -> Self {
        match self.thinking {
            Thinking::Unknown => self.thinking = Thinking::TurnedOff,
            Thinking::TurnedOff | Thinking::Untold => self.thinks = true,
        }
        self
    }

    /// After an answer that was empty: most likely it thought until there was no room left.
    pub(crate) const fn said_nothing(mut self) -> Self {
        self.thinks = true;
        self
    }

    /// What a request holds that a server may not know, the most doubtful first.
    fn parts(self, picture: bool) -> Vec<Part> {
        let held = [
            (self.thinking == Thinking::TurnedOff, Part::Thinking),
            (self.stream && self.usage, Part::Usage),
            (self.form != Form::Plain, Part::Form(self.form)),
            (self.limit != Limit::Nothing, Part::Limit(self.limit)),
            (self.temperature, Part::Temperature),
            (picture && self.pictures, Part::Picture),
            (self.stream, Part::Stream),
        ];
        let held = held.into_iter().filter(|(held, _)| *held);
        held.map(|(_, part)| part).collect()
    }

    fn leave_out(mut self, part: Part) -> Self {
        match part {
            Part::Thinking => self.thinking = Thinking::Untold,
            Part::Usage => self.usage = false,
            Part::Form(Form::Schema) => self.form = Form::Json,
            Part::Form(Form::Json) => self.form = Form::Tools,
            Part::Form(Form::Tools | Form::Plain) => self.form = Form::Plain,
            Part::Limit(Limit::Tokens) => self.limit = Limit::Completion,
            Part::Limit(Limit::Completion | Limit::Nothing) => self.limit = Limit::Nothing,
            Part::Temperature => self.temperature = false,
            Part::Picture => self.pictures = false,
            Part::Stream => self.stream = false,
        }
        self
    }
}

/// Something in a request that a server may not know.
#[derive(Clone, Copy)]
enum Part {
    Thinking,
    Usage,
    Form(Form),
    Limit(Limit),
    Temperature,
    Picture,
    Stream,
}

impl Part {
    fn is_named(self, refusal: &Refusal) -> bool {
        self.words().iter().any(|word| refusal.names(word))
    }

    /// How servers call it.
    const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Thinking => &["chat_template_kwargs", "enable_thinking"],
            Self::Usage => &["stream_options", "include_usage"],
            Self::Form(Form::Schema | Form::Json) => &[
                "response_format",
                "schema",
                "json_object",
                "grammar",
                "guided",
            ],
            Self::Form(Form::Tools | Form::Plain) => &["tool", "function"],
            Self::Limit(Limit::Completion) => &["max_completion_tokens"],
            Self::Limit(Limit::Tokens | Limit::Nothing) => &["max_tokens"],
            Self::Temperature => &["temperature"],
            Self::Picture => &["image", "vision", "multimodal", "picture"],
            Self::Stream => &["stream"],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(words: &str) -> Refusal {
        Refusal::read(words.as_bytes())
    }

    #[test]
    fn what_is_named_is_left_out_and_nothing_else() {
        let all = Dialect::new("m");
        let cases = [
            (
                r#"{"error":{"message":"Use 'max_completion_tokens' instead of max_tokens","param":"max_tokens"}}"#,
                Dialect {
                    limit: Limit::Completion,
                    ..all
                },
            ),
            (
                r#"{"error":{"message":"'temperature' does not support 0.3","param":"temperature"}}"#,
                Dialect {
                    temperature: false,
                    ..all
                },
            ),
            (
                "unknown field `stream_options`",
                Dialect {
                    usage: false,
                    ..all
                },
            ),
            (
                "streaming is not supported",
                Dialect {
                    stream: false,
                    ..all
                },
            ),
            (
                "response_format type json_schema is not known",
                Dialect {
                    form: Form::Json,
                    ..all
                },
            ),
            (
                "this model does not take image input",
                Dialect {
                    pictures: false,
                    ..all
                },
            ),
        ];
        for (words, expected) in cases {
            assert_eq!(
                all.without(&refusal(words), true),
                Some(expected),
                "{words}"
            );
        }
    }

    #[test]
    fn without_a_word_everything_is_left_out_in_turn_and_then_it_ends() {
        let mut dialect = Dialect::new("Qwen3-8B");
        let mut left_out = 0;
        while let Some(next) = dialect.without(&refusal("bad request"), true) {
            assert_ne!(next, dialect);
            dialect = next;
            left_out += 1;
        }
        assert_eq!(left_out, 10);
        assert_eq!(
            dialect,
            Dialect {
                form: Form::Plain,
                stream: false,
                usage: false,
                temperature: false,
                limit: Limit::Nothing,
                pictures: false,
                thinking: Thinking::Untold,
                thinks: false,
            }
        );
    }

    #[test]
    fn a_prompt_that_is_too_long_teaches_nothing() {
        assert!(
            refusal("This model's maximum context length is 8192 tokens, max_tokens").is_too_much()
        );
        assert!(!refusal("max_tokens is not known").is_too_much());
    }
}
