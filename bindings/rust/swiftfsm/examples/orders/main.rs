//! An order service in memory, whose rules are in orders.fsm, which the service in C (bindings/c/orders) reads too.
//!
//! ```text
//! orders DOCUMENT [CUSTOMER=STANDING ...] < LINES
//! ```
//!
//! applies a line each (line.rs), then prints the steps of all orders. STANDING is new, regular or blocked. Exit status:
//! 0; 1 if some lines were wrong, which is told with their numbers; 2 if the arguments or the document cannot be used.

mod line;
mod order;
mod service;

use line::{read_line, Line};
use order::Customer;
use service::{Effect, Service};
use std::io::{self, BufRead, BufWriter, Write};
use std::process::ExitCode;
use swiftfsm::BoxError;

fn trust(service: &mut Service, argument: &str) -> Result<(), BoxError> {
    let (customer, standing) = argument.split_once('=').unwrap_or((argument, ""));
    let standing = match standing {
        "new" => Customer::New,
        "regular" => Customer::Regular,
        "blocked" => Customer::Blocked,
        _ => return Err(format!("expected CUSTOMER=new, regular or blocked, not '{argument}'").into()),
    };
    service.trust(customer, standing);
    Ok(())
}

/// Returns how many lines were wrong.
fn apply_all(service: &mut Service, out: &mut impl Write) -> Result<usize, BoxError> {
    let (mut counts, mut wrong, mut due) = ([0; 3], 0, 0);
    for (index, text) in io::stdin().lock().split(b'\n').enumerate() {
        let text = text?;
        let mut apply = || -> Result<(), BoxError> {
            match read_line(&String::from_utf8_lossy(&text))? {
                Some(Line::Time(time)) => due += service.advance(time)?,
                Some(Line::Event(line)) => counts[service.apply(&line)? as usize] += 1,
                None => {}
            }
            Ok(())
        };
        // Of the line, of the machine, or of an action.
        if let Err(error) = apply() {
            eprintln!("orders: line {}: {error}", index + 1);
            wrong += 1;
        }
    }
    let applied = |what: Effect| counts[what as usize];
    let (taken, not_taken, before) = (
        applied(Effect::Applied),
        applied(Effect::NotTaken),
        applied(Effect::AppliedBefore),
    );
    writeln!(
        out,
        "applied {taken}, not taken {not_taken}, applied before {before}, wrong {wrong}; timers of {due} orders"
    )?;
    Ok(wrong)
}

fn run() -> Result<usize, BoxError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (document, customers) = arguments
        .split_first()
        .ok_or("usage: orders DOCUMENT [CUSTOMER=STANDING ...] < LINES")?;
    let text = std::fs::read_to_string(document).map_err(|_| format!("{document} cannot be read"))?;
    let mut service = Service::new(order::order_table(&text, document)?);
    for customer in customers {
        trust(&mut service, customer)?;
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let wrong = apply_all(&mut service, &mut out)?;
    service.report(&mut out)?;
    out.flush()?;
    Ok(wrong)
}

fn main() -> ExitCode {
    match run() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("orders: {error}");
            ExitCode::from(2)
        }
    }
}
