package swiftfsm

// #include "bridge.h"
import "C"

import (
	"fmt"
	"strings"
	"time"
	"unsafe"
)

// Bindings are the callbacks that a document names. The zero value is ready for use; one serves any number of reads.
//
//	var bindings swiftfsm.Bindings[State, Event, *Order]
//	bindings.Guard("settled", func(s Step) bool { return s.Context().paid >= s.Context().total })
type Bindings[S, E ID, C any] struct {
	bound       []binding
	onUnhandled []Action[S, E, C]
	onStep      []Action[S, E, C]
}

type binding struct {
	role     C.int32_t
	name     string
	callback invoker
	err      error // it is no callback
}

func (b *Bindings[S, E, C]) bind(role C.int32_t, name string, callback invoker) *Bindings[S, E, C] {
	b.bound = append(b.bound, binding{role: role, name: name, callback: callback})
	return b
}

// Guard binds a guard. Like the other methods it returns the bindings.
func (b *Bindings[S, E, C]) Guard(name string, guard Guard[S, E, C]) *Bindings[S, E, C] {
	return b.bind(C.SFSM_GUARD, name, guard)
}

// TryGuard binds a guard that may fail.
func (b *Bindings[S, E, C]) TryGuard(name string, guard TryGuard[S, E, C]) *Bindings[S, E, C] {
	return b.bind(C.SFSM_GUARD, name, guard)
}

// Action binds an action.
func (b *Bindings[S, E, C]) Action(name string, action Action[S, E, C]) *Bindings[S, E, C] {
	return b.bind(C.SFSM_ACTION, name, action)
}

// Resolver binds a resolver.
func (b *Bindings[S, E, C]) Resolver(name string, resolver Resolver[S, E, C]) *Bindings[S, E, C] {
	return b.bind(C.SFSM_RESOLVER, name, resolver)
}

// Entry binds an entry callback.
func (b *Bindings[S, E, C]) Entry(name string, action Action[S, E, C]) *Bindings[S, E, C] {
	return b.bind(C.SFSM_ENTRY, name, action)
}

// Exit binds an exit callback.
func (b *Bindings[S, E, C]) Exit(name string, action Action[S, E, C]) *Bindings[S, E, C] {
	return b.bind(C.SFSM_EXIT, name, action)
}

// Cycle binds a cycle callback.
func (b *Bindings[S, E, C]) Cycle(name string, action Action[S, E, C]) *Bindings[S, E, C] {
	return b.bind(C.SFSM_CYCLE, name, action)
}

// Update binds an update callback.
func (b *Bindings[S, E, C]) Update(name string, update Update[S, E, C]) *Bindings[S, E, C] {
	return b.bind(C.SFSM_UPDATE, name, update)
}

// Provider binds a provider.
func (b *Bindings[S, E, C]) Provider(name string, provider Provider[S, E, C]) *Bindings[S, E, C] {
	return b.bind(C.SFSM_PROVIDER, name, provider)
}

// OnUnhandled binds a hook that the document names; with the name "" it adds one that it does not name.
func (b *Bindings[S, E, C]) OnUnhandled(name string, hook Action[S, E, C]) *Bindings[S, E, C] {
	if name == "" {
		b.onUnhandled = append(b.onUnhandled, hook)
		return b
	}
	return b.bind(C.SFSM_UNHANDLED_HOOK, name, hook)
}

// OnStep binds a hook that the document names; with the name "" it adds one that it does not name. A definition with the
// latter cannot be written (ErrUnnamedCallback).
func (b *Bindings[S, E, C]) OnStep(name string, hook Action[S, E, C]) *Bindings[S, E, C] {
	if name == "" {
		b.onStep = append(b.onStep, hook)
		return b
	}
	return b.bind(C.SFSM_STEP_HOOK, name, hook)
}

// Reading is how to read a document.
type Reading struct {
	File    string        // for diagnostics
	Unit    time.Duration // what one unit of the delays in the document is; 0: DefaultUnit
	Unbound bool          // callbacks may be missing: the table can be asked and written, but makes no machine
}

