//! `merge`: puts the shards of a run together.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::output;
use crate::cli::OutputArgs;
use crate::compare::Baseline;
use crate::error::HarnessError;
use crate::journal::Folder;
use crate::results::{Results, Shard};

/// Reads the files and gives out their results as one.
pub(crate) fn merge(files: &[PathBuf], args: &OutputArgs) -> Result<u8, HarnessError> {
    output::check(args)?;
    let baseline = args.baseline.as_deref().map(Baseline::read).transpose()?;
    let parts = files.iter().map(|path| Results::read(path)).collect::<Result<Vec<_>, _>>()?;
    let results = merged(parts).map_err(HarnessError::Merge)?;
    let folder = args.out.as_deref().map(Folder::take).transpose()?;
    output::give(args, folder.as_ref(), &results)?;
    output::judge(baseline.as_ref(), &results, None)
}

/// One from many. They must have been asked for the same, and no program may be in two of them.
fn merged(parts: Vec<Results>) -> Result<Results, String> {
    let mut parts = parts.into_iter();
    let mut whole = parts.next().ok_or("there is nothing to merge")?;
    let mut shards: BTreeSet<Option<Shard>> = BTreeSet::from([whole.shard]);
    for part in parts {
        if part.settings != whole.settings {
            return Err("the files were made with different options".to_owned());
        }
        if part.tools != whole.tools {
            return Err("the files were made with different tools".to_owned());
        }
        shards.insert(part.shard);
        whole.partial |= part.partial;
        whole.cases.extend(part.cases);
    }
    whole.cases.sort_by(|one, other| one.name.cmp(&other.name));
    if let Some(pair) = whole.cases.windows(2).find(|pair| pair[0].name == pair[1].name) {
        return Err(format!("{} is in two of the files", pair[0].name));
    }
    // Without all shards something is missing, even if each of them is complete.
    let count = shards.iter().flatten().map(|shard| shard.count).max().unwrap_or(1);
    let has_all = shards.contains(&None) || (1..=count).all(|index| shards.contains(&Some(Shard { index, count })));
    whole.partial |= !has_all;
    whole.shard = None;
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    fn shards() -> Vec<Results> {
        let whole = fixtures::results();
        let shard = |index| Results {
            shard: Some(Shard { index, count: 3 }),
            cases: vec![whole.cases[index - 1].clone()],
            ..whole.clone()
        };
        (1..=3).map(shard).collect()
    }

    #[test]
    fn all_shards_give_the_whole_in_any_order() {
        let mut parts = shards();
        parts.reverse();
        assert_eq!(merged(parts), Ok(fixtures::results()));
    }

    #[test]
    fn a_missing_shard_makes_it_partial() {
        let mut parts = shards();
        parts.remove(1);
        let whole = merged(parts).expect("they fit");
        assert!(whole.partial && whole.cases.len() == 2);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut parts = shards();
        parts[1].settings.repeat += 1;
        assert_eq!(merged(parts), Err("the files were made with different options".to_owned()));
        let twice = [shards(), shards()].concat();
        assert!(merged(twice).expect_err("twice").ends_with("is in two of the files"));
        let mut parts = shards();
        parts[1].tools.clear();
        assert!(merged(parts).is_err());
    }
}
