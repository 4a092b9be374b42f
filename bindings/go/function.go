package swiftfsm

// #include "bridge.h"
import "C"

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"
)

// function is a Go function with parameters of its own, as a callback. The library reads its signature, compares that with
// the events that reach it, and calls it with the values that the signature names.
type function struct {
	signature  string
	isVariadic bool // it takes the cases of all predicate types
	called     func(*frame) C.int32_t
	failed     C.int32_t
}

func (t *function) invoke(f *frame) C.int32_t { return t.called(f) }
func (t *function) failure() C.int32_t        { return t.failed }

// role is what a function is to return.
type role int

// Roles, by what they return.
const (
	isAction role = iota
	isGuard
	isResolver
	isUpdate
	isProvider
)

var errorType = reflect.TypeOf((*error)(nil)).Elem()

// newFunction reads the type of a function. Its error says which parameter or result does not fit, and what would.
func newFunction[S, E ID, C_ any](as role, value any, predicates []PredicateType) (*function, error) {
	reflected := reflect.ValueOf(value)
	if !reflected.IsValid() || reflected.Kind() != reflect.Func {
		return nil, fmt.Errorf("swiftfsm: %v is no function", value)
	}
	if reflected.IsNil() {
		return nil, fmt.Errorf("swiftfsm: a callback is nil: leave the call out")
	}
	t := &function{}
	if as == isResolver || as == isUpdate {
		t.failed = failed
	} else {
		t.failed = -1
	}
	words, readers, err := readersOf[S, E, C_](reflected.Type(), predicates, t)
	if err != nil {
		return nil, err
	}
	result, finish, err := finisher[S, E](as, reflected.Type())
	if err != nil {
		return nil, err
	}
	t.signature = result + "(" + strings.Join(words, ", ") + ")"
	if t.isVariadic {
		t.signature = result + "(context, step, ...)"
	}
	if as == isAction || as == isGuard {
		if t.called = direct[S, E, C_](value, words[1:]); t.called != nil {
			return t, nil
		}
	}
	call := reflected.Call
	if reflected.Type().IsVariadic() {
		call = reflected.CallSlice
	}
	t.called = func(f *frame) C.int32_t {
		arguments := make([]reflect.Value, len(readers))
		for index, read := range readers {
			arguments[index] = read(f)
		}
		return finish(f, call(arguments))
	}
	return t, nil
}

// finisher returns the word of what a function returns, and how that becomes a number of C.
func finisher[S, E ID](as role, t reflect.Type) (string, func(*frame, []reflect.Value) C.int32_t, error) {
	hasError := t.NumOut() > 0 && t.Out(t.NumOut()-1) == errorType
	count := t.NumOut()
	if hasError {
		count--
	}
	fails := func(f *frame, results []reflect.Value, none error) (C.int32_t, bool) {
		if !hasError || results[len(results)-1].IsNil() {
			return 0, false
		}
		err := results[len(results)-1].Interface().(error)
		if none != nil && err == none {
			return None, true
		}
		number := f.fail(err)
		if none != nil {
			number = failed
		}
		return number, true
	}
	wrong := func(wanted string) error {
		return fmt.Errorf("swiftfsm: a callback of this role returns %s, not %v: correct its results", wanted, t)
	}
	one := func(kind reflect.Type) bool { return count == 1 && t.Out(0) == kind }
	var none error
	word, number := "i32", func(reflect.Value) C.int32_t { return 0 }
	switch as {
	case isAction:
		if count != 0 {
			return "", nil, wrong("nothing, or an error")
		}
	case isGuard:
		if count != 1 || t.Out(0).Kind() != reflect.Bool {
			return "", nil, wrong("a bool, or a bool and an error")
		}
		number = func(v reflect.Value) C.int32_t { return C.int32_t(bit(v.Bool())) }
	case isProvider:
		if count != 1 || t.Out(0).Kind() != reflect.Int32 {
			return "", nil, wrong("a case, or a case and an error")
		}
		number = func(v reflect.Value) C.int32_t { return C.int32_t(v.Int()) }
	case isResolver:
		word, none = "state", Refuse
		if !one(reflect.TypeOf(S(0))) {
			return "", nil, wrong(fmt.Sprintf("a %T, or a %T and an error", S(0), S(0)))
		}
		number = func(v reflect.Value) C.int32_t { return C.int32_t(v.Int()) }
	case isUpdate:
		word, none = "event", NoEvent
		if count != 0 && !one(reflect.TypeOf(E(0))) {
			return "", nil, wrong(fmt.Sprintf("nothing, an error, a %T, or a %T and an error", E(0), E(0)))
		}
		number = func(v reflect.Value) C.int32_t { return C.int32_t(v.Int()) }
	}
	return word, func(f *frame, results []reflect.Value) C.int32_t {
		if number, hasFailed := fails(f, results, none); hasFailed {
			return number
		}
		if count == 0 {
			if as == isUpdate {
				return None
			}
			return 0
		}
		return number(results[0])
	}, nil
}

// callback makes a callback of C for the number of the function, which ends with it.
func (t *function) callback(number uintptr) (C.sfsm_callback, C.int32_t) {
	signature := C.CString(t.signature)
	defer C.free(unsafe.Pointer(signature))
	var made C.sfsm_callback
	status := C.gofsm_make_function(C.gofsm_number(number), signature, C.bool(t.isVariadic), &made)
	return made, status
}

// gofsmCallFunction is called by C with what the signature of a function names, behind the step.
//
//export gofsmCallFunction
func gofsmCallFunction(step *C.sfsm_step, number, machine C.gofsm_number, values *C.sfsm_value, count C.size_t) C.int32_t {
	callback := numbers.get(uintptr(number)).callback
	context := uintptr(machine)
	if context&replayBit != 0 {
		return callInReplay(step, callback, context, values, int(count))
	}
	c := numbers.get(context).core
	f := c.begin(step)
	f.values, f.count = values, int(count)
	result := run(callback, f)
	f.values, f.count = nil, 0
	if f.failed.hasPanic {
		c.regain() // the goroutine has not ended
	}
	c.end(f)
	return result
}
