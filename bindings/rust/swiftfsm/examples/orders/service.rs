//! The service: all orders, in memory.

use crate::line::{arguments_of, text_of, EventLine};
use crate::order::{Customer, Entry, Machine, Order, Table};
use std::collections::btree_map::Entry as Place;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use swiftfsm::{BoxError, Initial, Message, Outcome, Stopped, Timers};

/// What came of a line.
#[derive(Clone, Copy)]
pub enum Effect {
    Applied,
    NotTaken,
    AppliedBefore,
}

pub struct Service {
    table: Table,
    orders: BTreeMap<i64, Machine>,
    standings: HashMap<String, Customer>,
    /// The order and the event of each key.
    keys: HashMap<String, (i64, String)>,
    now: i64,
}

impl Service {
    pub fn new(table: Table) -> Self {
        let orders = BTreeMap::new();
        Service {
            table,
            orders,
            standings: HashMap::new(),
            keys: HashMap::new(),
            now: 0,
        }
    }

    /// Says how far a customer is trusted; new ones otherwise.
    pub fn trust(&mut self, customer: &str, standing: Customer) {
        self.standings.insert(customer.to_string(), standing);
    }

    /// Applies a line. After an error nothing has changed.
    pub fn apply(&mut self, line: &EventLine) -> Result<Effect, BoxError> {
        if let Some(used) = self.keys.get(&line.key) {
            if *used != (line.order, line.name.clone()) {
                return Err("the key was used for another event: each event needs a key of its own".into());
            }
            return Ok(Effect::AppliedBefore);
        }
        let applied = if line.name == "create" {
            self.create(line)?
        } else {
            self.change(line)?
        };
        self.keys.insert(line.key.clone(), (line.order, line.name.clone()));
        Ok(applied)
    }

    fn create(&mut self, line: &EventLine) -> Result<Effect, BoxError> {
        let customer = match line.words.as_slice() {
            [customer] => text_of(customer),
            _ => return Err("'create' needs the customer's name".into()),
        };
        let place = match self.orders.entry(line.order) {
            Place::Vacant(place) => place,
            Place::Occupied(_) => return Err("there is an order of this number already".into()),
        };
        let standing = self.standings.get(&customer).copied().unwrap_or(Customer::New);
        let mut machine = Machine::new(&self.table, Stopped, Order::new(standing))?;
        machine.advance(self.now)?;
        machine.start(Initial)?;
        machine.context_mut().trail[0].key = line.key.clone();
        place.insert(machine);
        Ok(Effect::Applied)
    }

    fn change(&mut self, line: &EventLine) -> Result<Effect, BoxError> {
        let machine = self
            .orders
            .get_mut(&line.order)
            .ok_or("there is no order of this number: create it first")?;
        let event = self.table.event_named(&line.name);
        let event = event.ok_or_else(|| format!("there is no event '{}': orders.fsm lists them", line.name))?;
        let arguments = arguments_of(line, &self.table, event)?;
        // An event takes place as a whole, with all the steps that follow, or not at all.
        let before = machine.context().clone();
        let snapshot = machine.snapshot(Timers::Due)?;
        match machine.send_message(&Message::event(event).arguments(&arguments)) {
            Ok(outcome) => {
                let steps = before.trail.len();
                machine.context_mut().trail[steps].key = line.key.clone();
                let is_taken = matches!(outcome, Outcome::Transitioned | Outcome::Deferred);
                Ok(if is_taken { Effect::Applied } else { Effect::NotTaken })
            }
            Err(error) => {
                machine.restore(&snapshot)?;
                *machine.context_mut() = before;
                Err(error.into())
            }
        }
    }

    /// Tells all orders the time: their timers are sent. Returns how many of them had one.
    pub fn advance(&mut self, now: i64) -> Result<usize, BoxError> {
        let mut count = 0;
        self.now = now;
        for machine in self.orders.values_mut() {
            let steps = machine.context().trail.len();
            machine.advance(now)?;
            let new = &mut machine.context_mut().trail[steps..];
            count += !new.is_empty() as usize;
            for entry in new {
                entry.time = now; // when it was noticed
            }
        }
        Ok(count)
    }

    /// Prints the steps of all orders, as "orders DB show ORDER" in C does of one.
    pub fn report(&self, out: &mut impl Write) -> io::Result<()> {
        for (number, machine) in &self.orders {
            let order = machine.context();
            let states: Vec<&str> = machine
                .states()
                .iter()
                .map(|&state| self.table.state_name(state).unwrap_or_default())
                .collect();
            write!(
                out,
                "order {number}: {}, total {}, paid {}",
                states.join("+"),
                order.total,
                order.paid
            )?;
            let parcel = if order.parcel.is_empty() { "" } else { ", parcel " };
            writeln!(out, "{parcel}{}", order.parcel)?;
            for (step, entry) in order.trail.iter().enumerate() {
                report_step(out, step + 1, entry)?;
            }
        }
        Ok(())
    }
}

fn report_step(out: &mut impl Write, step: usize, entry: &Entry) -> io::Result<()> {
    write!(out, "{step:3}  {:8}  {:<10}  {}", entry.time, entry.event, entry.source)?;
    if !entry.target.is_empty() {
        write!(out, " -> {}", entry.target)?;
    }
    if !entry.row.is_empty() {
        write!(out, "  ({})", entry.row)?;
    }
    write!(out, "  {}", entry.outcome)?;
    if !entry.key.is_empty() {
        write!(out, ", key {}", entry.key)?;
    }
    if !entry.requests.is_empty() {
        write!(out, ", asks: {}", entry.requests.join(" "))?;
    }
    writeln!(out)
}
