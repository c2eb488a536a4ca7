//! A client over real HTTP.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use super::DEADLINE;

const JSON: &str = "application/json";

/// A person at a server.
pub struct Client {
    address: String,
    pub token: String,
}

impl Client {
    /// Not signed in.
    pub fn at(base: &str) -> Self {
        Self {
            address: base.trim_start_matches("http://").to_owned(),
            token: String::new(),
        }
    }

    /// With a token of before.
    pub fn with_token(base: &str, token: &str) -> Self {
        Self {
            token: token.to_owned(),
            ..Self::at(base)
        }
    }

    /// Signs in.
    pub fn sign_in(base: &str, email: &str, password: &str) -> Self {
        let client = Self::at(base);
        let body = json!({"email": email, "password": password});
        let (status, answer) = client.post("/api/v1/auth/login", &body);
        assert_eq!(status, 200, "{answer}");
        let token = answer["accessToken"].as_str().unwrap().to_owned();
        Self { token, ..client }
    }

    /// Host and port.
    pub fn address(&self) -> &str {
        &self.address
    }

    pub fn get(&self, path: &str) -> (u16, Value) {
        self.send("GET", path, "")
    }

    pub fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.send("POST", path, &body.to_string())
    }

    /// Gives it a file of text.
    pub fn upload(&self, name: &str, text: &str) -> (u16, Value) {
        self.try_upload(name, text).unwrap()
    }

    /// Gives a file of text to a server that may be killed meanwhile.
    pub fn try_upload(&self, name: &str, text: &str) -> std::io::Result<(u16, Value)> {
        let body = format!(
            "--part\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{text}\r\n--part--\r\n"
        );
        let kind = "multipart/form-data; boundary=part";
        self.send_as("POST", "/api/knowledge/upload-to-s3", kind, &body)
    }

    fn send(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        self.send_as(method, path, JSON, body).unwrap()
    }

    /// Gets from servers of which some may be gone.
    pub fn try_get(&self, path: &str) -> std::io::Result<(u16, Value)> {
        self.send_as("GET", path, JSON, "")
    }

    /// Posts under a key, with which it counts once however often it is sent.
    pub fn try_post_once(
        &self,
        path: &str,
        key: &str,
        body: &Value,
    ) -> std::io::Result<(u16, Value)> {
        let kind = format!("{JSON}\r\nIdempotency-Key: {key}");
        self.send_as("POST", path, &kind, &body.to_string())
    }

    /// Posts to a server that may be killed meanwhile.
    pub fn try_post(&self, path: &str, body: &Value) -> std::io::Result<(u16, Value)> {
        self.send_as("POST", path, JSON, &body.to_string())
    }

    fn send_as(
        &self,
        method: &str,
        path: &str,
        kind: &str,
        body: &str,
    ) -> std::io::Result<(u16, Value)> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(DEADLINE))?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.address,
            self.token,
            body.len()
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (head, body) = answer
            .split_once("\r\n\r\n")
            .ok_or(std::io::ErrorKind::UnexpectedEof)?;
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Ok((status, serde_json::from_str(body).unwrap_or(Value::Null)))
    }
}
