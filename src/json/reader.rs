//! A JSON parser that continues after most errors.

use super::{Data, MAX_DEPTH, Member, Value, is_misspelt, quote};
use crate::diagnostics::codes::bots;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span};
use crate::notation::Reading;
use crate::notation::grammar::fault_at;

/// Parses a text as one JSON value. The result has no value if an error prevents parsing from continuing.
///
/// ```
/// let reading = clowder::json::read("[1, NaN, 04]");
/// assert_eq!(reading.value().and_then(|array| array.as_array()).map(<[_]>::len), Some(3));
/// assert_eq!(reading.diagnostics().len(), 2);
/// ```
pub fn read(text: &str) -> Reading<Value> {
    let mut reader = Reader { text, at: 0, last_string: None, faults: Diagnostics::new() };
    let value = reader.value(0);
    if value.is_some() {
        reader.space();
        if reader.at < text.len() {
            let rest = Span::new(reader.at, text.trim_end_matches(is_space).len());
            reader.fault(&bots::JSON_TRAILING_TEXT, rest, "there is text after the JSON value");
        }
    }
    let mut faults = reader.faults;
    faults.sort();
    Reading::new(value, faults)
}

/// White space: `ws = " " | "\t" | "\n" | "\r"`
fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The last string that was read. If its closing quotation mark is missing, the string extends to a later
    /// quotation mark, and the error is found only after that mark. An error directly after a string therefore
    /// also mentions the string.
    last_string: Option<Span>,
    faults: Diagnostics,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|byte| is_space(char::from(byte))) {
            self.at += 1;
        }
    }

    fn take_while(&mut self, keep: impl Fn(u8) -> bool) -> Span {
        let start = self.at;
        while self.peek().is_some_and(&keep) {
            self.at += 1;
        }
        Span::new(start, self.at)
    }

    fn fault(&mut self, code: &'static Code, span: Span, message: impl Into<String>) {
        self.faults.push(fault_at(self.text, code, span, message));
    }

    fn fault_with_fix(&mut self, code: &'static Code, span: Span, message: &str, fix: impl Into<String>) {
        self.faults.push(fault_at(self.text, code, span, message).fix(span, fix));
    }

    fn stop<T>(&mut self, expected: &[&'static str]) -> Option<T> {
        let wanted = expected.join(" or ");
        let fault = match self.text[self.at..].chars().next() {
            None => {
                let message = format!("the JSON text ends too early; expected {wanted}");
                Diagnostic::new(&bots::JSON_TRUNCATED, Span::at(self.at), message)
            }
            Some(character) => {
                let span = Span::new(self.at, self.at + character.len_utf8());
                let message = format!("this is not valid JSON; expected {wanted}");
                fault_at(self.text, &bots::JSON_UNEXPECTED, span, message)
            }
        };
        let mut fault = fault.expected(expected.iter().copied());
        let is_after = |string: &Span| string.end == self.at && self.at < self.text.len();
        if let Some(string) = self.last_string.filter(is_after) {
            fault = fault.related(string, "after this string");
        }
        self.faults.push(fault);
        None
    }

    /// Reads a value: `value = object | array | string | number | "true" | "false" | "null"`
    fn value(&mut self, depth: usize) -> Option<Value> {
        self.space();
        let start = self.at;
        let data = match self.peek() {
            Some(b'{') => {
                let members = self.items(depth, b'}', Self::member)?;
                self.duplicates(&members);
                Data::Object(members)
            }
            Some(b'[') => Data::Array(self.items(depth, b']', Self::value)?),
            Some(b'"' | b'\'') => Data::String(self.string()?),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => self.number(),
            Some(byte) if byte.is_ascii_alphabetic() => self.word(),
            _ => return self.stop(&["a JSON value"]),
        };
        Some(Value { span: Span::new(start, self.at), data })
    }

    /// Skips the opening bracket of an array or an object, and reads the rest: `[item ("," item)*] bracket`
    fn items<T>(
        &mut self,
        depth: usize,
        bracket: u8,
        item: fn(&mut Self, usize) -> Option<T>,
    ) -> Option<Vec<T>> {
        let span = Span::new(self.at, self.at + 1);
        if depth == MAX_DEPTH {
            let message = format!("lists and objects must not be nested more than {MAX_DEPTH} levels deep");
            self.fault(&bots::JSON_DEPTH, span, message);
            return None;
        }
        self.at += 1;
        self.space();
        let mut items = Vec::new();
        let mut is_closed = self.close(bracket);
        while !is_closed {
            items.push(item(self, depth + 1)?);
            is_closed = self.separator(bracket)?;
        }
        Some(items)
    }

    /// Reads a member of an object: `member = string ":" value`
    fn member(&mut self, depth: usize) -> Option<Member> {
        let start = self.at;
        let key = match self.peek() {
            Some(b'"' | b'\'') => self.string()?,
            Some(byte) if byte.is_ascii_alphanumeric() || byte == b'-' => {
                let span = self.take_while(|byte| byte.is_ascii_alphanumeric() || b"_$-".contains(&byte));
                let key = span.of(self.text).to_owned();
                let message = "a key must be in double quotation marks";
                self.fault_with_fix(&bots::JSON_KEY, span, message, format!("\"{key}\""));
                key
            }
            _ => return self.stop(&["a key in quotation marks"]),
        };
        let span = Span::new(start, self.at);
        self.space();
        if self.peek() != Some(b':') {
            return self.stop(&["`:`"]);
        }
        self.at += 1;
        Some(Member { key, span, value: self.value(depth)? })
    }

    fn close(&mut self, bracket: u8) -> bool {
        let closed = self.peek() == Some(bracket);
        self.at += usize::from(closed);
        closed
    }

    /// Reads the comma before the next item, or the closing bracket after the last item. Returns `true` for a
    /// closing bracket.
    fn separator(&mut self, bracket: u8) -> Option<bool> {
        self.space();
        if self.close(bracket) {
            return Some(true);
        }
        let comma = self.at;
        match self.peek() {
            Some(b',') => self.at += 1,
            Some(b'"' | b'{' | b'[') => {
                let message = "the comma between two items is missing";
                let fault = Diagnostic::new(&bots::JSON_COMMA, Span::at(comma), message);
                self.faults.push(fault.expected(["`,`"]).fix(Span::at(comma), ","));
                return Some(false);
            }
            _ => return self.stop(if bracket == b']' { &["`,`", "`]`"] } else { &["`,`", "`}`"] }),
        }
        self.space();
        let closed = self.close(bracket);
        if closed {
            let span = Span::new(comma, comma + 1);
            self.fault_with_fix(&bots::JSON_COMMA, span, "there is a comma after the last item", "");
        }
        Some(closed)
    }

    /// Reports each key that repeats an earlier key. Sorts the keys, because comparing all pairs would take
    /// quadratic time.
    fn duplicates(&mut self, members: &[Member]) {
        let mut sorted: Vec<_> = members.iter().collect();
        sorted.sort_by(|a, b| a.key.cmp(&b.key));
        for pair in sorted.windows(2).filter(|pair| pair[0].key == pair[1].key) {
            let (code, message) = (&bots::JSON_DUPLICATE_KEY, "this key is given twice");
            let fault = fault_at(self.text, code, pair[1].span, message);
            self.faults.push(fault.related(pair[0].span, "first here"));
        }
    }

    /// Reads a number: `number = ["-"] ("0" | DIGIT1 DIGIT*) ["." DIGIT+] [("e" | "E") ["+" | "-"] DIGIT+]`
    fn number(&mut self) -> Data {
        let span = self.take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
        let text = span.of(self.text);
        if text.trim_start_matches(['+', '-']).starts_with(|first: char| first.is_ascii_alphabetic()) {
            return self.unknown_word(span);
        }
        if !is_number(text) {
            let message = "this is not a valid JSON number";
            return self.invalid(&bots::JSON_NUMBER, span, message, repaired(text), &[]);
        }
        let whole = !text.contains(['.', 'e', 'E']) && text != "-0";
        match (text.parse().ok().filter(|_| whole), text.parse::<f64>()) {
            (Some(integer), _) => Data::Integer(integer),
            (None, Ok(number)) if number.is_finite() => Data::Number(number),
            _ => self.invalid(&bots::JSON_RANGE, span, "this number is too large", None, &[]),
        }
    }

    fn word(&mut self) -> Data {
        let span = self.take_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        match span.of(self.text) {
            "true" => Data::Bool(true),
            "false" => Data::Bool(false),
            "null" => Data::Null,
            _ => self.unknown_word(span),
        }
    }

    fn unknown_word(&mut self, span: Span) -> Data {
        const WORDS: [&str; 3] = ["true", "false", "null"];
        let fix = match span.of(self.text) {
            "None" | "undefined" | "NaN" | "nil" => Some("null"),
            word => WORDS.into_iter().find(|meant| is_misspelt(word, meant)),
        };
        let message = "expected a value: text needs double quotation marks, and the only words are `true`, `false` and `null`";
        self.invalid(&bots::JSON_WORD, span, message, fix.map(str::to_owned), &WORDS)
    }

    fn invalid(
        &mut self,
        code: &'static Code,
        span: Span,
        message: &str,
        fix: Option<String>,
        expected: &[&'static str],
    ) -> Data {
        let mut fault = fault_at(self.text, code, span, message).expected(expected.iter().copied());
        if let Some(fix) = fix {
            fault = fault.fix(span, fix);
        }
        self.faults.push(fault);
        Data::Invalid
    }

    /// Reads a string: `string = '"' (any character but '"', "\" and control characters | escape)* '"'`
    fn string(&mut self) -> Option<String> {
        let start = self.at;
        let mark = self.text.as_bytes()[start];
        self.at += 1;
        let mut out = String::new();
        loop {
            let plain = self.take_while(|byte| byte != mark && byte != b'\\' && byte >= b' ');
            out.push_str(plain.of(self.text));
            match self.peek() {
                Some(b'\\') => out.push(self.escape()?),
                Some(byte) if byte == mark => break,
                Some(byte) => {
                    let span = Span::new(self.at, self.at + 1);
                    let escaped = format!("\\u{byte:04x}");
                    let message = "a control character in a string must be escaped";
                    self.fault_with_fix(&bots::JSON_STRING, span, message, escaped);
                    out.push(char::from(byte));
                    self.at += 1;
                }
                None => return self.stop(&["`\"`"]),
            }
        }
        self.at += 1;
        self.last_string = Some(Span::new(start, self.at));
        if mark == b'\'' {
            let (span, message) = (Span::new(start, self.at), "a string must be in double quotation marks");
            self.fault_with_fix(&bots::JSON_STRING, span, message, quote(&out));
        }
        Some(out)
    }

    /// Reads an escape: `escape = "\" ('"' | "\" | "/" | "b" | "f" | "n" | "r" | "t" | "u" HEX HEX HEX HEX)`
    fn escape(&mut self) -> Option<char> {
        let start = self.at;
        let Some(letter) = self.text[start + 1..].chars().next() else {
            self.at += 1;
            return self.stop(&["the rest of an escape"]);
        };
        self.at += 1 + letter.len_utf8();
        let plain = match letter {
            '"' | '\\' | '/' => Some(letter),
            'b' => Some('\u{8}'),
            'f' => Some('\u{c}'),
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            'u' => self.unicode(),
            _ => None,
        };
        if plain.is_none() {
            let span = Span::new(start, self.at);
            let message = match letter {
                'u' if span.of(self.text).len() < r"\u0000".len() => {
                    r"`\u` must be followed by four hexadecimal digits"
                }
                'u' => "this escape is only one half of a surrogate pair",
                _ => "JSON does not have this escape",
            };
            self.fault(&bots::JSON_STRING, span, message);
        }
        Some(plain.unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    /// Reads the rest of an escape that begins with `\u`. A surrogate pair is read as one character.
    fn unicode(&mut self) -> Option<char> {
        let first = self.hex()?;
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first);
        }
        let back = self.at;
        if self.text[back..].starts_with("\\u") {
            self.at += 2;
            match self.hex() {
                Some(second @ 0xdc00..0xe000) => {
                    return char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00));
                }
                _ => self.at = back,
            }
        }
        None
    }

    /// Reads four hexadecimal digits: `HEX HEX HEX HEX`
    fn hex(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }
}

/// Corrects a number that has a plus sign, leading zeros, or no digit before or after the decimal point.
/// Returns `None` if the corrected text is not a valid number.
fn repaired(text: &str) -> Option<String> {
    let unsigned = text.trim_start_matches(['+', '-']).trim_start_matches('0').trim_end_matches('.');
    let zero = if unsigned.starts_with(|first: char| first.is_ascii_digit()) { "" } else { "0" };
    let sign = if text.starts_with('-') { "-" } else { "" };
    Some(format!("{sign}{zero}{unsigned}")).filter(|number| is_number(number))
}

fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(digits)
}
