//! `ide apply`: all of a plan, or nothing of it, and the same plan once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use screen_agent_ide::merge::{EDITS, MergeFault, Sides, applied, difference, fingerprint, merged};
use screen_agent_wire::ide::plan::{
    ApplySummary, ConflictSide, IdePlan, PlanAction, PlanOperation,
};

use super::approval::{Asked, allowed};
use super::backup::{AppliedPlan, AppliedPlans, BackupState, Backups, Kept};
use super::tell::Teller;
use super::workspace::Workspace;
use super::{ChangeArgs, Done, IdeFault, PlaceArgs, show};
use crate::terminal::say_json;

/// Most operations of a plan, and most actions.
const OPERATIONS: usize = 2_000;
pub(super) const ACTIONS: usize = 100;

/// Apply a plan: all of it, or nothing.
///
/// What was changed here since it was made is joined with it, field by field. It is
/// applied once: again, it says so. A process that was killed in the middle is finished by the same command.
#[derive(clap::Args)]
pub(super) struct PlanFileArgs {
    /// The plan [default: the workspace's last, `.cogo/plan.json`]
    plan: Option<PathBuf>,
    #[command(flatten)]
    change: ChangeArgs,
}

pub(super) async fn run(place: &PlaceArgs, args: PlanFileArgs) -> Done<()> {
    let workspace = Workspace::find(place.workspace.as_deref())?;
    let path = args.plan.unwrap_or_else(|| workspace.own("plan.json"));
    let text = std::fs::read(&path)
        .map_err(|error| IdeFault::Invalid(format!("{}: {error}", path.display())))?;
    let plan = serde_json::from_slice(&text);
    let plan = plan.map_err(|error| IdeFault::Invalid(format!("{}: {error}", path.display())))?;
    apply(&workspace, place, plan, &args.change).await
}

/// Applies a plan.
pub(super) async fn apply(
    workspace: &Workspace,
    place: &PlaceArgs,
    plan: IdePlan,
    change: &ChangeArgs,
) -> Done<()> {
    let asked = Asked::Here(change.answerer(place.json));
    let summary = carried_out(workspace, place, plan, (change, asked)).await?;
    if place.json {
        return say_json(&summary, true).map_err(|error| IdeFault::Invalid(error.to_string()));
    }
    show::summary(&summary);
    Ok(())
}

