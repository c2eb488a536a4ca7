//! Tools that the server performs on its way to an answer.

use screen_agent_ports::FetchFailure;
use screen_agent_testkit::search::Hit;
use serde_json::{Value, json};

use super::world::{
    Without, World, capture, going_on, of_kind, paragraph, request, summary, with_documents, words,
};

const ARTICLE: &str = "<html><head><title>Prices</title></head><body><article><h1>Prices of tea</h1>\
    <p>The green tea of this shop costs 12.40 euros for a hundred grams, as it has for two years now.</p>\
    <p>The black tea costs 9.10 euros for a hundred grams, and is sold out until the end of the month.</p>\
    </article></body></html>";

#[tokio::test]
async fn search_capture_calculate_and_an_answer_with_citations() {
    let world = World::new().await;
    let collection = world.collection(&[]).await;
    let shop = "https://shop.example/tea";
    world
        .search
        .finds([Hit::new("Tea shop", shop, "Green tea and black tea.")]);
    world.web.has(shop, ARTICLE);
    world.proposes("search", json!({ "query": "price of tea" }));
    let into = collection.clone();
    world.says(move |request| {
        let found = of_kind(request, "search.results.v1");
        assert_eq!(found[0]["trust"], "untrusted");
        let url = found[0]["content"]["results"][0]["url"].clone();
        json!({ "children": [paragraph("I keep it.")], "tool_calls": [
            { "name": "source.capture", "arguments": { "collectionId": into, "url": url } }] })
    });
    world.says(|request| {
        let results = of_kind(request, "tool.result.v1");
        let told = results.last().unwrap();
        assert_eq!(told["trust"], "trusted");
        assert_eq!(told["content"]["status"], "ok", "{told}");
        // Nothing that the page said stands in what is trusted.
        assert!(!told.to_string().contains("12.40"), "{told}");
        json!({ "children": [paragraph("I add.")], "tool_calls": [
            { "name": "app.calculate", "arguments": { "expression": "12.40 + 9.10", "precision": 2 } }] })
    });
    world.says(|request| {
        let results = of_kind(request, "tool.result.v1");
        assert_eq!(
            results.last().unwrap()["content"]["result"]["formatted"],
            "21.50"
        );
        let source = of_kind(request, "collection.source.v1")[0]["doc_id"].clone();
        json!({
            "children": [paragraph("Together 21.50 euros.")],
            "citations": [{ "doc_id": source, "quote": "costs 12.40 euros" }],
        })
    });
    let words_of_person =
        "search the web: what do both teas cost together? save the source to my collection";
    let mut asked = request("r-1", words_of_person);
    asked["input"]["mode"] = json!("autopilot");
    // A site that the search named, and not the person, is asked about.
    let waits = world.asked(&asked).await;
    let call = &waits["tool_calls"][0];
    assert_eq!(call["name"], "source.capture", "{waits}");
    assert_eq!(call["policy"]["decision"], "ask");
    assert_eq!(call["policy"]["approval"]["origin"], "https://shop.example");
    assert_eq!(waits["tool_results"][0]["name"], "search");
    let mut yes = going_on(asked, "r-2", &waits);
    yes["input"]["approvals"] = json!([{ "call_id": call["id"],
        "fingerprint": call["policy"]["approval"]["fingerprint"], "allow": true }]);
    let reply = world.asked(&yes).await;
    assert_eq!(
        words(&reply).replace('\n', ""),
        "Together 21.50 euros. [computed: 12.40 + 9.10 = 21.50]",
        "{reply}"
    );
    assert_eq!(
        reply["assistant"]["citations"][0]["check"]["verified"], true,
        "{reply}"
    );
    assert_eq!(reply["tool_calls"], json!([]));
    let done = each(&reply["tool_results"], "name");
    assert_eq!(done, ["source.capture", "app.calculate"]);
    let data = world
        .get(&format!("/api/collections/{collection}"))
        .await
        .json();
    assert_eq!(data["sources"][0]["status"], "captured", "{data}");
    assert_eq!(data["sources"][0]["title"], "Prices");
    let kept = world.get("/api/conversations/c-1").await.json();
    let kinds = each(&kept["messages"], "packetType");
    assert!(kinds.contains(&json!("tool")), "{kinds:?}");
    world.done();
}

