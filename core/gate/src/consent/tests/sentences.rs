//! Ordinary sentences, and the buttons that each of them orders: those, and no other.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use screen_agent_page::Role;
use serde::Deserialize;

use super::super::{ControlInUse, Label, SpokenConsent};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    words: String,
    /// Labels among [`BUTTONS`] that the words carry.
    #[serde(default)]
    grants: BTreeSet<String>,
}

/// One button at least for each effect that a page can have, bare and with an object.
const BUTTONS: &str = "Buy, Buy now, Place order, Order, Order now, Check out, Pay, Pay now, Donate, Tip, Charge, Refund, \
    Send, Send message, Send to Mallory, Reply, Reply to all, Forward, Email, Mail, Text, Invite, \
    Transfer, Withdraw, Sell, Trade, Exchange, Deposit, Bid, Wire, Delete, Delete account, Delete all, \
    Remove, Discard, Empty, Empty trash, Erase, Wipe, Uninstall, Subscribe, Follow, Join, Enroll, \
    Upgrade, Renew, Unsubscribe, Unfollow, Leave, Leave group, Publish, Post, Share, Share with \
    everyone, Comment, Release, Broadcast, Cancel order, Cancel booking, Cancel subscription, Book, Book \
    now, Reserve, Rent, Hire, Approve, Confirm, Sign, Reject, Decline, Deny, Block, Ban, Run, Execute, \
    Deploy, Merge, Install, Restart, Log out, Grant access, Make admin, Change password, Disable two- \
    factor, Rotate key, Add to cart, Log in, Register, Submit, Save, Update, Edit, Change, Set, Replace, \
    Add, Create, Make, New, Write, Schedule, Upload, Import, Insert, Accept, Allow, Like, Rate, Vote, \
    Star, Pin, Archive, Mark, Flag, Move, Mute, Report, Assign, Enable, Start, Stop, Play, OK, Yes, \
    Continue, Apply, Finish, Complete, Done";

fn rows() -> Vec<Row> {
    let text = include_str!("../../../../../fixtures/consent/sentences.jsonl");
    text.lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect()
}

static LABELS: LazyLock<Vec<(&str, Label)>> = LazyLock::new(|| {
    let names = BUTTONS.split(',').map(str::trim);
    names.map(|name| (name, Label::read(name))).collect()
});

fn granted(words: &str, filled_here: bool) -> BTreeSet<String> {
    let consent = SpokenConsent::of([words]);
    let carried = |(_, label): &&(&str, Label)| {
        consent.carries(&ControlInUse {
            filled_here,
            ..ControlInUse::new(label, &Role::Button)
        })
    };
    let names = LABELS.iter().filter(carried);
    names.map(|(name, _)| (*name).to_owned()).collect()
}

#[test]
fn a_sentence_grants_exactly_what_it_orders() {
    let rows = rows();
    let idle = rows.iter().filter(|row| row.grants.is_empty()).count();
    assert!(rows.len() >= 300 && idle * 2 >= rows.len());
    let wrong: Vec<String> = rows
        .iter()
        .map(|row| (row, granted(&row.words, false)))
        .filter(|(row, granted)| *granted != row.grants)
        .map(|(row, granted)| format!("{}\n  {:?}\n  {granted:?}", row.words, row.grants))
        .collect();
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

/// Not even in a form that this task filled.
#[test]
fn a_sentence_that_orders_nothing_sends_no_form() {
    let idle = rows().into_iter().filter(|row| row.grants.is_empty());
    let wrong: Vec<String> = idle
        .map(|row| (granted(&row.words, true), row.words))
        .filter(|(granted, _)| !granted.is_empty())
        .map(|(granted, words)| format!("{words}\n  {granted:?}"))
        .collect();
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}
