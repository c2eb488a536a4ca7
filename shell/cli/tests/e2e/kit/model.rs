//! A model that says what the test says, when the test says it.
//!
//! While it is asked, the command waits between looking and acting: that is the moment in which a test can
//! let something happen, without guessing at times.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};

use serde_json::{Value, json};

use super::DEADLINE;

/// A server with the chat-completions protocol.
pub struct Model {
    address: SocketAddr,
    questions: Receiver<Question>,
}

/// A request that waits for its answer.
pub struct Question {
    prompt: String,
    stream: TcpStream,
}

impl Model {
    pub fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (asking, questions) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                hear(stream, &asking);
            }
        });
        Self { address, questions }
    }

    /// The switches that make a command ask it.
    pub fn switches(&self) -> [String; 4] {
        [
            "--model".into(),
            "scripted".into(),
            "--model-url".into(),
            format!("http://{}/v1", self.address),
        ]
    }

    /// Waits until it is asked.
    pub fn asked(&self) -> Question {
        self.questions
            .recv_timeout(DEADLINE)
            .expect("the model is asked")
    }
}

fn hear(stream: TcpStream, asking: &Sender<Question>) {
    let mut reader = BufReader::new(&stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    if reader.read_exact(&mut body).is_err() {
        return;
    }
    drop(reader);
    let body: Value = serde_json::from_slice(&body).unwrap();
    let prompt = body["messages"][1]["content"].as_str().unwrap().to_owned();
    // Nobody listens any more when the test is over.
    let _ = asking.send(Question { prompt, stream });
}

impl Question {
    /// What stood on the page.
    pub fn prompt(&self) -> &str {
        &self.prompt
    }

    /// Never answers, and does not hang up either.
    pub fn keep_waiting(self) {
        std::mem::forget(self.stream);
    }

    /// Answers with an action.
    pub fn answer(mut self, action: &str) {
        let reply = json!({"thought": "As the test says.", "action": action}).to_string();
        let body = json!({
            "choices": [{"message": {"role": "assistant", "content": reply}}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1},
        })
        .to_string();
        // Who asked may be gone; that is what some tests are about.
        let _ = write!(
            self.stream,
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
    }
}
