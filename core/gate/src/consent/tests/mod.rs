#![allow(clippy::unwrap_used)]

mod corpus;
mod label;
mod sentences;

use screen_agent_page::Role;

use super::{ControlInUse, Label, SpokenConsent};

fn carries(words: &str, label: &str) -> bool {
    let label = Label::read(label);
    SpokenConsent::of([words]).carries(&ControlInUse {
        filled_here: true,
        ..ControlInUse::new(&label, &Role::Button)
    })
}

#[test]
fn what_is_ordered_is_carried() {
    for (words, label) in [
        ("Press Submit", "Submit"),
        ("press the \"Submit\" button", "Submit"),
        ("Enter \"Bo\" and press submit.", "Submit"),
        ("Enter the date and hit submit.", "Submit"),
        ("log in with name x and password y", "Log in"),
        ("log in with name x and password y", "Sign in"),
        ("log in with name x and password y", "Login"),
        ("log in with name x and password y", "Continue"),
        ("Please log me in", "Login"),
        ("send the message", "Send message"),
        ("Send Bob a message saying hi", "Send"),
        ("reply to Bob", "Send"),
        ("buy the cheapest", "Buy now"),
        ("buy the cheapest", "Add to cart"),
        ("buy the cheapest", "Place order"),
        ("buy the cheapest", "Confirm"),
        ("find the cheapest shirt and buy it", "Buy"),
        ("click button ONE", "ONE"),
        ("click on the 'ONE' button", "ONE"),
        ("Click the button.", "Whatever"),
        ("click the second red button", "Ok"),
        ("save", "Save"),
        ("Change my name to Bo", "Save changes"),
        (
            "set the colour to blue and save the settings",
            "Save settings",
        ),
        ("could you delete the third file?", "Delete"),
        ("delete the member whose id is 2", "Delete"),
        ("I want to delete my account", "Delete account"),
        ("Make sure to remove the old entry", "Remove"),
        ("Close the dialog by clicking the \"x\"", "x"),
        ("delete the note, then confirm", "Yes"),
        ("roll the dice", "Roll dice"),
        ("press login", "Login to your account"),
        ("If it is under 10, buy it", "Buy"),
        ("Don't worry about the price. Buy it.", "Buy"),
        ("book a table for two", "Reserve"),
        ("unsubscribe me from the newsletter", "Unsubscribe"),
        ("Transfer 10 to Bo", "Send"),
        ("add a note saying hi", "Create"),
        ("Enter 3 as the number and hit submit", "Submit"),
        ("Is it red? Click yes or no.", "No"),
        ("Dismiss the cookie banner", "Reject all"),
        ("Accept the cookies and read the headline", "Accept all"),
        ("Do this: delete the note", "Delete"),
        ("choose Delete from the menu", "Delete"),
        ("check the box I agree", "I agree"),
        ("Put the cheapest one into my basket", "Add to basket"),
        ("Log in as ann and order the blue one", "Place order"),
    ] {
        assert!(carries(words, label), "{words:?} carries {label:?}");
    }
}

#[test]
fn what_is_not_ordered_is_not_carried() {
    for (words, label) in [
        ("find the price", "Buy"),
        ("how do I delete my account?", "Delete account"),
        ("show me how to find and delete files", "Delete"),
        ("what happens if I press Buy?", "Buy"),
        ("tell me whether I can cancel the order", "Cancel order"),
        ("Should I buy it?", "Buy"),
        ("Is it possible to delete it?", "Delete"),
        ("fill in the form but do not submit it", "Submit"),
        ("fill in the form without pressing Submit", "Submit"),
        ("don't press Delete", "Delete"),
        ("never buy anything", "Buy"),
        ("log in with name x and password y", "Delete account"),
        ("log in with name x and password y", "Pay now"),
        ("buy the cheapest", "Delete account"),
        ("pay the bill", "Delete"),
        (
            "type \"delete everything\" into the box",
            "Delete everything",
        ),
        ("enter \"press Buy\" into the box", "Buy"),
        ("type Save into the name field and press OK", "Save"),
        ("click the \"Ok\" button", "Buy"),
        ("click button ONE", "TWO"),
        ("click the second button", "Delete account"),
        ("read the order status", "Order"),
        ("show the delete button", "Delete"),
        ("find the button to view and delete messages", "Delete"),
        ("open the order history", "Place order"),
        ("search for shoes", "Buy shoes"),
        ("click the \"Buy\" tab of the guide", "Buy now for 100"),
        ("", "Submit"),
        ("find the newest message", ""),
        ("Fill in the form. No submit, please.", "Submit"),
        ("Wait until I buy it", "Buy"),
        ("Do I have to press Submit?", "Submit"),
        ("find the phone number", "Submit"),
        ("search for shoes", "Confirm"),
        ("accept the cookies", "Submit"),
        ("close the dialog", "Accept"),
        ("yes", "Yes"),
        ("check the Delete button", "Delete"),
        ("Search for: delete account", "Delete account"),
        ("Open the list and log in with name Submit", "Submit now"),
        ("read the headline", "Accept all"),
    ] {
        assert!(!carries(words, label), "{words:?} does not carry {label:?}");
    }
}

#[test]
fn labels_that_only_look_are_known() {
    for (label, reads) in [
        ("Search", true),
        ("Next", true),
        ("Next page", true),
        ("2", true),
        ("Show details", true),
        ("View order", true),
        ("Close", true),
        ("Cancel", true),
        ("×", true),
        ("›", true),
        ("Sort by price", true),
        ("Apply filters", true),
        ("Select all", true),
        ("Choose plan", false),
        ("", false),
        ("+", false),
        ("Submit", false),
        ("OK", false),
        ("Continue", false),
        ("Cancel order", false),
        ("Close account", false),
        ("Open account", false),
        ("Review and pay", false),
        ("Find and delete", false),
        ("Buy", false),
    ] {
        assert_eq!(Label::read(label).reads, reads, "{label:?}");
    }
}

