//! What several test files share: the binary as a process, and snapshots.

use assert_cmd::Command;
use clowder::render::{Glyphs, Look, Scene, ansi};

/// The finished binary, with nothing in its environment that says how to paint.
pub(crate) fn clowder() -> Command {
    let mut command = Command::cargo_bin("clowder").unwrap();
    for name in ["NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"] {
        command.env_remove(name);
    }
    command
}

/// Runs the binary: exit status, standard output, standard error.
pub(crate) fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = clowder().args(arguments).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Compares with the file of that name in `snapshots/`.
pub(crate) fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// A picture in every mode: painted (escapes shown as `␛`), in Unicode and in ASCII, wide and narrow.
pub(crate) fn picture(name: &str, draw: impl Fn(&Look) -> Scene) {
    let mut text = String::new();
    for (mode, look) in [
        ("unicode, 80 columns", Look { glyphs: Glyphs::Unicode, width: 80 }),
        ("ascii, 80 columns", Look { glyphs: Glyphs::Ascii, width: 80 }),
        ("unicode, 36 columns", Look { glyphs: Glyphs::Unicode, width: 36 }),
    ] {
        let scene = draw(&look);
        let plain = scene.text();
        assert!(look.glyphs != Glyphs::Ascii || plain.is_ascii(), "{name}: {plain}");
        text.push_str(&format!("--- {mode}\n{plain}"));
    }
    text.push_str(&format!("--- painted\n{}", ansi(&draw(&Look::PIPE)).replace('\x1b', "␛")));
    snapshot(name, &text);
}
