//! The steps in C's form.

use crate::tally::Tally;
use std::os::raw::c_void;
use std::ptr;
use swiftfsm_sys::*;

unsafe extern "C" fn c_action<const NUMBER: u64>(_: *const sfsm_step, context: *mut c_void) -> i32 {
    unsafe { (*(context as *mut Tally)).mark(NUMBER) };
    0
}

unsafe extern "C" fn c_guard(_: *const sfsm_step, context: *mut c_void) -> i32 {
    unsafe { (*(context as *mut Tally)).mark(7) };
    1
}

unsafe extern "C" fn c_amount(step: *const sfsm_step, context: *mut c_void) -> i32 {
    unsafe { (*(context as *mut Tally)).mark((*(*step).arguments).r#as.i64 as u64) };
    0
}

fn c_row(source: i32, event: i32, target: i32, guard: sfsm_function, action: sfsm_function) -> sfsm_row {
    let mut row: sfsm_row = unsafe { std::mem::zeroed() };
    row.source = source;
    row.event = event;
    row.target = target;
    row.guard = guard;
    row.action = action;
    row
}

pub fn machine(rows: &[sfsm_row], takes_amounts: bool, tally: *mut Tally) -> *mut sfsm_machine {
    unsafe {
        let builder = sfsm_builder_create();
        let (mut table, mut machine) = (ptr::null_mut(), ptr::null_mut());
        if takes_amounts {
            for event in 0..2 {
                let declared = sfsm_builder_add_event_at(builder, event, b"i64\0".as_ptr().cast(), ptr::null(), 0);
                assert_eq!(declared, SFSM_OK);
            }
        }
        let size = std::mem::size_of::<sfsm_row>();
        assert_eq!(
            sfsm_builder_add_rows_at(builder, rows.as_ptr(), rows.len(), size, ptr::null(), 0),
            SFSM_OK
        );
        assert_eq!(sfsm_builder_build(builder, &mut table, ptr::null_mut()), SFSM_OK);
        assert_eq!(sfsm_machine_create(table, 0, tally.cast(), &mut machine), SFSM_OK);
        sfsm_builder_release(builder);
        sfsm_table_release(table);
        machine
    }
}

pub fn plain_rows() -> Vec<sfsm_row> {
    vec![
        c_row(0, 0, 1, None, Some(c_action::<1>)),
        c_row(0, 1, 0, None, Some(c_action::<2>)),
        c_row(1, 0, 1, None, Some(c_action::<3>)),
        c_row(1, 1, 0, None, Some(c_action::<4>)),
    ]
}

pub fn guarded_rows() -> Vec<sfsm_row> {
    vec![
        c_row(0, 0, 1, Some(c_guard), Some(c_action::<1>)),
        c_row(1, 1, 0, Some(c_guard), Some(c_action::<4>)),
    ]
}

pub fn amount_rows() -> Vec<sfsm_row> {
    vec![
        c_row(0, 0, 1, None, Some(c_amount)),
        c_row(1, 1, 0, None, Some(c_amount)),
    ]
}

pub fn two_rows() -> Vec<sfsm_row> {
    vec![
        c_row(0, 0, 1, None, Some(c_action::<1>)),
        c_row(1, 1, 0, None, Some(c_action::<4>)),
    ]
}

#[inline(never)]
pub fn slice(machine: *mut sfsm_machine, events: &[i32]) -> u64 {
    let mut outcomes = 0;
    for &event in events {
        outcomes += unsafe { sfsm_machine_send(machine, event) } as u64;
    }
    outcomes
}

#[inline(never)]
pub fn slice_with_amounts(machine: *mut sfsm_machine, events: &[i32]) -> u64 {
    let mut outcomes = 0;
    for (index, &event) in events.iter().enumerate() {
        let value = sfsm_value {
            r#type: SFSM_INTEGER,
            r#as: sfsm_value_as { i64: index as i64 },
        };
        let message = sfsm_message {
            size: std::mem::size_of::<sfsm_message>(),
            event,
            requested: SFSM_NONE,
            cases: ptr::null(),
            case_count: 0,
            arguments: &value,
            argument_count: 1,
        };
        outcomes += unsafe { sfsm_machine_send_message(machine, &message) } as u64;
    }
    outcomes
}