#[test]
fn grave_effects_are_named_by_verbs_that_lead() {
    for (label, grave) in [
        ("Buy now", true),
        ("Delete", true),
        ("Send money", true),
        ("Yes, delete it", true),
        ("Unsubscribe", true),
        ("Place order", true),
        ("Check out", true),
        ("Log in", false),
        ("Sign in", false),
        ("Order history", false),
        ("Payment methods", false),
        ("How to delete a file", false),
        ("Post 12", false),
        ("Senders", false),
        ("Buyer's guide", false),
    ] {
        assert_eq!(!Label::read(label).grave.is_empty(), grave, "{label:?}");
    }
}

#[test]
fn values_and_hosts_are_held_whole() {
    let words = SpokenConsent::of([
        "log in with bo and \"pass word\" at shop.example",
        "4111 1111 1111 1111",
    ]);
    for (value, held) in [
        ("bo", true),
        ("b", false),
        ("pass word", true),
        ("pass", true),
        ("Bo", false),
        ("4111111111111111", true),
        ("1111111111111111", false),
        ("", false),
    ] {
        assert_eq!(words.hold_value(value), held, "{value:?}");
    }
}

#[test]
fn only_hosts_that_are_gone_to_count() {
    for (words, host, named) in [
        ("log in at shop.example", "shop.example", true),
        ("log in at shop.example", "www.shop.example", true),
        ("log in at shop.example", "pay.shop.example", false),
        ("open shop.example.evil.test", "shop.example", false),
        (
            "Open https://a.example/x and find the price",
            "a.example",
            true,
        ),
        ("Go to a.example", "a.example", true),
        ("open a.example and b.example", "b.example", true),
        (
            "Compare the prices on a.example and b.example",
            "b.example",
            true,
        ),
        ("Find the price on the site a.example", "a.example", true),
        ("a.example", "a.example", true),
        ("Navigate to www.a.example, then log in", "a.example", true),
        ("never open evil.example", "evil.example", false),
        ("is evil.example safe?", "evil.example", false),
        ("give nothing to evil.example", "evil.example", false),
        ("I was warned of \"evil.example\"", "evil.example", false),
        ("my address is ada@evil.example", "evil.example", false),
        ("send a message to bob@evil.example", "evil.example", false),
        ("open invoice.zip", "invoice.zip", false),
        ("open notes.md on the page", "notes.md", false),
        ("open https://invoice.zip/", "invoice.zip", true),
        (
            "I read on evil.example that it is cheap",
            "evil.example",
            false,
        ),
        ("Should I open evil.example?", "evil.example", false),
        ("Tell Bob that evil.example is down", "evil.example", false),
        ("Do not go to evil.example", "evil.example", false),
        ("The mail says: open evil.example", "evil.example", false),
    ] {
        let consent = SpokenConsent::of([words]);
        assert_eq!(consent.name_host(host), named, "{words:?} {host:?}");
    }
}

#[test]
fn a_secret_counts_where_its_clause_says() {
    let start = "https://shop.example";
    for (words, origin, given) in [
        (
            "log in with name ann and password S3cret",
            "https://shop.example",
            true,
        ),
        (
            "log in with name ann and password S3cret",
            "https://evil.example",
            false,
        ),
        (
            "log in at bank.example with password S3cret",
            "https://bank.example",
            true,
        ),
        (
            "log in at bank.example with password S3cret",
            "https://shop.example",
            false,
        ),
        (
            "log in with password S3cret, then send a mail to bob@evil.example",
            "https://evil.example",
            false,
        ),
        (
            "log in with password S3cret. Then open evil.example",
            "https://evil.example",
            false,
        ),
        (
            "log in with password S3cret. Then open evil.example",
            "https://shop.example",
            true,
        ),
        ("log in with password Other", "https://shop.example", false),
    ] {
        let consent = SpokenConsent::of([words]);
        assert_eq!(
            consent.hold_secret("S3cret", origin, start),
            given,
            "{words:?} {origin}"
        );
    }
}

#[test]
fn a_file_is_named_as_a_file() {
    for (words, path, named) in [
        ("My hostname is fine", "/etc/hostname", false),
        ("upload /etc/hostname", "/etc/hostname", true),
        ("upload report.pdf", "/home/ann/report.pdf", true),
        ("upload /home/ann/report.pdf.", "/home/ann/report.pdf", true),
        ("upload /home/ann/report.pdf", "/tmp/report.pdf", false),
        ("attach the file notes", "/home/ann/notes", true),
        ("the passwd was wrong", "/etc/passwd", false),
    ] {
        assert_eq!(
            SpokenConsent::of([words]).hold_file(path),
            named,
            "{words:?} {path}"
        );
    }
}

#[test]
fn a_dialog_is_weighed_like_a_label() {
    for (words, text, after, carried) in [
        (
            "Log in with name x",
            "Permanently delete your account and all orders?",
            true,
            false,
        ),
        ("delete the draft", "Are you sure?", true, true),
        ("delete the draft", "Are you sure?", false, false),
        ("delete the draft", "Delete draft?", true, true),
        ("delete the draft", "Delete the account?", true, false),
        ("delete the draft", "Transfer 100 to Mallory?", true, false),
        ("save the page", "Erase everything?", true, false),
        ("find the price", "Are you sure?", true, false),
        ("delete the draft", "Fnord gnarf", true, false),
    ] {
        let consent = SpokenConsent::of([words]);
        assert_eq!(
            consent.carries_dialog(text, after),
            carried,
            "{words:?} {text:?}"
        );
    }
}
