//! What people show to be let in, and how it is kept: passwords, tokens, second factors. Knows neither requests nor
//! the server.

pub(crate) mod attempts;
pub(crate) mod password;
pub(crate) mod rule;
pub(crate) mod seal;
pub(crate) mod token;
pub(crate) mod totp;
