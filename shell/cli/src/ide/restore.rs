//! `ide restore`: what was applied is taken back, and what was changed since then stays.

use screen_agent_ide::merge::difference;
use screen_agent_wire::ide::plan::{ApplySummary, PlanAction};

use super::apply::{Changes, Joining};
use super::approval::{Asked, allowed};
use super::backup::{AppliedPlans, Backup, BackupState, Backups, Kept};
use super::workspace::Workspace;
use super::{ChangeArgs, Done, IdeFault, PlaceArgs, show};
use crate::terminal::say_json;

/// Take back what was applied last, or the backup that is named.
///
/// What you changed since then stays, where it is not at the
/// same place.
#[derive(clap::Args)]
pub(super) struct RestoreArgs {
    /// The backup, as `apply` names it [default: the last that was not taken back]
    backup: Option<String>,
    #[command(flatten)]
    change: ChangeArgs,
}

pub(super) async fn run(place: &PlaceArgs, args: RestoreArgs) -> Done<()> {
    let workspace = Workspace::find(place.workspace.as_deref())?;
    let _held = workspace.hold()?;
    let backups = Backups::read(&workspace, args.change.backup_dir.as_deref())?;
    let name: Option<&String> = args.backup.as_ref();
    let wanted = |one: &&Backup| match name {
        Some(name) => one.name == *name,
        None => one.manifest.state != BackupState::Restored,
    };
    let backup = backups.all.iter().rev().find(wanted);
    let backup = backup.ok_or_else(|| IdeFault::Invalid("there is nothing to take back".into()))?;
    let changes = changes(&workspace, backup, &args.change)?;
    let change = |(file, kept): (&String, &Kept)| {
        difference(file, kept.before.as_deref(), kept.after.as_deref())
    };
    let files: Vec<_> = changes.iter().filter_map(change).collect();
    if !place.json {
        show::diffs(&files);
    }
    let action = PlanAction {
        id: backup.name.clone(),
        command: "restore".to_owned(),
        args: Vec::new(),
        skipped: Vec::new(),
        says: None,
    };
    let named: Vec<String> = changes.keys().cloned().collect();
    let how = (backup.manifest.fingerprint.as_str(), args.change.dry_run);
    allowed(
        &action,
        &named,
        how,
        Asked::Here(args.change.answerer(place.json)),
    )
    .await?;
    if !args.change.dry_run {
        for (file, kept) in &changes {
            workspace.write(file, kept.after.as_deref())?;
        }
        // It may be applied again from here on.
        let mut known = AppliedPlans::read(&workspace)?;
        known.0.remove(&backup.manifest.fingerprint);
        known.keep(&workspace)?;
        backups.mark(backup, BackupState::Restored)?;
    }
    let summary = ApplySummary {
        trace_id: None,
        fingerprint: backup.manifest.fingerprint.clone(),
        dry_run: args.change.dry_run,
        repeated: false,
        backups: vec![backup.name.clone()],
        changes: show::counts(&files),
        files,
    };
    if place.json {
        return say_json(&summary, true).map_err(|error| IdeFault::Invalid(error.to_string()));
    }
    show::summary(&summary);
    Ok(())
}

/// Files as they stand and as they were, joined with what was changed since.
fn changes(workspace: &Workspace, backup: &Backup, change: &ChangeArgs) -> Done<Changes> {
    let mut joining = Joining::default();
    for (file, kept) in backup.files()? {
        let now = workspace.read(&file)?;
        // A file that is as it was before is one that was not reached, or was taken back.
        if now == kept.before {
            continue;
        }
        let back = (kept.after.as_deref(), kept.before.as_deref());
        joining.add(&file, back, now, change.side())?;
    }
    joining.done()
}
