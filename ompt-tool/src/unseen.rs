//! What a run did not see, in one line each. A run that has such lines promises nothing.

use detsan_report::{Count, escaped};

use crate::checked_code::place;
use crate::gate;
use crate::tool::Tool;

/// Regions that had fewer threads than they asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SmallTeams {
    regions: u64,
    /// Threads asked for, and threads there were, where the difference was largest.
    worst: (u32, u32),
}

impl SmallTeams {
    pub(crate) fn add(&mut self, requested: u32, got: u32) {
        self.regions += 1;
        let missing = |(requested, got): (u32, u32)| requested - got;
        if missing((requested, got)) > missing(self.worst) {
            self.worst = (requested, got);
        }
    }

    fn text(self) -> Option<String> {
        let SmallTeams { regions, worst: (requested, got) } = self;
        let regions = Count(regions, "parallel region", "parallel regions");
        (self.regions > 0)
            .then(|| format!("{regions} had fewer threads than asked for ({requested} requested, {got} got)"))
    }
}

/// What is said of child processes.
fn children_text(children: u64) -> String {
    let were = if children == 1 { "was" } else { "were" };
    format!("{} {were} not checked", Count(children, "child process", "child processes"))
}

/// What is said of accesses that may have been to frames that are there no more, the first of them at `place`.
fn hidden_ends_text(place: &str, others: u64) -> String {
    let others = match others {
        0 => String::new(),
        others => format!(" and {}", Count(others, "other place", "other places")),
    };
    format!("accesses at {place}{others} may have been to variables of functions that had returned")
}

impl Tool {
    fn hidden_ends_text(&mut self) -> Option<String> {
        let first = *self.hidden_ends.first()?;
        let pc = self.sites.stack(first).first().map_or(0, |pc| *pc as usize);
        let place = place(self.races.symbolizer(), pc);
        Some(escaped(&hidden_ends_text(&place, self.hidden_ends.len() as u64 - 1)).into_owned())
    }

    /// What was not seen, in one line each.
    pub(crate) fn unseen(&mut self, foreign_accesses: u64) -> Vec<String> {
        let mut unseen = Vec::new();
        if foreign_accesses > 0 {
            unseen.push(format!("{foreign_accesses} accesses by threads that OpenMP did not create were not checked"));
        }
        if self.cancelled {
            unseen.push("a cancel construct took effect: what it left out was not seen".to_owned());
        }
        if self.runtime_ended {
            unseen.push(
                "the OpenMP runtime was shut down before the program ended: nothing after that was checked".to_owned(),
            );
        }
        unseen.extend(self.unchecked_code().into_iter().map(|text| escaped(&text).into_owned()));
        unseen.extend(self.counters.small_teams.text());
        unseen.extend(self.hidden_ends_text());
        match gate::children() {
            0 => {}
            children => unseen.push(children_text(children)),
        }
        unseen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_team_is_named() {
        let mut teams = SmallTeams::default();
        assert_eq!(teams.text(), None);
        teams.add(4, 3);
        teams.add(8, 2);
        teams.add(4, 1);
        let text = "3 parallel regions had fewer threads than asked for (8 requested, 2 got)";
        assert_eq!(teams.text().as_deref(), Some(text));
    }

    #[test]
    fn the_first_place_of_a_hidden_end_is_named() {
        let text = |others| hidden_ends_text("m.c:2", others);
        assert_eq!(text(0), "accesses at m.c:2 may have been to variables of functions that had returned");
        assert_eq!(
            text(1),
            "accesses at m.c:2 and 1 other place may have been to variables of functions that had returned"
        );
    }

    #[test]
    fn children_are_counted() {
        assert_eq!(children_text(1), "1 child process was not checked");
        assert_eq!(children_text(2), "2 child processes were not checked");
    }
}
