//! `run --rows`: one task for each row of a table, with a report that says how each came out and from which the run goes
//! on when it was broken off.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use screen_agent_extract::NamedRows;
use screen_agent_words::spreadsheet::as_text;
use screen_agent_words::vault::reference_at;

use super::{RowsArgs, private_file};
use crate::Ending;
use crate::drive::Ran;
use crate::exit::usage;
use crate::terminal::{complain, say};

/// Most rows of a table.
const MOST: usize = 10_000;

/// Columns of the report.
const COLUMNS: [&str; 5] = ["row", "order", "outcome", "result", "at"];

/// What came of a row, in the report's words.
const BEGUN: &str = "begun";
const DONE: [&str; 2] = ["done", "done, not verified"];

/// Does the order of each row that is not done yet.
pub(crate) async fn each(
    args: &RowsArgs,
    orders: &[String],
    json: bool,
    mut work: impl AsyncFnMut(usize, &str) -> Result<Ran>,
) -> Result<Ending> {
    let path = match (&args.report, &args.rows) {
        (Some(report), _) => report.clone(),
        (None, Some(table)) => beside(table),
        (None, None) => return Err(usage("no table is named")),
    };
    let before = Report::read(&path, orders)?;
    let mut report = Report::append(&path)?;
    let mut worst = Ending::Done;
    for (number, order) in (1..).zip(orders) {
        match before.get(&number).map(String::as_str) {
            Some(done) if DONE.contains(&done) => continue,
            // Nobody can tell whether it was done, so it is not done again.
            Some(BEGUN) if !args.again => {
                complain(&format!(
                    "row {number} was under way when the run was broken off: look whether it is done, then say --again"
                ));
                worst = worse(worst, Ending::NeedsUser);
                continue;
            }
            Some(_) | None => {}
        }
        if !json {
            say(&format!("row {number}: {order}"));
        }
        report.write(number, order, BEGUN, "")?;
        // What broke off stays begun: it may have been done.
        let ran = work(number, order).await?;
        report.write(number, order, outcome(ran.ending), &ran.result)?;
        worst = worse(worst, ran.ending);
    }
    if !json {
        say(&format!("the report is in {}", path.display()));
    }
    Ok(worst)
}

fn outcome(ending: Ending) -> &'static str {
    match ending {
        Ending::Done => DONE[0],
        Ending::Unverified => DONE[1],
        Ending::NeedsUser => "needs an answer",
        Ending::Failed | Ending::Broken | Ending::Usage | Ending::Refused(_) => "not done",
    }
}

/// The ending that a caller has to hear of first.
fn worse(one: Ending, other: Ending) -> Ending {
    let weight = |ending: Ending| match ending {
        Ending::Done => 0,
        Ending::Unverified => 1,
        Ending::NeedsUser => 2,
        Ending::Failed | Ending::Broken | Ending::Usage | Ending::Refused(_) => 3,
    };
    if weight(other) > weight(one) {
        other
    } else {
        one
    }
}

fn beside(table: &Path) -> PathBuf {
    table.with_extension("report.csv")
}

/// The names and rows of a table.
pub(crate) fn table(table: &Path) -> Result<NamedRows> {
    let shown = table.display();
    let bytes = std::fs::read(table).with_context(|| format!("cannot read {shown}"))?;
    let name = table.file_name().unwrap_or_default().to_string_lossy();
    let named = screen_agent_extract::table(&name, &bytes)
        .map_err(|why| usage(format!("{shown} is no table: {why}")))?;
    if named.rows.len() > MOST {
        bail!("{shown} has more than {MOST} rows");
    }
    Ok(named)
}

/// The order for each row.
pub(crate) fn orders(NamedRows { names, rows }: &NamedRows, template: &str) -> Result<Vec<String>> {
    let order = |row: &Vec<String>| {
        let values = names.iter().zip(row);
        let values = values.map(|(name, value)| (name.as_str(), value.as_str()));
        filled(template, &values.collect())
            .map_err(|name| usage(format!("the table has no column {name:?}")))
    };
    rows.iter().map(order).collect()
}

/// The order with values in the place of their names, or the name that has none. They are quoted: what stands in a table is
/// a value and no order.
pub(crate) fn filled(template: &str, values: &HashMap<&str, &str>) -> Result<String, String> {
    let mut order = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        let (before, after) = rest.split_at(at);
        // A secret that is kept is put in elsewhere.
        if let Some((_, beyond)) = reference_at(after) {
            order.push_str(&rest[..rest.len() - beyond.len()]);
            rest = beyond;
            continue;
        }
        let Some(end) = after.find('}') else {
            break;
        };
        let name = after[1..end].trim();
        let Some(value) = values.get(name) else {
            return Err(name.to_owned());
        };
        let plain: String = value
            .chars()
            .map(|letter| match letter {
                '"' | '“' | '”' | '„' => '\'',
                other if other.is_control() => ' ',
                other => other,
            })
            .collect();
        order.push_str(before);
        rest = &after[end + 1..];
        let is_quoted = before.ends_with(['"', '“']) && rest.starts_with(['"', '”']);
        let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        match is_quoted {
            true => order.push_str(&plain),
            false => order.push_str(&format!("\"{plain}\"")),
        }
    }
    order.push_str(rest);
    Ok(order)
}

/// The file that says how rows came out: a line when one begins, and one when it has ended.
struct Report(csv::Writer<std::fs::File>);

