//! Carrying messages: over the pipe of a browser that we started, or a socket to one that runs.

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::BrowserError;
use crate::launch::Pipe;

/// Largest message that is read; a page can make the browser say a lot.
const LARGEST_MESSAGE: usize = 256 << 20;

/// Where messages go out and come in. Either side ends when the browser does.
pub(crate) struct Wires {
    pub out: mpsc::UnboundedSender<String>,
    pub incoming: mpsc::UnboundedReceiver<Vec<u8>>,
}

/// Speaks over a pipe: messages end with a zero byte.
pub(crate) fn over_pipe(pipe: Pipe) -> Wires {
    let (out, mut to_send) = mpsc::unbounded_channel::<String>();
    let (arrived, incoming) = mpsc::unbounded_channel();
    let Pipe { mut to, from } = pipe;
    tokio::spawn(async move {
        while let Some(message) = to_send.recv().await {
            let mut bytes = message.into_bytes();
            bytes.push(0);
            if to.write_all(&bytes).await.is_err() {
                break;
            }
        }
    });
    tokio::spawn(async move {
        let mut from = BufReader::with_capacity(256 << 10, from);
        loop {
            let mut message = Vec::new();
            let read = (&mut from)
                .take(LARGEST_MESSAGE as u64)
                .read_until(0, &mut message)
                .await;
            if !matches!(read, Ok(count) if count > 0) || message.pop() != Some(0) {
                break;
            }
            if arrived.send(message).is_err() {
                break;
            }
        }
    });
    Wires { out, incoming }
}

/// Speaks to a browser that runs already: `ws://…`, or `http://…`, which is asked for its socket.
pub(crate) async fn over_socket(endpoint: &str) -> Result<Wires, BrowserError> {
    let address = match endpoint.starts_with("http://") {
        true => browser_socket(endpoint).await?,
        false => endpoint.to_owned(),
    };
    let config = WebSocketConfig::default()
        .max_message_size(Some(LARGEST_MESSAGE))
        .max_frame_size(Some(LARGEST_MESSAGE));
    let (socket, _) = tokio_tungstenite::connect_async_with_config(&address, Some(config), true)
        .await
        .map_err(|error| BrowserError::Unreachable(error.to_string()))?;
    Ok(wires_over(socket))
}

fn wires_over(socket: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Wires {
    let (out, mut to_send) = mpsc::unbounded_channel::<String>();
    let (arrived, incoming) = mpsc::unbounded_channel();
    let (mut sink, mut stream) = socket.split();
    tokio::spawn(async move {
        while let Some(message) = to_send.recv().await {
            if sink.send(Message::text(message)).await.is_err() {
                break;
            }
        }
        let _ = sink.close().await;
    });
    tokio::spawn(async move {
        while let Some(Ok(message)) = stream.next().await {
            if let Message::Text(text) = message {
                if arrived.send(text.as_bytes().to_vec()).is_err() {
                    break;
                }
            } else if message.is_close() {
                break;
            }
        }
    });
    Wires { out, incoming }
}

/// Asks a DevTools endpoint for the address of its browser socket.
///
/// One short request by hand: an HTTP client would be a large dependency for it.
async fn browser_socket(endpoint: &str) -> Result<String, BrowserError> {
    let unreachable = |why: &str| BrowserError::Unreachable(format!("{endpoint}: {why}"));
    let url = url::Url::parse(endpoint).map_err(|_| unreachable("not an address"))?;
    let host = url.host_str().ok_or_else(|| unreachable("no host"))?;
    let port = url.port_or_known_default().unwrap_or(80);
    let mut stream = TcpStream::connect((host, port))
        .await
        .map_err(|error| unreachable(&error.to_string()))?;
    let request =
        format!("GET /json/version HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n");
    let mut answer = Vec::new();
    let exchange = async {
        stream.write_all(request.as_bytes()).await?;
        read_answer(&mut stream, &mut answer).await
    };
    exchange
        .await
        .map_err(|error| unreachable(&error.to_string()))?;
    let text = String::from_utf8_lossy(&answer);
    let body = text
        .split_once("\r\n\r\n")
        .map(|(_, body)| body)
        .unwrap_or_default();
    serde_json::from_str::<serde_json::Value>(body.trim_end_matches('\0'))
        .ok()
        .and_then(|version| Some(version.get("webSocketDebuggerUrl")?.as_str()?.to_owned()))
        .ok_or_else(|| unreachable("it does not speak the DevTools protocol"))
}

/// Reads until the body is whole; Chromium keeps the connection open whatever it is asked.
async fn read_answer(stream: &mut TcpStream, answer: &mut Vec<u8>) -> std::io::Result<()> {
    while stream.read_buf(answer).await? > 0 && answer.len() < (64 << 10) {
        let text = String::from_utf8_lossy(answer);
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let length = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-length")
                .then(|| value.trim().parse::<usize>().ok())?
        });
        if length.is_some_and(|length| body.len() >= length) {
            break;
        }
    }
    Ok(())
}
