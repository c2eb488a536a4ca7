//! Server-sent events out of pieces that end anywhere, as far as answers use them. WHATWG HTML, "Server-sent events".

/// What was sent under one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamEvent {
    /// Empty for an event without a name.
    pub name: Vec<u8>,
    /// What it says.
    pub data: Vec<u8>,
}

/// What has come of the next event.
#[derive(Debug, Default)]
pub struct Events {
    line: Vec<u8>,
    name: Vec<u8>,
    data: Vec<u8>,
    after_return: bool,
}

impl Events {
    /// Takes the next bytes and hands on each event that they complete.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<StreamEvent> {
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
    pub fn finish(&mut self) -> Option<StreamEvent> {
        self.end_line().or_else(|| self.end_line())
    }

    fn end_line(&mut self) -> Option<StreamEvent> {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            let name = std::mem::take(&mut self.name);
            let data = std::mem::take(&mut self.data);
            return (!data.is_empty()).then_some(StreamEvent { name, data });
        }
        if let Some(data) = value(&line, b"data:") {
            if !self.data.is_empty() {
                self.data.push(b'\n');
            }
            self.data.extend_from_slice(data);
        } else if let Some(name) = value(&line, b"event:") {
            self.name = name.to_vec();
        }
        None
    }
}

fn value<'a>(line: &'a [u8], field: &[u8]) -> Option<&'a [u8]> {
    let value = line.strip_prefix(field)?;
    Some(value.strip_prefix(b" ").unwrap_or(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: &[u8] =
        ": hello\r\ndata: {\"a\":1}\r\n\r\nevent: x\ndata:two\ndata: lines \u{e9}\n\n\rdata: [DONE]".as_bytes();

    #[test]
    fn events_are_the_same_wherever_the_pieces_end() {
        let expected = [
            ("", "{\"a\":1}"),
            ("x", "two\nlines \u{e9}"),
            ("", "[DONE]"),
        ];
        let expected = expected.map(|(name, data)| StreamEvent {
            name: name.into(),
            data: data.into(),
        });
        for size in 1..=STREAM.len() {
            let mut events = Events::default();
            let mut found = Vec::new();
            for piece in STREAM.chunks(size) {
                found.extend(events.feed(piece));
            }
            found.extend(events.finish());
            assert_eq!(found, expected, "pieces of {size}");
        }
    }

    #[test]
    fn nothing_comes_of_nothing() {
        let mut events = Events::default();
        assert_eq!(events.feed(b"\n\n: ping\n\n"), []);
        assert_eq!(events.finish(), None);
    }
}
