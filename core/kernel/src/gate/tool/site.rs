//! Sites on which a mistake costs more than elsewhere.
//!
//! A site is known by whole words of its host ("my-bank.example", never "riverbank.example") or by
//! its name. The list is a help, not a fence: what matters is refused on every site.

use super::words::lists;
use crate::origin::host_of;

/// What makes a site sensitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sensitive {
    /// Money is kept there.
    Banking,
    /// Money is moved there.
    Payment,
    /// It knows somebody's health.
    Health,
    /// The state's.
    Government,
    /// It decides who gets into an account.
    AccountSecurity,
    /// Somebody's mail.
    Mail,
}

impl Sensitive {
    /// What stands in a sentence.
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::Banking => "a banking site",
            Self::Payment => "a site of payments",
            Self::Health => "a site of health",
            Self::Government => "a site of a government",
            Self::AccountSecurity => "a site that guards an account",
            Self::Mail => "a mail site",
        }
    }
}

/// One kind of sensitive site.
struct Entry {
    kind: Sensitive,
    /// Whole words of a host.
    words: &'static str,
    /// Hosts, with everything below them.
    names: &'static str,
}

const SITES: &[Entry] = &[
    Entry {
        kind: Sensitive::AccountSecurity,
        words: "login, signin, sso, auth, oauth, idp, accounts, passwords, myaccount, mfa, 2fa, \
            identity, appleid",
        names: "accounts.google.com, myaccount.google.com, login.live.com, account.live.com, \
            login.microsoftonline.com, account.microsoft.com, mysignins.microsoft.com, \
            appleid.apple.com, account.apple.com, okta.com, auth0.com, duosecurity.com, \
            onelogin.com, 1password.com, lastpass.com, bitwarden.com, dashlane.com, id.me",
    },
    Entry {
        kind: Sensitive::Banking,
        words: "bank, banks, banking, ebanking, netbanking, onlinebanking, banque, banca, banco, \
            sparkasse, volksbank, raiffeisen, creditunion, fcu, brokerage, wealth, pension, \
            mortgage, loans",
        names: "chase.com, bankofamerica.com, wellsfargo.com, citi.com, citibank.com, usbank.com, \
            capitalone.com, pnc.com, truist.com, tdbank.com, ally.com, schwab.com, fidelity.com, \
            vanguard.com, etrade.com, robinhood.com, interactivebrokers.com, discover.com, \
            americanexpress.com, hsbc.com, hsbc.co.uk, barclays.co.uk, lloydsbank.com, \
            natwest.com, santander.com, santander.co.uk, nationwide.co.uk, monzo.com, \
            revolut.com, n26.com, ing.com, ing.de, deutsche-bank.de, commerzbank.de, dkb.de, \
            ubs.com, credit-suisse.com, postfinance.ch, zkb.ch, bnpparibas.com, bnpparibas.fr, \
            credit-agricole.fr, societegenerale.fr, labanquepostale.fr, bbva.com, bbva.es, \
            caixabank.es, unicredit.it, intesasanpaolo.com, rabobank.nl, abnamro.nl, nordea.com, \
            danskebank.dk, seb.se, swedbank.se, dnb.no, rbc.com, rbcroyalbank.com, td.com, \
            scotiabank.com, bmo.com, cibc.com, commbank.com.au, anz.com, anz.com.au, \
            westpac.com.au, nab.com.au, dbs.com, dbs.com.sg, ocbc.com, icicibank.com, \
            hdfcbank.com, sbi.co.in, onlinesbi.sbi, itau.com.br, nubank.com.br, bradesco.com.br, \
            coinbase.com, kraken.com, binance.com",
    },
    Entry {
        kind: Sensitive::Payment,
        words: "pay, payment, payments, checkout, billing, wallet, paygate, invoices, payroll, \
            remittance, moneytransfer",
        names: "paypal.com, paypal.me, venmo.com, cash.app, zellepay.com, stripe.com, wise.com, \
            westernunion.com, moneygram.com, remitly.com, klarna.com, affirm.com, afterpay.com, \
            adyen.com, squareup.com, twint.ch, alipay.com, paytm.com, phonepe.com, skrill.com, \
            neteller.com, payoneer.com, bill.com, gusto.com, adp.com",
    },
    Entry {
        kind: Sensitive::Health,
        words: "health, healthcare, hospital, hospitals, clinic, clinics, patient, patients, \
            patientportal, mychart, medical, pharmacy, apotheke, krankenkasse, therapy, dental, \
            medicare, medicaid, ehr",
        names: "mychart.com, mychart.org, epic.com, nhs.uk, kaiserpermanente.org, kp.org, \
            cvs.com, walgreens.com, uhc.com, unitedhealthgroup.com, anthem.com, cigna.com, \
            aetna.com, humana.com, questdiagnostics.com, labcorp.com, 23andme.com, zocdoc.com, \
            teladoc.com, betterhelp.com, doctolib.fr, doctolib.de, ameli.fr",
    },
    Entry {
        kind: Sensitive::Government,
        words: "gov, govt, government, gouv, gob, gub, mil, govern, bund, regierung, irs, dmv, \
            elections, usajobs",
        names: "admin.ch, bund.de, elster.de, bundid.de, canada.ca, gc.ca, europa.eu, \
            service-public.fr, belgium.be, overheid.nl, digid.nl, regeringen.se, skatteverket.se, \
            borger.dk, altinn.no, suomi.fi, gov.uk",
    },
    Entry {
        kind: Sensitive::Mail,
        words: "mail, email, webmail, imap, roundcube, owa, squirrelmail, horde",
        names: "gmail.com, outlook.com, outlook.live.com, outlook.office.com, \
            outlook.office365.com, hotmail.com, proton.me, protonmail.com, tutanota.com, \
            tuta.com, fastmail.com, zoho.com, gmx.net, gmx.de, gmx.com, web.de, hey.com, \
            mail.ru, aol.com",
    },
];

