//! `grade --help-suite` (the guide for tutors and for harness authors) and `grade --template`.

use crate::cli::{Context, Result, Status, markdown};
use crate::grade::{Language, Suite, guide, template};

/// Writes one suite's description for harness authors or, for `all`, the whole guide. The tests run every
/// command in the guide.
pub(super) fn help(name: &str, context: &mut Context) -> Result<Status> {
    let suites = if name == "all" { Suite::ALL.to_vec() } else { vec![name.parse()?] };
    let mut page = String::new();
    if name == "all" {
        page = format!("{}\n", include_str!("../../texts/guides/grading.md"));
    }
    page += include_str!("../../texts/guides/harness.md");
    let head = include_str!("../../texts/guides/suites.md").split("\n## ").next().unwrap_or_default();
    page += &format!("\n{}\n", head.trim_end());
    for suite in suites {
        page += &format!("\n{}", guide(suite));
    }
    markdown::page(&page, context)?;
    Ok(Status::Yes)
}

pub(super) fn harness(language: &str, context: &mut Context) -> Result<Status> {
    let known = Language::ALL.into_iter().find(|known| known.name() == language);
    let language = known.ok_or_else(|| anyhow::anyhow!("there is no template for this language"))?;
    context.write(template(language))?;
    Ok(Status::Yes)
}
