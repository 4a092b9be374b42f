//! The blocks of a builder: of its states and its superstates.

use super::definition::Builder;
use crate::block::{Block, Superstate};
use crate::id::Id;
use std::panic::Location;
use swiftfsm_sys as sys;

impl<S: Id, E: Id, C> Builder<S, E, C> {
    /// Opens a block for a state: its callbacks, its superstates and its place in a chart. Several blocks of one state
    /// add up.
    #[track_caller]
    pub fn state(&mut self, state: S) -> Block<'_, S, E, C> {
        self.add_block(state, 0, Location::caller())
    }

    /// Opens the block of a final state: no row leaves it.
    #[track_caller]
    pub fn final_state(&mut self, state: S) -> Block<'_, S, E, C> {
        self.add_block(state, sys::SFSM_FINAL, Location::caller())
    }

    /// Opens the block of a parallel state: all of its children are active at the same time.
    #[track_caller]
    pub fn parallel(&mut self, state: S) -> Block<'_, S, E, C> {
        self.add_block(state, sys::SFSM_PARALLEL, Location::caller())
    }

    /// Opens the block of a history: no state, but a target, the child of its parent that was active last.
    #[track_caller]
    pub fn history(&mut self, state: S) -> Block<'_, S, E, C> {
        self.add_block(state, sys::SFSM_SHALLOW_HISTORY, Location::caller())
    }

    /// Opens the block of a deep history: the leaves below its parent that were active last.
    #[track_caller]
    pub fn deep_history(&mut self, state: S) -> Block<'_, S, E, C> {
        self.add_block(state, sys::SFSM_DEEP_HISTORY, Location::caller())
    }

    fn add_block(&mut self, state: S, flags: u32, place: &'static Location<'static>) -> Block<'_, S, E, C> {
        let (file, line) = self.place(place);
        let mut block = 0;
        let status = unsafe { sys::sfsm_builder_add_state_at(self.raw, state.id(), flags, file, line, &mut block) };
        self.note(status);
        Block::new(self, block, state.id())
    }

    /// Opens a superstate: rows and callbacks for every state that adopts it. The name is for diagnostics; "" for none.
    #[track_caller]
    pub fn superstate(&mut self, name: &str) -> Block<'_, S, E, C> {
        let (file, line) = self.place(Location::caller());
        let mut block = 0;
        let status = unsafe { sys::sfsm_builder_add_superstate_at(self.raw, file, line, &mut block) };
        self.note(status);
        if let Some(name) = self.c_string(name).filter(|name| !name.as_bytes().is_empty()) {
            let status = unsafe { sys::sfsm_builder_name_superstate(self.raw, block, name.as_ptr()) };
            self.note(status);
        }
        Block::new(self, block, sys::SFSM_NONE)
    }

    /// Goes on with a superstate.
    pub fn in_superstate(&mut self, superstate: Superstate) -> Block<'_, S, E, C> {
        Block::new(self, superstate.0, sys::SFSM_NONE)
    }
}
