//! What stands in `deploy/`, held against the program by the tools that will read it: Helm's own engine, Prometheus' own
//! checker, systemd's, and the command itself.

mod tools;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use screen_agent_testkit::S3Server;
use serde_json::{Value, json};

use tools::{by_python, is_there, promtool, quietly};

use crate::kit::{Machine, Running, root};

fn deploy() -> PathBuf {
    root().join("deploy")
}

fn read(name: &str) -> String {
    fs::read_to_string(deploy().join(name)).unwrap()
}

/// Everything below a folder that is text, by path.
fn texts(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => found.extend(texts(&path)),
            false => found.extend(fs::read_to_string(&path).ok().map(|text| (path, text))),
        }
    }
    found
}

/// Words of a text that begin so.
fn words<'a>(text: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let places = text.match_indices(start).map(|(at, _)| at);
    places
        .filter(move |at| !text[..*at].ends_with(word))
        .map(move |at| text[at..].split(|c| !word(c)).next().unwrap())
}

fn chart(values: &Value) -> Option<Value> {
    let folder = deploy().join("helm/screen-agent");
    by_python(&["chart", folder.to_str().unwrap(), &values.to_string()])
}

/// Files with what is secret, as `secrets.sh` makes them; the bucket's key is the one that the test's has.
fn secrets(machine: &Machine) -> PathBuf {
    let folder = machine.path("secrets");
    quietly(Command::new(deploy().join("secrets.sh")).arg(&folder));
    for (name, key) in [("s3-id", S3Server::KEY_ID), ("s3-key", S3Server::KEY)] {
        fs::remove_file(folder.join(name)).unwrap();
        fs::write(folder.join(name), key).unwrap();
    }
    folder
}

/// What `doctor` says of settings, with everything that they name where the test has it.
fn doctor(machine: &Machine, settings: &str, secrets: &Path) -> crate::kit::Ended {
    let file = machine.path("settings.toml");
    let here = secrets.display().to_string();
    let settings = settings.replace("/run/secrets/screen-agent", &here);
    fs::write(&file, settings.replace("/run/secrets", &here)).unwrap();
    let data = machine.path("data");
    let mut command = machine.command(&["doctor", "--without-browser", "--config"]);
    command.arg(file).arg("--data").arg(data);
    command.env_remove("SCREEN_AGENT_STORE");
    Running::start(command).ended()
}

#[test]
fn compose_and_chart_are_understood_and_find_their_database_and_bucket() {
    let machine = Machine::on_postgresql();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let bucket = runtime.block_on(S3Server::start());
    let (store, place) = (machine.database().url(), bucket.address().to_owned());
    let files = format!("s3://{}/files", S3Server::BUCKET);
    let secrets = secrets(&machine);
    let well = |settings: &str| {
        let told = doctor(&machine, settings, &secrets).with(0).out;
        for line in [
            "PostgreSQL, ",
            "in the bucket bucket at",
            "let in with the key",
        ] {
            assert!(told.contains(line), "{line}: {told}");
        }
    };
    let compose = read("server.toml")
        .replace("postgres://agent@postgres/agent?sslmode=disable", &store)
        .replace("http://s3:9000", &place)
        .replace("s3://screen-agent/files", &files);
    well(&compose);
    let worker = doctor(&machine, &read("worker.toml"), &secrets).with(0);
    assert!(worker.out.contains("let in with the key"), "{}", worker.out);

    // What is not there is named, with what to do about it, and is no success.
    let away = compose
        .replace(&store, "postgres://agent@127.0.0.1:1/agent?sslmode=disable")
        .replace("secrets/s3-key", "secrets/s3-id");
    let told = doctor(&machine, &away, &secrets).with(1).out;
    for line in ["✗ database", "see `store` in the settings", "✗ files"] {
        assert!(told.contains(line), "{line}: {told}");
    }

    let values = json!({
        "store": { "url": store }, "files": { "url": files, "endpoint": place },
        "settings": "[limits]\ninteract = 300", "workerSettings": "[fetch]\nprivate_hosts = [\"wiki.intranet:80\"]",
    });
    let Some(rendered) = chart(&values) else {
        return;
    };
    let objects = rendered["objects"].as_array().unwrap();
    let map = objects
        .iter()
        .find(|one| one["kind"] == "ConfigMap")
        .unwrap();
    well(map["data"]["server.toml"].as_str().unwrap());
    let worker = map["data"]["worker.toml"].as_str().unwrap();
    doctor(&machine, worker, &secrets).with(0);
}

