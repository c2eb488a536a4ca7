//! Traces for a collector that speaks OpenTelemetry (OTLP over HTTP). They are sent when the
//! program was built with the feature `otel` and the usual variables of the environment name a
//! collector: `OTEL_EXPORTER_OTLP_ENDPOINT`, or `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`.

#[cfg(feature = "otel")]
mod sent {
    use anyhow::{Context, Result};
    use opentelemetry::trace::TracerProvider as _;
    use opentelemetry_otlp::SpanExporter;
    use opentelemetry_sdk::Resource;
    use opentelemetry_sdk::trace::SdkTracerProvider;
    use tracing_subscriber::Layer;
    use tracing_subscriber::registry::LookupSpan;

    /// Where a collector is named.
    const NAMES: [&str; 2] = [
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    ];

    /// Traces on their way to a collector, if there is one.
    pub(crate) struct Traces(Option<SdkTracerProvider>);

    impl Traces {
        /// Begins to send, where a collector is named.
        pub(crate) fn begin() -> Result<Self> {
            let named = |name: &&str| std::env::var_os(name).is_some_and(|it| !it.is_empty());
            if !NAMES.iter().any(|name| named(&name)) {
                return Ok(Self(None));
            }
            screen_agent_adapters::install_tls();
            let exporter = SpanExporter::builder().with_http().build();
            let exporter = exporter.context("traces cannot be sent")?;
            let mut resource = Resource::builder();
            if std::env::var_os("OTEL_SERVICE_NAME").is_none() {
                resource = resource.with_service_name("screen-agent");
            }
            let provider = SdkTracerProvider::builder()
                .with_batch_exporter(exporter)
                .with_resource(resource.build())
                .build();
            Ok(Self(Some(provider)))
        }

        /// Takes spans up.
        pub(crate) fn layer<S>(&self) -> Option<impl Layer<S>>
        where
            S: tracing::Subscriber + for<'span> LookupSpan<'span>,
        {
            let tracer = self.0.as_ref()?.tracer("screen-agent");
            Some(tracing_opentelemetry::layer().with_tracer(tracer))
        }

        /// Sends what is left.
        pub(crate) fn end(self) {
            if let Some(Err(error)) = self.0.map(|provider| provider.shutdown()) {
                tracing::warn!(%error, "the last traces were not sent");
            }
        }
    }
}

#[cfg(not(feature = "otel"))]
mod sent {
    use anyhow::Result;
    use tracing_subscriber::layer::Identity;

    /// No traces: the program was built without them.
    pub(crate) struct Traces;

    impl Traces {
        /// Nothing to begin.
        #[allow(clippy::unnecessary_wraps, reason = "as it is where traces are sent")]
        pub(crate) fn begin() -> Result<Self> {
            Ok(Self)
        }

        /// Nothing takes spans up.
        pub(crate) fn layer(&self) -> Identity {
            Identity::new()
        }

        /// Nothing is left.
        pub(crate) fn end(self) {}
    }
}

pub(crate) use sent::Traces;
