//! llama.cpp's own server, as it comes in a Python package.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use screen_agent_adapters::{ModelConfig, Models, ModelsConfig};

/// Serves until its standard input ends, which it does when the test does, however that ends.
const SERVE: &str = "
import sys, xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.hostnames = ['127.0.0.1']
params.port = int(sys.argv[2])
params.n_ctx = 4096
params.n_parallel = 1
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(params)
sys.stdin.read()
";

/// Longest that it may take to load the model.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running server.
pub struct Server {
    port: u16,
    process: Child,
}

impl Server {
    /// Starts one, and waits until it has loaded its model.
    pub async fn start() -> Self {
        screen_agent_adapters::install_tls();
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|free| free.local_addr())
            .unwrap()
            .port();
        let process = Command::new("python3")
            .env("PYTHONPATH", needed("SCREEN_AGENT_LLAMA"))
            .args(["-c", SERVE])
            .arg(needed("SCREEN_AGENT_LLAMA_MODEL"))
            .arg(port.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let server = Self { port, process };
        server.ready().await;
        server
    }

    async fn ready(&self) {
        let began = Instant::now();
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let health = format!("http://127.0.0.1:{}/health", self.port);
        loop {
            let answer = client.get(&health).send().await;
            if answer.is_ok_and(|answer| answer.status().is_success()) {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "the server does not start");
            // There is nothing else to wait for: another process is loading a file.
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// How it is asked.
    pub fn config(&self) -> ModelConfig {
        let base = format!("http://127.0.0.1:{}/v1", self.port);
        ModelConfig {
            window: 4096,
            ..ModelConfig::new(base, "smol")
        }
    }

    /// Its model in both roles.
    pub fn models(&self) -> Models {
        Models::new(ModelsConfig::one(self.config())).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn needed(variable: &str) -> PathBuf {
    std::env::var_os(variable)
        .unwrap_or_else(|| panic!("{variable} is not set; run these with: cargo xtask test"))
        .into()
}
