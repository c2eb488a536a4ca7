//! Tools as a model is told of them: only those that can be performed, and few where room is small.

use screen_agent_wire::packet::Tool;
use screen_agent_wire::packet::request::TaskName;

use crate::run::{Means, Run, STEPS};

/// From this window on every tool that can be performed is told of.
const ROOMY: u32 = 16_000;

/// What tools are for. A group is told of where room is ample, or where the words ask for it.
struct Group {
    tools: &'static [(&'static str, &'static str)],
    cues: &'static [&'static str],
    when: When,
}

/// When a group is told of in a small window without being asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    /// Where a question is answered.
    Answering,
    /// Where the documents are a collection's.
    OfCollection,
    Asked,
}

const BROWSER: Group = Group {
    when: When::Always,
    cues: &[],
    tools: &[
        ("browser.observe_dom", "{} look at the page again"),
        (
            "browser.get_selection_links",
            "{} links that the person has selected",
        ),
        ("browser.click", "{\"handleId\"}"),
        ("browser.type", "{\"handleId\",\"text\"}"),
        ("browser.select", "{\"handleId\",\"value\"}"),
        ("browser.scroll", "{\"deltaY\": pixels down}"),
        ("browser.open_tab", "{\"url\"}"),
        ("browser.navigate", "{\"url\"}"),
        ("browser.back", "{}"),
        ("browser.forward", "{}"),
        ("browser.refresh", "{}"),
    ],
};

const SEARCH: Group = Group {
    when: When::Answering,
    cues: &[
        "search", "web", "online", "look", "latest", "news", "current", "find",
    ],
    tools: &[("search", "{\"query\"} search the web")],
};

const COMPUTE: Group = Group {
    when: When::Answering,
    cues: &[
        "calculate",
        "total",
        "sum",
        "add",
        "average",
        "percent",
        "difference",
        "times",
        "convert",
    ],
    tools: &[
        (
            "app.calculate",
            "{\"expression\": numbers + - * / ( ), \"precision\"?: 0 to 6}",
        ),
        (
            "app.money_calculate",
            "{\"expression\",\"currency\": \"USD\",\"rounding\"?: \"bankers\"|\"up\"|\"down\"} \
             amounts bear the code: \"USD 12.34 * 3\"",
        ),
    ],
};

const COMMERCE: Group = Group {
    when: When::Asked,
    cues: &[
        "tax", "taxes", "vat", "shipping", "delivery", "deliver", "ship",
    ],
    tools: &[
        (
            "commerce.estimate_tax",
            "{\"amountMinor\",\"currency\",\"destination\":{\"state\",\"zip\"?},\"category\"?}",
        ),
        (
            "commerce.estimate_shipping",
            "{\"destination\":{\"state\",\"zip\"?},\"speed\"?: \"standard\"|\"expedited\"}",
        ),
    ],
};

const ARTIFACTS: Group = Group {
    when: When::Asked,
    cues: &[
        "save", "keep", "store", "artifact", "share", "export", "download", "copy", "report",
    ],
    tools: &[
        (
            "artifact.save",
            "{\"title\", \"text\" or \"doc\": a render tree, \"tags\"?} keep it",
        ),
        (
            "artifact.share",
            "{\"artifactId\",\"format\": \"markdown\"|\"text\"|\"json\"|\"csv\"|\"pdf\"}",
        ),
        ("artifact.open", "{\"artifactId\"}"),
    ],
};

const COLLECTIONS: Group = Group {
    when: When::OfCollection,
    cues: &[
        "collection",
        "collections",
        "collect",
        "source",
        "sources",
        "compare",
        "comparison",
        "timeline",
        "brief",
        "quiz",
        "flashcards",
        "outline",
        "capture",
        "transform",
        "note",
    ],
    tools: &[
        ("collection.create", "{\"title\",\"tags\"?}"),
        (
            "collection.add_sources",
            "{\"collectionId\",\"sources\":[{\"type\":\"url\",\"url\"} or {\"type\":\"note\",\"text\"}]}",
        ),
        ("collection.list_sources", "{\"collectionId\"}"),
        (
            "source.capture",
            "{\"collectionId\",\"url\"} keep a page's text in a collection",
        ),
        ("source.refresh", "{\"sourceId\"}"),
        (
            "transform.list_types",
            "{} what can be made of a collection",
        ),
        (
            "transform.run",
            "{\"collectionId\",\"type\",\"config\"?} make it",
        ),
    ],
};

const SERVICES: Group = Group {
    when: When::Always,
    cues: &[],
    tools: &[(
        "integration.invoke",
        "{\"integration\",\"operation\",\"payload\": {}}",
    )],
};

const GROUPS: [&Group; 7] = [
    &BROWSER,
    &SEARCH,
    &COMPUTE,
    &COMMERCE,
    &ARTIFACTS,
    &COLLECTIONS,
    &SERVICES,
];

/// Can this tool be performed in this run at all?
pub(crate) fn is_possible(name: &str, run: &Run, means: &Means) -> bool {
    let by_client = run.client_tools.iter().any(|tool| tool == name);
    if Tool::name_is_the_browsers(name) {
        return by_client;
    }
    match name {
        "search" => means.can_search || by_client,
        "integration.invoke" => !means.services.is_empty(),
        _ => Tool::NAMES.contains(&name),
    }
}

/// The tools that are told of, with what they take. None in the last step: then it must answer.
pub(super) fn offered(run: &Run, means: &Means) -> Vec<(&'static str, &'static str)> {
    if run.step >= STEPS {
        return Vec::new();
    }
    let lower = run.message.text.to_lowercase();
    let said: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
    let answers = run.task.name == TaskName::Answer;
    let roomy = answers && means.mind.window >= ROOMY;
    let of_collection = run.task.args.contains_key("collection_id");
    let mut offered = Vec::new();
    for group in GROUPS {
        let asked = said.iter().any(|word| group.cues.contains(word));
        let fits = match group.when {
            When::Always => true,
            When::Answering => answers,
            When::OfCollection => of_collection,
            When::Asked => false,
        };
        if !(roomy || asked || fits) {
            continue;
        }
        let possible = group
            .tools
            .iter()
            .filter(|(name, _)| is_possible(name, run, means));
        offered.extend(possible.copied());
    }
    offered
}

/// What a model is told of its tools.
pub(super) fn told(offered: &[(&str, &str)], means: &Means) -> String {
    if offered.is_empty() {
        return "Tools: none. Leave tool_calls empty.\n".to_owned();
    }
    let mut told = String::from(
        "Tools\n- Propose one only where the documents cannot answer and it helps; else leave tool_calls empty. \
         At most one call a packet: {\"name\",\"arguments\"}. It is a proposal: the person may have to allow it, \
         and its result comes with the next packet as a tool.result.v1 document. Meanwhile render says in one \
         sentence what you are about to do and why.\n- handleId values are those of the documents; never make \
         one up. No keys but these; ? may be left out.\n",
    );
    for (name, takes) in offered {
        told.push_str(&format!("{name} {takes}\n"));
    }
    if offered
        .iter()
        .any(|(name, _)| *name == "integration.invoke")
    {
        for service in &means.services {
            told.push_str(&format!(
                "integration {}: {}\n",
                service.name,
                service.operations.join(", ")
            ));
        }
    }
    told
}

/// Names of all tools that are told of in some run.
#[cfg(test)]
pub(super) fn all() -> Vec<&'static str> {
    let tools = GROUPS.into_iter().flat_map(|group| group.tools);
    tools.map(|(name, _)| *name).collect()
}
