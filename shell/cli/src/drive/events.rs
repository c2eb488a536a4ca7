//! Server-sent events, as far as our server sends them. WHATWG HTML, "Server-sent events".

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Heard<'a> {
    /// Its name; `message` when it has none.
    pub(crate) event: &'a str,
    /// What it says.
    pub(crate) data: &'a str,
}

/// Events out of pieces that are cut anywhere.
#[derive(Debug, Default)]
pub(crate) struct Events {
    line: Vec<u8>,
    event: String,
    data: String,
}

impl Events {
    /// Takes the next piece, and tells of every event that it completes.
    pub(crate) fn feed(&mut self, piece: &[u8], heard: &mut (dyn FnMut(Heard<'_>) + Send)) {
        for &byte in piece {
            match byte {
                b'\n' => self.end_line(heard),
                _ => self.line.push(byte),
            }
        }
    }

    fn end_line(&mut self, heard: &mut (dyn FnMut(Heard<'_>) + Send)) {
        let line = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches('\r');
        if line.is_empty() {
            self.end_event(heard);
            return;
        }
        // A comment keeps the way open, and has no name.
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "event" => value.clone_into(&mut self.event),
            "data" => {
                if !self.data.is_empty() {
                    self.data.push('\n');
                }
                self.data.push_str(value);
            }
            _ => {}
        }
    }

    fn end_event(&mut self, heard: &mut (dyn FnMut(Heard<'_>) + Send)) {
        let event = std::mem::take(&mut self.event);
        let data = std::mem::take(&mut self.data);
        if data.is_empty() {
            return;
        }
        heard(Heard {
            event: if event.is_empty() { "message" } else { &event },
            data: &data,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_whole_however_they_are_cut() {
        let stream =
            ": hi\n\nevent: progress\ndata: {\"text\":\"a\"}\r\n\r\ndata: x\ndata: y\n\nid: 1\n\n";
        for size in [1, 2, 7, 500] {
            let mut events = Events::default();
            let mut all = Vec::new();
            for piece in stream.as_bytes().chunks(size) {
                events.feed(piece, &mut |heard| {
                    all.push((heard.event.to_owned(), heard.data.to_owned()));
                });
            }
            let expected = [("progress", "{\"text\":\"a\"}"), ("message", "x\ny")];
            let expected = expected.map(|(event, data)| (event.to_owned(), data.to_owned()));
            assert_eq!(all, expected, "{size}");
        }
    }
}
