//! What is said of a page, told in each one's own way, as the controls that can be worked.

/// How controls are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tongue {
    /// `[4 inp.required First name ="Ada"]`, in lines of the page's text.
    Ours,
    /// `- button "Save" [ref=e4]`, indented.
    Tree,
    /// `uid=1_4 button "Save"`, indented.
    Uids,
}

/// What is worked alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Pressed,
    Field,
    List,
    Box,
    Slider,
}

impl Kind {
    /// Of a role as ARIA or we call it; nothing where it is none that is worked.
    pub(super) fn of(role: &str) -> Option<Self> {
        Some(match role.to_ascii_lowercase().as_str() {
            "button" | "link" | "tab" | "menuitem" | "menuitemcheckbox" | "menuitemradio"
            | "option" | "treeitem" | "summary" | "disclosuretriangle" | "btn" | "menu" | "opt" => {
                Self::Pressed
            }
            "textbox" | "searchbox" | "spinbutton" | "inp" | "textarea" | "date" | "datetime"
            | "inputtime" | "time" | "colorwell" | "file" => Self::Field,
            "combobox" | "listbox" | "sel" => Self::List,
            "checkbox" | "radio" | "switch" | "chk" => Self::Box,
            "slider" => Self::Slider,
            _ => return None,
        })
    }
}

/// A control as it was said to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Control {
    pub(super) kind: Kind,
    /// What it is called. Where the text beside it says that, it is both that stand beside it.
    pub(super) names: Vec<String>,
}

/// The controls in a text.
pub(super) fn controls(tongue: Tongue, text: &str) -> Vec<Control> {
    let lines = text.lines();
    match tongue {
        Tongue::Ours => lines.flat_map(ours).collect(),
        Tongue::Tree => lines.filter_map(of_tree).collect(),
        Tongue::Uids => lines.filter_map(of_uids).collect(),
    }
}

fn ours(line: &str) -> Vec<Control> {
    let mut found = Vec::new();
    let mut rest = line;
    let mut before = "";
    while let Some((text, more)) = rest.split_once('[') {
        let Some((inside, after)) = more.split_once(']') else {
            break;
        };
        if !text.trim().is_empty() {
            before = text;
        }
        rest = after;
        let Some((id, said)) = inside.split_once(' ') else {
            continue;
        };
        let (role, name) = said.split_once(' ').unwrap_or((said, ""));
        let role = role.split('.').next().unwrap_or_default();
        // Anything may be pressed that says that it can be.
        let kind = Kind::of(role).unwrap_or(Kind::Pressed);
        if !id.chars().all(char::is_alphanumeric) {
            continue;
        }
        let ends = [name.find("=\""), name.find('{')];
        let end = ends.into_iter().flatten().min().unwrap_or(name.len());
        let name = name[..end].trim();
        let beside = || {
            let after = after.split(['[', '|']).next().unwrap_or_default();
            let before = before.rsplit('|').next().unwrap_or_default();
            vec![before.trim().to_owned(), after.trim().to_owned()]
        };
        let names = match name.is_empty() {
            true => beside(),
            false => vec![name.to_owned()],
        };
        found.push(Control { kind, names });
    }
    found
}

fn of_tree(line: &str) -> Option<Control> {
    let line = line.trim_start().strip_prefix("- ")?;
    // A line of YAML is quoted where it would mean something else.
    let line = line.strip_prefix('\'').unwrap_or(line).replace("''", "'");
    line.contains("ref=").then(|| control(&line))?
}

fn of_uids(line: &str) -> Option<Control> {
    let (_, said) = line.trim_start().strip_prefix("uid=")?.split_once(' ')?;
    control(said)
}

/// `role "name" …`
fn control(said: &str) -> Option<Control> {
    let (role, rest) = said.split_once(' ').unwrap_or((said, ""));
    let kind = Kind::of(role)?;
    let name = match rest.trim_start().strip_prefix('"') {
        Some(quoted) => unquoted(quoted),
        None => String::new(),
    };
    Some(Control {
        kind,
        names: vec![name],
    })
}

fn unquoted(quoted: &str) -> String {
    let mut name = String::new();
    let mut signs = quoted.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '"' => break,
            '\\' => name.extend(signs.next()),
            other => name.push(other),
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(kind: Kind, names: &[&str]) -> Control {
        Control {
            kind,
            names: names.iter().map(|&name| name.to_owned()).collect(),
        }
    }

    #[test]
    fn each_is_read_in_its_own_way() {
        for (tongue, text, expected) in [
            (
                Tongue::Ours,
                "url: https://a.test/[x]\nTown [3 inp ] | [4 btn Save] later [5 sel.open Land =\"At\" {At; De}]\n[6 chk] News",
                vec![
                    one(Kind::Field, &["Town", ""]),
                    one(Kind::Pressed, &["Save"]),
                    one(Kind::List, &["Land"]),
                    one(Kind::Box, &["", "News"]),
                ],
            ),
            (
                Tongue::Tree,
                "- main [ref=e1]:\n  - 'link \"a: \\\"b\\\"\" [ref=e2] [cursor=pointer]':\n  - textbox [ref=e3]: x\n  - button \"No\"\n\
                 - heading \"B\" [level=1, ref=e4]\n- button \"Go\" [disabled, ref=e5]",
                vec![
                    one(Kind::Pressed, &["a: \"b\""]),
                    one(Kind::Field, &[""]),
                    one(Kind::Pressed, &["Go"]),
                ],
            ),
            (
                Tongue::Uids,
                "## Latest page snapshot\nuid=1_0 RootWebArea \"T\" url=\"x\"\n  uid=1_1 link \"A\" url=\"y\"\n  uid=1_2 StaticText \"z\"\n  \
                 uid=1_3 combobox expandable",
                vec![one(Kind::Pressed, &["A"]), one(Kind::List, &[""])],
            ),
        ] {
            assert_eq!(controls(tongue, text), expected, "{tongue:?}");
        }
    }
}
