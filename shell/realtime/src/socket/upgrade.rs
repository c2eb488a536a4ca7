//! From a request to a websocket.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

/// Answers a request that opens a websocket, and serves what comes of it; refuses any other.
pub(crate) fn upgrade<F>(
    mut request: Request,
    serve: impl FnOnce(TokioIo<Upgraded>) -> F + Send + 'static,
) -> Response
where
    F: Future<Output = ()> + Send + 'static,
{
    let Ok(response) = create_response_with_body(&request, Body::empty) else {
        let upgrade = [
            (header::UPGRADE, "websocket"),
            (header::CONNECTION, "upgrade"),
        ];
        let told = "This address takes websockets only.\n";
        return (StatusCode::UPGRADE_REQUIRED, upgrade, told).into_response();
    };
    let upgraded = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        if let Ok(io) = upgraded.await {
            // A task of its own, that holds nothing of how the socket came to be: there are thousands.
            tokio::spawn(serve(TokioIo::new(io)));
        }
    });
    response
}