// Read makes a table of a document. All names of its states and events must be those that the methods String of S and E
// give to its numbers ("-" in a document may be "_" in Go), if these types have such a method.
//
// Errors: a *BuildError with all faults of the document, or all callbacks that are missing.
func Read[S, E ID, C any](document string, bindings *Bindings[S, E, C], reading Reading) (*Table[S, E, C], error) {
	if bindings == nil {
		bindings = &Bindings[S, E, C]{}
	}
	builder := Builder[S, E, C]{newBuilder()}
	defer builder.Close()
	if reading.Unit != 0 {
		builder.Unit(reading.Unit)
	}
	if err := builder.b.read(document, bindings.bound, reading); err != nil {
		return nil, err
	}
	for _, hook := range bindings.onUnhandled {
		builder.OnUnhandled(hook)
	}
	for _, hook := range bindings.onStep {
		builder.OnStep(hook)
	}
	table, err := builder.Build()
	if err != nil {
		return nil, err
	}
	faults := append(wrongNames(table.States(), table.StateName, reading.File),
		wrongNames(table.Events(), table.EventName, reading.File)...)
	if len(faults) > 0 {
		table.Close()
		return nil, withFaults(nil, faults)
	}
	return table, nil
}

func (b *builder) read(document string, bound []binding, reading Reading) error {
	if b.err != nil {
		return b.err
	}
	var names []byte
	roles, callbacks := make([]C.int32_t, 0, len(bound)), make([]C.sfsm_callback, 0, len(bound))
	var faults []Diagnostic
	for _, each := range bound {
		if each.err != nil {
			faults = append(faults, Diagnostic{Kind: RejectedCall, Place: Place{File: reading.File},
				Text:  fmt.Sprintf("the function for %q: %v", each.name, each.err),
				State: None, Event: None, Target: None, Predicate: None, Case: None})
			continue
		}
		if isNil(each.callback) || strings.IndexByte(each.name, 0) >= 0 {
			return &Error{Status: ErrNullPointer, Text: fmt.Sprintf("The callback for %q is nil, or its name is none.",
				each.name)}
		}
	}
	if len(faults) > 0 {
		return withFaults(nil, faults)
	}
	for _, each := range bound {
		names = append(append(names, each.name...), 0)
		roles = append(roles, each.role)
		made, err := madeOf(each.callback)
		if err != nil {
			for _, each := range callbacks {
				C.gofsm_forget(&each)
			}
			return err
		}
		callbacks = append(callbacks, made)
	}
	var flags C.uint32_t = C.SFSM_OWN_SIGNATURES
	if reading.Unbound {
		flags |= C.SFSM_UNBOUND
	}
	var file *C.char
	if reading.File != "" {
		file = C.CString(reading.File)
		defer C.free(unsafe.Pointer(file))
	}
	text := C.CString(document)
	defer C.free(unsafe.Pointer(text))
	var list *C.sfsm_diagnostics
	status := C.gofsm_read(b.handle, text, C.size_t(len(document)), file, flags, first[C.int32_t](roles),
		first[C.sfsm_callback](callbacks), first[C.char](names), C.size_t(len(bound)), &list)
	err, _ := buildError(status, list)
	return err
}

// wrongNames returns an error for each id whose name in the document is not that in the program.
func wrongNames[I ID](ids []I, nameInDocument func(I) string, file string) (faults []Diagnostic) {
	for _, id := range ids {
		known, wanted := nameInDocument(id), nameOf(id)
		if _, hasNames := any(id).(fmt.Stringer); !hasNames || sameName(known, wanted) {
			continue
		}
		faults = append(faults, Diagnostic{Kind: UnknownDocumentName, Place: Place{File: file},
			Text: fmt.Sprintf("%d is %s in the document, and %s in the program's type %T: give both the same names and "+
				"numbers (\"ids\" in the document)", int32(id), known, wanted, id),
			State: None, Event: None, Target: None, Predicate: None, Case: None})
	}
	return faults
}

func sameName(inDocument, inProgram string) bool {
	return strings.ReplaceAll(inDocument, "-", "_") == strings.ReplaceAll(inProgram, "-", "_")
}

// madeOf returns a callback for C.
func madeOf(callback invoker) (C.sfsm_callback, error) {
	number := numbers.add(&entry{callback: callback})
	if function, isFunction := callback.(*function); isFunction {
		made, status := function.callback(number)
		return made, check(status)
	}
	return C.gofsm_callback(C.gofsm_number(number)), nil
}
