//! One socket's traffic: what comes goes to its dialect, what waits in its outbox goes out.
//!
//! A message for a thousand sockets is written as text once and shared; each socket's own frames go
//! through a small buffer that the websocket library keeps, as many in one write as fit.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io::{self, ErrorKind, Read, Write};
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, ReadBuf};
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::{
    CloseFrame, Role, WebSocketConfig, WebSocketContext,
};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use super::outbox::Leaving;
use super::{Dialect, Socket};

/// Bytes that are read at a time. Every socket holds them: most listen, and say little.
const READ: usize = 256;

/// Bytes that are written at a time, give or take a message. A socket that had many keeps the room.
const WRITE: usize = 7 * 512;

type Io = TokioIo<Upgraded>;

/// Serves a socket to its end.
pub(crate) fn serve<D: Dialect>(
    io: Io,
    socket: Arc<Socket>,
    dialect: D,
) -> impl Future<Output = ()> {
    let config = WebSocketConfig::default()
        .read_buffer_size(READ)
        .write_buffer_size(WRITE);
    let now = Instant::now();
    let mut connection = Connection {
        io,
        websocket: WebSocketContext::new(Role::Server, Some(config)),
        socket,
        dialect,
        batch: VecDeque::new(),
        stage: Stage::Open,
        is_deaf: false,
        began: now,
        heard: now,
        asked: None,
    };
    // Not an `async fn`: that would hold room for its arguments, too, as long as the socket lives.
    async move {
        loop {
            let deadline = connection.deadline();
            let next = match timeout_at(deadline, poll_fn(|cx| connection.poll(cx))).await {
                Ok(next) => next,
                Err(_) => connection.expired(),
            };
            if next.is_break() {
                break;
            }
        }
        // Who has gone already does not read it.
        let _ = connection.io.shutdown().await;
    }
}

struct Connection<D> {
    io: Io,
    websocket: WebSocketContext,
    socket: Arc<Socket>,
    dialect: D,
    /// What is being written.
    batch: VecDeque<Message>,
    stage: Stage,
    /// What comes cannot be told apart any more.
    is_deaf: bool,
    began: Instant,
    /// When something was last heard, or the socket began to close.
    heard: Instant,
    /// When it was asked whether it is there, unless it was heard since.
    asked: Option<Instant>,
}

/// How far a socket is.
enum Stage {
    Open,
    /// This goodbye follows what waits.
    Closing(CloseFrame),
    /// The goodbye is said.
    Closed,
}

