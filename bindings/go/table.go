package swiftfsm

// #include "bridge.h"
import "C"

import (
	"runtime"
	"strings"
	"sync/atomic"
	"time"
)

// Table is a definition that was checked and compiled. It is immutable: any number of goroutines may use it at the same
// time, and any number of machines run it.
type Table[S, E ID, C any] struct{ t *table }

type table struct {
	handle   *C.sfsm_table
	users    atomic.Int64 // who uses it, and 1 unless it was closed: the last one releases it
	isClosed atomic.Bool
	unit     time.Duration
	warnings []Diagnostic
}

func newTable[S, E ID, C any](handle *C.sfsm_table, warnings []Diagnostic, unit time.Duration) *Table[S, E, C] {
	t := &table{handle: handle, unit: unit, warnings: warnings}
	t.users.Store(1)
	runtime.SetFinalizer(t, (*table).close)
	return &Table[S, E, C]{t}
}

// open returns the table for a call, nil if it was closed. done ends the call.
func (t *Table[S, E, C]) open() *table {
	if t == nil || t.t == nil {
		return nil
	}
	for users := t.t.users.Load(); users > 0; users = t.t.users.Load() {
		if t.t.users.CompareAndSwap(users, users+1) {
			return t.t
		}
	}
	return nil
}

func (t *table) done() {
	if t.users.Add(-1) == 0 {
		C.sfsm_table_release(t.handle)
	}
}

func (t *table) close() {
	if t.isClosed.CompareAndSwap(false, true) {
		runtime.SetFinalizer(t, nil)
		t.done()
	}
}

// Close releases the table. Machines over it go on. With the last of these, its callbacks are released. Not needed: the
// garbage collector does it, too, unless a callback refers to the table. More than once is allowed.
func (t *Table[S, E, C]) Close() error {
	if t != nil && t.t != nil {
		t.t.close()
	}
	return nil
}

// Warnings returns the warnings of the build.
func (t *Table[S, E, C]) Warnings() []Diagnostic {
	if t == nil || t.t == nil {
		return nil
	}
	return t.t.warnings
}

// ask calls a function with the handle; of a closed table it returns `none`.
func ask[S, E ID, C, R any](t *Table[S, E, C], none R, question func(*C.sfsm_table) R) R {
	open := t.open()
	if open == nil {
		return none
	}
	defer open.done()
	return question(open.handle)
}

func list[S, E ID, C any, I ID](t *Table[S, E, C], count func(*C.sfsm_table) C.size_t,
	at func(*C.sfsm_table, C.size_t) C.sfsm_id) []I {
	return ask(t, nil, func(handle *C.sfsm_table) []I {
		all := make([]I, count(handle))
		for index := range all {
			all[index] = I(at(handle, C.size_t(index)))
		}
		return all
	})
}

// States returns all states, in ascending order.
func (t *Table[S, E, C]) States() []S {
	return list[S, E, C, S](t, func(h *C.sfsm_table) C.size_t { return C.sfsm_table_state_count(h) },
		func(h *C.sfsm_table, index C.size_t) C.sfsm_id { return C.sfsm_table_state_at(h, index) })
}

// Events returns all events, in ascending order.
func (t *Table[S, E, C]) Events() []E {
	return list[S, E, C, E](t, func(h *C.sfsm_table) C.size_t { return C.sfsm_table_event_count(h) },
		func(h *C.sfsm_table, index C.size_t) C.sfsm_id { return C.sfsm_table_event_at(h, index) })
}

// Predicates returns all predicate types, in ascending order.
func (t *Table[S, E, C]) Predicates() []int32 {
	return list[S, E, C, int32](t, func(h *C.sfsm_table) C.size_t { return C.sfsm_table_predicate_count(h) },
		func(h *C.sfsm_table, index C.size_t) C.sfsm_id { return C.sfsm_table_predicate_at(h, index) })
}

// CaseCount returns the number of cases of a predicate type, 0 if the table does not have it.
func (t *Table[S, E, C]) CaseCount(predicate int32) int {
	return ask(t, 0, func(h *C.sfsm_table) int { return int(C.sfsm_table_case_count(h, C.sfsm_id(predicate))) })
}

// RowCount returns the number of rows; adopted rows count once.
func (t *Table[S, E, C]) RowCount() int {
	return ask(t, 0, func(h *C.sfsm_table) int { return int(C.sfsm_table_row_count(h)) })
}

// Initial returns the initial state, None if there is none.
func (t *Table[S, E, C]) Initial() S {
	return ask(t, None, func(h *C.sfsm_table) S { return S(C.sfsm_table_initial(h)) })
}

// Parent returns the parent of a state in a chart, None if it has none.
func (t *Table[S, E, C]) Parent(state S) S {
	return ask(t, None, func(h *C.sfsm_table) S { return S(C.sfsm_table_parent(h, C.sfsm_id(state))) })
}

// Kind returns the kind of a state of a chart.
func (t *Table[S, E, C]) Kind(state S) Kind {
	return ask(t, Plain, func(h *C.sfsm_table) Kind { return Kind(C.sfsm_table_kind(h, C.sfsm_id(state))) })
}

// ArgumentTypes returns the types of the arguments of an event.
func (t *Table[S, E, C]) ArgumentTypes(event E) []ValueType {
	return ask(t, nil, func(h *C.sfsm_table) []ValueType {
		types := make([]ValueType, C.sfsm_table_argument_count(h, C.sfsm_id(event)))
		for index := range types {
			types[index] = ValueType(C.sfsm_table_argument_type(h, C.sfsm_id(event), C.size_t(index)))
		}
		return types
	})
}

// Superstates returns the names of the superstates, "" for one without.
func (t *Table[S, E, C]) Superstates() []string {
	return ask(t, nil, func(h *C.sfsm_table) []string {
		names := make([]string, C.sfsm_table_superstate_count(h))
		for index := range names {
			names[index] = C.GoString(C.sfsm_table_superstate_name(h, C.size_t(index)))
		}
		return names
	})
}

// Name and Version return what a document says of its definition, "" if it says nothing.
func (t *Table[S, E, C]) Name() string {
	return ask(t, "", func(h *C.sfsm_table) string { return C.GoString(C.sfsm_table_name(h)) })
}

// Version returns the version that a document gives, "" if it gives none.
func (t *Table[S, E, C]) Version() string {
	return ask(t, "", func(h *C.sfsm_table) string { return C.GoString(C.sfsm_table_version(h)) })
}

// SnapshotKey returns a hash of what the definition does, the same in every process and language.
func (t *Table[S, E, C]) SnapshotKey() uint64 {
	return ask(t, 0, func(h *C.sfsm_table) uint64 { return uint64(C.sfsm_table_snapshot_key(h)) })
}

// Arguments returns the arguments of an event as a document writes them, "i64 cents, str reference".
func (t *Table[S, E, C]) Arguments(event E) string {
	return ask(t, "", func(h *C.sfsm_table) string {
		var words []string
		for index := C.size_t(0); index < C.sfsm_table_argument_count(h, C.sfsm_id(event)); index++ {
			word := ValueType(C.sfsm_table_argument_type(h, C.sfsm_id(event), index)).String()
			if name := C.sfsm_table_argument_name(h, C.sfsm_id(event), index); name != nil {
				word += " " + C.GoString(name)
			}
			words = append(words, word)
		}
		return strings.Join(words, ", ")
	})
}
