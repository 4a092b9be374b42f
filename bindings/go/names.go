package swiftfsm

// #include "bridge.h"
import "C"

import "unsafe"

// StateName returns the name of a state, "" if it has none.
func (t *Table[S, E, C]) StateName(state S) string {
	return ask(t, "", func(h *C.sfsm_table) string { return C.GoString(C.sfsm_table_state_name(h, C.sfsm_id(state))) })
}

// EventName returns the name of an event, "" if it has none.
func (t *Table[S, E, C]) EventName(event E) string {
	return ask(t, "", func(h *C.sfsm_table) string { return C.GoString(C.sfsm_table_event_name(h, C.sfsm_id(event))) })
}

// PredicateName returns the name of a predicate type, "" if it has none.
func (t *Table[S, E, C]) PredicateName(predicate int32) string {
	return ask(t, "", func(h *C.sfsm_table) string {
		return C.GoString(C.sfsm_table_predicate_name(h, C.sfsm_id(predicate)))
	})
}

// CaseName returns the name of a case, "" if it has none.
func (t *Table[S, E, C]) CaseName(c Case) string {
	return ask(t, "", func(h *C.sfsm_table) string {
		return C.GoString(C.sfsm_table_case_name(h, C.sfsm_id(c.Predicate), C.sfsm_id(c.Value)))
	})
}

// named calls a function with a name in C.
func named[S, E ID, C any, I ID](t *Table[S, E, C], name string,
	find func(*C.sfsm_table, *C.char, C.size_t) C.sfsm_id) (I, bool) {
	id := ask(t, None, func(h *C.sfsm_table) I {
		text := C.CString(name)
		defer C.free(unsafe.Pointer(text))
		return I(find(h, text, C.size_t(len(name))))
	})
	return id, id != None
}

// StateNamed returns the state of a name, present or former.
func (t *Table[S, E, C]) StateNamed(name string) (S, bool) {
	return named[S, E, C, S](t, name, func(h *C.sfsm_table, text *C.char, length C.size_t) C.sfsm_id {
		return C.sfsm_table_state_named(h, text, length)
	})
}

// EventNamed returns the event of a name, present or former.
func (t *Table[S, E, C]) EventNamed(name string) (E, bool) {
	return named[S, E, C, E](t, name, func(h *C.sfsm_table, text *C.char, length C.size_t) C.sfsm_id {
		return C.sfsm_table_event_named(h, text, length)
	})
}

// PredicateNamed returns the predicate type of a name.
func (t *Table[S, E, C]) PredicateNamed(name string) (int32, bool) {
	return named[S, E, C, int32](t, name, func(h *C.sfsm_table, text *C.char, length C.size_t) C.sfsm_id {
		return C.sfsm_table_predicate_named(h, text, length)
	})
}

// CaseNamed returns the case of a name.
func (t *Table[S, E, C]) CaseNamed(predicate int32, name string) (Case, bool) {
	value, ok := named[S, E, C, int32](t, name, func(h *C.sfsm_table, text *C.char, length C.size_t) C.sfsm_id {
		return C.sfsm_table_case_named(h, C.sfsm_id(predicate), text, length)
	})
	return Case{predicate, value}, ok
}
