//! Random definitions and random events: a slow and obvious interpreter must agree. The seed is printed; SWIFTFSM_SEED
//! repeats one.

use std::time::SystemTime;
use swiftfsm::*;

/// Numbers that look random (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit
    }
}

/// A row: whether its guard agrees for a context, its target, whether its action fails, and what that sends.
struct Row {
    source: i32,
    event: i32,
    target: i32,
    guard: Option<u64>,
    fails: bool,
    sends: Option<i32>,
}

type Context = (u64, Vec<usize>);

fn agrees(guard: Option<u64>, seen: u64) -> bool {
    guard.map_or(true, |guard| (seen ^ guard) % 3 != 0)
}

fn build(rows: &[Row]) -> Table<i32, i32, Context> {
    let mut builder = Builder::<i32, i32, Context>::new();
    builder.guards(GuardPolicy::FirstMatch).warnings(false);
    for (number, row) in rows.iter().enumerate() {
        let Row {
            guard, fails, sends, ..
        } = *row;
        builder
            .row(row.source, row.event, row.target)
            .guard(move |_, (seen, _)| agrees(guard, *seen))
            .action(move |step, (seen, trace)| {
                *seen += 1;
                trace.push(number);
                if let Some(event) = sends {
                    step.machine().send(event)?;
                }
                if fails {
                    Err(Failure(-(number as i32) - 1).into())
                } else {
                    Ok(())
                }
            });
    }
    builder.build().unwrap()
}

/// What the table should do: state, context, and events that wait.
struct Model<'r> {
    rows: &'r [Row],
    state: i32,
    context: Context,
    queue: Vec<i32>,
}

impl Model<'_> {
    /// Takes one step. Returns the outcome, and the failure.
    fn step(&mut self, event: i32) -> (Outcome, Option<i32>) {
        let rows: Vec<(usize, &Row)> = self
            .rows
            .iter()
            .enumerate()
            .filter(|(_, row)| row.source == self.state && row.event == event)
            .collect();
        if rows.is_empty() {
            return (Outcome::Unhandled, None);
        }
        let (number, row) = match rows.iter().find(|(_, row)| agrees(row.guard, self.context.0)) {
            Some(found) => found,
            None => return (Outcome::Refused, None),
        };
        self.context.0 += 1;
        self.context.1.push(*number);
        self.queue.extend(row.sends);
        if row.fails {
            return (Outcome::Transitioned, Some(-(*number as i32) - 1));
        }
        self.state = row.target;
        (Outcome::Transitioned, None)
    }

    /// Sends an event: those that wait come first.
    fn send(&mut self, event: i32) -> Result<Outcome, i32> {
        let waiting = self.queue.len();
        self.queue.push(event);
        let mut own = Ok(Outcome::Queued);
        let mut done = 0;
        while !self.queue.is_empty() {
            let event = self.queue.remove(0);
            let (outcome, failure) = self.step(event);
            if done == waiting {
                own = Ok(outcome);
            }
            if let Some(failure) = failure {
                return Err(failure);
            }
            done += 1;
        }
        own
    }
}

#[test]
fn tables_do_what_their_rows_say() {
    let now = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap()
        .as_nanos() as u64;
    let seed = std::env::var("SWIFTFSM_SEED")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(now | 1);
    println!("SWIFTFSM_SEED={seed}");
    let mut random = Random(seed);
    let (mut failures, mut steps) = (0, 0);
    for _ in 0..300 {
        let (states, events) = (1 + random.below(5), 1 + random.below(5));
        let rows: Vec<Row> = (0..1 + random.below(20))
            .map(|_| Row {
                source: random.below(states) as i32,
                event: random.below(events) as i32,
                target: random.below(states) as i32,
                guard: (random.below(2) == 0).then(|| random.below(100) as u64),
                fails: random.below(8) == 0,
                // Up the events, so that it ends.
                sends: (random.below(4) == 0).then(|| events as i32 + random.below(2) as i32),
            })
            // Rows alike in guards are duplicates.
            .collect();
        let mut all = rows;
        for event in [events as i32, events as i32 + 1] {
            for state in 0..states as i32 {
                let target = random.below(states) as i32;
                all.push(Row {
                    source: state,
                    event,
                    target,
                    guard: None,
                    fails: random.below(9) == 0,
                    sends: None,
                });
            }
        }
        let table = build(&all);
        let mut machine = Machine::new(&table, 0, (0, Vec::new())).unwrap();
        let mut model = Model {
            rows: &all,
            state: 0,
            context: (0, Vec::new()),
            queue: Vec::new(),
        };
        for _ in 0..60 {
            let event = all[random.below(all.len())].event;
            let found = machine
                .send(event)
                .map_err(|error| error.downcast::<Failure>().expect("a failure").0);
            assert_eq!(found, model.send(event), "seed {seed}");
            failures += found.is_err() as usize;
            assert_eq!(machine.state(), Some(model.state), "seed {seed}");
            assert_eq!(machine.context(), &model.context, "seed {seed}");
            assert_eq!(machine.pending(), model.queue.len(), "seed {seed}");
            steps += 1;
        }
    }
    assert!(failures > 100, "only {failures} failures in {steps} steps, seed {seed}");
}
