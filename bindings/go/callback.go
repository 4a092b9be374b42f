package swiftfsm

// #include "bridge.h"
import "C"

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"unsafe"
)

// Action is a callback that does something: an action of a row, an entry, exit or cycle callback, or a hook. An error ends
// the step and comes back from the call that ran it: before the commit (by default exit callbacks and actions) the machine
// keeps its old state, after it (entry and cycle callbacks) it has the new one.
type Action[S, E ID, C any] func(Step[S, E, C]) error

// Guard is a callback that says whether a row is taken. It must be free of side effects, as it is called more often than
// the row is taken. TryGuard may fail.
type Guard[S, E ID, C any] func(Step[S, E, C]) bool

// TryGuard is a Guard that may fail.
type TryGuard[S, E ID, C any] func(Step[S, E, C]) (bool, error)

// Resolver is a callback that returns the target of a row whose target is Dynamic. It returns the error Refuse to refuse
// the event. It must be free of side effects.
type Resolver[S, E ID, C any] func(Step[S, E, C]) (S, error)

// Update is a callback of Machine.Update. It returns an event, which is sent, or the error NoEvent.
type Update[S, E ID, C any] func(Step[S, E, C]) (E, error)

// Provider is a callback that returns the present case of a predicate type. It must be free of side effects.
type Provider[S, E ID, C any] func(Step[S, E, C]) (int32, error)

// CFunction is a callback in C, of a program that has some: an sfsm_function with its context, which must not be nil and
// must outlive the table. It is called without passing through Go, and is told nothing of Machine.Context.
//
// With a Signature, such as "bool(context, i32)", it is a function of that: chapter 9 of swiftfsm.h says what the words
// mean. Build tells what does not fit the events that reach it. Without "context" in it no context is needed.
type CFunction struct {
	Function, Context unsafe.Pointer
	Signature         string
}

func (c CFunction) callback() (C.sfsm_callback, error) {
	if c.Signature == "" {
		return C.sfsm_callback{function: C.sfsm_function(c.Function), context: c.Context}, nil
	}
	if strings.IndexByte(c.Signature, 0) >= 0 {
		return C.sfsm_callback{}, fmt.Errorf("swiftfsm: the signature %q has a zero byte", c.Signature)
	}
	text := C.CString(c.Signature)
	defer C.free(unsafe.Pointer(text))
	var made C.sfsm_callback
	status := C.gofsm_make_c_function(C.sfsm_any_function(c.Function), text, c.Context, &made)
	if status == C.SFSM_BAD_SIGNATURE {
		var position C.size_t
		var expected *C.char
		C.sfsm_signature_check(text, &position, &expected)
		return made, fmt.Errorf("swiftfsm: the signature %q cannot be read at byte %d: expected %s", c.Signature, position,
			C.GoString(expected))
	}
	return made, check(status)
}

// fail keeps an error and returns its number for C.
func (f *frame) fail(err error) C.int32_t {
	f.failed = kept{err: err}
	if number, ok := err.(Failure); ok && number < 0 {
		return C.int32_t(number)
	}
	return -1
}

func (a Action[S, E, C]) failure() C.int32_t   { return -1 }
func (g Guard[S, E, C]) failure() C.int32_t    { return -1 }
func (g TryGuard[S, E, C]) failure() C.int32_t { return -1 }
func (p Provider[S, E, C]) failure() C.int32_t { return -1 }
func (r Resolver[S, E, C]) failure() C.int32_t { return failed }
func (u Update[S, E, C]) failure() C.int32_t   { return failed }

func (a Action[S, E, C]) invoke(f *frame) C.int32_t {
	if err := a(stepOf[S, E, C](f)); err != nil {
		return f.fail(err)
	}
	return 0
}

func (g Guard[S, E, C]) invoke(f *frame) C.int32_t {
	if g(stepOf[S, E, C](f)) {
		return 1
	}
	return 0
}

func (g TryGuard[S, E, C]) invoke(f *frame) C.int32_t {
	yes, err := g(stepOf[S, E, C](f))
	if err != nil {
		return f.fail(err)
	}
	return C.int32_t(bit(yes))
}

func (p Provider[S, E, C]) invoke(f *frame) C.int32_t {
	value, err := p(stepOf[S, E, C](f))
	if err != nil {
		return f.fail(err)
	}
	return C.int32_t(value)
}

func (r Resolver[S, E, C]) invoke(f *frame) C.int32_t {
	state, err := r(stepOf[S, E, C](f))
	switch {
	case err == Refuse:
		return None
	case err != nil:
		f.fail(err)
		return failed
	}
	return C.int32_t(state)
}

func (u Update[S, E, C]) invoke(f *frame) C.int32_t {
	event, err := u(stepOf[S, E, C](f))
	switch {
	case err == NoEvent:
		return None
	case err != nil:
		f.fail(err)
		return failed
	}
	return C.int32_t(event)
}

// functionName returns the name of a function or method for documents and pictures, "" for a function literal.
func functionName(function any) string {
	name := runtime.FuncForPC(reflect.ValueOf(function).Pointer()).Name()
	name = strings.TrimSuffix(name[strings.LastIndexByte(name, '/')+1:], "-fm")
	parts := strings.Split(name, ".")
	last := parts[len(parts)-1]
	if strings.HasSuffix(name, "[...]") || last == "makeFuncStub" || last == "" || last[0] >= '0' && last[0] <= '9' {
		return ""
	}
	if rest := strings.TrimPrefix(last, "func"); rest != last && strings.Trim(rest, "0123456789") == "" {
		return ""
	}
	return last
}

// isNil reports whether a callback is nil.
func isNil(function any) bool { return reflect.ValueOf(function).IsNil() }
