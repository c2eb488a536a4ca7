//! A model's words: text to tokens and back.

use candle_core::quantized::gguf_file::{Content, Value};
use candle_core::quantized::tokenizer::TokenizerFromGguf;
use llguidance::toktrie::{TokEnv, TokRxInfo, TokTrie, TokenId, TokenizerEnv};
use std::collections::HashMap;
use std::sync::Arc;
use tokenizers::Tokenizer;
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::pre_tokenizers::digits::Digits;
use tokenizers::pre_tokenizers::sequence::Sequence;

use crate::LoadError;
use crate::header::first_line;

/// The words of one model.
pub(crate) struct Vocabulary {
    tokenizer: Tokenizer,
    trie: TokTrie,
    /// Tokens that stand for no text: where a turn begins and ends, for instance.
    marks: HashMap<String, u32>,
}

impl Vocabulary {
    pub(crate) fn read(content: &Content) -> Result<Arc<Self>, LoadError> {
        let names = strings(content, "tokenizer.ggml.tokens")?;
        let mut tokenizer = Tokenizer::from_gguf(content)
            .map_err(|error| LoadError::Vocabulary(first_line(&error)))?;
        without_leading_space(content, &mut tokenizer);
        // Text from a page that looks like a mark stays text.
        tokenizer.set_encode_special_tokens(true);
        let kinds = kinds(content);
        let mut marks = HashMap::new();
        let mut bytes = Vec::with_capacity(names.len());
        for (id, name) in names.iter().enumerate() {
            let ordinary = kinds.get(id).is_none_or(|kind| !(2..=5).contains(kind));
            let spelled = ordinary.then(|| spell(name)).flatten();
            bytes.push(spelled.unwrap_or_else(|| {
                marks.insert(name.clone(), id as u32);
                [&[TokTrie::SPECIAL_TOKEN_MARKER], name.as_bytes()].concat()
            }));
        }
        let end = end(content, names.len())?;
        let size = u32::try_from(names.len())
            .map_err(|_| LoadError::Vocabulary("it is too large".into()))?;
        Ok(Arc::new(Self {
            tokenizer,
            trie: TokTrie::from(&TokRxInfo::new(size, end), &bytes),
            marks,
        }))
    }

    /// The tokens of a text; none of them is a mark, whatever the text says.
    pub(crate) fn tokens(&self, text: &str) -> Vec<u32> {
        let Ok(encoded) = self.tokenizer.encode_fast(text, false) else {
            return self.trie.greedy_tokenize(text.as_bytes());
        };
        let mut tokens = encoded.get_ids().to_vec();
        tokens.retain(|&token| !self.trie.is_special_token(token));
        tokens
    }

    /// The mark of this name.
    pub(crate) fn mark(&self, name: &str) -> Option<u32> {
        self.marks.get(name).copied()
    }

    /// The text of tokens, marks left out.
    pub(crate) fn text(&self, tokens: &[u32]) -> String {
        String::from_utf8_lossy(&self.trie.decode(tokens)).into_owned()
    }

    /// The token that stands for exactly this text.
    pub(crate) fn exactly(&self, text: &str) -> Option<u32> {
        self.trie.token_id(text.as_bytes())
    }
}

/// The same words, for the grammar.
pub(crate) fn env(vocabulary: &Arc<Vocabulary>) -> TokEnv {
    vocabulary.clone()
}

impl TokenizerEnv for Vocabulary {
    fn tok_trie(&self) -> &TokTrie {
        &self.trie
    }

    fn tokenize_bytes(&self, text: &[u8]) -> Vec<TokenId> {
        self.trie
            .tokenize_with_greedy_fallback(text, |text| self.tokens(text))
    }
}

/// candle puts a space before a text for all vocabularies that it does not know by name.
fn without_leading_space(content: &Content, tokenizer: &mut Tokenizer) {
    let cut = match content.metadata.get("tokenizer.ggml.pre") {
        Some(Value::String(cut)) => cut.as_str(),
        _ => "",
    };
    let plain = ByteLevel::new(false, true, true);
    match cut {
        "qwen2" | "llama3" | "smaug-bpe" | "lfm2" => {}
        "smollm" => {
            let pieces = vec![Digits::new(true).into(), plain.into()];
            tokenizer.with_pre_tokenizer(Some(Sequence::new(pieces)));
        }
        _ => {
            tokenizer.with_pre_tokenizer(Some(plain));
        }
    }
}

fn strings(content: &Content, key: &str) -> Result<Vec<String>, LoadError> {
    let missing = || LoadError::Vocabulary(format!("{key} is missing"));
    let list = content.metadata.get(key).ok_or_else(missing)?;
    list.to_vec()
        .map_err(|_| missing())?
        .iter()
        .map(|name| name.to_string().cloned().map_err(|_| missing()))
        .collect()
}

/// What kind each token is of: 1 is ordinary text.
fn kinds(content: &Content) -> Vec<u32> {
    let Some(Value::Array(kinds)) = content.metadata.get("tokenizer.ggml.token_type") else {
        return Vec::new();
    };
    kinds
        .iter()
        .map(|kind| match kind {
            Value::I32(kind) => u32::try_from(*kind).unwrap_or(1),
            other => other.to_u32().unwrap_or(1),
        })
        .collect()
}

fn end(content: &Content, size: usize) -> Result<u32, LoadError> {
    content
        .metadata
        .get("tokenizer.ggml.eos_token_id")
        .and_then(|id| id.to_u32().ok())
        .filter(|&id| (id as usize) < size)
        .ok_or_else(|| LoadError::Vocabulary("it has no token that ends a reply".into()))
}

/// The bytes that a token's name stands for: each byte is written as a letter that can be seen.
fn spell(name: &str) -> Option<Vec<u8>> {
    name.chars().map(byte).collect()
}

fn byte(letter: char) -> Option<u8> {
    const SEEN: fn(u32) -> bool = |code| matches!(code, 0x21..=0x7e | 0xa1..=0xac | 0xae..=0xff);
    let code = u32::from(letter);
    if SEEN(code) {
        return u8::try_from(code).ok();
    }
    // The bytes that cannot be seen, in order, are written from U+0100 on.
    let nth = code.checked_sub(0x100)? as usize;
    (0..=0xff_u8)
        .filter(|&byte| !SEEN(u32::from(byte)))
        .nth(nth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tokens_are_spelled_in_bytes() {
        assert_eq!(spell("abc"), Some(b"abc".to_vec()));
        assert_eq!(spell("Ġclick"), Some(b" click".to_vec()));
        assert_eq!(spell("Ċ"), Some(b"\n".to_vec()));
        assert_eq!(spell("Ã¤"), Some("ä".as_bytes().to_vec()));
        assert_eq!(spell("漢"), None);
    }
}
