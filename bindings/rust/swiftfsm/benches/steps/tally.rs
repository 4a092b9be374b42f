//! The turnstile of both sides, and what its callbacks leave.

swiftfsm::ids! {
    pub enum State { Locked, Unlocked }
    pub enum Event { Coin, Pass }
}

/// What ran, and in which order.
#[derive(Default)]
pub struct Tally {
    pub count: u64,
    pub trace: u64,
}

impl Tally {
    #[inline(always)]
    pub fn mark(&mut self, number: u64) {
        self.count += 1;
        self.trace = self.trace.rotate_left(5) ^ number;
    }
}
