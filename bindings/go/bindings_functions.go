package swiftfsm

// #include "bridge.h"
import "C"

// GuardFunc binds a guard with parameters: see Row.IfFunc. What the document declares of its signature does not matter.
func (b *Bindings[S, E, C]) GuardFunc(name string, guard any, predicates ...PredicateType) *Bindings[S, E, C] {
	return b.bindFunction(C.SFSM_GUARD, isGuard, name, guard, predicates)
}

// ActionFunc binds an action with parameters: see Row.IfFunc.
func (b *Bindings[S, E, C]) ActionFunc(name string, action any, predicates ...PredicateType) *Bindings[S, E, C] {
	return b.bindFunction(C.SFSM_ACTION, isAction, name, action, predicates)
}

// ResolverFunc binds a resolver with parameters: see Row.IfFunc.
func (b *Bindings[S, E, C]) ResolverFunc(name string, resolver any, predicates ...PredicateType) *Bindings[S, E, C] {
	return b.bindFunction(C.SFSM_RESOLVER, isResolver, name, resolver, predicates)
}

// EntryFunc binds an entry callback with parameters: see Row.IfFunc.
func (b *Bindings[S, E, C]) EntryFunc(name string, action any, predicates ...PredicateType) *Bindings[S, E, C] {
	return b.bindFunction(C.SFSM_ENTRY, isAction, name, action, predicates)
}

// ExitFunc binds an exit callback with parameters: see Row.IfFunc.
func (b *Bindings[S, E, C]) ExitFunc(name string, action any, predicates ...PredicateType) *Bindings[S, E, C] {
	return b.bindFunction(C.SFSM_EXIT, isAction, name, action, predicates)
}

// CycleFunc binds a cycle callback with parameters: see Row.IfFunc.
func (b *Bindings[S, E, C]) CycleFunc(name string, action any, predicates ...PredicateType) *Bindings[S, E, C] {
	return b.bindFunction(C.SFSM_CYCLE, isAction, name, action, predicates)
}

// UpdateFunc binds an update callback with parameters, which are cases: see Row.IfFunc.
func (b *Bindings[S, E, C]) UpdateFunc(name string, update any, predicates ...PredicateType) *Bindings[S, E, C] {
	return b.bindFunction(C.SFSM_UPDATE, isUpdate, name, update, predicates)
}

// ProviderFunc binds a provider that takes its Step, its context, or the arguments of the event as ...Value.
func (b *Bindings[S, E, C]) ProviderFunc(name string, provider any, predicates ...PredicateType) *Bindings[S, E, C] {
	return b.bindFunction(C.SFSM_PROVIDER, isProvider, name, provider, predicates)
}

// OnUnhandledFunc binds a hook with parameters, which are cases, that the document names: see Row.IfFunc.
func (b *Bindings[S, E, C]) OnUnhandledFunc(name string, hook any, predicates ...PredicateType) *Bindings[S, E, C] {
	return b.bindFunction(C.SFSM_UNHANDLED_HOOK, isAction, name, hook, predicates)
}

// OnStepFunc binds a hook with parameters, which are cases, that the document names: see Row.IfFunc.
func (b *Bindings[S, E, C]) OnStepFunc(name string, hook any, predicates ...PredicateType) *Bindings[S, E, C] {
	return b.bindFunction(C.SFSM_STEP_HOOK, isAction, name, hook, predicates)
}

func (b *Bindings[S, E, C]) bindFunction(role C.int32_t, as role, name string, function any,
	predicates []PredicateType) *Bindings[S, E, C] {
	made, err := newFunction[S, E, C](as, function, predicates)
	b.bound = append(b.bound, binding{role: role, name: name, callback: made, err: err})
	return b
}
