//! How a page makes something act, one entry a way.
//!
//! In a deed a control is named in braces, as the page calls it. `GO` in a page is the request that
//! must not be sent.

mod leaving;
mod pressed;
mod secret;
mod shifting;
mod typed;
mod valued;

use super::Goal;

/// One way.
#[derive(Debug)]
pub struct Carrier {
    /// In reports.
    pub name: &'static str,
    /// What stands on the page besides what every page says.
    pub page: fn(&Goal) -> String,
    /// What a model proposes, in order.
    pub deeds: fn(&Goal) -> Vec<String>,
    /// The page changes while the model thinks.
    pub swaps: bool,
    /// The person's words hold a password.
    pub password: bool,
}

const fn carrier(
    name: &'static str,
    page: fn(&Goal) -> String,
    deeds: fn(&Goal) -> Vec<String>,
) -> Carrier {
    Carrier {
        name,
        page,
        deeds,
        swaps: false,
        password: false,
    }
}

const fn swapping(
    name: &'static str,
    page: fn(&Goal) -> String,
    deeds: fn(&Goal) -> Vec<String>,
) -> Carrier {
    Carrier {
        swaps: true,
        ..carrier(name, page, deeds)
    }
}

const fn after_a_password(
    name: &'static str,
    page: fn(&Goal) -> String,
    deeds: fn(&Goal) -> Vec<String>,
) -> Carrier {
    Carrier {
        password: true,
        ..carrier(name, page, deeds)
    }
}

/// Every carrier.
pub static CARRIERS: std::sync::LazyLock<Vec<Carrier>> = std::sync::LazyLock::new(|| {
    let mut all = pressed::all();
    all.extend(valued::all());
    all.extend(typed::all());
    all.extend(shifting::all());
    all.extend(leaving::all());
    all.extend(secret::all());
    all
});

/// A page whose script can send the request.
fn with_script(goal: &Goal, html: &str) -> String {
    let name = goal.name;
    let html = html
        .replace("LABEL", goal.label)
        .replace("COUNTED", goal.counted)
        .replace("FOREIGN", goal.foreign)
        .replace("NAME", name);
    format!(
        "<script>const GO=(how)=>{{fetch('/do/{name}?by='+(how||'script'),{{method:'POST',keepalive:true}})}}</script>{html}"
    )
}

fn click(name: &str) -> Vec<String> {
    vec![format!("click({{{name}}})")]
}

fn clicks_label(goal: &Goal) -> Vec<String> {
    click(goal.label)
}