/// What makes the site of an address sensitive, if anything does.
pub(super) fn sensitive(url: &str) -> Option<Sensitive> {
    let host = host_of(url)?.trim_end_matches('.').to_ascii_lowercase();
    let found = |entry: &&Entry| is_named(&host, entry.names) || has_word(&host, entry.words);
    SITES.iter().find(found).map(|entry| entry.kind)
}

/// The host itself, or one below it.
fn is_named(host: &str, names: &'static str) -> bool {
    super::words::phrases(names).any(|name| {
        host.strip_suffix(name)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    })
}

fn has_word(host: &str, words: &'static str) -> bool {
    host.split(['.', '-', '_']).any(|part| lists(words, part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_known_by_whole_words_or_by_its_name() {
        for (url, expected) in [
            ("https://www.chase.com/account", Some(Sensitive::Banking)),
            ("https://my-bank.example/", Some(Sensitive::Banking)),
            ("https://riverbank.example/", None),
            ("https://banksy.example/", None),
            ("https://notchase.com/", None),
            ("https://chase.com.example/", None),
            ("https://www.paypal.com/", Some(Sensitive::Payment)),
            ("https://pay.shop.example/", Some(Sensitive::Payment)),
            ("https://payload.example/", None),
            ("https://mychart.hospital.example/", Some(Sensitive::Health)),
            ("https://www.irs.gov/", Some(Sensitive::Government)),
            ("https://www.service.gov.uk/", Some(Sensitive::Government)),
            ("https://governor-cars.example/", None),
            (
                "https://accounts.google.com/",
                Some(Sensitive::AccountSecurity),
            ),
            ("https://author.example/", None),
            ("https://mail.example.com/", Some(Sensitive::Mail)),
            ("https://mailbox-shop.example/", None),
            ("https://chainmail.example/", None),
            ("https://en.wikipedia.org/wiki/Bank", None),
            ("http://127.0.0.1:8000/", None),
            ("about:blank", None),
        ] {
            assert_eq!(sensitive(url), expected, "{url}");
        }
    }
}
