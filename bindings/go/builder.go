package swiftfsm

// #include "bridge.h"
import "C"

import (
	"runtime"
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

type builder struct {
	handle         *C.sfsm_builder
	rows           C.size_t
	states, events map[int32]string
	files          map[string]*C.char
	unit           time.Duration
	faults         []Diagnostic // found by this package
	err            error        // what the library does not report by itself
	isBuilt        bool
}

// DefaultUnit is one unit of the library's time, unless Builder.Unit or Reading.Unit say otherwise.
const DefaultUnit = time.Millisecond

// NewBuilder returns an empty builder.
func NewBuilder[S, E ID, C any]() *Builder[S, E, C] { return new(Builder[S, E, C]) }

// get returns the inner builder, which is made at first use. That of a nil Builder is spent.
func (b *Builder[S, E, C]) get() *builder {
	if b == nil {
		return &builder{isBuilt: true, err: ErrClosed}
	}
	if b.b == nil {
		b.b = newBuilder()
	}
	return b.b
}

func newBuilder() *builder {
	b := &builder{handle: C.sfsm_builder_create(), states: map[int32]string{}, events: map[int32]string{},
		files: map[string]*C.char{}, unit: DefaultUnit}
	if b.handle == nil {
		b.err = check(C.SFSM_OUT_OF_MEMORY)
	}
	runtime.SetFinalizer(b, (*builder).release)
	return b
}

func (b *builder) release() {
	runtime.SetFinalizer(b, nil)
	C.sfsm_builder_release(b.handle)
	for _, file := range b.files {
		C.free(unsafe.Pointer(file))
	}
	b.handle, b.files = nil, nil
}

// check keeps the first error that the library will not report by itself.
func (b *builder) check(status C.sfsm_status) {
	if b.err == nil && (status == C.SFSM_OUT_OF_MEMORY || status == C.SFSM_ALREADY_BUILT) {
		b.err = check(status)
	}
}

// usable reports whether the builder may still be added to; if not, Build will tell.
func (b *builder) usable() bool {
	if b.isBuilt && b.err == nil {
		b.err = check(C.SFSM_ALREADY_BUILT)
	}
	return !b.isBuilt && b.handle != nil
}

// place returns the line of the program that has called `depth` functions up.
func (b *builder) place(depth int) (*C.char, C.int32_t) {
	_, file, line, ok := runtime.Caller(depth + 1)
	if !ok || b.handle == nil {
		return nil, 0
	}
	name := b.files[file]
	if name == nil {
		name = C.CString(file)
		b.files[file] = name
	}
	return name, C.int32_t(line)
}

// fault adds an error of this package, at the line of the program `depth` functions up.
func (b *builder) fault(depth int, text string) {
	_, file, line, _ := runtime.Caller(depth + 1)
	place := Place{file, line}
	b.faults = append(b.faults, Diagnostic{Kind: RejectedCall, Place: place, Text: text, State: None, Event: None,
		Target: None, Predicate: None, Case: None, Places: []Place{place}})
}

// register gives a callback to the library. `depth` functions up stands the call of the program.
func (b *builder) register(depth int, role C.int32_t, target int64, callback invoker, function any) {
	if !b.usable() {
		return
	}
	if isNil(callback) {
		b.fault(depth+1, "a callback is nil: leave the call out")
		return
	}
	number := C.gofsm_number(numbers.add(&entry{callback: callback}))
	status := C.gofsm_register(b.handle, role, C.int64_t(target), number, nil, nil)
	b.check(status)
	if name := functionName(function); status == C.SFSM_OK && name != "" {
		text := C.CString(name)
		b.check(C.gofsm_name_callback(b.handle, number, text))
		C.free(unsafe.Pointer(text))
	}
}

func (b *builder) registerC(depth int, role C.int32_t, target int64, function CFunction) {
	if !b.usable() {
		return
	}
	if function.Function == nil || function.Context == nil {
		b.fault(depth+1, "a callback in C needs a function and a context")
		return
	}
	b.check(C.gofsm_register(b.handle, role, C.int64_t(target), 0, C.sfsm_function(function.Function),
		function.Context))
}

// nameState and nameEvent note ids that the definition uses. Build names them.
func nameState[S ID](b *builder, states ...S) {
	for _, state := range states {
		if _, known := b.states[int32(state)]; !known && int32(state) >= FirstID {
			b.states[int32(state)] = nameOf(state)
		}
	}
}

func nameEvent[E ID](b *builder, event E) {
	if _, known := b.events[int32(event)]; !known && int32(event) >= FirstID {
		b.events[int32(event)] = nameOf(event)
	}
}

func (b *builder) nameAll() {
	for id, name := range b.states {
		b.name(C.sfsm_id(id), name, func(names *C.sfsm_name) C.sfsm_status {
			return C.sfsm_builder_name_states(b.handle, names, 1)
		})
	}
	for id, name := range b.events {
		b.name(C.sfsm_id(id), name, func(names *C.sfsm_name) C.sfsm_status {
			return C.sfsm_builder_name_events(b.handle, names, 1)
		})
	}
}

// name passes a name on in memory of C, as it points to another.
func (b *builder) name(id C.sfsm_id, name string, add func(*C.sfsm_name) C.sfsm_status) {
	if name == "" || strings.IndexByte(name, 0) >= 0 {
		return
	}
	names := (*C.sfsm_name)(C.calloc(1, C.sizeof_sfsm_name))
	names.id, names.name = id, C.CString(name)
	b.check(add(names))
	C.free(unsafe.Pointer(names.name))
	C.free(unsafe.Pointer(names))
}

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
		inner.fault(1, err.Error())
		return
	}
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
		inner.fault(1, "a unit of time is above 0")
		return
	}
	inner.unit = unit
}

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

// Build checks the definition and compiles it into a table. On success the builder is spent. With errors, which are all in
// the *BuildError, the definition may be corrected and built again. Table.Warnings has the warnings.
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

func (b *builder) build() (*C.sfsm_table, []Diagnostic, error) {
	if b.err != nil || b.isBuilt {
		err := b.err
		if !b.isBuilt {
			b.err = nil
		}
		if err == nil {
			err = check(C.SFSM_ALREADY_BUILT)
		}
		return nil, nil, err
	}
	var table *C.sfsm_table
	var list *C.sfsm_diagnostics
	status := C.sfsm_builder_build(b.handle, &table, &list)
	err, warnings := buildError(status, list)
	if faults := b.faults; len(faults) > 0 {
		C.sfsm_table_release(table)
		b.isBuilt = b.isBuilt || status == C.SFSM_OK
		b.faults = nil
		return nil, nil, withFaults(err, faults)
	}
	if err != nil {
		return nil, nil, err
	}
	b.isBuilt = true
	b.release()
	return table, warnings, nil
}

// withFaults puts what this package has found in front of what the library has.
func withFaults(err error, faults []Diagnostic) error {
	all, ok := err.(*BuildError)
	if !ok {
		all = &BuildError{Status: ErrInvalidDefinition}
	}
	for index := len(faults) - 1; index >= 0; index-- {
		all.addError(faults[index])
	}
	return all
}

// Close releases a builder that will not be built; callbacks are released. Not needed: the garbage collector does it, too.
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

// ticks returns a delay in units of the library, rounded up.
func ticks(delay, unit time.Duration) C.int64_t {
	if delay > 0 {
		return C.int64_t((delay-1)/unit + 1)
	}
	return C.int64_t(delay / unit)
}
