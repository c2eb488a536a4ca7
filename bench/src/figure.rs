//! A measured figure, beside what it is measured against.

use std::time::Instant;

use serde::Serialize;

/// One line of the report.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// What was measured.
    pub name: String,
    /// How much.
    pub value: f64,
    /// Of what.
    pub unit: &'static str,
    /// The same unit, of the baseline in the same run.
    pub baseline: Option<f64>,
    /// What it should not exceed: a ratio where there is a baseline, else the value itself.
    pub target: Option<f64>,
}

impl Figure {
    /// A figure on its own.
    pub fn plain(name: impl Into<String>, value: f64, unit: &'static str) -> Self {
        Self {
            name: name.into(),
            value,
            unit,
            baseline: None,
            target: None,
        }
    }

    /// The same, beside a baseline.
    pub fn beside(self, baseline: f64) -> Self {
        Self {
            baseline: Some(baseline),
            ..self
        }
    }

    /// The same, with what it should not exceed.
    pub fn at_most(self, target: f64) -> Self {
        Self {
            target: Some(target),
            ..self
        }
    }

    /// Value over baseline.
    pub fn ratio(&self) -> Option<f64> {
        self.baseline
            .filter(|baseline| *baseline > 0.0)
            .map(|baseline| self.value / baseline)
    }

    /// As a line of a table.
    pub fn line(&self) -> String {
        let ratio = self
            .ratio()
            .map(|ratio| format!("{ratio:>6.2}×"))
            .unwrap_or_default();
        let baseline = self
            .baseline
            .map(|baseline| format!("{baseline:>10.2}"))
            .unwrap_or_default();
        let judged = match (self.target, self.ratio().unwrap_or(self.value)) {
            (Some(target), measured) if measured <= target => format!("≤ {target}  ✓"),
            (Some(target), _) => format!("≤ {target}  ✗"),
            (None, _) => String::new(),
        };
        format!(
            "{:<52} {:>10.2} {:<8} {baseline:>10} {ratio:>8}  {judged}",
            self.name, self.value, self.unit
        )
    }
}

/// Milliseconds since then.
pub fn ms_since(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1000.0
}

/// Milliseconds that some work took, the middle one of so many times.
pub fn median_ms<T>(times: usize, mut work: impl FnMut() -> T) -> f64 {
    let once = |_| {
        let began = Instant::now();
        drop(std::hint::black_box(work()));
        ms_since(began)
    };
    median(&mut (0..times).map(once).collect::<Vec<_>>())
}

/// The middle one of some samples.
pub fn median(samples: &mut [f64]) -> f64 {
    quantile(samples, 0.5)
}

/// The sample below which a share of them lies.
pub fn quantile(samples: &mut [f64], share: f64) -> f64 {
    samples.sort_by(f64::total_cmp);
    let index = ((samples.len() as f64 - 1.0) * share).round().max(0.0) as usize;
    samples.get(index).copied().unwrap_or(0.0)
}
