//! Timers by the library's numbers, and clocks that count in a unit.

use std::time::{Duration, Instant};

/// A timer of [`Machine::send_later`](crate::Machine::send_later): the number that it has in its machine and its snapshots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Timer(pub u64);

/// A clock for machines: it counts, from the moment at which it was made, in the unit in which delays are written.
///
/// ```
/// use std::time::Duration;
/// use swiftfsm::Clock;
/// let clock = Clock::new(Duration::from_millis(1));
/// assert_eq!(clock.at(clock.start() + Duration::from_micros(2_900)), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Instant,
    unit: Duration,
}

impl Clock {
    /// Makes a clock that stands at 0 now. Panics if the unit is zero.
    pub fn new(unit: Duration) -> Self {
        Clock::starting_at(Instant::now(), unit)
    }

    /// Makes a clock that stands at 0 at some moment. Panics if the unit is zero.
    pub fn starting_at(start: Instant, unit: Duration) -> Self {
        assert!(!unit.is_zero(), "the unit of a clock must not be zero");
        Clock { start, unit }
    }

    /// Returns the moment at which the clock stands at 0.
    pub fn start(&self) -> Instant {
        self.start
    }

    /// Returns the time: whole units, rounded down.
    pub fn now(&self) -> i64 {
        self.at(Instant::now())
    }

    /// Returns the time at a moment; 0 for one before the start.
    pub fn at(&self, moment: Instant) -> i64 {
        let passed = moment.saturating_duration_since(self.start).as_nanos();
        i64::try_from(passed / self.unit.as_nanos()).unwrap_or(i64::MAX)
    }

    /// Returns the moment of a time; `None` if an `Instant` cannot be so far away.
    pub fn instant(&self, time: i64) -> Option<Instant> {
        let nanoseconds = self.unit.as_nanos().checked_mul(u128::try_from(time).ok()?)?;
        let seconds = u64::try_from(nanoseconds / 1_000_000_000).ok()?;
        self.start
            .checked_add(Duration::new(seconds, (nanoseconds % 1_000_000_000) as u32))
    }

    /// Returns how long it is until a time; zero if it has come, and for one below 0. `None` if it is too far away.
    pub fn until(&self, time: i64) -> Option<Duration> {
        if time < 0 {
            return Some(Duration::ZERO); // such as that of a timer which was overdue in a snapshot
        }
        self.instant(time)
            .map(|moment| moment.saturating_duration_since(Instant::now()))
    }
}
