//! `--shard`: divides the strings of a batch, the cases of a run, or the submissions of a class into parts.

use std::fmt;
use std::str::FromStr;

/// One of several parts of the input. The inputs are distributed to the parts in turn: if there are three parts, part 1
/// has the inputs 1, 4, 7 and so on. Therefore, all parts take about the same time, and the number of inputs does not
/// have to be known in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// The number of the part, counted from 0.
    part: usize,
    /// The number of parts.
    parts: usize,
}

impl Shard {
    /// Returns true if the part contains the input with this index, counted from 0.
    pub(crate) const fn contains(self, index: usize) -> bool {
        index % self.parts == self.part
    }

    /// Returns the number of the part, counted from 1, and the number of parts.
    pub(crate) const fn numbers(self) -> (usize, usize) {
        (self.part + 1, self.parts)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `K/N`.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers =
            text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
        match numbers {
            Some((part, parts)) if (1..=parts).contains(&part) => Ok(Self { part: part - 1, parts }),
            _ => Err("expected K/N, with K from 1 to N, such as 1/4".to_owned()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (part, parts) = self.numbers();
        write!(f, "{part}/{parts}")
    }
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn every_index_is_in_exactly_one_part() {
        for index in 0..20 {
            let holders = (1..=3)
                .filter(|part| format!("{part}/3").parse::<Shard>().is_ok_and(|shard| shard.contains(index)));
            assert_eq!(holders.count(), 1, "{index}");
        }
        for wrong in ["", "1", "0/2", "3/2", "a/b", "1/0", "-1/2", "1/2/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
        assert_eq!("2/3".parse::<Shard>().map(|shard| shard.to_string()), Ok("2/3".to_owned()));
    }
}
