//! What is wrong with a file: where, and what is expected there.

/// Something wrong with a workflow file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{wrong}; expected is {expected}", self.place())]
pub struct WorkflowFault {
    /// Stable code of what kind of fault it is.
    pub code: &'static str,
    /// Counted from 1, where it is known.
    pub line: Option<usize>,
    /// Which key.
    pub key: &'static str,
    /// Which table of which kind, counted from 0.
    table: Option<(&'static str, usize)>,
    /// What is wrong.
    pub wrong: String,
    /// What should stand there.
    pub expected: String,
}

impl WorkflowFault {
    fn new(
        table: Option<(&'static str, usize)>,
        key: &'static str,
        wrong: &str,
        expected: &str,
    ) -> Self {
        Self {
            code: "WORKFLOW_CONTRADICTS",
            line: None,
            key,
            table,
            wrong: wrong.to_owned(),
            expected: expected.to_owned(),
        }
    }

    pub(crate) fn whole(key: &'static str, wrong: &str, expected: &str) -> Self {
        Self::new(None, key, wrong, expected)
    }

    pub(crate) fn parameter(index: usize, key: &'static str, wrong: &str, expected: &str) -> Self {
        Self::new(Some(("parameters", index)), key, wrong, expected)
    }

    pub(crate) fn row_loop(index: usize, key: &'static str, wrong: &str, expected: &str) -> Self {
        Self::new(Some(("loops", index)), key, wrong, expected)
    }

    pub(crate) fn step(index: usize, key: &'static str, wrong: &str, expected: &str) -> Self {
        Self::new(Some(("steps", index)), key, wrong, expected)
    }

    /// Of what another program wrote.
    pub(crate) fn foreign(line: Option<usize>, wrong: &str, expected: &str) -> Self {
        Self {
            code: "WORKFLOW_NOT_READ",
            line,
            ..Self::new(None, "", wrong, expected)
        }
    }

    pub(crate) fn placed_in(self, text: &str) -> Self {
        let line = match self.table {
            Some((table, index)) => line_in(text, table, index, self.key),
            None => line_of_key(text.lines().enumerate(), self.key),
        };
        Self { line, ..self }
    }

    fn place(&self) -> String {
        let step = match self.table {
            Some(("steps", index)) => format!("step {}: ", index.saturating_add(1)),
            _ => String::new(),
        };
        match self.line {
            Some(line) => format!("line {line}: {step}"),
            None => step,
        }
    }
}

fn line_in(text: &str, table: &str, index: usize, key: &str) -> Option<usize> {
    let header = format!("[[{table}]]");
    let mut lines = text.lines().enumerate();
    let begins = lines.by_ref().filter(|(_, line)| line.trim() == header);
    let (at, _) = begins.into_iter().nth(index)?;
    let own = lines.take_while(|(_, line)| !line.trim_start().starts_with("[["));
    line_of_key(own, key).or(Some(at + 1))
}

fn line_of_key<'a>(mut lines: impl Iterator<Item = (usize, &'a str)>, key: &str) -> Option<usize> {
    let is_it = |line: &str| {
        let line = line.trim_start();
        let names = line.strip_prefix(key).map(str::trim_start);
        let opens = line
            .trim_end()
            .trim_end_matches(']')
            .ends_with(&format!(".{key}"));
        names.is_some_and(|rest| rest.starts_with('=')) || line.starts_with('[') && opens
    };
    let (at, _) = lines.find(|(_, line)| !key.is_empty() && is_it(line))?;
    Some(at + 1)
}

/// What the reader of TOML says, with its line.
pub(crate) fn of_toml(text: &str, error: &toml::de::Error) -> WorkflowFault {
    let before = error.span().and_then(|span| text.get(..span.start));
    WorkflowFault {
        code: "WORKFLOW_NOT_READ",
        line: before.map(|before| before.matches('\n').count() + 1),
        ..WorkflowFault::whole(
            "",
            error.message().trim(),
            "TOML as docs/schemas/workflow.json has it",
        )
    }
}
