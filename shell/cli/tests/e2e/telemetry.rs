//! What a collector of OpenTelemetry is sent of one request, over the real wire, and what it is not.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::routing::post;
use opentelemetry_proto::tonic::collector::logs::v1::ExportLogsServiceRequest;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue, any_value::Value};
use opentelemetry_proto::tonic::logs::v1::LogRecord;
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message as _;
use serde_json::json;

use crate::kit::{Client, Machine, Running, until};
use crate::server::{EMAIL, PASSWORD, add_user, interact, screen};

const NAME: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";

/// Everything that was sent.
#[derive(Clone, Default)]
struct Sent {
    bytes: Arc<Mutex<Vec<u8>>>,
    spans: Arc<Mutex<Vec<(String, Span)>>>,
    records: Arc<Mutex<Vec<(String, LogRecord)>>>,
}

/// A collector that speaks OTLP over HTTP, and keeps what it is sent.
struct Collector {
    sent: Sent,
    base: String,
    _runtime: tokio::runtime::Runtime,
}

impl Collector {
    fn start() -> Self {
        let (runtime, sent) = (tokio::runtime::Runtime::new().unwrap(), Sent::default());
        let routes = Router::new()
            .route("/v1/traces", post(traces))
            .route("/v1/logs", post(logs))
            .with_state(sent.clone());
        let listener = runtime
            .block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))
            .unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        runtime.spawn(async move { axum::serve(listener, routes).await });
        Self {
            sent,
            base,
            _runtime: runtime,
        }
    }
}

fn service(resource: Option<Resource>) -> String {
    text(&resource.unwrap().attributes, "service.name")
}

async fn traces(State(sent): State<Sent>, body: Bytes) -> Vec<u8> {
    let told = ExportTraceServiceRequest::decode(&body[..]).unwrap();
    for of in told.resource_spans {
        let service = service(of.resource);
        let spans = of.scope_spans.into_iter().flat_map(|scope| scope.spans);
        let spans = spans.map(|span| (service.clone(), span));
        sent.spans.lock().unwrap().extend(spans);
    }
    sent.bytes.lock().unwrap().extend(&body);
    Vec::new()
}

async fn logs(State(sent): State<Sent>, body: Bytes) -> Vec<u8> {
    let told = ExportLogsServiceRequest::decode(&body[..]).unwrap();
    for of in told.resource_logs {
        let service = service(of.resource);
        let records = of
            .scope_logs
            .into_iter()
            .flat_map(|scope| scope.log_records);
        let records = records.map(|record| (service.clone(), record));
        sent.records.lock().unwrap().extend(records);
    }
    sent.bytes.lock().unwrap().extend(&body);
    Vec::new()
}

/// What an attribute says, as a text; nothing where there is none.
fn text(attributes: &[KeyValue], key: &str) -> String {
    let found = attributes.iter().find(|one| one.key == key);
    said(found.and_then(|one| one.value.as_ref()))
}

fn said(value: Option<&AnyValue>) -> String {
    match value.and_then(|value| value.value.as_ref()) {
        Some(Value::StringValue(text)) => text.clone(),
        Some(Value::IntValue(number)) => number.to_string(),
        Some(other) => format!("{other:?}"),
        None => String::new(),
    }
}

