package swiftfsm

// #include "bridge.h"
import "C"

// RowFlag is a flag of a row.
type RowFlag uint32

// Flags of rows.
const (
	Overriding RowFlag = C.SFSM_OVERRIDING // replaces the earlier rows of other blocks, such as those of superstates
	Local      RowFlag = C.SFSM_LOCAL      // in a chart: leaves no more states than it must
)

// Row is a row of a definition, for callbacks and conditions, which return it.
type Row[S, E ID, C any] struct {
	b      *builder
	number C.size_t
}

// Row adds a row: in `source`, or Any, `event` leads to `target`. Event may be Any, Request or Eventless, target Same,
// Internal, Dynamic, Defer, or of a request Any.
func (b *Builder[S, E, C]) Row(source S, event E, target S, flags ...RowFlag) Row[S, E, C] {
	return addRow[S, E, C](b.get(), source, event, target, 0, flags)
}

// addRow is called by what the program calls.
func addRow[S, E ID, C any](b *builder, source S, event E, target S, block C.size_t, flags []RowFlag) Row[S, E, C] {
	if !b.usable() {
		return Row[S, E, C]{b, 0}
	}
	var all RowFlag
	for _, flag := range flags {
		all |= flag
	}
	file, line := b.place(2)
	status := C.gofsm_add_row(b.handle, C.sfsm_id(source), C.sfsm_id(event), C.sfsm_id(target), block,
		C.uint32_t(all), file, line)
	b.check(status)
	if status < 0 {
		return Row[S, E, C]{b, 0}
	}
	nameState(b, source, target)
	nameEvent(b, event)
	b.rows++
	return Row[S, E, C]{b, b.rows}
}

// Do adds actions, which run in this order.
func (r Row[S, E, C]) Do(actions ...Action[S, E, C]) Row[S, E, C] {
	for _, action := range actions {
		r.b.register(1, C.SFSM_ACTION, int64(r.number), action, action)
	}
	return r
}

// If adds guards, which are called in this order up to the first that refuses.
func (r Row[S, E, C]) If(guards ...Guard[S, E, C]) Row[S, E, C] {
	for _, guard := range guards {
		r.b.register(1, C.SFSM_GUARD, int64(r.number), guard, guard)
	}
	return r
}

// Try adds a guard that may fail.
func (r Row[S, E, C]) Try(guard TryGuard[S, E, C]) Row[S, E, C] {
	r.b.register(1, C.SFSM_GUARD, int64(r.number), guard, guard)
	return r
}

// Resolve sets what returns the target, of a row with the target Dynamic.
func (r Row[S, E, C]) Resolve(resolver Resolver[S, E, C]) Row[S, E, C] {
	r.b.register(1, C.SFSM_RESOLVER, int64(r.number), resolver, resolver)
	return r
}

// DoC and IfC add an action and a guard in C.
func (r Row[S, E, C]) DoC(action CFunction) Row[S, E, C] {
	r.b.registerC(1, C.SFSM_ACTION, int64(r.number), action)
	return r
}

// IfC adds a guard in C.
func (r Row[S, E, C]) IfC(guard CFunction) Row[S, E, C] {
	r.b.registerC(1, C.SFSM_GUARD, int64(r.number), guard)
	return r
}

// Match limits the row to cases of predicate types. Each match names another type.
func (r Row[S, E, C]) Match(matches ...Match) Row[S, E, C] {
	for _, match := range matches {
		if r.b.usable() {
			r.b.check(C.sfsm_builder_add_match(r.b.handle, r.number, C.sfsm_id(match.predicate),
				first[C.sfsm_id](match.values), C.size_t(len(match.values))))
		}
	}
	return r
}

// And adds targets: each lies in another child of a parallel state.
func (r Row[S, E, C]) And(states ...S) Row[S, E, C] {
	for _, state := range states {
		if r.b.usable() {
			r.b.check(C.sfsm_builder_add_target(r.b.handle, r.number, C.sfsm_id(state)))
			nameState(r.b, state)
		}
	}
	return r
}

// WhenIn limits the row to when all of these states are active.
func (r Row[S, E, C]) WhenIn(states ...S) Row[S, E, C] { return r.inGuard(states, true) }

// WhenNotIn limits the row to when none of these states is active.
func (r Row[S, E, C]) WhenNotIn(states ...S) Row[S, E, C] { return r.inGuard(states, false) }

func (r Row[S, E, C]) inGuard(states []S, isIn bool) Row[S, E, C] {
	for _, state := range states {
		if r.b.usable() {
			r.b.check(C.sfsm_builder_add_in_guard(r.b.handle, r.number, C.sfsm_id(state), C.bool(isIn)))
		}
	}
	return r
}

// Raise adds events that the row raises when it is taken.
func (r Row[S, E, C]) Raise(events ...E) Row[S, E, C] {
	for _, event := range events {
		if r.b.usable() {
			r.b.check(C.sfsm_builder_add_raise(r.b.handle, r.number, C.sfsm_id(event)))
			nameEvent(r.b, event)
		}
	}
	return r
}

// Number returns the number of the row, from 1: what Step.Row returns. 0 if it could not be added.
func (r Row[S, E, C]) Number() int { return int(r.number) }
