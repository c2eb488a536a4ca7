//! Websocket frames: what we send as finished bytes, and what clients send, put together.
//!
//! A message for a thousand sockets is written into one frame once, and the bytes are shared. That
//! is why frames are made here and not by a websocket library, which would make each anew.

use axum::body::Bytes;

const TEXT: u8 = 0x1;
const BINARY: u8 = 0x2;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;
const PONG: u8 = 0xA;
const FINAL: u8 = 0x80;
const MASKED: u8 = 0x80;

/// Most bytes of a control frame.
const CONTROL: usize = 125;

/// Capacity that an empty buffer may keep.
const KEPT: usize = 512;

/// A finished text frame.
pub(crate) fn text(payload: &str) -> Bytes {
    frame(TEXT, payload.as_bytes())
}

/// A finished answer to a ping.
pub(crate) fn pong(payload: &[u8]) -> Bytes {
    frame(PONG, &payload[..payload.len().min(CONTROL)])
}

/// A finished close frame.
pub(crate) fn close(code: u16, reason: &str) -> Bytes {
    let mut payload = code.to_be_bytes().to_vec();
    // Reasons are our own, short and plain; a longer one is cut where it may be.
    let end = reason.floor_char_boundary(CONTROL - payload.len());
    payload.extend_from_slice(&reason.as_bytes()[..end]);
    frame(CLOSE, &payload)
}

fn frame(opcode: u8, payload: &[u8]) -> Bytes {
    let mut bytes = Vec::with_capacity(payload.len() + 10);
    bytes.push(FINAL | opcode);
    match payload.len() {
        length @ 0..=125 => bytes.push(length as u8),
        length @ 126..=0xFFFF => {
            bytes.push(126);
            bytes.extend_from_slice(&(length as u16).to_be_bytes());
        }
        length => {
            bytes.push(127);
            bytes.extend_from_slice(&(length as u64).to_be_bytes());
        }
    }
    bytes.extend_from_slice(payload);
    bytes.into()
}

/// Something whole that a client sent.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// A message.
    Text(String),
    /// Wants the same bytes back.
    Ping(Vec<u8>),
    /// The answer to a ping of ours; we send none, but it may come unasked.
    Pong,
    /// The client takes leave.
    Close,
}

/// What no client should send.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    /// Against the rules of the websocket protocol.
    #[error("malformed frame")]
    Malformed,
    /// Binary, where the protocol is text.
    #[error("only text is understood")]
    Binary,
    /// A text that is none.
    #[error("text is not UTF-8")]
    NotText,
    /// Longer than we take.
    #[error("message is too long")]
    TooLong,
}

/// Puts together what a client sends, however it was cut. Holds no memory between messages.
#[derive(Debug)]
pub(crate) struct Decoder {
    limit: usize,
    /// Bytes of a frame that is not whole yet.
    bytes: Vec<u8>,
    /// Text of a message whose last frame has not come yet.
    begun: Option<Vec<u8>>,
}

/// The head of a frame.
struct Head {
    opcode: u8,
    is_final: bool,
    mask: [u8; 4],
    /// Where the payload is.
    start: usize,
    length: usize,
}

impl Decoder {
    /// Takes messages of at most so many bytes.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit,
            bytes: Vec::new(),
            begun: None,
        }
    }

    /// Takes messages of at most so many bytes from now on.
    pub(crate) fn allow(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// Takes what has come, and gives everything that is whole with it.
    pub(crate) fn feed(&mut self, came: &[u8]) -> Result<Vec<Received>, Fault> {
        self.bytes.extend_from_slice(came);
        let mut received = Vec::new();
        let mut read = 0;
        while let Some(head) = head(&self.bytes[read..])? {
            if head.length > self.limit {
                return Err(Fault::TooLong);
            }
            let (start, end) = (read + head.start, read + head.start + head.length);
            let Some(masked) = self.bytes.get(start..end) else {
                break;
            };
            let payload = unmask(masked, head.mask);
            read = end;
            received.extend(self.whole(&head, payload)?);
        }
        self.bytes.drain(..read);
        if self.bytes.is_empty() && self.bytes.capacity() > KEPT {
            self.bytes = Vec::new();
        }
        Ok(received)
    }

    /// What a frame makes whole.
    fn whole(&mut self, head: &Head, payload: Vec<u8>) -> Result<Option<Received>, Fault> {
        match (head.opcode, self.begun.take()) {
            (PING, begun) => {
                self.begun = begun;
                Ok(Some(Received::Ping(payload)))
            }
            (PONG, begun) => {
                self.begun = begun;
                Ok(Some(Received::Pong))
            }
            (CLOSE, _) => Ok(Some(Received::Close)),
            (TEXT, None) => self.text(Vec::new(), payload, head.is_final),
            (0, Some(begun)) => self.text(begun, payload, head.is_final),
            (BINARY, None) => Err(Fault::Binary),
            _ => Err(Fault::Malformed),
        }
    }

    fn text(
        &mut self,
        mut begun: Vec<u8>,
        mut payload: Vec<u8>,
        is_final: bool,
    ) -> Result<Option<Received>, Fault> {
        if begun.len() + payload.len() > self.limit {
            return Err(Fault::TooLong);
        }
        if begun.is_empty() {
            begun = payload;
        } else {
            begun.append(&mut payload);
        }
        if !is_final {
            self.begun = Some(begun);
            return Ok(None);
        }
        let text = String::from_utf8(begun).map_err(|_| Fault::NotText)?;
        Ok(Some(Received::Text(text)))
    }
}

