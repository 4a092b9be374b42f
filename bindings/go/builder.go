package swiftfsm

// #include "bridge.h"
import "C"

import (
	"strings"
	"time"
	"unsafe"
)

// Builder collects a definition: rows of state and event, with callbacks, and blocks with everything else about states.
// Build checks it as a whole. The zero value is ready for use.
//
// S and E are the types of states and events; their methods String, if they have some, name them. C is the type of the
// context that each machine has, usually a pointer to a struct of yours.
//
// Calls that are mistakes are reported by Build with everything else, with the line of the call; their results need not be
// checked. A Builder is for one goroutine at a time.
type Builder[S, E ID, C any] struct{ b *builder }

// DefaultUnit is one unit of the library's time, unless Builder.Unit or Reading.Unit say otherwise.
const DefaultUnit = time.Millisecond

// NewBuilder returns an empty builder.
func NewBuilder[S, E ID, C any]() *Builder[S, E, C] { return new(Builder[S, E, C]) }

// OnUnhandled adds a hook for all machines of the table: it is called for an event that has no row in this state.
func (b *Builder[S, E, C]) OnUnhandled(hook Action[S, E, C]) {
	b.get().register(1, C.SFSM_UNHANDLED_HOOK, 0, hook, hook)
}

// OnStep adds a hook for all machines of the table: it is called after every step, whatever its outcome.
func (b *Builder[S, E, C]) OnStep(hook Action[S, E, C]) {
	b.get().register(1, C.SFSM_STEP_HOOK, 0, hook, hook)
}

// Provider sets the provider of a predicate type, as Provide does, with the number of a case.
func (b *Builder[S, E, C]) Provider(predicate int32, provider Provider[S, E, C]) {
	b.get().register(1, C.SFSM_PROVIDER, int64(predicate), provider, provider)
}

// Predicate declares a predicate type.
func (b *Builder[S, E, C]) Predicate(predicate PredicateType) {
	inner := b.get()
	if !inner.usable() {
		return
	}
	id, name, cases, err := predicate.declaration()
	if err != nil {
		inner.fault(1, cause{role: ofPredicate, target: int64(id)}, err.Error())
		return
	}
	inner.correct(cause{role: ofPredicate, target: int64(id)})
	file, line := inner.place(1)
	number := C.sfsm_id(id)
	inner.check(C.sfsm_builder_add_predicate_at(inner.handle, number, C.int32_t(len(cases)), file, line))
	inner.name(number, name, func(names *C.sfsm_name) C.sfsm_status {
		return C.sfsm_builder_name_predicates(inner.handle, names, 1)
	})
	for value, name := range cases {
		inner.name(C.sfsm_id(value), name, func(names *C.sfsm_name) C.sfsm_status {
			return C.sfsm_builder_name_cases(inner.handle, number, names, 1)
		})
	}
}

// Event declares an event with the types of its arguments. An event that is not declared has none. Event1 and the others
// declare events whose arguments the compiler checks.
func (b *Builder[S, E, C]) Event(event E, types ...ValueType) {
	inner := b.get()
	if !inner.usable() {
		return
	}
	words := make([]string, len(types))
	for index, each := range types {
		words[index] = each.String()
	}
	text := C.CString(strings.Join(words, ", "))
	defer C.free(unsafe.Pointer(text))
	file, line := inner.place(1)
	inner.check(C.sfsm_builder_add_event_at(inner.handle, C.sfsm_id(event), text, file, line))
	nameEvent(inner, event)
}

// Initial declares the initial state.
func (b *Builder[S, E, C]) Initial(state S) {
	inner := b.get()
	if !inner.usable() {
		return
	}
	file, line := inner.place(1)
	inner.check(C.sfsm_builder_set_initial_at(inner.handle, C.sfsm_id(state), file, line))
	nameState(inner, state)
}

// Unit sets what one unit of the library's time is: delays are rounded up to it. Call it before timeouts are added.
func (b *Builder[S, E, C]) Unit(unit time.Duration) {
	inner := b.get()
	if unit <= 0 {
		inner.fault(1, cause{role: ofUnit}, "a unit of time is above 0")
		return
	}
	inner.correct(cause{role: ofUnit})
	inner.unit = unit
}

// Build checks the definition and compiles it into a table. On success the builder is spent. With errors, which are all in
// the *BuildError, the definition may be corrected and built again: where a callback, a predicate type or a unit was
// rejected, make that call again, with what is right. Table.Warnings has the warnings.
func (b *Builder[S, E, C]) Build() (*Table[S, E, C], error) {
	inner := b.get()
	if inner.usable() {
		inner.nameAll()
	}
	handle, warnings, err := inner.build()
	if err != nil {
		return nil, err
	}
	return newTable[S, E, C](handle, warnings, inner.unit), nil
}

// Close releases a builder that will not be built; callbacks are released. Not needed: the garbage collector does it, too,
// unless a callback refers to the builder.
func (b *Builder[S, E, C]) Close() error {
	if b == nil || b.b == nil {
		return nil
	}
	if !b.b.isBuilt {
		b.b.isBuilt, b.b.err = true, ErrClosed
		b.b.release()
	}
	return nil
}
