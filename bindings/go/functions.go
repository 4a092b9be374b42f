package swiftfsm

// #include "bridge.h"
import "C"

import "unsafe"

// Functions with parameters. Wherever a callback stands, a method with the same name and Func takes a function with
// parameters of its own, in this order: its Step and its context, either of which may be left out; then arguments of the
// event (bool, int8 to int64, uint8 to uint64, float32, float64, string, Pointer; *string for one that may be NULL) and
// cases of the predicate types that are listed behind it. ...Value takes the arguments that no parameter names, []Case the
// cases of all types. It returns what the role asks for, and an error if it may fail:
//
//	row.IfFunc(func(gate *Gate, cents int64) bool { return cents >= gate.price })
//	row.DoFunc(func(s Step, cents int64, customer string) error { ... })
//	row.DoFunc(func(gate *Gate, policy Policy) { ... }, policies)
//
// A function that cannot be a callback, and one whose arguments are not those of every event that reaches it, are told by
// Build, with the line of the call. In a start, a stop and an update arguments are 0 and "". A case that nobody has sent or
// provided is None; a provider is asked for a case that a function takes.

// DoFunc adds an action with parameters: see IfFunc.
func (r Row[S, E, C]) DoFunc(action any, predicates ...PredicateType) Row[S, E, C] {
	registerFunction[S, E, C](r.b, C.SFSM_ACTION, int64(r.number), isAction, action, predicates)
	return r
}

// IfFunc adds a guard with parameters: a function that takes its Step, its context, arguments of the event and cases of
// these predicate types, and returns a bool, or a bool and an error.
func (r Row[S, E, C]) IfFunc(guard any, predicates ...PredicateType) Row[S, E, C] {
	registerFunction[S, E, C](r.b, C.SFSM_GUARD, int64(r.number), isGuard, guard, predicates)
	return r
}

// ResolveFunc sets a resolver with parameters: see IfFunc.
func (r Row[S, E, C]) ResolveFunc(resolver any, predicates ...PredicateType) Row[S, E, C] {
	registerFunction[S, E, C](r.b, C.SFSM_RESOLVER, int64(r.number), isResolver, resolver, predicates)
	return r
}

// OnEntryFunc adds an entry callback with parameters, which every event that leads to the state has to declare: see
// Row.IfFunc.
func (k Block[S, E, C]) OnEntryFunc(action any, predicates ...PredicateType) Block[S, E, C] {
	registerFunction[S, E, C](k.b, C.SFSM_ENTRY, int64(k.number), isAction, action, predicates)
	return k
}

// OnExitFunc adds an exit callback with parameters: see Row.IfFunc.
func (k Block[S, E, C]) OnExitFunc(action any, predicates ...PredicateType) Block[S, E, C] {
	registerFunction[S, E, C](k.b, C.SFSM_EXIT, int64(k.number), isAction, action, predicates)
	return k
}

// OnCycleFunc adds a cycle callback with parameters: see Row.IfFunc.
func (k Block[S, E, C]) OnCycleFunc(action any, predicates ...PredicateType) Block[S, E, C] {
	registerFunction[S, E, C](k.b, C.SFSM_CYCLE, int64(k.number), isAction, action, predicates)
	return k
}

// OnUpdateFunc adds an update callback with parameters, which are cases: see Row.IfFunc.
func (k Block[S, E, C]) OnUpdateFunc(update any, predicates ...PredicateType) Block[S, E, C] {
	registerFunction[S, E, C](k.b, C.SFSM_UPDATE, int64(k.number), isUpdate, update, predicates)
	return k
}

// OnUnhandledFunc adds a hook with parameters, which are cases, for all machines: see Row.IfFunc.
func (b *Builder[S, E, C]) OnUnhandledFunc(hook any, predicates ...PredicateType) {
	registerFunction[S, E, C](b.get(), C.SFSM_UNHANDLED_HOOK, 0, isAction, hook, predicates)
}

// OnStepFunc adds a hook with parameters, which are cases, for all machines: see Row.IfFunc.
func (b *Builder[S, E, C]) OnStepFunc(hook any, predicates ...PredicateType) {
	registerFunction[S, E, C](b.get(), C.SFSM_STEP_HOOK, 0, isAction, hook, predicates)
}

// OnUnhandledFunc adds a hook with parameters to this machine: cases of these predicate types. See Row.IfFunc. Errors:
// ErrBadSignature for arguments, and for predicate types that the table does not have; ErrBusy.
func (m *Machine[S, E, C]) OnUnhandledFunc(hook any, predicates ...PredicateType) error {
	return m.addFunction(C.SFSM_UNHANDLED_HOOK, hook, predicates)
}

// OnStepFunc adds a hook with parameters to this machine. See OnUnhandledFunc.
func (m *Machine[S, E, C]) OnStepFunc(hook any, predicates ...PredicateType) error {
	return m.addFunction(C.SFSM_STEP_HOOK, hook, predicates)
}

func (m *Machine[S, E, C]) addFunction(role C.int32_t, hook any, predicates []PredicateType) error {
	made, err := newFunction[S, E, C](isAction, hook, predicates)
	if err != nil {
		return &Error{Status: ErrBadSignature, Text: err.Error()}
	}
	_, err = m.do(func(h *C.sfsm_machine) C.int32_t {
		callback, status := made.callback(m.keepHook(made))
		if status < 0 {
			return status
		}
		return C.gofsm_add_made_hook(h, role, &callback)
	})
	return err
}

// registerFunction is called by what the program calls.
func registerFunction[S, E ID, C_ any](b *builder, of C.int32_t, target int64, as role, function any,
	predicates []PredicateType) {
	if !b.usable() {
		return
	}
	made, err := newFunction[S, E, C_](as, function, predicates)
	if err != nil {
		b.fault(2, b.cause(of, target), err.Error())
		return
	}
	callback, status := made.callback(numbers.add(&entry{callback: made}))
	if status < 0 {
		b.fault(2, b.cause(of, target), check(status).Error())
		return
	}
	b.correct(b.cause(of, target))
	status = C.gofsm_register(b.handle, of, C.int64_t(target), 0, &callback)
	b.check(status)
	if name := functionName(function); status == C.SFSM_OK && name != "" {
		text := C.CString(name)
		b.check(C.gofsm_name_callback(b.handle, &callback, text))
		C.free(unsafe.Pointer(text))
	}
}
