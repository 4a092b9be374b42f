package swiftfsm

// #include "bridge.h"
import "C"

import (
	"runtime"
	"strings"
	"time"
	"unsafe"
)

// builder is what builders of all types have: the builder in C, and what it does not know.
type builder struct {
	handle         *C.sfsm_builder
	rows           C.size_t
	states, events map[int32]string
	blocks         map[int64]int32 // the states of blocks
	files          map[string]*C.char
	unit           time.Duration
	faults         []fault // found by this package
	err            error   // what the library does not report by itself
	isBuilt        bool
}

// fault is a mistake that this package has found. Each build reports it, until what caused it has been corrected.
type fault struct {
	Diagnostic
	of     cause
	isTold bool
}

// cause is what a call of the program is about: a callback of a role with its row, state or superstate; or one of the
// roles below.
type cause struct {
	role    C.int32_t
	target  int64
	isState bool // all blocks of a state are one target
}

// Roles of causes that are no callbacks.
const (
	ofPredicate C.int32_t = -1 - iota
	ofUnit
	ofSuperstate
)

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
		blocks: map[int64]int32{}, files: map[string]*C.char{}, unit: DefaultUnit}
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
func (b *builder) fault(depth int, of cause, text string) {
	_, file, line, _ := runtime.Caller(depth + 1)
	place := Place{file, line}
	b.faults = append(b.faults, fault{Diagnostic{Kind: RejectedCall, Place: place, Text: text, State: None, Event: None,
		Target: None, Predicate: None, Case: None, Places: []Place{place}}, of, false})
}

// cause returns what the registration of a callback is about.
func (b *builder) cause(role C.int32_t, target int64) cause {
	switch role {
	case C.SFSM_ENTRY, C.SFSM_EXIT, C.SFSM_CYCLE, C.SFSM_UPDATE, C.GOFSM_DEFAULT:
		if state, ok := b.blocks[target]; ok {
			return cause{role, int64(state), true}
		}
	}
	return cause{role: role, target: target}
}

// correct drops the mistakes that a build has reported, since the program has made their call again.
func (b *builder) correct(of cause) {
	var left []fault
	for _, each := range b.faults {
		if !each.isTold || each.of != of {
			left = append(left, each)
		}
	}
	b.faults = left
}

// register gives a callback to the library. `depth` functions up stands the call of the program.
func (b *builder) register(depth int, role C.int32_t, target int64, callback invoker, function any) {
	if !b.usable() {
		return
	}
	if isNil(callback) {
		b.fault(depth+1, b.cause(role, target), "a callback is nil: leave the call out")
		return
	}
	b.correct(b.cause(role, target))
	number := C.gofsm_number(numbers.add(&entry{callback: callback}))
	made := C.gofsm_callback(number)
	status := C.gofsm_register(b.handle, role, C.int64_t(target), number, &made)
	b.check(status)
	if name := functionName(function); status == C.SFSM_OK && name != "" {
		text := C.CString(name)
		b.check(C.gofsm_name_callback(b.handle, &made, text))
		C.free(unsafe.Pointer(text))
	}
}

func (b *builder) registerC(depth int, role C.int32_t, target int64, function CFunction) {
	if !b.usable() {
		return
	}
	takesContext := function.Signature == "" || strings.Contains(function.Signature, "context")
	if function.Function == nil || function.Context == nil && takesContext {
		b.fault(depth+1, b.cause(role, target), "a callback in C needs a function and a context")
		return
	}
	made, err := function.callback()
	if err != nil {
		b.fault(depth+1, b.cause(role, target), err.Error())
		return
	}
	b.correct(b.cause(role, target))
	b.check(C.gofsm_register(b.handle, role, C.int64_t(target), 0, &made))
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

func (b *builder) build() (*C.sfsm_table, []Diagnostic, error) {
	if b.err != nil || b.isBuilt {
		err := b.err
		if err == nil {
			err = check(C.SFSM_ALREADY_BUILT)
		}
		return nil, nil, err
	}
	if len(b.faults) > 0 {
		b.rejectCall()
	}
	var table *C.sfsm_table
	var list *C.sfsm_diagnostics
	status := C.sfsm_builder_build(b.handle, &table, &list)
	err, warnings := buildError(status, list)
	if len(b.faults) > 0 {
		return nil, nil, b.tellFaults(err)
	}
	if err != nil {
		return nil, nil, err
	}
	b.isBuilt = true
	b.release()
	return table, warnings, nil
}

// rejectCall lets the next build fail, so that it builds nothing, and tells what else is wrong. The library reports the first
// call that it has rejected: this one has a place of its own, which tellFaults knows.
func (b *builder) rejectCall() {
	file := C.CString(rejectedFile)
	C.sfsm_builder_add_event_at(b.handle, C.SFSM_NONE, nil, file, 1)
	C.free(unsafe.Pointer(file))
}

const rejectedFile = "(swiftfsm)"

// tellFaults puts what this package has found in front of what the library has.
func (b *builder) tellFaults(err error) error {
	var diagnostics []Diagnostic
	for index := range b.faults {
		b.faults[index].isTold = true
		diagnostics = append(diagnostics, b.faults[index].Diagnostic)
	}
	if all, ok := err.(*BuildError); ok {
		all.drop(rejectedFile)
	}
	return withFaults(err, diagnostics)
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

// ticks returns a delay in units of the library, rounded up. A negative one, which the library refuses, is -1 or less.
func ticks(delay, unit time.Duration) C.int64_t {
	if delay > 0 {
		return C.int64_t((delay-1)/unit + 1)
	}
	return moment(delay, unit)
}

// moment returns a time in units of the library, rounded down.
func moment(time, unit time.Duration) C.int64_t {
	if time < 0 {
		return C.int64_t((time+1)/unit - 1)
	}
	return C.int64_t(time / unit)
}