/// One member of each of these.
fn each(values: &Value, member: &str) -> Vec<Value> {
    let values = values.as_array().unwrap();
    values.iter().map(|one| one[member].clone()).collect()
}

/// Nothing is fetched here: the web has no page at all, and says so if it is asked.
#[tokio::test]
async fn what_a_model_added_unasked_is_not_fetched_unasked() {
    let world = World::new().await;
    let collection = world.collection(&[]).await;
    let told = "https://evil.example/?ref=what-the-page-said";
    world.proposes(
        "collection.add_sources",
        json!({ "collectionId": collection, "sources": [{ "type": "url", "url": told }] }),
    );
    let into = collection.clone();
    world.says(move |request| {
        let results = of_kind(request, "tool.result.v1");
        let source = results.last().unwrap()["content"]["result"]["sources"][0]["sourceId"].clone();
        json!({ "children": [paragraph("I fetch it.")], "tool_calls": [
            { "name": "source.refresh", "arguments": { "sourceId": source } },
            // The page links to this one, so that nobody is asked; added was the other.
            { "name": "source.capture",
              "arguments": { "collectionId": into, "url": "https://evil.example/" } } ] })
    });
    world.says(|request| {
        let results = of_kind(request, "tool.result.v1");
        let codes: Vec<_> = results
            .iter()
            .filter_map(|one| one["content"]["error"]["code"].as_str())
            .collect();
        assert_eq!(codes, ["NOT_CAPTURED", "OTHER_ADDRESS"]);
        json!({ "children": [paragraph("It cannot be had.")] })
    });
    let page = "<p>A page that leads to <a data-llm-id=\"a1\" href=\"https://evil.example/\">another</a>.</p>";
    let asked = with_documents(
        request("r-1", "collect the sources of this page"),
        vec![capture("doc:tab", "https://tea.example/", page)],
    );
    let reply = world.asked(&asked).await;
    assert_eq!(words(&reply), "It cannot be had.\n", "{reply}");
    world.done();
}

/// What is worked out is told in words, and marked in the answer with what it was made of.
#[tokio::test]
async fn a_tax_is_estimated_by_the_operators_table_and_said_to_be() {
    let world = World::new().await;
    let purchase =
        json!({ "amountMinor": 10_000, "currency": "USD", "destination": { "state": "CA" } });
    let total = json!({ "expression": "USD 100.00 + USD 7.25", "currency": "USD" });
    world.says(move |_| {
        let shipping = json!({ "destination": { "state": "CA" } });
        json!({ "children": [paragraph("I work it out.")], "tool_calls": [
            { "name": "commerce.estimate_shipping", "arguments": shipping },
            { "name": "commerce.estimate_tax", "arguments": purchase },
            { "name": "app.money_calculate", "arguments": total } ] })
    });
    world.says(|request| {
        let results = of_kind(request, "tool.result.v1");
        let shipping = &results[0]["content"]["result"];
        assert_eq!(
            shipping["told"], "Shipping about 5.99 USD, rates of 2026-01-01",
            "{shipping}"
        );
        let tax = &results[1]["content"]["result"];
        assert_eq!(tax["taxMinor"], 725, "{tax}");
        assert_eq!(tax["retrieved"], "2026-02-01");
        json!({ "children": [paragraph("With tax it costs 107.25 dollars.")] })
    });
    let page = summary(
        "doc:lamp",
        "https://shop.example/lamp",
        "The lamp costs $100.00.",
    );
    let asked = with_documents(
        request("r-1", "what does it cost in California, with tax?"),
        vec![page],
    );
    let reply = world.asked(&asked).await;
    let told = &reply["tool_results"][1]["result"]["told"];
    assert_eq!(
        told,
        "Tax about 7.25 USD on 100.00: CA 7.25 %, rates of 2026-01-01; not included: local taxes"
    );
    let answer = words(&reply).replace('\n', "");
    assert_eq!(
        answer,
        "With tax it costs 107.25 dollars. [computed: USD 100.00 + USD 7.25 = 107.25 USD]"
    );
    world.done();
}

