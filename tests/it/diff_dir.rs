//! Tests `diff --dir`.

use crate::support::run;
use std::fs;

#[test]
fn directories_are_compared_as_values() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    for (name, expected, actual) in [
        // The two files contain the same value, but their cards are in different orders.
        ("same.hand", Some("AabBCD"), Some("AbaBCD")),
        ("a/other-1.txt", Some("A6"), Some("A6\n")),
        ("different.hand", Some("AabBCD"), Some("AacBCD")),
        ("gone.hand", Some("ABCD"), None),
        ("new.hand", None, Some("ABCD")),
        ("wrong.hand", Some("ABCD"), Some("AaaBCD")),
    ] {
        for (side, text) in [("expected", expected), ("actual", actual)] {
            if let Some(text) = text {
                write(&format!("{side}/{name}"), text);
            }
        }
    }
    let (expected, actual) = (path("expected"), path("actual"));
    let compare = |options: &[&str]| run(&[&["diff", "--dir", &expected, &actual], options].concat(), "");
    let (junit, html) = (path("junit.xml"), path("page.html"));
    let (status, out, err) = compare(&["--junit", &junit, "--html", &html]);
    let lines = "different different.hand\nmissing Ab\nnot expected Ac\n2 differences\nmissing gone.hand\nextra new.hand\n\
        invalid wrong.hand\nactual file: not a valid hand: card `a` of deck `A` is listed twice\n\
        6 files: 2 equal, 4 not equal\n";
    assert_eq!((status, out.as_str(), err.as_str()), (1, lines, ""));
    let report = quick_junit::Report::deserialize_from_str(&fs::read_to_string(junit).unwrap()).unwrap();
    assert_eq!((report.tests, report.failures), (6, 4));
    let page = fs::read_to_string(html).unwrap();
    assert!(
        page.contains("<p class=\"sum\">6 files: 2 equal</p>") && page.contains("<li>not expected Ac</li>"),
        "{page}"
    );
    let (status, out, _) = compare(&["--accept"]);
    assert_eq!(status, 1);
    assert!(out.contains("accepted different.hand\naccepted new.hand\n"), "{out}");
    assert_eq!(fs::read_to_string(path("expected/different.hand")).unwrap(), "AacBCD");
    assert!(out.ends_with("6 files: 4 equal, 2 not equal\n"), "{out}");
    let (status, _, err) = run(&["diff", "--dir", &expected, "/no/such/directory"], "");
    assert!(status == 2 && err.contains("cannot read /no/such/directory"), "{err}");
    assert_eq!(run(&["diff", "--dir", &expected, &expected, "--kind", "hand"], "").0, 1);
}

#[test]
fn the_option_for_the_kind_is_named_if_the_kind_is_unknown() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("ada.txt"), "Error: no board\n").unwrap();
    fs::write(directory.path().join("ben.txt"), "A7B3\n").unwrap();
    let path = directory.path().to_str().unwrap();
    let (status, out, err) = run(&["diff", "--dir", path, path], "");
    let unknown = "expected file: no kind fits this text; give the kind of all files with --kind";
    assert_eq!((status, &*err), (1, ""));
    assert!(
        out.starts_with(&format!(
            "invalid ada.txt\n{unknown}\ninvalid ben.txt\n{unknown}; the nearest kind is "
        )),
        "{out}"
    );
}
