//! Names that tell what a control does: leads to another page, or cannot be taken back.

/// True for what leads from one page of results to another.
pub(crate) fn is_pager(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    let number =
        name.len() <= 3 && !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    number
        || leads_on(&name)
        || matches!(
            name.as_str(),
            "<" | "‹"
                | "«"
                | "←"
                | "previous"
                | "prev"
                | "previous page"
                | "first"
                | "last"
                | "<<"
                | ">>"
        )
}

/// True for what leads to the next page of results.
pub(crate) fn leads_on(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    matches!(
        name.as_str(),
        ">" | "›"
            | "»"
            | "→"
            | "next"
            | "next page"
            | "next >"
            | "next »"
            | "next ›"
            | "next →"
            | "older"
            | "older posts"
            | "more results"
            | "load more"
            | "show more"
    )
}

/// A name that stands for something that cannot be taken back.
pub(crate) fn is_grave(name: &str) -> bool {
    const GRAVE: [&str; 22] = [
        "delete",
        "remove",
        "trash",
        "buy",
        "pay",
        "order",
        "purchase",
        "send",
        "transfer",
        "checkout",
        "confirm",
        "publish",
        "post",
        "cancel",
        "unsubscribe",
        "erase",
        "reset",
        "discard",
        "book",
        "donate",
        "withdraw",
        "close account",
    ];
    let name = name.to_lowercase();
    name.split(|c: char| !c.is_alphanumeric())
        .any(|word| GRAVE.contains(&word))
}
