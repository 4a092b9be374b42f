//! An order: what the callbacks of orders.fsm look at and change, and the table of that document.

use swiftfsm::{Bindings, BoxError, Error, FromValue};

swiftfsm::ids! {
    /// The states of orders.fsm, with its numbers, which are checked when it is read.
    pub enum State {
        Basket, Review, Open, Payment, Unpaid, Overdue, Collecting, Paid, Fulfilment, Preparing, Allocating,
        Backordered, Allocated, Picking, Packed, Dispatched, Shipped, Missing, Delivered, Returning, Inspecting, Kept,
        BeforeHold, Held, Repaying, Closed, Completed, Refunded, Cancelled, Rejected, Abandoned, WrittenOff,
    }
    /// Its events.
    pub enum Event {
        Add, Place, Approve, Reject, Pay, Refund, Cancel, Hold, Resume, Allocate, RunOut, Pick, Pack, Ship, Deliver,
        Lose, Return, Arrive, Accept, Decline, Repaid, WriteOff, Remind, Lapse, Expire,
    }
}

swiftfsm::predicate! {
    /// How far the shop trusts a customer: the predicate type of orders.fsm.
    pub enum Customer = 0 { New, Regular, Blocked }
}

/// A step of an order, for those who ask later.
#[derive(Clone, Default)]
pub struct Entry {
    /// In seconds.
    pub time: i64,
    pub event: String,
    pub row: String,
    pub source: String,
    pub target: String,
    pub outcome: &'static str,
    /// Of the line that asked for it, or "".
    pub key: String,
    /// What others have to do.
    pub requests: Vec<&'static str>,
}

/// The context of a machine. Amounts are in cents.
#[derive(Clone)]
pub struct Order {
    pub total: i64,
    /// What was paid and not repaid.
    pub paid: i64,
    pub standing: Customer,
    /// "" until there is one.
    pub parcel: String,
    pub trail: Vec<Entry>,
    /// Of the step under way.
    requests: Vec<&'static str>,
}

impl Order {
    pub fn new(standing: Customer) -> Self {
        Order {
            total: 0,
            paid: 0,
            standing,
            parcel: String::new(),
            trail: Vec::new(),
            requests: Vec::new(),
        }
    }
}

pub type Table = swiftfsm::Table<State, Event, Order>;
pub type Machine = swiftfsm::Machine<State, Event, Order>;
type Step<'a> = swiftfsm::Step<'a, State, Event, Order>;

/// The amount of an event: orders.fsm declares which argument it is.
fn cents(step: &Step<'_>) -> Result<i64, Error> {
    let is_second = step.values().len() > 1 && <&str>::from_value(&step.values()[0]).is_some();
    step.argument(is_second as usize)
}

/// An error ends the step: it does not take place, and whoever sent the event hears why.
fn sum(amount: i64, more: i64) -> Result<i64, BoxError> {
    amount
        .checked_add(more)
        .ok_or_else(|| "the amount becomes too large".into())
}

fn row_name(step: &Step<'_>, table: &Table) -> String {
    let row = match step.row() {
        Some(row) => row,
        None => return String::new(),
    };
    match table.row_label(row) {
        Some(label) => label.to_string(),
        None => format!("line {}", table.row_line(row).unwrap_or(0)),
    }
}

/// The hook of every step, whatever its outcome.
fn record(step: &Step<'_>, order: &mut Order) {
    let table = step.machine().table();
    let name = |state: Option<State>| {
        state
            .and_then(|state| table.state_name(state))
            .unwrap_or_default()
            .to_string()
    };
    let event = match step.event() {
        Some(event) => table.event_name(event).unwrap_or_default(),
        None if step.is_eventless() => "eventless",
        None => "create",
    };
    order.trail.push(Entry {
        time: step.machine().now(),
        event: event.to_string(),
        row: row_name(step, &table),
        source: name(step.source()),
        target: name(step.target()),
        outcome: step.outcome().map_or("none", |outcome| outcome.name()),
        key: String::new(),
        requests: std::mem::take(&mut order.requests),
    });
}

/// Returns the table of all orders; or what is wrong with the document.
pub fn order_table(document: &str, file: &str) -> Result<Table, Error> {
    let mut bindings = Bindings::<State, Event, Order>::new()
        .guard("positive", |step, _| Ok(cents(step)? > 0))
        .guard("affordable", |step, order| Ok(cents(step)? <= order.paid))
        .guard("priced", |_, order| order.total > 0)
        .guard("settled", |_, order| order.paid >= order.total)
        .guard("nothing_paid", |_, order| order.paid == 0)
        .provider("standing", |_, order| order.standing)
        .action("add_item", |step, order| {
            order.total = sum(order.total, cents(step)?)?;
            Ok(())
        })
        .action("book", |step, order| {
            order.paid = sum(order.paid, step.argument(0)?)?;
            Ok(())
        })
        .action("repay", |step, order| {
            order.paid -= step.argument::<i64>(0)?;
            Ok(())
        })
        .action("repay_all", |_, order| order.paid = 0)
        .action("track", |step, order| {
            let parcel: &str = step.argument(0)?;
            if parcel.len() > 63 {
                return Err("the name of a parcel is longer than 63 bytes".into());
            }
            order.parcel = parcel.to_string();
            Ok(())
        })
        .on_step("", record);
    // What others have to do is put down with the step.
    for what in ["release", "notify", "demand"] {
        bindings = bindings.action(what, move |_, order| order.requests.push(what));
    }
    bindings.read(document, file)
}