#[test]
fn the_chart_passes_its_linter_and_its_objects_hold_together() {
    let Some(plain) = chart(&json!({})) else {
        return;
    };
    assert_eq!(plain["errors"], json!([]), "{plain}");
    let messages = plain["messages"].as_array().unwrap();
    assert!(messages.iter().all(|one| one["severity"] == 1), "{plain}");
    let scaled = chart(
        &json!({ "worker": { "autoscaling": { "enabled": true }, "slots": 4, "perSite": 1 }, "otlp": "http://collector:4318" }),
    );
    let scaled = scaled.unwrap()["objects"].as_array().unwrap().clone();
    let of = |kind: &str, name: &str| -> Value {
        let named = |one: &&Value| one["kind"] == kind && one["metadata"]["name"] == name;
        scaled
            .iter()
            .find(named)
            .unwrap_or_else(|| panic!("no {kind} {name}"))
            .clone()
    };
    let [server, worker] =
        ["it-server", "it-worker"].map(|name| of("Deployment", name)["spec"]["template"].clone());
    let container = &server["spec"]["containers"][0];
    assert_eq!(
        container["readinessProbe"]["httpGet"]["path"],
        "/api/health"
    );
    assert_eq!(container["ports"][0]["containerPort"], 8787);
    assert_eq!(
        of("Service", "it-server")["spec"]["ports"][0]["targetPort"],
        "http"
    );
    for (kind, name) in [
        ("Service", "it-server"),
        ("PodDisruptionBudget", "it-server"),
    ] {
        let spec = &of(kind, name)["spec"]["selector"];
        let chosen = spec.get("matchLabels").unwrap_or(spec).as_object().unwrap();
        for (key, value) in chosen {
            assert_eq!(&server["metadata"]["labels"][key], value, "{kind}: {key}");
            // A worker answers nobody.
            assert!(
                key != "app.kubernetes.io/component" || &worker["metadata"]["labels"][key] != value
            );
        }
    }
    for template in [&server, &worker] {
        let spec = &template["spec"];
        assert_eq!(spec["securityContext"]["runAsNonRoot"], true);
        assert_eq!(
            spec["containers"][0]["securityContext"]["readOnlyRootFilesystem"],
            true
        );
        let mounted = spec["containers"][0]["volumeMounts"].as_array().unwrap();
        let volumes = spec["volumes"].as_array().unwrap();
        for mount in mounted {
            assert!(
                volumes.iter().any(|one| one["name"] == mount["name"]),
                "{mount}"
            );
        }
    }
    let items = &worker["spec"]["volumes"][1]["secret"]["items"];
    assert_eq!(
        items,
        &json!([{ "key": "worker-key", "path": "worker-key" }])
    );
    let scaling = &of("ScaledObject", "it-worker")["spec"]["triggers"][0]["metadata"];
    assert_eq!(scaling["threshold"], "4");
    let sent = json!({ "name": "OTEL_EXPORTER_OTLP_ENDPOINT", "value": "http://collector:4318" });
    let env = |template: &Value| template["spec"]["containers"][0]["env"].as_array().cloned();
    assert!(env(&server).unwrap().contains(&sent), "{server}");
    let plain = plain["objects"].as_array().unwrap();
    let told = plain.iter().any(|one| one.to_string().contains("OTEL_"));
    assert!(!told, "nothing is sent unasked");
    of("HorizontalPodAutoscaler", "it-server");
    of("Ingress", "it");
    let args = worker["spec"]["containers"][0]["args"].as_array().unwrap();
    let args: Vec<&str> = args.iter().map(|one| one.as_str().unwrap()).collect();
    understood(&Machine::new(), &args);
}

/// The program knows this command line.
fn understood(machine: &Machine, args: &[&str]) {
    machine.run(&[args, &["--help"]].concat()).with(0);
    let wrong = machine.run(&[args, &["--no-such-thing", "--help"]].concat());
    assert_eq!(wrong.code, Some(64), "{args:?}");
}