/// Old prices are worked out as they are written, and it is said that nobody pays with them any more.
#[tokio::test]
async fn a_sum_in_a_currency_that_is_withdrawn_says_so() {
    let world = World::new().await;
    world.proposes(
        "app.money_calculate",
        json!({ "expression": "HRK 120.50 * 2", "currency": "HRK" }),
    );
    world.says(|request| {
        let result = &of_kind(request, "tool.result.v1")[0]["content"]["result"];
        assert_eq!(result["replacedBy"], "EUR", "{result}");
        json!({ "children": [paragraph("Both cost 241 kuna.")] })
    });
    let reply = world.asked(&request("r-1", "what do both cost?")).await;
    assert_eq!(
        reply["tool_results"][0]["result"]["told"],
        "HRK 120.50 * 2 = 241.00 HRK; HRK was withdrawn on 2023-01-01, EUR replaced it",
        "{reply}"
    );
    world.done();
}

/// Nobody is told of what cannot work here.
#[tokio::test]
async fn without_a_table_taxes_are_not_offered() {
    let world = World::with(Without {
        taxes: true,
        ..Without::default()
    })
    .await;
    world.proposes(
        "commerce.estimate_tax",
        json!({ "amountMinor": 1, "currency": "USD", "destination": { "state": "CA" } }),
    );
    world.says(|request| {
        let results = of_kind(request, "tool.result.v1");
        assert_eq!(results[0]["content"]["error"]["code"], "UNSUPPORTED_TOOL");
        json!({ "children": [paragraph("That is not known.")] })
    });
    let reply = world.asked(&request("r-1", "what is the tax?")).await;
    assert_eq!(words(&reply), "That is not known.\n");
    let told = world.model.asked()[0].system().to_owned();
    assert!(
        !told.contains("estimate_tax") && told.contains("money_calculate"),
        "{told}"
    );
    world.done();
}

/// A client that can show an artifact says so; another is not told of it.
#[tokio::test]
async fn an_artifact_is_opened_where_the_client_can() {
    let world = World::new().await;
    world.proposes(
        "artifact.save",
        json!({ "title": "Teas", "text": "Green and black." }),
    );
    world.says(|request| {
        let saved = of_kind(request, "tool.result.v1");
        let id = saved.last().unwrap()["content"]["result"]["artifactId"].clone();
        json!({ "children": [paragraph("I open it.")], "tool_calls": [
            { "name": "artifact.open", "arguments": { "artifactId": id, "target": "browser" } }] })
    });
    world.says_words("There it is.");
    let mut asked = request("r-1", "save the report as an artifact and open it");
    asked["input"]["tools"] = json!(["artifact.open"]);
    let reply = world.asked(&asked).await;
    let opened = &reply["tool_results"][1];
    assert_eq!(opened["name"], "artifact.open", "{reply}");
    assert_eq!(opened["result"]["target"], "browser", "{opened}");
    assert_eq!(opened["result"]["title"], "Teas", "{opened}");
    world.says_words("No.");
    let mut other = request("r-2", "save the report as an artifact and open it");
    other["conversation"]["turn"] = json!(2);
    world.asked(&other).await;
    let told: Vec<bool> = world
        .model
        .asked()
        .iter()
        .map(|asked| asked.system().contains("artifact.open"))
        .collect();
    assert_eq!((told.first(), told.last()), (Some(&true), Some(&false)));
    world.done();
}

