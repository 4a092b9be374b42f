package swiftfsm_test

import (
	"fmt"
	"reflect"
	"strings"

	"swiftfsm"
)

// Callables are functions with parameters: made by reflection, as their signatures are known at run time only. What comes
// with every step is not asked for.

type (
	firstCase  int32
	secondCase int32
)

var predicates = map[string]swiftfsm.PredicateType{
	"predicate(0)": swiftfsm.NewPredicate[firstCase](0, "first"),
	"predicate(1)": swiftfsm.NewPredicate[secondCase](1, "second"),
}

var parameterTypes = map[string]reflect.Type{
	"bool": reflect.TypeOf(false), "i8": reflect.TypeOf(int8(0)), "i16": reflect.TypeOf(int16(0)),
	"i32": reflect.TypeOf(int32(0)), "i64": reflect.TypeOf(int64(0)), "u8": reflect.TypeOf(uint8(0)),
	"u16": reflect.TypeOf(uint16(0)), "u32": reflect.TypeOf(uint32(0)), "u64": reflect.TypeOf(uint64(0)),
	"f32": reflect.TypeOf(float32(0)), "f64": reflect.TypeOf(float64(0)), "str": reflect.TypeOf((*string)(nil)),
	"ptr": reflect.TypeOf(swiftfsm.Pointer(0)), "predicate(0)": reflect.TypeOf(firstCase(0)),
	"predicate(1)": reflect.TypeOf(secondCase(0)), "...": reflect.TypeOf([]swiftfsm.Case(nil)),
	"args...": reflect.TypeOf([]swiftfsm.Value(nil)),
}

// resultTypes are the results of a function for those of a signature. A role whose results these are not refuses them.
func resultTypes(role, word string) []reflect.Type {
	failure := reflect.TypeOf((*error)(nil)).Elem()
	switch word {
	case "void":
		if role == "guard" || role == "resolver" || role == "provider" {
			return nil
		}
		return []reflect.Type{failure}
	case "bool":
		if role == "provider" {
			return []reflect.Type{reflect.TypeOf(int32(0)), failure}
		}
		return []reflect.Type{reflect.TypeOf(false), failure}
	case "i32":
		switch role {
		case "guard":
			return []reflect.Type{reflect.TypeOf(false), failure}
		case "resolver", "update", "provider":
			return []reflect.Type{reflect.TypeOf(int32(0)), failure}
		}
		return []reflect.Type{failure}
	}
	return []reflect.Type{reflect.TypeOf(id(0)), failure}
}

// callable makes a function with the parameters of a signature, and lists the predicate types of these.
func (r *caseRunner) callable(callee conformanceCallee) (function any, types []swiftfsm.PredicateType) {
	text := *callee.Signature
	open := strings.IndexByte(text, '(')
	var words []string
	if inside := text[open+1 : len(text)-1]; inside != "" {
		words = strings.Split(inside, ", ")
	}
	in := []reflect.Type{reflect.TypeOf(caseStep{}), reflect.TypeOf(r)}
	known := map[string]bool{}
	for _, word := range words {
		if parameter := parameterTypes[word]; parameter != nil {
			in = append(in, parameter)
		}
		if predicate := predicates[word]; predicate != nil && !known[word] {
			known[word] = true
			types = append(types, predicate)
		}
	}
	out := resultTypes(callee.Role, text[:open])
	isVariadic := len(words) > 0 && words[len(words)-1] == "args..."
	made := reflect.MakeFunc(reflect.FuncOf(in, out, isVariadic), func(arguments []reflect.Value) []reflect.Value {
		step := arguments[0].Interface().(caseStep)
		if arguments[1].Interface() != any(r) {
			r.fault(1, "the context is another one")
		}
		answer := r.calledWith(step, callee.Role, callee.Name, givenOf(step, words, arguments[2:]))
		return results(callee.Role, answer, out)
	})
	return made.Interface(), types
}