#[test]
fn compose_names_what_there_is_and_gives_the_worker_little() {
    let file = deploy().join("compose.yaml");
    let Some(read_of) = by_python(&["yaml", file.to_str().unwrap()]) else {
        return;
    };
    let compose = &read_of[0][0];
    let services = compose["services"].as_object().unwrap();
    let names = |of: &Value| -> BTreeSet<String> {
        let list = of.as_array().into_iter().flatten();
        let keys = of
            .as_object()
            .into_iter()
            .flat_map(|all| all.keys().cloned());
        list.map(|one| one.as_str().unwrap().to_owned())
            .chain(keys)
            .collect()
    };
    for (name, service) in services {
        for (part, known) in [
            ("secrets", &compose["secrets"]),
            ("networks", &compose["networks"]),
            ("depends_on", &compose["services"]),
        ] {
            let missing = &names(&service[part]) - &names(known);
            assert!(missing.is_empty(), "{name} {part}: {missing:?}");
        }
        let image = service["image"].as_str().unwrap();
        let (_, tag) = image.split_once(':').unwrap();
        assert!(tag != "latest" && !tag.is_empty(), "{image}");
        for volume in service["volumes"].as_array().into_iter().flatten() {
            let from = volume.as_str().unwrap().split(':').next().unwrap();
            match from.starts_with('.') {
                true => assert!(deploy().join(from).exists(), "{from}"),
                false => assert!(compose["volumes"].get(from).is_some(), "{from}"),
            }
        }
    }
    for ours in ["server", "worker"] {
        assert_eq!(services[ours]["read_only"], true);
        assert_eq!(services[ours]["cap_drop"], json!(["ALL"]));
        let target = format!(" AS {ours}\n");
        assert_eq!(services[ours]["build"]["target"], ours);
        assert!(read("Containerfile").contains(&target));
    }
    assert_eq!(services["worker"]["secrets"], json!(["worker-key"]));
    assert_eq!(services["worker"]["networks"], json!(["front"]));
    // Each secret is a file that secrets.sh makes, and settings name no other.
    let machine = Machine::new();
    let made: BTreeSet<String> = fs::read_dir(secrets(&machine))
        .unwrap()
        .flatten()
        .map(|file| file.file_name().into_string().unwrap())
        .collect();
    assert_eq!(names(&compose["secrets"]), made);
    let subnet = &compose["networks"]["edge"]["ipam"]["config"][0]["subnet"];
    assert!(read("server.toml").contains(&subnet.to_string()));
    if is_there("docker-compose", "version") {
        let mut checked = Command::new("docker-compose");
        checked.arg("--file").arg(&file).args(["config", "--quiet"]);
        quietly(checked.env("COMPOSE_PROJECT_NAME", "screen-agent"));
    }
}

#[test]
fn every_variable_and_every_figure_that_is_named_is_one_of_ours() {
    let sources: String = ["shell/cli/src", "shell/server/src", "shell/engine/src"]
        .iter()
        .flat_map(|folder| texts(&root().join(folder)))
        .map(|(_, text)| text)
        .collect();
    let (mut variables, mut figures) = (0, 0);
    for (path, text) in texts(&deploy()) {
        for name in words(&text, "SCREEN_AGENT_") {
            variables += 1;
            assert!(
                sources.contains(&format!("\"{name}\"")),
                "{name} in {}",
                path.display()
            );
        }
        for name in words(&text, "screen_agent_") {
            figures += 1;
            let name = name.trim_end_matches("_bucket");
            let written = format!("!(\"{name}\"");
            let broken = format!("\n        \"{name}\",");
            let known = sources.contains(&written) || sources.contains(&broken);
            assert!(known, "{name} in {}", path.display());
        }
    }
    assert!(variables > 5 && figures > 20, "{variables} {figures}");
}

#[test]
fn alerts_are_raised_by_what_they_are_about() {
    let Some(promtool) = promtool() else {
        println!("skipped: promtool is missing, which Debian has in its package prometheus");
        return;
    };
    let folder = deploy().join("monitoring");
    for args in [
        ["check", "config", "prometheus.yml"],
        ["test", "rules", "alerts.test.yml"],
    ] {
        quietly(Command::new(&promtool).args(args).current_dir(&folder));
    }
    let alerts = read("monitoring/alerts.yml");
    let tested = read("monitoring/alerts.test.yml");
    for name in words(&alerts, "ScreenAgent") {
        assert!(tested.contains(&format!("alertname: {name}")), "{name}");
    }
    let board: Value = serde_json::from_str(&read("monitoring/dashboard.json")).unwrap();
    let panels = board["panels"].as_array().unwrap();
    let asked = panels
        .iter()
        .flat_map(|panel| panel["targets"].as_array().into_iter().flatten());
    // What the board asks is read by Prometheus itself, too.
    let rules: Vec<Value> = asked
        .map(|one| one["expr"].as_str().unwrap().replace("$__rate_interval", "5m"))
        .map(|expr| json!({ "record": "asked", "expr": expr, "labels": { "n": expr.len().to_string() } }))
        .collect();
    assert!(rules.len() > 20);
    let machine = Machine::new();
    let file = machine.path("asked.yml");
    let groups: Vec<Value> = rules
        .iter()
        .enumerate()
        .map(|(nth, rule)| json!({ "name": format!("g{nth}"), "rules": [rule] }))
        .collect();
    fs::write(&file, json!({ "groups": groups }).to_string()).unwrap();
    quietly(
        Command::new(&promtool)
            .args(["check", "rules", "--lint=none"])
            .arg(file),
    );
}

