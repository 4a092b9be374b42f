//! Reading documents.

use super::names::{compare, raw_events, raw_states};
use super::Bindings;
use crate::builder::Builder;
use crate::diagnostics::Diagnostics;
use crate::error::{check, Error};
use crate::id::Id;
use crate::table::Table;
use crate::text;
use std::mem::size_of;
use std::ptr;
use swiftfsm_sys as sys;

impl<S: Id, E: Id, C> Bindings<S, E, C> {
    /// Reads a document and builds its table. The file is its name for diagnostics; "" for none.
    ///
    /// Fails with [`Error::Definition`], which has every error of the document, and of what the program expects of it: the
    /// enums and the document must have the same names and numbers (`ids` in the document), where upper and lower
    /// case, `-` and `_` do not count.
    pub fn read(self, text: &str, file: &str) -> Result<Table<S, E, C>, Error> {
        let mut builder = Builder::<S, E, C>::unnamed();
        builder.read(text, file, self)?;
        let (table, _) = builder.build_with_warnings()?;
        let mut diagnostics = Diagnostics::default();
        compare::<S>(
            &mut diagnostics,
            file,
            &table,
            sys::sfsm_table_state_name,
            &raw_states(&table),
        );
        compare::<E>(
            &mut diagnostics,
            file,
            &table,
            sys::sfsm_table_event_name,
            &raw_events(&table),
        );
        if diagnostics.has_error() {
            return Err(Error::Definition(diagnostics));
        }
        Ok(table)
    }
}

impl<S: Id, E: Id, C> Table<S, E, C> {
    /// Reads a document: [`Bindings::read`].
    pub fn read(text: &str, file: &str, bindings: Bindings<S, E, C>) -> Result<Self, Error> {
        bindings.read(text, file)
    }
}

impl<S: Id, E: Id, C> Builder<S, E, C> {
    /// Reads a document into this builder, all of it or nothing; several add up. Callbacks belong to the builder then.
    /// Rows may be added before it, not behind it. Names and numbers are not compared with the enums: see
    /// [`Bindings::read`].
    ///
    /// Fails with [`Error::Definition`]: up to 20 faults, or all callbacks that are missing.
    pub fn read(&mut self, text: &str, file: &str, bindings: Bindings<S, E, C>) -> Result<(), Error> {
        let c_file = text::to_c(file)?;
        let Bindings {
            bound,
            is_unbound,
            failed,
            ..
        } = bindings;
        if let Some(error) = failed {
            return Err(error);
        }
        let mut names = Vec::new();
        for (_, name, _) in &bound {
            names.push(text::to_c(name)?);
        }
        let (mut raw, mut unnamed) = (Vec::new(), Vec::new());
        for ((role, _, callback), name) in bound.into_iter().zip(&names) {
            if name.as_bytes().is_empty() {
                unnamed.push((role, callback));
            } else {
                raw.push(sys::sfsm_binding {
                    role,
                    name: name.as_ptr(),
                    callback: callback.hand_over(),
                });
            }
        }
        // Closures take their arguments from the step, so the signatures that a document declares say nothing about them.
        let flags = sys::SFSM_OWN_SIGNATURES | if is_unbound { sys::SFSM_UNBOUND } else { 0 };
        let reading = sys::sfsm_reading {
            size: size_of::<sys::sfsm_reading>(),
            file: if file.is_empty() { ptr::null() } else { c_file.as_ptr() },
            bindings: raw.as_ptr(),
            binding_count: raw.len(),
            finder: None,
            context: ptr::null_mut(),
            flags,
            reserved: 0,
            byte_limit: 0,
            row_limit: 0,
        };
        let mut faults = ptr::null_mut();
        let status =
            unsafe { sys::sfsm_builder_read(self.as_ptr(), text.as_ptr().cast(), text.len(), &reading, &mut faults) };
        let diagnostics = unsafe { Diagnostics::take(faults) };
        crate::fault::resume_drops();
        if status == sys::SFSM_INVALID_DEFINITION {
            return Err(Error::Definition(diagnostics));
        }
        check(status)?;
        self.forget_row_count();
        for (role, callback) in unnamed {
            let raw = callback.hand_over();
            let is_step = role == sys::SFSM_STEP_HOOK;
            let add = if is_step {
                sys::sfsm_builder_on_step
            } else {
                sys::sfsm_builder_on_unhandled
            };
            check(unsafe { add(self.as_ptr(), raw.function, raw.context, raw.finalizer) })?;
        }
        Ok(())
    }
}