// givenOf returns what a callable is given, in the order of its signature.
func givenOf(step caseStep, words []string, own []reflect.Value) (given []any) {
	given = []any{}
	for _, word := range words {
		switch word {
		case "context", "step":
			given = append(given, nil)
		case "event":
			given = append(given, int32(step.Event()))
		case "source":
			given = append(given, int32(step.Source()))
		case "target":
			given = append(given, int32(step.Target()))
		case "time":
			given = append(given, step.Time())
		default:
			value := own[0]
			own = own[1:]
			switch {
			case word == "str" && value.IsNil():
				given = append(given, nil)
			case word == "str":
				given = append(given, value.Elem().String())
			case strings.HasPrefix(word, "predicate"):
				given = append(given, int32(value.Int()))
			case word == "args...":
				given = append(given, append([]swiftfsm.Value{}, value.Interface().([]swiftfsm.Value)...))
			default:
				given = append(given, value.Interface())
			}
		}
	}
	return given
}

// results are what a function returns, behind which an error may stand.
func results(role string, answer int32, out []reflect.Type) (values []reflect.Value) {
	err := failureOf(answer)
	switch role {
	case "resolver":
		err = special(answer, swiftfsm.Refuse)
	case "update":
		err = special(answer, swiftfsm.NoEvent)
	}
	for _, kind := range out[:len(out)-1] {
		value := reflect.New(kind).Elem()
		if kind.Kind() == reflect.Bool {
			value.SetBool(answer > 0)
		} else {
			value.SetInt(int64(answer))
		}
		values = append(values, value)
	}
	failure := reflect.New(out[len(out)-1]).Elem()
	if err != nil {
		if role == "update" && len(out) == 1 {
			err = nil // it names no event
		} else {
			failure.Set(reflect.ValueOf(err))
		}
	}
	return append(values, failure)
}

// given returns what is written, as givenOf has it.
func (r *caseRunner) given(h *conformanceCallback) (given []any) {
	for _, each := range h.Given {
		switch {
		case each == nil:
			given = append(given, nil)
		case each.Cases != nil:
			cases := make([]swiftfsm.Case, len(each.Cases))
			for index, pair := range each.Cases {
				cases[index] = swiftfsm.Case{Predicate: pair[0], Value: pair[1]}
			}
			given = append(given, cases)
		case each.Arguments != nil:
			values := r.values(h.Line, each.Arguments)
			given = append(given, append([]swiftfsm.Value{}, values...))
		case typeNamed(each.Type) == 0:
			given = append(given, fmt.Sprintf("a %s", each.Type))
		default:
			given = append(given, r.values(h.Line, []conformanceValue{each.conformanceValue})[0].Any())
		}
	}
	return given
}

func (r *caseRunner) bindCallable(bindings *swiftfsm.Bindings[id, id, *caseRunner], callee conformanceCallee) {
	if callee.Name == "" {
		if r.hooks == nil {
			r.hooks = map[string]conformanceCallee{}
		}
		r.hooks[callee.Role] = callee
		return
	}
	function, types := r.callable(callee)
	bind := map[string]func(string, any, ...swiftfsm.PredicateType) *swiftfsm.Bindings[id, id, *caseRunner]{
		"guard": bindings.GuardFunc, "action": bindings.ActionFunc, "resolver": bindings.ResolverFunc,
		"entry": bindings.EntryFunc, "exit": bindings.ExitFunc, "cycle": bindings.CycleFunc, "update": bindings.UpdateFunc,
		"provider": bindings.ProviderFunc, "unhandled": bindings.OnUnhandledFunc, "step": bindings.OnStepFunc,
	}
	bind[callee.Role](callee.Name, function, types...)
}

// hook adds the hook of a machine.
func (r *caseRunner) hook(machine *caseMachine, role string) error {
	callee, isCallable := r.hooks[role]
	switch {
	case isCallable && role == "step":
		function, types := r.callable(callee)
		return machine.OnStepFunc(function, types...)
	case isCallable:
		function, types := r.callable(callee)
		return machine.OnUnhandledFunc(function, types...)
	case role == "step":
		return machine.OnStep(r.action(role, ""))
	}
	return machine.OnUnhandled(r.action(role, ""))
}
