//! Server-sent events, as far as answers in pieces use them.

/// The end of the line between events, put together from pieces that end anywhere.
#[derive(Debug, Default)]
pub(crate) struct Events {
    line: Vec<u8>,
    data: Vec<u8>,
    after_return: bool,
}

impl Events {
    /// Takes the next bytes and hands on the data of each event that they complete.
    pub(crate) fn feed(&mut self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut events = Vec::new();
        for &byte in bytes {
            let second = std::mem::take(&mut self.after_return) && byte == b'\n';
            match byte {
                _ if second => {}
                b'\r' | b'\n' => {
                    self.after_return = byte == b'\r';
                    events.extend(self.end_line());
                }
                _ => self.line.push(byte),
            }
        }
        events
    }

    /// What stands there when nothing more comes. Some servers leave the last blank line out.
    pub(crate) fn finish(&mut self) -> Option<Vec<u8>> {
        self.end_line().or_else(|| self.end_line())
    }

    fn end_line(&mut self) -> Option<Vec<u8>> {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            let data = std::mem::take(&mut self.data);
            return (!data.is_empty()).then_some(data);
        }
        if let Some(data) = line.strip_prefix(b"data:") {
            if !self.data.is_empty() {
                self.data.push(b'\n');
            }
            self.data
                .extend_from_slice(data.strip_prefix(b" ").unwrap_or(data));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: &[u8] =
        ": hello\r\ndata: {\"a\":1}\r\n\r\nevent: x\ndata:two\ndata: lines \u{e9}\n\n\rdata: [DONE]".as_bytes();

    #[test]
    fn events_are_the_same_wherever_the_pieces_end() {
        let expected = ["{\"a\":1}", "two\nlines \u{e9}", "[DONE]"];
        for size in 1..=STREAM.len() {
            let mut events = Events::default();
            let mut found: Vec<Vec<u8>> = Vec::new();
            for piece in STREAM.chunks(size) {
                found.extend(events.feed(piece));
            }
            found.extend(events.finish());
            let found: Vec<_> = found
                .iter()
                .map(|data| String::from_utf8_lossy(data))
                .collect();
            assert_eq!(found, expected, "pieces of {size}");
        }
    }

    #[test]
    fn nothing_comes_of_nothing() {
        let mut events = Events::default();
        assert_eq!(events.feed(b"\n\n: ping\n\n"), Vec::<Vec<u8>>::new());
        assert_eq!(events.finish(), None);
    }
}
