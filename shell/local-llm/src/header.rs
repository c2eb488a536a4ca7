//! What a file says of itself, checked before anything large is read.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use candle_core::quantized::gguf_file::{Content, Value};

use crate::LoadError;

/// How a model is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Architecture {
    Llama,
    Qwen2,
    Qwen3,
}

impl Architecture {
    const ALL: [Self; 3] = [Self::Llama, Self::Qwen2, Self::Qwen3];

    /// Its word in files, also what its settings' names begin with.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Llama => "llama",
            Self::Qwen2 => "qwen2",
            Self::Qwen3 => "qwen3",
        }
    }

    /// Longest text that the code for it can place, in tokens.
    const fn longest(self) -> u32 {
        match self {
            Self::Llama => 4096,
            Self::Qwen2 | Self::Qwen3 => 32_768,
        }
    }

    fn named(found: &str) -> Result<Self, LoadError> {
        Self::ALL
            .into_iter()
            .find(|known| known.word() == found)
            .ok_or_else(|| LoadError::UnknownArchitecture {
                found: found.chars().take(40).collect(),
                known: Self::ALL.map(Self::word).join(", "),
            })
    }
}

/// A file whose beginning was read and found good.
pub(crate) struct Header {
    pub(crate) architecture: Architecture,
    pub(crate) content: Content,
    pub(crate) file: BufReader<File>,
    size: u64,
}

impl Header {
    pub(crate) fn read(path: &Path) -> Result<Self, LoadError> {
        let unreadable = |source| LoadError::Unreadable {
            path: path.to_owned(),
            source,
        };
        let mut file = BufReader::new(File::open(path).map_err(unreadable)?);
        let size = file.get_ref().metadata().map_err(unreadable)?.len();
        let mut magic = [0_u8; 4];
        if file.read_exact(&mut magic).is_err() || &magic != b"GGUF" {
            return Err(LoadError::NotGguf(path.to_owned()));
        }
        file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        let content =
            Content::read(&mut file).map_err(|error| LoadError::Damaged(first_line(&error)))?;
        let architecture = match content.metadata.get("general.architecture") {
            Some(Value::String(name)) => Architecture::named(name)?,
            _ => return Err(LoadError::Damaged("it names no architecture".into())),
        };
        let header = Self {
            architecture,
            content,
            file,
            size,
        };
        header.is_whole()?;
        Ok(header)
    }

    /// A download that was cut short looks good at its beginning.
    fn is_whole(&self) -> Result<(), LoadError> {
        for (name, tensor) in &self.content.tensor_infos {
            let block = tensor.ggml_dtype.block_size().max(1);
            let bytes = tensor.shape.elem_count() / block * tensor.ggml_dtype.type_size();
            let end = (bytes as u64)
                .checked_add(tensor.offset)
                .and_then(|end| end.checked_add(self.content.tensor_data_offset));
            if end.is_none_or(|end| end > self.size) {
                return Err(LoadError::Damaged(format!("it ends before {name:?} does")));
            }
        }
        Ok(())
    }

    /// Tokens that the model was made for, as far as the code for it goes.
    pub(crate) fn window(&self) -> u32 {
        let made_for = self.figure("context_length").unwrap_or(2048);
        u32::try_from(made_for)
            .unwrap_or(u32::MAX)
            .min(self.architecture.longest())
    }

    /// Bytes of memory that it takes with a window of so many tokens: the weights as they are and
    /// once more repacked, the vocabulary's vectors unpacked, and what attention keeps, twice since
    /// it is copied as it grows.
    pub(crate) fn memory(&self, window: u32) -> u64 {
        let unpacked = self
            .content
            .tensor_infos
            .get("token_embd.weight")
            .map_or(0, |tensor| tensor.shape.elem_count() as u64 * 4);
        let heads = self.figure("attention.head_count").unwrap_or(1).max(1);
        let shared = self.figure("attention.head_count_kv").unwrap_or(heads);
        let width = self.figure("embedding_length").unwrap_or(0) / heads * shared;
        let layers = self.figure("block_count").unwrap_or(0);
        let kept = width * layers * u64::from(window) * 2 * 4;
        self.size * 2 + unpacked + kept * 2
    }

    fn figure(&self, name: &str) -> Option<u64> {
        let key = format!("{}.{name}", self.architecture.word());
        self.content.metadata.get(&key)?.to_u64().ok()
    }
}

/// candle's errors bring their backtrace along.
pub(crate) fn first_line(error: &candle_core::Error) -> String {
    let text = error.to_string();
    text.lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(200)
        .collect()
}
