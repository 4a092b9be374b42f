package swiftfsm

// #include "bridge.h"
import "C"

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

// ValueType is the type of an argument of an event.
type ValueType int32

// Types of arguments.
const (
	Bool    ValueType = C.SFSM_BOOL    // bool
	I8      ValueType = C.SFSM_I8      // int8
	I16     ValueType = C.SFSM_I16     // int16
	I32     ValueType = C.SFSM_I32     // int32
	I64     ValueType = C.SFSM_I64     // int64
	U8      ValueType = C.SFSM_U8      // uint8
	U16     ValueType = C.SFSM_U16     // uint16
	U32     ValueType = C.SFSM_U32     // uint32
	U64     ValueType = C.SFSM_U64     // uint64
	F32     ValueType = C.SFSM_F32     // float32
	F64     ValueType = C.SFSM_F64     // float64
	Str     ValueType = C.SFSM_STR     // string, without zero bytes; or NULL
	Ptr     ValueType = C.SFSM_PTR     // Pointer: a word that is passed through unchanged
	Integer ValueType = C.SFSM_INTEGER // sent only: an integer, converted to the type that the event declares
)

var typeNames = [...]string{"none", "bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "str",
	"ptr", "an integer"}

// String returns the name of a type in documents, "i32".
func (t ValueType) String() string {
	if t < 0 || int(t) >= len(typeNames) {
		return "unknown"
	}
	return typeNames[t]
}

// Pointer is an argument of type Ptr: a pointer of C, or any other word. Go pointers do not belong into it: send a
// cgo.Handle.
type Pointer uintptr

// Value is an argument with its type.
type Value struct {
	Type   ValueType
	Bits   uint64 // of a number: its value, of a float its bits, of a bool 0 or 1
	Text   string // of Str
	IsNull bool   // of Str: NULL, which other languages may send
}

// Any returns the value as Go has it: bool, int8 to uint64, float32, float64, string (nil for NULL) or Pointer.
func (v Value) Any() any {
	switch v.Type {
	case Bool:
		return v.Bits != 0
	case I8:
		return int8(v.Bits)
	case I16:
		return int16(v.Bits)
	case I32:
		return int32(v.Bits)
	case I64, Integer:
		return int64(v.Bits)
	case U8:
		return uint8(v.Bits)
	case U16:
		return uint16(v.Bits)
	case U32:
		return uint32(v.Bits)
	case U64:
		return v.Bits
	case F32:
		return math.Float32frombits(uint32(v.Bits))
	case F64:
		return math.Float64frombits(v.Bits)
	case Str:
		if v.IsNull {
			return nil
		}
		return v.Text
	case Ptr:
		return Pointer(v.Bits)
	}
	return nil
}

// String returns the value as text.
func (v Value) String() string { return fmt.Sprint(v.Any()) }

// valueOf returns what is sent for an argument: integers of all types without one, since the library converts them to the
// declared one if nothing is lost.
func valueOf(argument any) (Value, error) {
	switch a := argument.(type) {
	case Value:
		return a, nil
	case int:
		return Value{Type: Integer, Bits: uint64(a)}, nil
	case int64:
		return Value{Type: Integer, Bits: uint64(a)}, nil
	case string:
		return Value{Type: Str, Text: a}, nil
	case bool:
		return Value{Type: Bool, Bits: bit(a)}, nil
	case float64:
		return Value{Type: F64, Bits: math.Float64bits(a)}, nil
	case Pointer:
		return Value{Type: Ptr, Bits: uint64(a)}, nil
	case unsafe.Pointer:
		return Value{Type: Ptr, Bits: uint64(uintptr(a))}, nil
	case nil:
		return Value{Type: Ptr}, nil
	}
	return reflectedValue(reflect.ValueOf(argument))
}

func bit(is bool) uint64 {
	if is {
		return 1
	}
	return 0
}

func reflectedValue(r reflect.Value) (Value, error) {
	switch r.Kind() {
	case reflect.Bool:
		return Value{Type: Bool, Bits: bit(r.Bool())}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return Value{Type: Integer, Bits: uint64(r.Int())}, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if r.Uint() > math.MaxInt64 {
			return Value{Type: U64, Bits: r.Uint()}, nil
		}
		return Value{Type: Integer, Bits: r.Uint()}, nil
	case reflect.Uintptr: // a cgo.Handle
		return Value{Type: Ptr, Bits: r.Uint()}, nil
	case reflect.Float32:
		return Value{Type: F32, Bits: uint64(math.Float32bits(float32(r.Float())))}, nil
	case reflect.Float64:
		return Value{Type: F64, Bits: math.Float64bits(r.Float())}, nil
	case reflect.String:
		return Value{Type: Str, Text: r.String()}, nil
	}
	return Value{}, &Error{Status: ErrArgumentType, Text: fmt.Sprintf("No event carries a %s.", r.Type())}
}

// Arguments returns the arguments of the event, of the types that it declares.
func (s Step[S, E, C]) Arguments() []Value {
	count := int(s.raw().argument_count)
	if count == 0 {
		return nil
	}
	values := make([]Value, count)
	for index := range values {
		values[index], _ = s.Argument(index)
	}
	return values
}

// Argument returns an argument of the event, from 0; false if there is none.
func (s Step[S, E, C]) Argument(index int) (Value, bool) {
	raw := s.raw()
	if index < 0 || index >= int(raw.argument_count) {
		return Value{}, false
	}
	var text *C.char
	from := C.gofsm_argument(raw, C.size_t(index), &text)
	value := Value{Type: ValueType(from._type), Bits: uint64(from.bits)}
	if value.Type == Str {
		value.IsNull = text == nil
		value.Text = C.GoString(text)
	}
	return value, true
}

// Int returns an argument that is an integer. It panics if there is none at that index, or of another type; and for a u64
// beyond int64, which Argument returns.
func (s Step[S, E, C]) Int(index int) int64 {
	value, _ := s.Argument(index)
	if value.Type < I8 || value.Type > U64 {
		panic(missingArgument(index, "an integer", value.Type))
	}
	if value.Type == U64 && value.Bits > math.MaxInt64 {
		panic(fmt.Sprintf("swiftfsm: argument %d of the event is %d, beyond int64: take it with Argument", index, value.Bits))
	}
	return int64(value.Bits)
}

// Float returns an argument that is an f32 or f64. It panics if there is none at that index, or of another type.
func (s Step[S, E, C]) Float(index int) float64 {
	switch value, _ := s.Argument(index); value.Type {
	case F32:
		return float64(math.Float32frombits(uint32(value.Bits)))
	case F64:
		return math.Float64frombits(value.Bits)
	default:
		panic(missingArgument(index, "a float", value.Type))
	}
}

// Bool returns an argument that is a bool. It panics if there is none at that index, or of another type.
func (s Step[S, E, C]) Bool(index int) bool {
	value, _ := s.Argument(index)
	if value.Type != Bool {
		panic(missingArgument(index, "a bool", value.Type))
	}
	return value.Bits != 0
}

// Text returns an argument that is a str, "" for NULL. It panics if there is none at that index, or of another type.
func (s Step[S, E, C]) Text(index int) string {
	value, _ := s.Argument(index)
	if value.Type != Str {
		panic(missingArgument(index, "a str", value.Type))
	}
	return value.Text
}

func missingArgument(index int, wanted string, found ValueType) string {
	return fmt.Sprintf("swiftfsm: argument %d of the event is %v, not %s", index, found, wanted)
}
