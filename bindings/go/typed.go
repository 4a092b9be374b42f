package swiftfsm

import (
	"math"
	"reflect"
)

// Argument is what an event can carry. Types of yours are declared as the type below them.
type Argument interface {
	~bool | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64 |
		~string
}

// Event1 is an event with one argument, whose type the compiler checks where it is sent and received:
//
//	var coin = swiftfsm.Event1[Event, int64]{Coin}
//	coin.Declare(builder)
//	coin.Send(gate, 150)
//	cents := coin.Of(step)
type Event1[E ID, A Argument] struct{ ID E }

// Event2 is an event with two arguments. See Event1.
type Event2[E ID, A, B Argument] struct{ ID E }

// Event3 is an event with three arguments. See Event1.
type Event3[E ID, A, B, D Argument] struct{ ID E }

// Declarer is a Builder.
type Declarer[E ID] interface{ Event(E, ...ValueType) }

// Sender is a Machine.
type Sender[E ID] interface {
	Send(E, ...any) (Outcome, error)
}

// Receiver is a Step.
type Receiver interface{ Argument(int) (Value, bool) }

// Declare declares the event in a builder.
func (e Event1[E, A]) Declare(builder Declarer[E]) { builder.Event(e.ID, typeOf[A]()) }

// Send sends the event.
func (e Event1[E, A]) Send(machine Sender[E], a A) (Outcome, error) { return machine.Send(e.ID, a) }

// Of returns the argument in a callback. It panics if the step is one of an event with other arguments.
func (e Event1[E, A]) Of(step Receiver) A { return argument[A](step, 0) }

// Declare declares the event in a builder.
func (e Event2[E, A, B]) Declare(builder Declarer[E]) { builder.Event(e.ID, typeOf[A](), typeOf[B]()) }

// Send sends the event.
func (e Event2[E, A, B]) Send(machine Sender[E], a A, b B) (Outcome, error) {
	return machine.Send(e.ID, a, b)
}

// Of returns the arguments in a callback. It panics if the step is one of an event with other arguments.
func (e Event2[E, A, B]) Of(step Receiver) (A, B) { return argument[A](step, 0), argument[B](step, 1) }

// Declare declares the event in a builder.
func (e Event3[E, A, B, D]) Declare(builder Declarer[E]) {
	builder.Event(e.ID, typeOf[A](), typeOf[B](), typeOf[D]())
}

// Send sends the event.
func (e Event3[E, A, B, D]) Send(machine Sender[E], a A, b B, d D) (Outcome, error) {
	return machine.Send(e.ID, a, b, d)
}

// Of returns the arguments in a callback. It panics if the step is one of an event with other arguments.
func (e Event3[E, A, B, D]) Of(step Receiver) (A, B, D) {
	return argument[A](step, 0), argument[B](step, 1), argument[D](step, 2)
}

var kindTypes = map[reflect.Kind]ValueType{
	reflect.Bool: Bool, reflect.Int8: I8, reflect.Int16: I16, reflect.Int32: I32, reflect.Int64: I64,
	reflect.Uint8: U8, reflect.Uint16: U16, reflect.Uint32: U32, reflect.Uint64: U64, reflect.Uintptr: Ptr,
	reflect.Float32: F32, reflect.Float64: F64, reflect.String: Str,
}

func typeOf[A Argument]() ValueType {
	var a A
	return kindTypes[reflect.TypeOf(a).Kind()]
}

// argument returns an argument with its type. The common ones need no reflection.
func argument[A Argument](step Receiver, index int) A {
	value, _ := step.Argument(index)
	if wanted := typeOf[A](); value.Type != wanted {
		panic(missingArgument(index, wanted.String(), value.Type))
	}
	var a A
	switch to := any(&a).(type) {
	case *int64:
		*to = int64(value.Bits)
	case *int32:
		*to = int32(value.Bits)
	case *string:
		*to = value.Text
	case *float64:
		*to = math.Float64frombits(value.Bits)
	default:
		reflected := reflect.ValueOf(&a).Elem()
		reflected.Set(reflect.ValueOf(value.Any()).Convert(reflected.Type()))
	}
	return a
}