#[test]
fn the_collector_takes_all_that_is_told_and_reads_figures_as_prometheus_does() {
    let file = |name: &str| deploy().join(name).display().to_string();
    let files = [
        "monitoring/collector.yaml",
        "monitoring/prometheus.yml",
        "compose.yaml",
    ];
    let [collector, prometheus, compose] = files.map(file);
    let Some(read_of) = by_python(&["yaml", &collector, &prometheus, &compose]) else {
        return;
    };
    let [collector, prometheus, compose] = [0, 1, 2].map(|nth| &read_of[nth][0]);
    // All three go on, each by parts that there are, and no part is there for nothing.
    let pipelines = collector["service"]["pipelines"].as_object().unwrap();
    let signals: Vec<&str> = pipelines.keys().map(String::as_str).collect();
    assert_eq!(signals, ["logs", "metrics", "traces"]);
    for part in ["receivers", "processors", "exporters"] {
        let used = pipelines
            .values()
            .flat_map(|line| line[part].as_array().unwrap());
        let used: BTreeSet<&str> = used.map(|name| name.as_str().unwrap()).collect();
        let there = collector[part].as_object().unwrap();
        let there: BTreeSet<&str> = there.keys().map(String::as_str).collect();
        assert_eq!(used, there, "{part}");
    }
    // Figures are found where Prometheus finds them, which reads the same of it.
    let scraped = &collector["receivers"]["prometheus"]["config"]["scrape_configs"];
    for of in ["job_name", "dns_sd_configs"] {
        assert_eq!(scraped[0][of], prometheus["scrape_configs"][0][of], "{of}");
    }
    if let Some(promtool) = promtool() {
        let machine = Machine::new();
        let config = machine.path("scraped.yml");
        fs::write(&config, json!({ "scrape_configs": scraped }).to_string()).unwrap();
        quietly(Command::new(promtool).args(["check", "config"]).arg(config));
    }
    // It is where servers are told that it is, with all that it names.
    let service = &compose["services"]["collector"];
    let endpoint = &collector["receivers"]["otlp"]["protocols"]["http"]["endpoint"];
    let port = endpoint.as_str().unwrap().rsplit(':').next().unwrap();
    assert!(read("compose.yaml").contains(&format!("http://collector:{port}")));
    let text = read("monitoring/collector.yaml");
    for named in text.split("${env:").skip(1) {
        let name = named.split('}').next().unwrap();
        assert!(service["environment"].get(name).is_some(), "{name}");
    }
}

#[test]
fn units_are_read_by_systemd_and_their_commands_by_us() {
    let machine = Machine::new();
    for name in ["screen-agent.service", "screen-agent-worker.service"] {
        let unit = read(&format!("systemd/{name}"));
        let command = unit
            .lines()
            .find_map(|line| line.strip_prefix("ExecStart="))
            .unwrap();
        let mut args = command.split(' ');
        let program = args.next().unwrap();
        understood(&machine, &args.collect::<Vec<_>>());
        if !is_there("systemd-analyze", "--version") {
            println!("skipped: systemd-analyze is missing");
            continue;
        }
        let file = machine.path(name);
        fs::write(&file, unit.replace(program, "/bin/true")).unwrap();
        let mut verify = Command::new("systemd-analyze");
        let told = verify.arg("verify").arg(&file).output().unwrap();
        let told = String::from_utf8_lossy(&told.stderr).into_owned();
        let ours: Vec<&str> = told
            .lines()
            .filter(|line| line.contains("screen-agent"))
            .collect();
        assert_eq!(ours, [] as [&str; 0]);
    }
}

#[test]
fn in_a_container_keys_are_laid_into_the_data_and_health_is_told() {
    let machine = Machine::new();
    let secrets = secrets(&machine);
    let data = machine.path("data");
    fs::create_dir(&data).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_screen-agent"))
        .parent()
        .unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("/bin/sh");
    command
        .arg(deploy().join("entrypoint.sh"))
        .args(["serve", "--listen", "127.0.0.1:0"])
        .env_clear()
        .env("PATH", path)
        .env("SECRETS", &secrets)
        .env("SCREEN_AGENT_DATA", &data)
        .stdin(Stdio::null());
    let mut running = Running::start(command);
    let base = running.base();
    for key in ["account-key", "audit-key"] {
        assert_eq!(
            fs::read(data.join(key)).unwrap(),
            fs::read(secrets.join(key)).unwrap()
        );
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(data.join(key)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{key}");
    }
    let healthy = || {
        let mut asked = Command::new("bash");
        asked.arg(deploy().join("healthy.sh"));
        let address = base.trim_start_matches("http://");
        asked
            .env("SCREEN_AGENT_LISTEN", address)
            .stderr(Stdio::null());
        asked.status().unwrap().success()
    };
    assert!(healthy());
    running.signal("TERM");
    running.ended().with(0);
    assert!(!healthy());
}
