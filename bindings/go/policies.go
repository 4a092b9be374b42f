package swiftfsm

// #include "bridge.h"
import "C"

// EntryExitPolicy says when entry and exit callbacks run.
type EntryExitPolicy int32

// Policies for entry and exit callbacks.
const (
	OnChange EntryExitPolicy = C.SFSM_ON_CHANGE // the default: only if the state changes
	Always   EntryExitPolicy = C.SFSM_ALWAYS    // also if it stays, but not for Internal
)

// EntryExit chooses when entry and exit callbacks run.
func (b *Builder[S, E, C]) EntryExit(policy EntryExitPolicy) {
	if inner := b.get(); inner.usable() {
		inner.check(C.sfsm_builder_set_entry_exit_policy(inner.handle, C.sfsm_entry_exit_policy(policy)))
	}
}

// GuardPolicy says how guards select among rows.
type GuardPolicy int32

// Policies for guards.
const (
	Exclusive  GuardPolicy = C.SFSM_EXCLUSIVE   // the default: one row; if its guard refuses, the event is refused
	FirstMatch GuardPolicy = C.SFSM_FIRST_MATCH // the first row whose guards agree, as in UML
)

// Guards chooses how guards select among rows.
func (b *Builder[S, E, C]) Guards(policy GuardPolicy) {
	if inner := b.get(); inner.usable() {
		inner.check(C.sfsm_builder_set_guard_policy(inner.handle, C.sfsm_guard_policy(policy)))
	}
}

// Phase is a part of a step.
type Phase int32

// The phases of a step, in their default order. Guards come first; cycle callbacks belong to PhaseEntry.
const (
	PhaseResolve Phase = C.SFSM_PHASE_RESOLVE
	PhaseExit    Phase = C.SFSM_PHASE_EXIT
	PhaseActions Phase = C.SFSM_PHASE_ACTIONS
	PhaseCommit  Phase = C.SFSM_PHASE_COMMIT
	PhaseEntry   Phase = C.SFSM_PHASE_ENTRY
)

// Order sets the order of a step: each phase once.
func (b *Builder[S, E, C]) Order(phases ...Phase) {
	if inner := b.get(); inner.usable() {
		inner.check(C.sfsm_builder_set_phase_order(inner.handle, first[C.sfsm_phase](phases), C.size_t(len(phases))))
	}
}

// Warnings chooses whether builds report the warnings of a kind, or AllWarnings. All are reported by default.
func (b *Builder[S, E, C]) Warnings(kind DiagnosticKind, areReported bool) {
	if inner := b.get(); inner.usable() {
		inner.check(C.sfsm_builder_set_warning(inner.handle, C.int32_t(kind), C.bool(areReported)))
	}
}
