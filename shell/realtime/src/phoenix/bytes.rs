//! What clients of version 2.0.0 broadcast, in bytes: the lengths of a few names, the names, and what is said.

/// A client's broadcast.
const PUSH: u8 = 3;
/// One that is passed on.
const PASSED_ON: u8 = 4;
/// What is said is JSON; otherwise nobody knows what it is.
const JSON: u8 = 1;

/// A client's broadcast.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Push<'a> {
    pub(super) join_ref: &'a str,
    pub(super) own_ref: &'a str,
    pub(super) topic: &'a str,
    pub(super) event: &'a str,
    pub(super) said: &'a [u8],
    pub(super) is_json: bool,
}

/// Reads a client's broadcast.
pub(super) fn read(bytes: &[u8]) -> Option<Push<'_>> {
    let (head, mut rest) = bytes.split_at_checked(7)?;
    let &[PUSH, join_ref, own_ref, topic, event, meta, encoding] = head else {
        return None;
    };
    let mut name = |length: u8| {
        let (name, left) = rest.split_at_checked(length.into())?;
        rest = left;
        std::str::from_utf8(name).ok()
    };
    let [join_ref, own_ref, topic, event] =
        [name(join_ref)?, name(own_ref)?, name(topic)?, name(event)?];
    // What clients add for the server's own use is of no use here.
    name(meta)?;
    Some(Push {
        join_ref,
        own_ref,
        topic,
        event,
        said: rest,
        is_json: encoding == JSON,
    })
}

/// Writes bytes that are passed on.
pub(super) fn write(topic: &str, event: &str, said: &[u8]) -> Option<Vec<u8>> {
    let lengths = [topic.len(), event.len()].map(u8::try_from);
    let [Ok(topic_length), Ok(event_length)] = lengths else {
        return None;
    };
    let head = [PASSED_ON, topic_length, event_length, 0, 0];
    Some([&head, topic.as_bytes(), event.as_bytes(), said].concat())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_broadcast_is_its_lengths_and_its_parts() {
        let bytes = b"\x03\x01\x02\x03\x01\x00\x01199r:ae{}";
        let push = read(bytes);
        let expected = Push {
            join_ref: "1",
            own_ref: "99",
            topic: "r:a",
            event: "e",
            said: b"{}",
            is_json: true,
        };
        assert_eq!(push, Some(expected));
        let passed = write("r:a", "e", b"\xff");
        assert_eq!(
            passed.as_deref(),
            Some(&b"\x04\x03\x01\x00\x00r:ae\xff"[..])
        );
        assert_eq!(write(&"a".repeat(256), "e", b""), None);
    }

    proptest! {
        #[test]
        fn no_bytes_are_read_past_their_end(bytes in proptest::collection::vec(any::<u8>(), 0..40), lead in any::<bool>()) {
            let bytes = if lead { [&[PUSH][..], &bytes].concat() } else { bytes };
            if let Some(push) = read(&bytes) {
                prop_assert!(push.said.len() + 7 <= bytes.len());
            }
        }
    }
}
