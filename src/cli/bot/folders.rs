//! Checks that no two bots are in one folder, because each bot could then read the files of the other bot.

use crate::arena::process::Sandbox;
use crate::arena::tournament::Plan;
use crate::cli::output::note;
use crate::diagnostics::escape::{escape, excerpt};
use anyhow::bail;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// For each set of files that a command names in a folder, the name of the first bot with this command. Bots with equal
/// sets are the same program, perhaps with different options.
type Programs<'a> = BTreeMap<BTreeSet<PathBuf>, &'a str>;

/// Warns if two bots are different programs in one folder. If the sandbox is required, this is an error.
pub(super) fn check(plan: &Plan) -> anyhow::Result<()> {
    let mut folders: BTreeMap<PathBuf, Programs> = BTreeMap::new();
    for bot in &plan.bots {
        for (folder, files) in plan.program(bot).own_folders() {
            folders.entry(folder).or_default().entry(files).or_insert(&bot.name);
        }
    }
    for (folder, programs) in folders.iter().filter(|(_, programs)| programs.len() > 1) {
        let names: BTreeSet<_> = programs.values().collect();
        let shown: Vec<_> = names.iter().take(3).map(|name| excerpt(name, 40)).collect();
        let more = if names.len() > 3 { ", …" } else { "" };
        let problem = format!(
            "the bots {}{more} are in the same folder {}, so each of them can read the modules of the others",
            shown.join(", "),
            escape(&folder.display().to_string()),
        );
        let advice = "move each bot to a folder of its own";
        if plan.sandbox == Sandbox::Require {
            bail!("{problem}. With --sandbox require, this is not allowed: {advice}");
        }
        note(format!("warning: {problem}; {advice}"));
    }
    Ok(())
}
