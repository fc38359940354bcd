//! Events that say which numbers they hand out, so that a part of a stream can be taken out and the
//! rest renumbered.

use std::collections::BTreeMap;

use detsan_detector::{Deferral, Event, FieldMut, TaskId, TeamId};

use crate::machine::actor;

/// An event with everything that its place in the stream implies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) event: Event,
    /// The task that does it; none for what no task does.
    pub(crate) actor: Option<TaskId>,
    /// The tasks that it brings into being.
    pub(crate) tasks: Vec<TaskId>,
    /// The team that it brings into being.
    pub(crate) team: Option<TeamId>,
}

/// Gives each event of a stream what its place implies.
pub(crate) fn name(events: &[Event]) -> Vec<Named> {
    let mut running = Some(TaskId(0));
    let mut tasks = 1;
    let mut team_sizes = vec![1];
    let mut named = Vec::with_capacity(events.len());
    for event in events {
        let (created, team) = match event {
            Event::Create { .. } => (1, None),
            Event::Fork { size, .. } => {
                team_sizes.push(*size);
                (*size, Some(TeamId(team_sizes.len() as u32 - 1)))
            }
            Event::Barrier { team } => (team_sizes.get(team.0 as usize).copied().unwrap_or(0), None),
            _ => (0, None),
        };
        let event_tasks = (tasks..tasks + created).map(TaskId).collect();
        tasks += created;
        if let Event::Run { task } = event {
            running = Some(*task);
        }
        named.push(Named { event: event.clone(), actor: actor(event, running), tasks: event_tasks, team });
    }
    named
}

/// The plain stream again: numbers are handed out anew, and [`Event::Run`] comes where the actor
/// changes.
///
/// Returns `None` if an event names a task or a team that no event before it brings into being.
pub(crate) fn unname(named: &[Named]) -> Option<Vec<Event>> {
    let mut tasks = BTreeMap::from([(TaskId(0), TaskId(0))]);
    let mut teams = BTreeMap::from([(TeamId(0), TeamId(0))]);
    let mut running = Some(TaskId(0));
    let mut events = Vec::new();
    for item in named {
        if let Event::Run { .. } = item.event {
            continue;
        }
        if let Some(actor) = item.actor
            && running != Some(actor)
        {
            events.push(Event::Run { task: *tasks.get(&actor)? });
            running = Some(actor);
        }
        events.push(renumber(&item.event, &tasks, &teams)?);
        for task in &item.tasks {
            tasks.insert(*task, TaskId(tasks.len() as u32));
        }
        if let Some(team) = item.team {
            teams.insert(team, TeamId(teams.len() as u32));
        }
        let undeferred = matches!(item.event, Event::Create { deferral: Deferral::Undeferred, .. });
        let stops =
            matches!(item.event, Event::End { .. } | Event::Fork { .. } | Event::Barrier { .. } | Event::Join { .. });
        if undeferred || stops {
            running = None;
        }
    }
    Some(events)
}

/// `event` with other numbers; `None` if one of its numbers has no other.
pub(crate) fn renumber(
    event: &Event,
    tasks: &BTreeMap<TaskId, TaskId>,
    teams: &BTreeMap<TeamId, TeamId>,
) -> Option<Event> {
    let mut event = event.clone();
    let renumbered: Result<(), ()> = event.try_fields_mut(|field| {
        match field {
            FieldMut::Task(task) | FieldMut::By(Some(task)) => *task = *tasks.get(task).ok_or(())?,
            FieldMut::Team(team) => *team = *teams.get(team).ok_or(())?,
            _ => {}
        }
        Ok(())
    });
    renumbered.is_ok().then_some(event)
}
