//! The names of a document and those of the program.

use crate::diagnostics::Diagnostics;
use crate::generated::DiagnosticKind;
use crate::id::Id;
use crate::table::Table;
use crate::text;
use std::os::raw::c_char;
use swiftfsm_sys as sys;

pub(super) fn raw_states<S, E, C>(table: &Table<S, E, C>) -> Vec<i32> {
    let raw = table.as_ptr();
    unsafe {
        (0..sys::sfsm_table_state_count(raw))
            .map(|index| sys::sfsm_table_state_at(raw, index))
            .collect()
    }
}

pub(super) fn raw_events<S, E, C>(table: &Table<S, E, C>) -> Vec<i32> {
    let raw = table.as_ptr();
    unsafe {
        (0..sys::sfsm_table_event_count(raw))
            .map(|index| sys::sfsm_table_event_at(raw, index))
            .collect()
    }
}

/// A name without what a document writes in another way than a program: before-hold is BeforeHold, write_off WriteOff.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|each| !matches!(each, '-' | '_'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Adds an error for each variant whose name and number are not those of the document, and for each id of the document that is
/// no variant.
pub(super) fn compare<T: Id>(
    diagnostics: &mut Diagnostics,
    file: &str,
    table: &Table<impl Id, impl Id, impl Sized>,
    name_of: unsafe extern "C" fn(*const sys::sfsm_table, i32) -> *const c_char,
    ids: &[i32],
) {
    const FIX: &str = "give both the same names and numbers (\"ids\" in the document)";
    let named = |id| unsafe { text::borrowed(name_of(table.as_ptr(), id)) };
    if T::ALL.is_empty() {
        return;
    }
    for variant in T::ALL {
        let (name, id) = (variant.name().unwrap_or_default(), variant.id());
        let known = named(id);
        if known.map(plain) == Some(plain(name)) {
            continue;
        }
        let found = match known {
            Some(known) => format!("names {known}"),
            None => "does not have".to_string(),
        };
        let text = format!(
            "the program's {}::{variant:?} is {id}, which the document {found}: {FIX}",
            T::TYPE
        );
        diagnostics.add_error(DiagnosticKind::UnknownDocumentName, file, 0, text);
    }
    for &id in ids.iter().filter(|&&id| T::from_id(id).is_none()) {
        let name = named(id).map_or_else(|| id.to_string(), str::to_owned);
        let text = format!(
            "the document's {name} is {id}, which the program's {} does not have: {FIX}",
            T::TYPE
        );
        diagnostics.add_error(DiagnosticKind::UnknownDocumentName, file, 0, text);
    }
}