impl Report {
    /// How each row came out last, by its number, where its order is the same as now.
    fn read(path: &Path, orders: &[String]) -> Result<HashMap<usize, String>> {
        if !path.exists() {
            return Ok(HashMap::new());
        }
        let shown = path.display();
        let context = || format!("cannot read {shown}");
        let mut reader = csv::Reader::from_path(path).with_context(context)?;
        if !reader.headers().with_context(context)?.iter().eq(COLUMNS) {
            bail!("{shown} is no report of such a run; name another with --report");
        }
        let mut outcomes = HashMap::new();
        for line in reader.records() {
            let line = line.with_context(context)?;
            let number: usize = line[0].parse().with_context(context)?;
            let same = number.checked_sub(1).and_then(|at| orders.get(at));
            if same.map(String::as_str) != Some(&line[1]) {
                bail!(
                    "row {number} of {shown} was another order: the table or the words have changed; name another report with --report"
                );
            }
            outcomes.insert(number, line[2].to_owned());
        }
        Ok(outcomes)
    }

    fn append(path: &Path) -> Result<Self> {
        let context = || format!("cannot write {}", path.display());
        let new = !path.exists();
        let file = match new {
            true => private_file(path),
            false => std::fs::File::options().append(true).open(path),
        };
        let mut writer = csv::Writer::from_writer(file.with_context(context)?);
        if new {
            writer.write_record(COLUMNS).with_context(context)?;
            writer.flush().with_context(context)?;
        }
        Ok(Self(writer))
    }

    /// When it returns, the line is on the disk.
    fn write(&mut self, number: usize, order: &str, outcome: &str, result: &str) -> Result<()> {
        let at = jiff::Timestamp::now().to_string();
        let number = number.to_string();
        let result = as_text(result);
        let line = [number.as_str(), order, outcome, &result, &at];
        self.0
            .write_record(line)
            .context("cannot write the report")?;
        self.0.flush().context("cannot write the report")?;
        self.0
            .get_ref()
            .sync_data()
            .context("cannot write the report")
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// A row of `fixtures/client/rows.json`, which the panel is held to, too.
    #[derive(serde::Deserialize)]
    struct Case {
        words: String,
        row: HashMap<String, String>,
        order: Option<String>,
        missing: Option<String>,
    }

    #[test]
    fn values_are_quoted_and_never_orders() {
        let cases = include_str!("../../../../fixtures/client/rows.json");
        let cases: Vec<Case> = serde_json::from_str(cases).unwrap();
        for case in cases {
            let values = case.row.iter();
            let values = values.map(|(name, value)| (name.as_str(), value.as_str()));
            let told = filled(&case.words, &values.collect());
            let expected = match (case.order, case.missing) {
                (Some(order), _) => Ok(order),
                (None, name) => Err(name.unwrap()),
            };
            assert_eq!(told, expected, "{}", case.words);
        }
    }

    #[test]
    fn what_stands_for_a_kept_secret_is_not_filled_in() {
        let values = HashMap::from([("name", "Ann")]);
        let told = filled("Enter {name} and {{secret:shop.pin}}, then {name}", &values).unwrap();
        assert_eq!(told, "Enter \"Ann\" and {{secret:shop.pin}}, then \"Ann\"");
        assert!(filled("Enter {{name}}", &values).is_err());
    }

    #[test]
    fn any_kind_of_table_gives_the_same_orders() {
        let folder = tempfile::tempdir().unwrap();
        let orders = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            let read = table(&path).and_then(|table| orders(&table, "Enter {city} into City"));
            read.map_err(|error| format!("{error:#}"))
        };
        let expected = Ok(vec![
            "Enter \"Oslo, Norway\" into City".to_owned(),
            "Enter \"Rome\" into City".to_owned(),
        ]);
        for (name, text) in [
            ("a.csv", "name,city\nAnn,\"Oslo, Norway\"\n\nBo,Rome\n"),
            ("b.csv", "name;city\nAnn;Oslo, Norway\nBo;Rome\n"),
            ("c.tsv", "name\tcity\nAnn\tOslo, Norway\nBo\tRome\n"),
            ("d.json", r#"[{"city": "Oslo, Norway"}, {"city": "Rome"}]"#),
        ] {
            assert_eq!(orders(name, text), expected, "{name}");
        }
        let refused = orders("e.json", r#"{"city": "Oslo"}"#).unwrap_err();
        assert!(refused.contains("is no table"), "{refused}");
    }

    #[test]
    fn a_report_is_gone_on_with_and_a_changed_table_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.report.csv");
        let orders: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!(Report::read(&path, &orders).unwrap(), HashMap::new());
        let mut report = Report::append(&path).unwrap();
        report.write(1, "a", BEGUN, "").unwrap();
        report.write(1, "a", "done", "It is, \"so\".").unwrap();
        drop(report);
        Report::append(&path)
            .unwrap()
            .write(2, "b", BEGUN, "=HYPERLINK(1)")
            .unwrap();
        let written = std::fs::read_to_string(&path).unwrap();
        assert!(written.contains("2,b,begun,'=HYPERLINK(1),"), "{written}");
        let read = Report::read(&path, &orders).unwrap();
        let expected = [(1, "done".to_owned()), (2, BEGUN.to_owned())];
        assert_eq!(read, HashMap::from(expected));
        let changed: Vec<String> = ["a", "x"].map(str::to_owned).to_vec();
        let refused = Report::read(&path, &changed).unwrap_err().to_string();
        assert!(
            refused.contains("row 2 of") && refused.contains("another order"),
            "{refused}"
        );
    }

    #[test]
    fn the_gravest_ending_is_the_runs() {
        for (one, other, expected) in [
            (Ending::Done, Ending::Unverified, Ending::Unverified),
            (Ending::Failed, Ending::NeedsUser, Ending::Failed),
            (Ending::Unverified, Ending::Done, Ending::Unverified),
        ] {
            assert_eq!(worse(one, other), expected);
        }
    }
}