/// Applies a plan, with whoever says yes to it.
pub(super) async fn carried_out(
    workspace: &Workspace,
    place: &PlaceArgs,
    plan: IdePlan,
    (change, asked): (&ChangeArgs, Asked<'_>),
) -> Done<ApplySummary> {
    let plan = checked(plan)?;
    let _held = workspace.hold()?;
    Application {
        workspace,
        place,
        plan: &plan,
        change,
        asked,
    }
    .carried_out()
    .await
}

/// A plan whose operations each have their action, and that is what its print says.
pub(super) fn checked(mut plan: IdePlan) -> Done<IdePlan> {
    let wrong = |why: &str| IdeFault::Invalid(format!("the plan {why}"));
    if plan.operations.len() > OPERATIONS || plan.actions.len() > ACTIONS {
        return Err(wrong("is too large"));
    }
    if plan.fingerprint != fingerprint(&plan) {
        return Err(wrong(
            "is not the one that its fingerprint is of: make it again",
        ));
    }
    let ids: BTreeSet<&String> = plan.actions.iter().map(|one| &one.id).collect();
    if ids.len() < plan.actions.len() {
        return Err(wrong("has two actions of one id"));
    }
    let strange = |one: &PlanOperation| one.action_id.as_ref().is_some_and(|id| !ids.contains(id));
    if plan.operations.iter().any(strange) {
        return Err(wrong("has an operation of an action that it has not"));
    }
    if plan.operations.iter().any(|one| one.action_id.is_none()) {
        let id = "edits".to_owned();
        let nameless = plan
            .operations
            .iter_mut()
            .filter(|one| one.action_id.is_none());
        nameless.for_each(|one| one.action_id = Some(id.clone()));
        let is_there = plan.actions.iter().any(|one| one.id == id);
        let edits = PlanAction {
            id,
            command: EDITS.to_owned(),
            args: Vec::new(),
            skipped: Vec::new(),
            says: None,
        };
        plan.actions.extend((!is_there).then_some(edits));
    }
    Ok(plan)
}

/// Files as they stand and as they are to be: of those that a plan names, what is different.
pub(super) type Changes = BTreeMap<String, Kept>;

/// What a plan comes to here, joined with what was changed meanwhile.
pub(super) fn changes(workspace: &Workspace, plan: &IdePlan, change: &ChangeArgs) -> Done<Changes> {
    let mut joining = Joining::default();
    let files: BTreeSet<&String> = plan.operations.iter().map(|one| &one.file).collect();
    for file in files {
        let operations: Vec<_> = plan
            .operations
            .iter()
            .filter(|one| one.file == *file)
            .collect();
        let base = plan
            .files
            .iter()
            .find(|one| one.file == *file)
            .and_then(|one| one.base.as_deref());
        let theirs = applied(file, &operations, base)?;
        let before = workspace.read(file)?;
        joining.add(file, (base, theirs.as_deref()), before, change.side())?;
    }
    joining.done()
}

/// Files that are joined with what was changed meanwhile, and places that both changed.
#[derive(Default)]
pub(super) struct Joining {
    changes: Changes,
    conflicts: Vec<String>,
}

impl Joining {
    /// Joins what comes, and what that began with, into a file as it stands.
    pub(super) fn add(
        &mut self,
        file: &str,
        (base, theirs): (Option<&str>, Option<&str>),
        before: Option<String>,
        side: ConflictSide,
    ) -> Done<()> {
        let sides = Sides {
            base,
            ours: before.as_deref(),
            theirs,
        };
        match merged(file, sides, side) {
            Ok(after) if after == before => {}
            Ok(after) => drop(self.changes.insert(file.to_owned(), Kept { before, after })),
            Err(MergeFault::Invalid(invalid)) => return Err(invalid.into()),
            Err(MergeFault::Conflict(places)) => {
                let named = places.into_iter().map(|place| format!("{file}: {place}"));
                self.conflicts.extend(named);
            }
        }
        Ok(())
    }

    /// What is different, unless both changed the same.
    pub(super) fn done(self) -> Done<Changes> {
        match self.conflicts.is_empty() {
            true => Ok(self.changes),
            false => Err(IdeFault::Conflict(self.conflicts)),
        }
    }
}

struct Application<'a> {
    workspace: &'a Workspace,
    place: &'a PlaceArgs,
    plan: &'a IdePlan,
    change: &'a ChangeArgs,
    asked: Asked<'a>,
}

