//! Reads a line from a bot. A line is either the answer to a message, or it is refused.

use crate::arena::faults::Fault;
use crate::arena::process::Line;
use crate::json;

/// The answer to a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// The JSON of the move that the bot chose.
    Move(String),
    /// An answer without a move.
    Empty,
    /// There is no usable answer.
    Fault(Fault),
}

/// A line that does not answer the message.
#[derive(Debug)]
pub(crate) struct Refused {
    /// The reason why the line is not the answer.
    pub(crate) why: &'static str,
    /// The message ID in the line, if the line has one. If it is not a string, this is its JSON.
    pub(crate) id: Option<String>,
}

/// The reason if a reply has no message ID.
const WITHOUT_ID: &str = "a reply without a messageID";

impl Refused {
    /// Returns true if the line is not a reply at all. It is probably debug output.
    pub(crate) fn is_not_a_reply(&self) -> bool {
        self.id.is_none() && self.why != WITHOUT_ID
    }
}

/// The byte order mark of UTF-8, which some systems write at the beginning of a file.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Removes a byte order mark from the first line of a program. Returns the line, and true if there was a mark.
pub(crate) fn without_mark(line: Line<'_>) -> (Line<'_>, bool) {
    match line.bytes.strip_prefix(MARK) {
        Some(bytes) => (Line { bytes, ..line }, true),
        None => (line, false),
    }
}

/// Reads the answer to the message with this ID from a line.
pub(crate) fn read_reply(line: Line<'_>, id: &str) -> Result<Answer, Refused> {
    let refused = |why| Refused { why, id: None };
    if line.cut {
        return Err(refused("longer than the maximum line length"));
    }
    let text = std::str::from_utf8(line.bytes).map_err(|_| refused("not UTF-8"))?;
    let value = json::read(text).strict().map_err(|_| refused("not JSON"))?;
    if !value.is_object() {
        return Err(refused("not an object"));
    }
    let given = value.get("messageID").ok_or_else(|| refused(WITHOUT_ID))?;
    if given.as_str() != Some(id) {
        let id = given.as_str().unwrap_or_else(|| given.span.of(text)).to_owned();
        return Err(Refused { why: "a reply with another messageID", id: Some(id) });
    }
    Ok(match value.get("move") {
        Some(answer) => Answer::Move(answer.span.of(text).to_owned()),
        None => Answer::Empty,
    })
}
