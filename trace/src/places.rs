//! Places and call paths as a trace defines them.

use detsan_detector::SiteId;
use detsan_report::CallStack;

use crate::budget::Budget;
use crate::record::{Context, FIRST_CONTEXT, FIRST_SITE, Site};

/// Calls and places by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// Caller and return address of each call path from [`FIRST_CONTEXT`] on.
    calls: Vec<(Context, u64)>,
    /// Places from [`FIRST_SITE`] on.
    sites: Vec<Site>,
}

impl Places {
    pub(crate) fn add_call(&mut self, caller: Context, pc: u64) -> Result<(), &'static str> {
        let next = FIRST_CONTEXT as usize + self.calls.len();
        if caller as usize >= next {
            return Err("a call path goes on from one that is not known");
        }
        self.calls.push((caller, pc));
        Ok(())
    }

    pub(crate) fn add_site(&mut self, site: Site) {
        self.sites.push(site);
    }

    fn site(&self, site: SiteId) -> Option<&Site> {
        site.0.checked_sub(FIRST_SITE).and_then(|index| self.sites.get(index as usize))
    }

    /// Code address and callers of a place, innermost first; empty if it is not known. Ends where
    /// the budget does.
    pub(crate) fn stack(&self, site: SiteId, budget: &Budget) -> CallStack {
        let Some(site) = self.site(site).filter(|site| site.pc != 0) else {
            return CallStack::new();
        };
        let mut stack = vec![site.pc];
        let mut context = site.context;
        // A caller's number is smaller than that of its callee, so this ends.
        while let Some((caller, pc)) =
            context.checked_sub(FIRST_CONTEXT).and_then(|index| self.calls.get(index as usize))
            && budget.take_names(1)
        {
            stack.push(*pc);
            context = *caller;
        }
        stack
    }

    pub(crate) fn code(&self, site: SiteId) -> u64 {
        self.site(site).map_or(0, |site| site.pc)
    }

    pub(crate) fn size(&self, site: SiteId) -> u64 {
        self.site(site).map_or(0, |site| site.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_goes_from_the_place_to_the_beginning_of_the_task() {
        let (mut places, budget) = (Places::default(), Budget::new(0));
        assert_eq!(places.add_call(1, 40), Ok(()));
        assert_eq!(places.add_call(2, 50), Ok(()));
        assert!(places.add_call(4, 60).is_err());
        places.add_site(Site { pc: 60, context: 3, size: 4 });
        places.add_site(Site { pc: 70, context: 1, size: 8 });
        assert_eq!(places.stack(SiteId(1), &budget), [60, 50, 40]);
        assert_eq!(places.stack(SiteId(2), &budget), [70]);
        assert_eq!((places.size(SiteId(1)), places.size(SiteId(2))), (4, 8));
        assert_eq!(places.stack(SiteId::NONE, &budget), [0u64; 0]);
        assert_eq!((places.stack(SiteId(9), &budget), places.size(SiteId(9))), (vec![], 0));
    }
}
