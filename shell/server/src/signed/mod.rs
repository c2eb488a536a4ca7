//! What others have signed: tokens, and requests. Knows neither the settings nor the server.

pub(crate) mod jwt;
pub(crate) mod request;