#[test]
fn of_a_request_a_collector_has_the_trace_the_log_and_the_figure_and_no_secret() {
    let machine = Machine::new();
    add_user(&machine);
    let collector = Collector::start();
    let data = machine.path("data");
    let mut command = machine.command(&["serve", "--listen", "127.0.0.1:0", "--data"]);
    command
        .arg(data)
        .env(NAME, &collector.base)
        .env("OTEL_BSP_SCHEDULE_DELAY", "50")
        .env("OTEL_BLRP_SCHEDULE_DELAY", "50");
    let mut running = Running::start(command);
    let base = running.base();
    let client = Client::sign_in(&base, EMAIL, PASSWORD);
    let wrong = json!({"email": EMAIL, "password": "a wrong but secret one"});
    assert_eq!(Client::at(&base).post("/api/v1/auth/login", &wrong).0, 401);
    let words = "Click One, then type 'a value that nobody may read' into Name";
    interact(&client, &screen(words, "nothing"));

    // The line of the log that says that the turn was answered, and its trace.
    let records = || collector.sent.records.lock().unwrap().clone();
    let spans = || collector.sent.spans.lock().unwrap().clone();
    let route = |record: &LogRecord| text(&record.attributes, "route");
    let answered = || {
        let mut all = records().into_iter();
        all.find(|(_, record)| route(record) == "/api/agent/interact")
    };
    until("the log is sent", Duration::from_secs(20), || {
        answered().is_some()
    });
    let (service, line) = answered().unwrap();
    assert_eq!(service, "screen-agent");
    assert_eq!(said(line.body.as_ref()), "answered");
    assert_eq!(line.severity_text, "INFO");
    assert_eq!(text(&line.attributes, "status"), "200");
    assert_eq!((line.trace_id.len(), line.span_id.len()), (16, 8));
    let of_it = |name: &str| {
        let mut all = spans().into_iter();
        all.find(|(_, span)| span.trace_id == line.trace_id && span.name == name)
    };
    until("the trace is sent", Duration::from_secs(20), || {
        of_it("request").is_some() && of_it("turn").is_some()
    });
    let (service, request) = of_it("request").unwrap();
    assert_eq!(service, "screen-agent");
    assert_eq!(request.span_id, line.span_id);
    let (_, turn) = of_it("turn").unwrap();
    assert_eq!(turn.parent_span_id, request.span_id);

    // The figure, where `deploy/monitoring/collector.yaml` reads it: counted once.
    let figures = got(&base, "/metrics");
    let counted = "screen_agent_http_requests_total{class=\"interact\",status=\"200\"} 1";
    assert!(figures.lines().any(|line| line == counted), "{figures}");

    running.signal("TERM");
    let ended = running.ended().with(0);
    // What is said last is sent, too, and nothing that is sent says what the log must not.
    let last = records();
    let last = last
        .iter()
        .any(|(_, record)| said(record.body.as_ref()).starts_with("stopping"));
    assert!(last, "{}", ended.err);
    let bytes = collector.sent.bytes.lock().unwrap().clone();
    let bytes = String::from_utf8_lossy(&bytes).into_owned();
    let secrets = [
        PASSWORD,
        "a wrong but secret one",
        &client.token,
        EMAIL,
        "nobody may read",
    ];
    for secret in secrets {
        assert!(!bytes.contains(secret), "{secret} was sent");
    }
}

#[test]
fn a_collector_that_is_away_or_not_wanted_holds_nothing_up() {
    let machine = Machine::new();
    add_user(&machine);
    let collector = Collector::start();
    for (name, value) in [(NAME, "http://127.0.0.1:1"), ("OTEL_LOGS_EXPORTER", "none")] {
        let mut command = machine.command(&["serve", "--listen", "127.0.0.1:0", "--data"]);
        command.arg(machine.path("data"));
        command
            .env("OTEL_BSP_SCHEDULE_DELAY", "50")
            .env(NAME, &collector.base)
            .env(name, value);
        let mut running = Running::start(command);
        let client = Client::sign_in(&running.base(), EMAIL, PASSWORD);
        interact(&client, &screen("Click One, then click Two", "nothing"));
        running.signal("TERM");
        running.ended().with(0);
    }
    assert!(!collector.sent.spans.lock().unwrap().is_empty());
    assert!(collector.sent.records.lock().unwrap().is_empty());
}

/// What a path answers, as a text.
fn got(base: &str, path: &str) -> String {
    use std::io::{Read as _, Write as _};
    let address = base.trim_start_matches("http://");
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}
