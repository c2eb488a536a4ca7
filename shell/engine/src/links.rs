//! Links to files that need no token: whose file, which, how, and until when, signed.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::hmac::{HMAC_SHA256, Key, sign, verify};
use screen_agent_action::id::{TenantId, UserId};
use screen_agent_store::Owner;
use uuid::Uuid;

/// How long a link works.
const LASTS_MS: i64 = 10 * 60 * 1000;
/// Where links are served.
const ADDRESS: &str = "/api/knowledge/file/";
/// What a link lets its holder do. It is part of what is signed.
const METHOD: &[u8] = b"GET";
/// Tenant, user and end, before the key.
const HEAD: usize = 16 + 16 + 8;
/// Bytes of a signature.
const MAC: usize = 32;

/// Signs links to files, and reads what it signed. All that share a secret read each other's.
#[derive(Clone, Debug)]
pub struct FileLinks {
    key: Key,
    lasts_ms: i64,
}

impl FileLinks {
    /// With a secret that nobody else has. Links work for ten minutes.
    pub fn new(secret: &[u8]) -> Self {
        Self {
            key: Key::new(HMAC_SHA256, secret),
            lasts_ms: LASTS_MS,
        }
    }

    /// With links that work for so many minutes.
    #[must_use]
    pub fn lasting(self, minutes: u32) -> Self {
        Self {
            lasts_ms: i64::from(minutes) * 60_000,
            ..self
        }
    }

    /// The address of the owner's file from the server's own address on, and when it ends, in
    /// milliseconds since the epoch.
    pub fn sign(&self, owner: Owner, key: &str, now_ms: i64) -> (String, i64) {
        let expires_ms = now_ms.saturating_add(self.lasts_ms);
        let mut link = Vec::with_capacity(HEAD + key.len() + MAC);
        link.extend_from_slice(owner.tenant.get().as_bytes());
        link.extend_from_slice(owner.user.get().as_bytes());
        link.extend_from_slice(&expires_ms.to_be_bytes());
        link.extend_from_slice(key.as_bytes());
        let signature = sign(&self.key, &[METHOD, &link].concat());
        link.extend_from_slice(signature.as_ref());
        let link = URL_SAFE_NO_PAD.encode(link);
        (format!("{ADDRESS}{link}"), expires_ms)
    }

    /// Whose file is meant, and which; nothing when it was not signed with our secret, or has ended.
    /// Nothing is read of it before the signature holds.
    pub fn read(&self, link: &str, now_ms: i64) -> Option<(Owner, String)> {
        let link = URL_SAFE_NO_PAD.decode(link).ok()?;
        let (said, signature) = link.split_at_checked(link.len().checked_sub(MAC)?)?;
        verify(&self.key, &[METHOD, said].concat(), signature).ok()?;
        let (head, key) = said.split_at_checked(HEAD)?;
        let expires_ms = i64::from_be_bytes(head.get(32..)?.try_into().ok()?);
        if now_ms >= expires_ms {
            return None;
        }
        let owner = Owner {
            tenant: TenantId::new(Uuid::from_slice(head.get(..16)?).ok()?),
            user: UserId::new(Uuid::from_slice(head.get(16..32)?).ok()?),
        };
        Some((owner, String::from_utf8(key.to_vec()).ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(number: u128) -> Owner {
        Owner {
            tenant: TenantId::new(Uuid::from_u128(number)),
            user: UserId::new(Uuid::from_u128(number + 1)),
        }
    }

    fn signed(links: &FileLinks, now_ms: i64) -> (String, i64) {
        let (address, expires_ms) = links.sign(owner(1), "uploads/a", now_ms);
        (address.replacen(ADDRESS, "", 1), expires_ms)
    }

    #[test]
    fn a_link_names_one_file_until_it_ends() {
        let links = FileLinks::new(&[1; 32]);
        let (link, expires_ms) = signed(&links, 1_000);
        assert_eq!(expires_ms, 1_000 + LASTS_MS);
        let read = |now_ms| links.read(&link, now_ms);
        let file = Some((owner(1), "uploads/a".to_owned()));
        assert_eq!(read(expires_ms - 1), file);
        assert_eq!(read(expires_ms), None);
        assert_eq!(FileLinks::new(&[1; 32]).read(&link, 1_000), file);
        assert_eq!(FileLinks::new(&[2; 32]).read(&link, 1_000), None);
    }

    #[test]
    fn nothing_of_a_link_can_be_changed() {
        let links = FileLinks::new(&[1; 32]);
        let (link, _) = signed(&links, 0);
        let bytes = URL_SAFE_NO_PAD.decode(&link).unwrap_or_default();
        assert!(!bytes.is_empty());
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(
                links.read(&URL_SAFE_NO_PAD.encode(&changed), 0),
                None,
                "{at}"
            );
            assert_eq!(links.read(&URL_SAFE_NO_PAD.encode(&bytes[..at]), 0), None);
        }
        for link in ["", "x", "not a link!", "AAAA"] {
            assert_eq!(links.read(link, 0), None, "{link:?}");
        }
    }
}
