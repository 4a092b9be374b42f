//! The build of a table.

use super::definition::Builder;
use crate::diagnostics::Diagnostics;
use crate::error::{check, Error};
use crate::id::Id;
use crate::table::Table;
use std::ptr;
use swiftfsm_sys as sys;

impl<S: Id, E: Id, C> Builder<S, E, C> {
    /// Checks the definition and compiles it. Fails with [`Error::Definition`], which has every error and warning, each with
    /// file and line. Cost: O(rows).
    pub fn build(self) -> Result<Table<S, E, C>, Error> {
        self.build_with_warnings().map(|(table, _)| table)
    }

    /// The same, with the warnings of a definition without errors.
    pub fn build_with_warnings(mut self) -> Result<(Table<S, E, C>, Diagnostics), Error> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let (mut table, mut list) = (ptr::null_mut(), ptr::null_mut());
        let status = unsafe { sys::sfsm_builder_build(self.raw, &mut table, &mut list) };
        let diagnostics = unsafe { Diagnostics::take(list) };
        if status == sys::SFSM_INVALID_DEFINITION {
            return Err(Error::Definition(diagnostics));
        }
        check(status)?;
        Ok((unsafe { Table::adopt(table) }, diagnostics))
    }
}
