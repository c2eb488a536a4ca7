//! Tools as a model is told of them: only those that can be performed, and few where room is small.

use screen_agent_think::models::ModelLimits;
use screen_agent_tools::{Descriptor, Performer, Purpose, Tool};
use screen_agent_wire::packet::request::TaskName;

use crate::inquiry::{Inquiry, Lasting, Means, STEPS};

/// From this window on every tool that can be performed is told of.
const ROOMY: u32 = 16_000;

/// When tools of one purpose are told of: where room is ample, where the words ask for them, or else
/// as `when` says.
struct Group {
    purpose: Purpose,
    when: When,
    cues: &'static str,
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

const GROUPS: [Group; 7] = [
    Group {
        purpose: Purpose::Browser,
        when: When::Always,
        cues: "",
    },
    Group {
        purpose: Purpose::Search,
        when: When::Answering,
        cues: "search web online look latest news current find",
    },
    Group {
        purpose: Purpose::Compute,
        when: When::Answering,
        cues: "calculate total sum add average percent difference times convert",
    },
    Group {
        purpose: Purpose::Commerce,
        when: When::Asked,
        cues: "tax taxes vat shipping delivery deliver ship",
    },
    Group {
        purpose: Purpose::Artifacts,
        when: When::Asked,
        cues: "save keep store artifact share export download copy report",
    },
    Group {
        purpose: Purpose::Collections,
        when: When::OfCollection,
        cues: "collection collections collect",
    },
    Group {
        purpose: Purpose::Services,
        when: When::Always,
        cues: "",
    },
];

/// Can this tool be performed in this run at all?
pub(crate) fn is_possible(tool: &Descriptor, client_tools: &[String], means: &Means) -> bool {
    let by_client = client_tools.iter().any(|name| name == tool.name);
    if tool.performer == Performer::Client {
        return by_client;
    }
    match tool.purpose {
        // Without a table nothing is known of it.
        Purpose::Commerce if tool.name == "commerce.estimate_shipping" => means.ships,
        Purpose::Commerce => means.taxes,
        Purpose::Search => means.can_search || by_client,
        Purpose::Services => !means.services.is_empty(),
        Purpose::Browser | Purpose::Compute => true,
        // Somebody has to show it, and somebody has to answer under the link.
        Purpose::Artifacts if tool.name == "artifact.open" => by_client,
        Purpose::Artifacts | Purpose::Collections => {
            let needs = match tool.name {
                "artifact.share" | "transform.run" => Lasting::Served,
                _ => Lasting::Kept,
            };
            means.lasting >= needs
        }
    }
}

/// The tools that are told of. None in the last step: then it must answer.
pub(super) fn offered(
    inquiry: &Inquiry<'_>,
    means: &Means,
    limits: &ModelLimits,
) -> Vec<&'static Descriptor> {
    if inquiry.step >= STEPS {
        return Vec::new();
    }
    let lower = inquiry.message.text.to_lowercase();
    let said: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
    let answers = inquiry.task.name == TaskName::Answer;
    let roomy = answers && limits.window >= ROOMY;
    let of_collection = inquiry.task.args.contains_key("collection_id");
    let mut offered = Vec::new();
    for group in GROUPS {
        let asked = group.cues.split_whitespace().any(|cue| said.contains(&cue));
        let fits = match group.when {
            When::Always => true,
            When::Answering => answers,
            When::OfCollection => of_collection,
            When::Asked => false,
        };
        if !(roomy || asked || fits) {
            continue;
        }
        // Where no page is open there is nothing to press or to go back from.
        let on_page = |name: &str| !matches!(name, "browser.open_tab" | "browser.navigate");
        let open = inquiry.has_page_in_front();
        let of_group = Tool::ALL
            .iter()
            .filter(|tool| open || tool.purpose != Purpose::Browser || !on_page(tool.name));
        let of_group = of_group.filter(|tool| tool.purpose == group.purpose);
        offered.extend(of_group.filter(|tool| is_possible(tool, inquiry.client_tools, means)));
    }
    offered
}

/// What a model is told of its tools.
pub(super) fn told(offered: &[&Descriptor], means: &Means) -> String {
    if offered.is_empty() {
        return "Tools: none.\n".to_owned();
    }
    let mut told = String::from(
        "Tools\n- Propose one only where the documents cannot answer and it helps; else leave tool_calls empty. \
         At most four calls an answer, none of which needs another's result: {\"name\",\"arguments\"}. It is a proposal: the person may have to allow it, \
         and its result comes with the next packet as a tool.result.v1 document. Meanwhile answer says in one \
         sentence what you are about to do and why.\n- handleId values are those of the documents; never make \
         one up. No keys but these; ? may be left out.\n",
    );
    for tool in offered {
        told.push_str(&format!("{} {}\n", tool.name, tool.takes));
    }
    if offered.iter().any(|tool| tool.purpose == Purpose::Services) {
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
