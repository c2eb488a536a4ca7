//! Traces and the log for a collector that speaks OpenTelemetry (OTLP over HTTP). They are sent when the program was
//! built with the feature `otel` and the usual variables of the environment name a collector:
//! `OTEL_EXPORTER_OTLP_ENDPOINT`, or one for traces or logs alone. Figures are not sent: the collector reads them at
//! `/metrics`, so that they are counted once and have one name each.

#[cfg(feature = "otel")]
mod sent {
    use anyhow::{Context, Result};
    use opentelemetry::trace::TracerProvider as _;
    use opentelemetry_appender_tracing::layer::OpenTelemetryTracingBridge;
    use opentelemetry_otlp::{LogExporter, SpanExporter};
    use opentelemetry_sdk::Resource;
    use opentelemetry_sdk::logs::SdkLoggerProvider;
    use opentelemetry_sdk::trace::SdkTracerProvider;
    use tracing_subscriber::Layer;
    use tracing_subscriber::filter::filter_fn;
    use tracing_subscriber::registry::LookupSpan;

    /// What sends: what it logs is not sent, or each batch would bring the next.
    const SENDERS: [&str; 6] = ["opentelemetry", "hyper", "reqwest", "h2", "rustls", "tower"];

    /// What is on its way to a collector, if there is one.
    pub(crate) struct Telemetry {
        traces: Option<SdkTracerProvider>,
        log: Option<SdkLoggerProvider>,
    }

    impl Telemetry {
        /// Begins to send, where a collector is named.
        pub(crate) fn begin() -> Result<Self> {
            let mut sent = Self {
                traces: None,
                log: None,
            };
            if is_wanted("TRACES") {
                screen_agent_adapters::install_tls();
                let exporter = SpanExporter::builder().with_http().build();
                let exporter = exporter.context("traces cannot be sent")?;
                let provider = SdkTracerProvider::builder().with_batch_exporter(exporter);
                sent.traces = Some(provider.with_resource(resource()).build());
            }
            if is_wanted("LOGS") {
                screen_agent_adapters::install_tls();
                let exporter = LogExporter::builder().with_http().build();
                let exporter = exporter.context("the log cannot be sent")?;
                let provider = SdkLoggerProvider::builder().with_batch_exporter(exporter);
                sent.log = Some(provider.with_resource(resource()).build());
            }
            Ok(sent)
        }

        /// Takes spans and events up.
        pub(crate) fn layer<S>(&self) -> impl Layer<S>
        where
            S: tracing::Subscriber + for<'span> LookupSpan<'span>,
        {
            let traces = self.traces.as_ref().map(|provider| {
                tracing_opentelemetry::layer().with_tracer(provider.tracer("screen-agent"))
            });
            let of_ours = filter_fn(|told| {
                let of = |sender: &&str| told.target().starts_with(*sender);
                !SENDERS.iter().any(of)
            });
            let bridge = |provider| OpenTelemetryTracingBridge::new(provider).with_filter(of_ours);
            Layer::and_then(traces, self.log.as_ref().map(bridge))
        }

        /// Sends what is left.
        pub(crate) fn end(self) {
            // The log comes last: it says what became of the traces.
            if let Some(Err(error)) = self.traces.map(|provider| provider.shutdown()) {
                tracing::warn!(%error, "the last traces were not sent");
            }
            if let Some(Err(error)) = self.log.map(|provider| provider.shutdown()) {
                tracing::warn!(%error, "the end of the log was not sent");
            }
        }
    }

    /// Whether a collector is named for this, and nobody says that it gets none.
    fn is_wanted(signal: &str) -> bool {
        let value = |name: String| std::env::var_os(name).filter(|value| !value.is_empty());
        let off = value(format!("OTEL_{signal}_EXPORTER")).is_some_and(|value| value == "none");
        let own = value(format!("OTEL_EXPORTER_OTLP_{signal}_ENDPOINT"));
        !off && own
            .or_else(|| value("OTEL_EXPORTER_OTLP_ENDPOINT".to_owned()))
            .is_some()
    }

    /// Who sends it.
    fn resource() -> Resource {
        let resource = Resource::builder();
        match std::env::var_os("OTEL_SERVICE_NAME") {
            None => resource.with_service_name("screen-agent").build(),
            Some(_) => resource.build(),
        }
    }
}

#[cfg(not(feature = "otel"))]
mod sent {
    use anyhow::Result;
    use tracing_subscriber::layer::Identity;

    /// Nothing is sent: the program was built without it.
    pub(crate) struct Telemetry;

    impl Telemetry {
        /// Nothing to begin.
        #[allow(clippy::unnecessary_wraps, reason = "as it is where something is sent")]
        pub(crate) fn begin() -> Result<Self> {
            Ok(Self)
        }

        /// Nothing takes spans or events up.
        pub(crate) fn layer(&self) -> Identity {
            Identity::new()
        }

        /// Nothing is left.
        pub(crate) fn end(self) {}
    }
}

pub(crate) use sent::Telemetry;
