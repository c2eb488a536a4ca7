//! Which passwords are taken. Broken ones are known by the lists of `zxcvbn` (the most used of
//! leaks, names and words), also with the usual letters exchanged and digits behind them.

use zxcvbn::{Score, zxcvbn};

/// Shortest password that is taken, in characters.
const SHORTEST: usize = 10;
/// Longest, in bytes: a hash of more says no more.
const LONGEST: usize = 1_000;
/// A password of words of the product is guessed early.
const OURS: [&str; 2] = ["screen-agent", "screenagent"];

/// Why this password is not taken for this account; `None` when it is.
pub fn password_fault(password: &str, email: &str, name: &str) -> Option<&'static str> {
    if password.chars().count() < SHORTEST {
        return Some("a password needs at least 10 characters");
    }
    if password.len() > LONGEST {
        return Some("a password may have at most 1,000 bytes");
    }
    let alone = password.trim().to_lowercase();
    let before = email.split('@').next().unwrap_or_default();
    if alone == email.to_lowercase() || alone == name.to_lowercase() {
        return Some("a password must not be the account's own name or e-mail");
    }
    let told = [email, before, name, OURS[0], OURS[1]];
    let told: Vec<&str> = told.into_iter().filter(|word| !word.is_empty()).collect();
    (zxcvbn(password, &told).score() < Score::Two)
        .then_some("this password is easy to guess; use a few words instead")
}

#[cfg(test)]
mod tests {
    use super::password_fault;

    #[test]
    fn broken_passwords_and_the_account_itself_are_refused() {
        for (password, taken) in [
            ("correct horse battery staple", true),
            ("a long enough password", true),
            ("k3z-vv2p-9dqm-xa", true),
            ("pâté de campagne", true),
            ("short", false),
            ("123456789", false),
            ("1234567890", false),
            ("password123", false),
            ("Password123", false),
            ("P@ssw0rd123", false),
            ("qwertyuiop", false),
            ("iloveyou123", false),
            ("aaaaaaaaaaaa", false),
            ("abcabcabcabc", false),
            ("ann@example.org", false),
            ("ANN@example.org", false),
            ("ann.example1", true),
            ("Ann Winterbottom", false),
            ("screen-agent", false),
        ] {
            let fault = password_fault(password, "ann@example.org", "Ann Winterbottom");
            assert_eq!(fault.is_none(), taken, "{password}: {fault:?}");
        }
        assert!(password_fault(&"x y ".repeat(300), "a@b.c", "").is_some());
    }
}
