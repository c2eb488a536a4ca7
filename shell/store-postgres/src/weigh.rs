//! The triggers that count how many bytes are kept for each person, as PostgreSQL has them.

use std::fmt::Write as _;

use screen_agent_store_sql::weigh::{
    LATER, OBJECTS, OWNED, PARENTS, SINCE, Weighed, children_weights, owner,
};

/// The statements that count.
pub(crate) fn migration() -> String {
    let owned = [&OWNED[..], &LATER, &OBJECTS].concat();
    let mut sql = String::new();
    for each in &owned {
        sql += &trigger(each, owner);
    }
    for (parent, key, children) in PARENTS {
        // When a parent goes, its rows go after it, and nobody can tell any more whose they were: so
        // they are taken off before.
        let mut gone = String::new();
        for each in children {
            sql += &trigger(each, |row| {
                format!(
                    "(tenant_id, user_id) =
                       (SELECT tenant_id, user_id FROM {parent} WHERE pk = {row}.{key})"
                )
            });
            let Weighed { table, .. } = each;
            let size = each.size(table);
            let _ = write!(
                gone,
                " - (SELECT coalesce(sum({size}), 0) FROM {table} WHERE {key} = OLD.pk)"
            );
        }
        let owner = owner("OLD");
        let take =
            format!("UPDATE kept_bytes SET bytes = bytes{gone} WHERE {owner};\n  RETURN OLD;");
        sql += &function(&format!("{parent}_take_their_weight"), &take);
        let _ = write!(
            sql,
            "CREATE TRIGGER {parent}_take_their_weight BEFORE DELETE ON {parent}
               FOR EACH ROW EXECUTE FUNCTION {parent}_take_their_weight();\n"
        );
    }
    sql + &view(&owned)
}

/// The statements that begin to count what came `at` its place since: its tables, their triggers, and all that is counted by then.
pub(crate) fn since(at: usize, tables: &str) -> String {
    let new = SINCE.iter().skip(at).take(1).copied().flatten();
    let triggers: String = new.map(|each| trigger(each, owner)).collect();
    let before = SINCE.iter().take(at + 1).copied();
    let owned: Vec<&[Weighed]> = [&OWNED[..], &LATER, &OBJECTS]
        .into_iter()
        .chain(before)
        .collect();
    format!(
        "{tables}{triggers}DROP VIEW weights;\n{}",
        view(&owned.concat())
    )
}

/// What is counted.
fn view(owned: &[Weighed]) -> String {
    let weights = owned.iter().map(Weighed::weight);
    let weights: Vec<String> = weights.chain(children_weights()).collect();
    format!("CREATE VIEW weights AS {};\n", weights.join(" UNION ALL "))
}

/// The trigger of one table, for whomever `owner` says of a row.
fn trigger(each: &Weighed, owner: impl Fn(&str) -> String) -> String {
    let Weighed {
        table, changing, ..
    } = each;
    let (new, old) = (each.size("NEW"), each.size("OLD"));
    let (of_new, of_old) = (owner("NEW"), owner("OLD"));
    let change = format!(
        "IF TG_OP = 'INSERT' THEN
    UPDATE kept_bytes SET bytes = bytes + {new} WHERE {of_new};
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE kept_bytes SET bytes = bytes + {new} - ({old}) WHERE {of_new};
  ELSE
    UPDATE kept_bytes SET bytes = bytes - ({old}) WHERE {of_old};
  END IF;
  RETURN NULL;"
    );
    let when = match changing.is_empty() {
        true => "INSERT OR DELETE".to_owned(),
        false => format!("INSERT OR DELETE OR UPDATE OF {changing}"),
    };
    function(&format!("{table}_are_weighed"), &change)
        + &format!(
            "CREATE TRIGGER {table}_are_weighed AFTER {when} ON {table}
               FOR EACH ROW EXECUTE FUNCTION {table}_are_weighed();\n"
        )
}

fn function(name: &str, body: &str) -> String {
    format!(
        "CREATE FUNCTION {name}() RETURNS TRIGGER LANGUAGE plpgsql AS $$\nBEGIN\n  {body}\nEND $$;\n"
    )
}
