//! Which addresses a client may be given.

use url::{Host, Url};

use crate::SecretKey;

/// Why an address will not do. It is never repeated: somebody may have put a key into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Not an address, or not one of the web.
    #[error("the base address has to begin with http:// or https://")]
    NotWeb,
    /// A password or a query in it.
    #[error("the base address may hold neither a user name, a password nor a query")]
    Laden,
    /// The key would travel in the clear.
    #[error(
        "a key is sent over https only, except on this machine: use https, or leave the key out"
    )]
    KeyInTheClear,
}

/// Checks a base address and brings it into one form, without a slash at its end.
///
/// # Errors
/// When it is not of the web, carries secrets, or would show the key on the way.
pub fn address(base: &str, key: Option<&SecretKey>) -> Result<String, AddressError> {
    let url = of_the_web(base)?;
    if url.query().is_some() {
        return Err(AddressError::Laden);
    }
    if url.scheme() == "http" && key.is_some() && !is_here(&url) {
        return Err(AddressError::KeyInTheClear);
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

/// An address of the web that carries neither a user name nor a place in a page.
pub(crate) fn of_the_web(text: &str) -> Result<Url, AddressError> {
    let url = Url::parse(text.trim()).map_err(|_| AddressError::NotWeb)?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(AddressError::NotWeb);
    }
    if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
        return Err(AddressError::Laden);
    }
    Ok(url)
}

/// On this machine.
pub(crate) fn is_here(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_of_the_web_and_keeps_keys_hidden() {
        let cases = [
            (
                "https://api.example/v1/",
                true,
                Ok("https://api.example/v1"),
            ),
            (
                "http://127.0.0.1:11434/v1",
                true,
                Ok("http://127.0.0.1:11434/v1"),
            ),
            ("http://localhost:1/v1", true, Ok("http://localhost:1/v1")),
            ("http://[::1]:1", true, Ok("http://[::1]:1")),
            (
                "http://models.example/v1",
                false,
                Ok("http://models.example/v1"),
            ),
            (
                "http://models.example/v1",
                true,
                Err(AddressError::KeyInTheClear),
            ),
            (
                "http://127.0.0.1.example/v1",
                true,
                Err(AddressError::KeyInTheClear),
            ),
            (
                "https://me:secret@api.example",
                false,
                Err(AddressError::Laden),
            ),
            (
                "https://api.example/?key=1",
                false,
                Err(AddressError::Laden),
            ),
            ("file:///etc/passwd", false, Err(AddressError::NotWeb)),
            ("api.example/v1", false, Err(AddressError::NotWeb)),
        ];
        let key = SecretKey::new("k");
        for (base, keyed, expected) in cases {
            let found = address(base, keyed.then_some(&key));
            assert_eq!(found, expected.map(str::to_owned), "{base}");
        }
    }
}
