//! Bodies as they are stored: JSON, compressed where that pays.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::StoreError;

/// Below this a body is kept as it is: compressing it costs more than it saves.
const WORTH_COMPRESSING: usize = 512;

const PLAIN: u8 = 0;
const LZ4: u8 = 1;

/// A body in its stored form: one byte that says how, then the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed(Vec<u8>);

impl Packed {
    /// Packs bytes, compressed when they are many.
    pub fn bytes(plain: &[u8]) -> Self {
        let mut body = Vec::with_capacity(plain.len() + 1);
        if plain.len() < WORTH_COMPRESSING {
            body.push(PLAIN);
            body.extend_from_slice(plain);
        } else {
            body.push(LZ4);
            body.extend_from_slice(&lz4_flex::compress_prepend_size(plain));
        }
        Self(body)
    }

    /// Packs a value as JSON.
    pub fn json<T: Serialize + ?Sized>(value: &T) -> Result<Self, StoreError> {
        serde_json::to_vec(value)
            .map(|plain| Self::bytes(&plain))
            .map_err(|cause| StoreError::Refused(cause.into()))
    }

    /// Takes a body out of storage as it is; it is read when it is opened.
    pub fn stored(body: Vec<u8>) -> Self {
        Self(body)
    }

    /// The stored form.
    pub fn as_stored(&self) -> &[u8] {
        &self.0
    }

    /// The bytes that were packed.
    pub fn open(&self) -> Result<Vec<u8>, StoreError> {
        match self.0.split_first() {
            Some((&PLAIN, plain)) => Ok(plain.to_vec()),
            Some((&LZ4, body)) => decompress(body),
            _ => Err(StoreError::Corrupt("unknown packing".into())),
        }
    }

    /// The value that was packed.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, StoreError> {
        serde_json::from_slice(&self.open()?).map_err(|cause| StoreError::Corrupt(cause.into()))
    }
}

/// What ends early decompresses to less than was said, without an error of its own.
fn decompress(body: &[u8]) -> Result<Vec<u8>, StoreError> {
    let plain = lz4_flex::decompress_size_prepended(body)
        .map_err(|cause| StoreError::Corrupt(cause.into()))?;
    let said = body.first_chunk().map(|size| u32::from_le_bytes(*size));
    if said.map(|size| size as usize) != Some(plain.len()) {
        return Err(StoreError::Corrupt("a body ends early".into()));
    }
    Ok(plain)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn bodies_of_any_size_come_back_and_large_ones_shrink() {
        for size in [0, 1, WORTH_COMPRESSING - 1, WORTH_COMPRESSING, 100_000] {
            let plain = vec![b'x'; size];
            let packed = Packed::bytes(&plain);
            assert_eq!(packed.open().unwrap(), plain, "{size}");
            assert_eq!(packed.as_stored().len() < size, size >= WORTH_COMPRESSING);
        }
    }

    /// Made by release 0.11 of the library, as stored bodies are.
    const OLDER: &[u8] = b"\x01\x74\0\0\0\xf4\x0e{\"step\":0,\"said\":\"next page\"}\x1d\0\x1f1\x1d\0\x09\x1f2\x1d\0\x09\x1a3\x1d\0`page\"}";

    #[test]
    fn a_body_of_an_older_library_is_read() {
        let plain = (0..4).map(|step| format!(r#"{{"step":{step},"said":"next page"}}"#));
        let opened = Packed::stored(OLDER.to_vec()).open().unwrap();
        assert_eq!(opened, plain.collect::<String>().into_bytes());
    }

    #[test]
    fn damage_is_an_error_and_not_a_panic() {
        for stored in [
            vec![],
            vec![9, 1],
            vec![LZ4],
            vec![LZ4, 255, 255, 255, 0, 1],
        ] {
            let opened = Packed::stored(stored.clone()).open();
            assert!(matches!(opened, Err(StoreError::Corrupt(_))), "{stored:?}");
        }
    }
}