impl<D: Dialect> Connection<D> {
    /// Continues when there is another deadline, breaks when the socket is at its end.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<ControlFlow<()>> {
        let before = (self.is_open(), self.asked);
        // Writing comes first, to make room for answers; they wake this task again.
        let done = self.write(cx).and_then(|()| self.read(cx));
        match done {
            // A peer that went away, which is how sockets end.
            Err(_) => Poll::Ready(ControlFlow::Break(())),
            Ok(()) if before == (self.is_open(), self.asked) => Poll::Pending,
            Ok(()) => Poll::Ready(ControlFlow::Continue(())),
        }
    }

    /// Writes what waits, as far as the network takes it.
    fn write(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        loop {
            let is_full = self.is_blocked(cx, |socket, io| socket.flush(io))?;
            let leaving = self.socket.take(&mut self.batch, cx.waker(), is_full);
            if let Some(leaving) = leaving
                && self.is_open()
            {
                self.leave(leaving);
            }
            if is_full {
                return Ok(());
            }
            if self.batch.is_empty() {
                let Stage::Closing(goodbye) = &self.stage else {
                    return self.wrote_all(cx);
                };
                let goodbye = Some(goodbye.clone());
                self.stage = Stage::Closed;
                self.is_blocked(cx, |socket, io| socket.close(io, goodbye))?;
            }
            while let Some(message) = self.batch.pop_front()
                && !self.is_blocked(cx, |socket, io| socket.write(io, message))?
            {}
        }
    }

    /// Most sockets are silent from here on, and keep no room for what they have to say. A client that is not
    /// listened to would wait for us to hang up.
    fn wrote_all(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        self.batch = VecDeque::new();
        if self.is_deaf
            && let Stage::Closed = self.stage
            && let Poll::Ready(shut) = Pin::new(&mut self.io).poll_shutdown(cx)
        {
            shut?;
        }
        Ok(())
    }

    fn leave(&mut self, leaving: Leaving) {
        let (code, reason) = match leaving {
            Leaving::After(code, reason) => (code, reason),
            Leaving::TooSlow => {
                self.batch.clear();
                let reason = Utf8Bytes::from_static("too slow: too many messages are waiting");
                (D::OVER_CAPACITY, reason)
            }
        };
        let code = code.into();
        self.stage = Stage::Closing(CloseFrame { code, reason });
        self.heard = Instant::now();
        self.dialect.leave();
    }

    /// Reads what has come.
    fn read(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        while !self.is_deaf {
            // Strangers may not have us hold much of what they never end.
            let limits = self.dialect.limits();
            let most = match self.socket.is_signed() {
                true => limits.frame,
                false => limits.frame_unsigned,
            };
            self.websocket.set_config(|config| {
                config.max_frame_size = Some(most);
                config.max_message_size = Some(most);
            });
            let io = &mut self.io;
            match self.websocket.read(&mut NonBlocking { io, cx }) {
                Ok(message) => self.take(&message),
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) => {
                    let (code, reason) = fault::<D>(&error).ok_or(error)?;
                    self.refuse(code, reason);
                }
            }
        }
        self.discard(cx)
    }

    fn take(&mut self, message: &Message) {
        if !self.is_open() {
            return;
        }
        self.heard = Instant::now();
        self.asked = None;
        match message {
            Message::Text(text) => self.dialect.receive(text),
            Message::Binary(bytes) if self.dialect.receive_bytes(bytes) => {}
            Message::Binary(_) => self.refuse(1003, "only text messages are supported"),
            // The library answers these itself.
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) | Message::Frame(_) => {}
        }
    }

    fn refuse(&mut self, code: u16, reason: &'static str) {
        self.socket.close(code, Utf8Bytes::from_static(reason));
        self.is_deaf = true;
    }

    /// Reads what is not listened to: a client that is cut off in the middle of a sentence would not
    /// read our goodbye.
    fn discard(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        let mut bytes = [0; 1024];
        let mut io = NonBlocking {
            io: &mut self.io,
            cx,
        };
        loop {
            match io.read(&mut bytes) {
                Ok(0) => return Err(Error::ConnectionClosed),
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// True when the network takes nothing more for now.
    fn is_blocked(
        &mut self,
        cx: &mut Context<'_>,
        write: impl FnOnce(&mut WebSocketContext, &mut NonBlocking<'_, '_>) -> Result<(), Error>,
    ) -> Result<bool, Error> {
        let io = &mut self.io;
        match write(&mut self.websocket, &mut NonBlocking { io, cx }) {
            Ok(()) => Ok(false),
            Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => Ok(true),
            Err(error) => Err(error),
        }
    }

    fn is_open(&self) -> bool {
        matches!(self.stage, Stage::Open)
    }

    /// How long the client may be silent, as things stand.
    fn deadline(&self) -> Instant {
        let limits = self.dialect.limits();
        if !self.is_open() {
            return self.heard + limits.close_timeout;
        }
        let answer = match self.asked {
            Some(asked) => asked + limits.pong_timeout,
            None => self.heard + limits.activity_timeout,
        };
        match self.dialect.is_in_use() {
            true => answer,
            false => answer.min(self.began + limits.begin_timeout),
        }
    }

    /// The deadline has passed; breaks when the client did not take leave.
    fn expired(&mut self) -> ControlFlow<()> {
        let now = Instant::now();
        // It may have been heard since the deadline was set.
        if self.deadline() > now {
            return ControlFlow::Continue(());
        }
        if !self.is_open() {
            return ControlFlow::Break(());
        }
        if !self.dialect.is_in_use() && self.began + self.dialect.limits().begin_timeout <= now {
            let reason = Utf8Bytes::from_static("nothing was subscribed to in time");
            self.socket.close(D::OVER_CAPACITY, reason);
        } else if self.asked.is_some() {
            let reason = Utf8Bytes::from_static("no answer to a ping");
            self.socket.close(D::NO_ANSWER, reason);
        } else {
            self.asked = Some(now);
            if let Some(ping) = D::ping() {
                self.socket.send(ping);
            }
        }
        ControlFlow::Continue(())
    }
}

/// What a client is told that broke the rules; nothing for one that went away.
fn fault<D: Dialect>(error: &Error) -> Option<(u16, &'static str)> {
    match error {
        Error::Capacity(_) => Some((D::OVER_CAPACITY, "the message is too long")),
        Error::Utf8(_) => Some((1007, "text is not UTF-8")),
        Error::Protocol(
            ProtocolError::ResetWithoutClosingHandshake | ProtocolError::ReceivedAfterClosing,
        ) => None,
        Error::Protocol(_) => Some((1002, "malformed frame")),
        _ => None,
    }
}

/// The connection as the websocket library takes it: what has to wait would block.
struct NonBlocking<'a, 'b> {
    io: &'a mut Io,
    cx: &'a mut Context<'b>,
}

fn ready<T>(polled: Poll<io::Result<T>>) -> io::Result<T> {
    match polled {
        Poll::Ready(done) => done,
        Poll::Pending => Err(ErrorKind::WouldBlock.into()),
    }
}

impl Read for NonBlocking<'_, '_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut bytes = ReadBuf::new(bytes);
        ready(Pin::new(&mut *self.io).poll_read(self.cx, &mut bytes))?;
        Ok(bytes.filled().len())
    }
}

impl Write for NonBlocking<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        ready(Pin::new(&mut *self.io).poll_write(self.cx, bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        ready(Pin::new(&mut *self.io).poll_flush(self.cx))
    }
}