/// Reads a head; nothing while it is not whole.
fn head(bytes: &[u8]) -> Result<Option<Head>, Fault> {
    let [first, second, rest @ ..] = bytes else {
        return Ok(None);
    };
    let (opcode, is_final) = (first & 0x0F, first & FINAL != 0);
    let short = usize::from(second & !MASKED);
    let is_control = opcode >= CLOSE;
    // Reserved bits belong to extensions, and we have agreed on none.
    let reserved = first & 0x70 != 0;
    if reserved || second & MASKED == 0 || (is_control && (!is_final || short > CONTROL)) {
        return Err(Fault::Malformed);
    }
    let (length, extended) = match short {
        126 => match rest.first_chunk::<2>() {
            Some(bytes) => (usize::from(u16::from_be_bytes(*bytes)), 2),
            None => return Ok(None),
        },
        127 => match rest.first_chunk::<8>() {
            Some(bytes) => (
                usize::try_from(u64::from_be_bytes(*bytes)).map_err(|_| Fault::TooLong)?,
                8,
            ),
            None => return Ok(None),
        },
        short => (short, 0),
    };
    Ok(rest[extended..].first_chunk::<4>().map(|mask| Head {
        opcode,
        is_final,
        mask: *mask,
        start: 2 + extended + mask.len(),
        length,
    }))
}

fn unmask(masked: &[u8], mask: [u8; 4]) -> Vec<u8> {
    masked
        .iter()
        .zip(mask.iter().cycle())
        .map(|(byte, mask)| byte ^ mask)
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A frame as a client sends it.
    fn sent(first: u8, payload: &[u8]) -> Vec<u8> {
        let mask = [7, 11, 13, 17];
        let mut bytes = frame(first & 0x0F, payload).to_vec();
        bytes[0] = first;
        let head = bytes.len() - payload.len();
        bytes[1] |= MASKED;
        bytes.truncate(head);
        bytes.extend_from_slice(&mask);
        bytes.extend(unmask(payload, mask));
        bytes
    }

    fn decode(bytes: &[u8]) -> Result<Vec<Received>, Fault> {
        Decoder::new(1_000).feed(bytes)
    }

    #[test]
    fn heads_are_as_short_as_they_may_be() {
        assert_eq!(text("hi").as_ref(), [0x81, 2, b'h', b'i']);
        assert_eq!(text(&"x".repeat(126))[..4], [0x81, 126, 0, 126]);
        assert_eq!(
            text(&"x".repeat(65_536))[..10],
            [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]
        );
        assert_eq!(
            close(4100, "ab").as_ref(),
            [0x88, 4, 0x10, 0x04, b'a', b'b']
        );
        assert_eq!(close(4100, &"ä".repeat(99)).len(), 2 + 2 + 122);
    }

    #[test]
    fn messages_are_put_together_around_control_frames() {
        let mut bytes = sent(TEXT, b"he");
        bytes.extend(sent(FINAL | PING, b"?"));
        bytes.extend(sent(0, b"ll"));
        bytes.extend(sent(FINAL, b"o"));
        bytes.extend(sent(FINAL | PONG, b""));
        bytes.extend(sent(FINAL | CLOSE, b""));
        let expected = [
            Received::Ping(b"?".to_vec()),
            Received::Text("hello".into()),
            Received::Pong,
            Received::Close,
        ];
        assert_eq!(decode(&bytes).unwrap(), expected);
        let mut decoder = Decoder::new(1_000);
        let mut received = Vec::new();
        for byte in bytes {
            received.extend(decoder.feed(&[byte]).unwrap());
        }
        assert_eq!(received, expected);
    }

    #[test]
    fn what_no_client_should_send_is_told_apart() {
        for (bytes, fault) in [
            (frame(TEXT, b"unmasked").to_vec(), Fault::Malformed),
            (sent(FINAL | 0x40 | TEXT, b"compressed"), Fault::Malformed),
            (sent(FINAL, b"goes on with nothing"), Fault::Malformed),
            (sent(FINAL | 0x3, b"no such kind"), Fault::Malformed),
            (sent(PING, b"a ping in parts"), Fault::Malformed),
            (sent(FINAL | PING, &[0; 126]), Fault::Malformed),
            (
                [sent(TEXT, b"a"), sent(FINAL | TEXT, b"b")].concat(),
                Fault::Malformed,
            ),
            (sent(FINAL | BINARY, b"x"), Fault::Binary),
            (sent(FINAL | TEXT, &[0xFF]), Fault::NotText),
            (sent(FINAL | TEXT, &[b'x'; 1_001]), Fault::TooLong),
            (
                [sent(TEXT, &[b'x'; 600]), sent(FINAL, &[b'x'; 600])].concat(),
                Fault::TooLong,
            ),
            (
                vec![
                    0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0,
                ],
                Fault::TooLong,
            ),
        ] {
            assert_eq!(decode(&bytes), Err(fault), "{bytes:?}");
        }
    }

    #[test]
    fn no_memory_is_held_between_messages() {
        let mut decoder = Decoder::new(64 * 1024);
        decoder.feed(&sent(FINAL | TEXT, &[b'x'; 60_000])).unwrap();
        assert!(decoder.bytes.capacity() <= KEPT);
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = decode(&bytes);
        }
    }
}
