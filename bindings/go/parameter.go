package swiftfsm

// #include "bridge.h"
import "C"

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

// reader returns a parameter in a step.
type reader func(*frame) reflect.Value

// Types of parameters that are no argument of an event by themselves.
var (
	casesType   = reflect.TypeOf([]Case(nil))
	valuesType  = reflect.TypeOf([]Value(nil))
	pointerType = reflect.TypeOf(Pointer(0))
	textType    = reflect.TypeOf((*string)(nil))
)

// readersOf returns the words of a function's parameters for C, behind "step", and how each is read.
func readersOf[S, E ID, C_ any](t reflect.Type, predicates []PredicateType, of *function) (
	words []string, readers []reader, err error) {
	words = []string{"step"}
	step, context := reflect.TypeOf(Step[S, E, C_]{}), reflect.TypeOf((*C_)(nil)).Elem()
	cases := map[reflect.Type]int32{}
	for _, each := range predicates {
		if _, isKnown := cases[each.caseType()]; isKnown {
			return nil, nil, fmt.Errorf("swiftfsm: two predicate types have cases of type %v: let a function take one of them, "+
				"and ask the Step for the other", each.caseType())
		}
		cases[each.caseType()] = each.ID()
	}
	used := map[reflect.Type]bool{}
	named, isContextTaken := 0, false
	for index := 0; index < t.NumIn(); index++ {
		parameter := t.In(index)
		predicate, isCase := cases[parameter]
		isLast := index == t.NumIn()-1
		switch {
		case parameter == step:
			readers = append(readers, func(f *frame) reflect.Value { return reflect.ValueOf(stepOf[S, E, C_](f)) })
		case isCase:
			used[parameter] = true
			place := len(words) - 1
			words = append(words, fmt.Sprintf("predicate(%d)", predicate))
			readers = append(readers, func(f *frame) reflect.Value {
				value := reflect.New(parameter).Elem()
				value.SetInt(int64(f.caseOf(of, place, predicate)))
				return value
			})
		case parameter == context && !isContextTaken && len(words) == 1:
			isContextTaken = true
			readers = append(readers, func(f *frame) reflect.Value {
				context := stepOf[S, E, C_](f).Context()
				return reflect.ValueOf(&context).Elem()
			})
		case parameter == casesType:
			of.isVariadic = true
			readers = append(readers, func(f *frame) reflect.Value { return reflect.ValueOf(f.allCases()) })
		case t.IsVariadic() && isLast:
			if parameter != valuesType {
				return nil, nil, fmt.Errorf("swiftfsm: the last parameter is ...%v: only ...swiftfsm.Value takes the arguments "+
					"that no parameter names", parameter.Elem())
			}
			from := named
			readers = append(readers, func(f *frame) reflect.Value {
				values := stepOf[S, E, C_](f).Arguments()
				if len(values) < from {
					values = nil
				} else {
					values = values[from:]
				}
				return reflect.ValueOf(values)
			})
		default:
			word, read, err := argumentReader(parameter, len(words)-1)
			if err != nil {
				return nil, nil, fmt.Errorf("swiftfsm: parameter %d is a %v: a function takes its Step and its context first, then "+
					"arguments of the event (bool, int8 to int64, uint8 to uint64, float32, float64, string, *string, "+
					"swiftfsm.Pointer) and cases of the predicate types that are listed behind it", index, parameter)
			}
			named++
			words = append(words, word)
			readers = append(readers, read)
		}
	}
	for _, each := range predicates {
		if !used[each.caseType()] {
			return nil, nil, fmt.Errorf("swiftfsm: no parameter is a %v: leave its predicate type out", each.caseType())
		}
	}
	if of.isVariadic && named > 0 {
		return nil, nil, fmt.Errorf("swiftfsm: a function that takes the cases of all predicate types ([]swiftfsm.Case) names no " +
			"arguments: let it take ...swiftfsm.Value")
	}
	return words, readers, nil
}

// argumentReader returns the word of an argument of the event, and how the one at a place is read.
func argumentReader(t reflect.Type, place int) (string, reader, error) {
	if t == textType {
		return Str.String(), func(f *frame) reflect.Value {
			value := f.value(place)
			if value.IsNull {
				return reflect.ValueOf((*string)(nil))
			}
			return reflect.ValueOf(&value.Text)
		}, nil
	}
	kind, isKnown := kindTypes[t.Kind()]
	if !isKnown || kind == Ptr && t != pointerType && t.Kind() != reflect.Uintptr {
		return "", nil, fmt.Errorf("no argument")
	}
	return kind.String(), func(f *frame) reflect.Value {
		value, to := f.value(place), reflect.New(t).Elem()
		switch {
		case kind == Str:
			to.SetString(value.Text)
		case kind == Bool:
			to.SetBool(value.Bits != 0)
		case kind == F32:
			to.SetFloat(float64(math.Float32frombits(uint32(value.Bits))))
		case kind == F64:
			to.SetFloat(math.Float64frombits(value.Bits))
		case kind >= I8 && kind <= I64:
			to.SetInt(int64(value.Bits))
		default:
			to.SetUint(value.Bits)
		}
		return to
	}, nil
}

// value returns what the signature names at a place, from 0 behind the step.
func (f *frame) value(place int) Value {
	raw := (*C.sfsm_value)(unsafe.Add(unsafe.Pointer(f.values), place*C.sizeof_sfsm_value))
	bits := *(*uint64)(unsafe.Pointer(&raw.as))
	value := Value{Type: ValueType(raw._type)}
	switch value.Type {
	case Bool, U8:
		value.Bits = uint64(uint8(bits))
	case I8:
		value.Bits = uint64(int8(bits))
	case I16:
		value.Bits = uint64(int16(bits))
	case U16:
		value.Bits = uint64(uint16(bits))
	case I32:
		value.Bits = uint64(int32(bits))
	case U32, F32:
		value.Bits = uint64(uint32(bits))
	case Str:
		text := *(**C.char)(unsafe.Pointer(&raw.as))
		value.IsNull = text == nil
		value.Text = C.GoString(text)
	case Ptr:
		value.Bits = uint64(*(*uintptr)(unsafe.Pointer(&raw.as)))
	default:
		value.Bits = bits
	}
	return value
}

// caseOf returns the case of a predicate type, None if there is none.
func (f *frame) caseOf(of *function, place int, predicate int32) int32 {
	if !of.isVariadic {
		return int32(f.value(place).Bits)
	}
	for _, each := range f.allCases() {
		if each.Predicate == predicate {
			return each.Value
		}
	}
	return None
}

// allCases returns the cases of all predicate types of the table, by ascending number of the type; None where there is
// none.
func (f *frame) allCases() []Case {
	cases := make([]Case, f.count)
	for index := range cases {
		predicate := C.gofsm_predicate_at(f.step, C.size_t(index))
		cases[index] = Case{Predicate: int32(predicate), Value: int32(f.value(index).Bits)}
	}
	return cases
}