#[tokio::test]
async fn tools_fail_with_codes_and_the_model_is_told() {
    let world = World::with(Without {
        search: true,
        ..Without::default()
    })
    .await;
    let calls = [
        ("search", json!({ "query": "tea" }), "SEARCH_UNAVAILABLE"),
        (
            "app.calculate",
            json!({ "expression": "1 / 0" }),
            "DIVIDE_BY_ZERO",
        ),
        (
            "collection.list_sources",
            json!({ "collectionId": "col_none" }),
            "NOT_FOUND",
        ),
        (
            "source.refresh",
            json!({ "sourceId": "src_none" }),
            "NOT_FOUND",
        ),
    ];
    let proposed = calls
        .clone()
        .map(|(name, arguments, _)| json!({ "name": name, "arguments": arguments }));
    world.says(move |_| json!({ "children": [paragraph("All at once.")], "tool_calls": proposed }));
    world.says(move |request| {
        let codes: Vec<_> = of_kind(request, "tool.result.v1")
            .iter()
            .map(|one| {
                one["content"]["error"]["code"]
                    .as_str()
                    .unwrap_or_default()
                    .to_lowercase()
            })
            .collect();
        let expected: Vec<_> = calls
            .iter()
            .map(|(_, _, code)| code.to_lowercase())
            .collect();
        let mut sorted = (codes.clone(), expected.clone());
        sorted.0.sort();
        sorted.1.sort();
        assert_eq!(sorted.0, sorted.1);
        json!({ "children": [paragraph("None of it worked.")] })
    });
    let reply = world
        .asked(&request(
            "r-1",
            "search, calculate the total and list the collection",
        ))
        .await;
    assert_eq!(words(&reply), "None of it worked.\n");
    world.done();
}

#[tokio::test]
async fn notes_become_a_collection_and_a_transform_is_begun() {
    let world = World::new().await;
    world.proposes("collection.create", json!({ "title": "Teas" }));
    world.says(|request| {
        let results = of_kind(request, "tool.result.v1");
        let id = results[0]["content"]["result"]["collectionId"].clone();
        json!({ "children": [paragraph("Adding.")], "tool_calls": [{ "name": "collection.add_sources",
            "arguments": { "collectionId": id, "sources": [{ "type": "note", "text": "Green tea is green." },
                { "type": "url", "url": "https://tea.example/a?utm_source=x" },
                { "type": "url", "url": "https://TEA.example/a#part" }] } }] })
    });
    world.says(|request| {
        let results = of_kind(request, "tool.result.v1");
        let told = &results.last().unwrap()["content"];
        assert_eq!(told["result"]["added"], 2, "{told}");
        assert_eq!(told["result"]["known"], 1, "{told}");
        json!({ "children": [paragraph("Kept.")] })
    });
    let reply = world
        .asked(&request("r-1", "collect these notes as sources"))
        .await;
    assert_eq!(words(&reply), "Kept.\n");
    let list = world.get("/api/collections").await.json();
    assert_eq!(list["collections"][0]["title"], "Teas");
    assert_eq!(list["collections"][0]["sourceCount"], 2);
    world.done();
}

/// A page that leads on to another site is not followed: the person is asked about that address, whole.
#[tokio::test]
async fn a_page_that_leads_elsewhere_is_asked_about() {
    let world = World::new().await;
    let (url, to) = (
        "https://tea.example/short",
        "https://other.example/a?from=tea",
    );
    world
        .web
        .fails(url, FetchFailure::LeadsElsewhere(to.to_owned()));
    world.proposes("collection.create", json!({ "title": "Tea" }));
    let collection = |request: &Value| {
        of_kind(request, "tool.result.v1")[0]["content"]["result"]["collectionId"].clone()
    };
    world.says(move |request| {
        json!({ "children": [paragraph("I keep it.")], "tool_calls": [{ "name": "source.capture",
            "arguments": { "collectionId": collection(request), "url": url } }] })
    });
    world.says(move |request| {
        let results = of_kind(request, "tool.result.v1");
        let error = &results.last().unwrap()["content"]["error"];
        assert_eq!(error["code"], "LEADS_ELSEWHERE", "{request}");
        // The address is a stranger's word: it is in no sentence of ours.
        assert!(!error.to_string().contains("other.example"), "{error}");
        let links = of_kind(request, "web.links.v1");
        assert_eq!(links[0]["trust"], "untrusted");
        assert_eq!(links[0]["content"]["urls"], json!([to]));
        json!({ "children": [paragraph("Then there.")], "tool_calls": [{ "name": "source.capture",
            "arguments": { "collectionId": collection(request), "url": to } }] })
    });
    let waits = world.asked(&request("r-1", &format!("Keep {url}"))).await;
    let policy = &waits["tool_calls"][0]["policy"];
    assert_eq!(policy["decision"], "ask", "{waits}");
    assert!(policy["text"].as_str().unwrap().contains(to), "{policy}");
    assert_eq!((world.web.asked(url), world.web.asked(to)), (1, 0));
}