impl Application<'_> {
    async fn carried_out(&self) -> Done<ApplySummary> {
        let print = &self.plan.fingerprint;
        let mut known = AppliedPlans::read(self.workspace)?;
        let backups = Backups::read(self.workspace, self.change.backup_dir.as_deref())?;
        let begun = backups.begun();
        if begun.is_some_and(|begun| begun.manifest.fingerprint != *print) {
            return Err(IdeFault::Apply(
                "another plan was broken off here: apply that one again, or take it back with `screen-agent ide restore`".into(),
            ));
        }
        let done = known
            .0
            .get(print)
            .filter(|_| !self.change.force && begun.is_none());
        if let Some(done) = done.cloned() {
            return self.repeated(done, known).await;
        }
        let changes = changes(self.workspace, self.plan, self.change)?;
        let mut summary = self.summary(&changes);
        if !self.place.json {
            show::notes(self.plan);
            show::diffs(&summary.files);
        }
        // What was broken off is gone on with under its name, also where only the note of it is missing.
        let again = !self.change.force && !known.0.contains_key(print);
        let open = backups
            .all
            .iter()
            .rfind(|one| one.manifest.fingerprint == *print);
        let open = open.filter(|one| again && one.manifest.state != BackupState::Restored);
        let name = open.map_or_else(|| backups.next(print), |open| open.name.clone());
        self.approved(&changes).await?;
        let teller = self.teller(&name)?;
        teller.running(self.plan).await?;
        if self.change.dry_run {
            teller.ended(self.plan, Ok(&summary)).await?;
            return Ok(summary);
        }
        let backup = match self.written(&backups, &name, &changes) {
            Ok(backup) => backup,
            Err(fault) => {
                // Why it failed is what is to be said, also where the trace cannot be told.
                let _untold = teller.ended(self.plan, Err(&fault.to_string())).await;
                return Err(fault);
            }
        };
        let entry = AppliedPlan {
            last_trace: self.plan.trace_id.clone(),
            backup: backup.clone(),
            told: false,
        };
        known.0.insert(print.clone(), entry);
        known.keep(self.workspace)?;
        summary.backups = backup.into_iter().collect();
        self.told(&teller, &mut known, &summary).await?;
        Ok(summary)
    }

    /// It was applied before; only its trace may not know.
    async fn repeated(&self, done: AppliedPlan, mut known: AppliedPlans) -> Done<ApplySummary> {
        let summary = ApplySummary {
            repeated: true,
            backups: done.backup.clone().into_iter().collect(),
            ..self.summary(&Changes::new())
        };
        if !done.told && !self.change.dry_run {
            let teller = self.teller(done.backup.as_deref().unwrap_or_default())?;
            self.told(&teller, &mut known, &summary).await?;
        }
        Ok(summary)
    }

    async fn told(
        &self,
        teller: &Teller<'_>,
        known: &mut AppliedPlans,
        summary: &ApplySummary,
    ) -> Done<()> {
        let told = teller.ended(self.plan, Ok(summary)).await;
        told.map_err(|fault| {
            IdeFault::Network(format!(
                "the files are applied, and the trace was not told; apply again to tell it: {fault}"
            ))
        })?;
        if let Some(entry) = known.0.get_mut(&self.plan.fingerprint) {
            entry.told = true;
        }
        known.keep(self.workspace)
    }

    fn teller(&self, name: &str) -> Done<Teller<'_>> {
        Teller::of(
            self.workspace,
            self.place,
            self.plan,
            (name, self.change.dry_run),
        )
    }

    /// Every action through the gate, whether or not it changes a file.
    async fn approved(&self, changes: &Changes) -> Done<()> {
        for action in &self.plan.actions {
            let own = |one: &&PlanOperation| one.action_id.as_ref() == Some(&action.id);
            let named = self.plan.operations.iter().filter(own).map(|one| &one.file);
            let named: BTreeSet<&String> = named.collect();
            // Also what stays as it is must be a place that may be named.
            let all: Vec<String> = named.iter().copied().cloned().collect();
            let how = (self.plan.fingerprint.as_str(), true);
            allowed(action, &all, how, self.asked).await?;
            let changed = named.into_iter().filter(|file| changes.contains_key(*file));
            let changed: Vec<String> = changed.cloned().collect();
            allowed(action, &changed, (how.0, self.change.dry_run), self.asked).await?;
        }
        Ok(())
    }

    /// Keeps what the files were, and then changes them. What was broken off keeps what they were before that.
    fn written(
        &self,
        backups: &Backups<'_>,
        name: &str,
        changes: &Changes,
    ) -> Done<Option<String>> {
        let mut kept = changes.clone();
        if let Some(begun) = backups.begun() {
            for (file, was) in begun.files()? {
                match kept.get_mut(&file) {
                    Some(kept) => kept.before = was.before,
                    None => drop(kept.insert(file, was)),
                }
            }
        }
        if kept.is_empty() {
            return Ok(backups
                .all
                .iter()
                .any(|one| one.name == name)
                .then(|| name.to_owned()));
        }
        let backup = backups.keep(name, &self.plan.fingerprint, &kept)?;
        for (file, change) in changes {
            self.workspace.write(file, change.after.as_deref())?;
        }
        backups.mark(&backup, BackupState::Done)?;
        Ok(Some(backup.name))
    }

    fn summary(&self, changes: &Changes) -> ApplySummary {
        let file = |(file, change): (&String, &Kept)| {
            difference(file, change.before.as_deref(), change.after.as_deref())
        };
        let files: Vec<_> = changes.iter().filter_map(file).collect();
        ApplySummary {
            trace_id: self.plan.trace_id.clone(),
            fingerprint: self.plan.fingerprint.clone(),
            dry_run: self.change.dry_run,
            repeated: false,
            backups: Vec::new(),
            changes: show::counts(&files),
            files,
        }
    }
}
