package swiftfsm

// #include "bridge.h"
import "C"

import (
	"math"
	"strings"
)

// Functions of the usual types are called as they are, without reflection: actions and guards that take the Step, the
// context or both, and one or two arguments of the types that most events carry.

// direct returns how to call a function with these words behind "step"; nil if that takes reflection.
func direct[S, E ID, C_ any](function any, words []string) func(*frame) C.int32_t {
	switch strings.Join(words, " ") {
	case "bool":
		return direct1[S, E, C_](function, (*frame).bool)
	case "i32":
		return direct1[S, E, C_](function, (*frame).int32)
	case "i64":
		return direct1[S, E, C_](function, (*frame).int64)
	case "f64":
		return direct1[S, E, C_](function, (*frame).float64)
	case "str":
		return direct1[S, E, C_](function, (*frame).text)
	case "i32 i32":
		return direct2[S, E, C_](function, (*frame).int32, (*frame).int32)
	case "i64 i64":
		return direct2[S, E, C_](function, (*frame).int64, (*frame).int64)
	case "f64 f64":
		return direct2[S, E, C_](function, (*frame).float64, (*frame).float64)
	case "i32 str":
		return direct2[S, E, C_](function, (*frame).int32, (*frame).text)
	case "i64 str":
		return direct2[S, E, C_](function, (*frame).int64, (*frame).text)
	case "f64 str":
		return direct2[S, E, C_](function, (*frame).float64, (*frame).text)
	case "str i32":
		return direct2[S, E, C_](function, (*frame).text, (*frame).int32)
	case "str i64":
		return direct2[S, E, C_](function, (*frame).text, (*frame).int64)
	case "str str":
		return direct2[S, E, C_](function, (*frame).text, (*frame).text)
	}
	return nil
}

func (f *frame) bool(place int) bool       { return f.value(place).Bits != 0 }
func (f *frame) int32(place int) int32     { return int32(f.value(place).Bits) }
func (f *frame) int64(place int) int64     { return int64(f.value(place).Bits) }
func (f *frame) float64(place int) float64 { return math.Float64frombits(f.value(place).Bits) }
func (f *frame) text(place int) string     { return f.value(place).Text }

// acted and decided are the results of an action and a guard for C.
func (f *frame) acted(err error) C.int32_t {
	if err != nil {
		return f.fail(err)
	}
	return 0
}

func decided(yes bool) C.int32_t { return C.int32_t(bit(yes)) }

func direct1[S, E ID, C_, A any](function any, a func(*frame, int) A) func(*frame) C.int32_t {
	switch call := function.(type) {
	case func(Step[S, E, C_], A) error:
		return func(f *frame) C.int32_t { return f.acted(call(stepOf[S, E, C_](f), a(f, 0))) }
	case func(Step[S, E, C_], A) bool:
		return func(f *frame) C.int32_t { return decided(call(stepOf[S, E, C_](f), a(f, 0))) }
	case func(Step[S, E, C_], C_, A) error:
		return func(f *frame) C.int32_t {
			step := stepOf[S, E, C_](f)
			return f.acted(call(step, step.Context(), a(f, 0)))
		}
	case func(Step[S, E, C_], C_, A) bool:
		return func(f *frame) C.int32_t {
			step := stepOf[S, E, C_](f)
			return decided(call(step, step.Context(), a(f, 0)))
		}
	case func(C_, A):
		return func(f *frame) C.int32_t {
			call(stepOf[S, E, C_](f).Context(), a(f, 0))
			return 0
		}
	case func(C_, A) error:
		return func(f *frame) C.int32_t { return f.acted(call(stepOf[S, E, C_](f).Context(), a(f, 0))) }
	case func(C_, A) bool:
		return func(f *frame) C.int32_t { return decided(call(stepOf[S, E, C_](f).Context(), a(f, 0))) }
	}
	return nil
}

func direct2[S, E ID, C_, A, B any](function any, a func(*frame, int) A, b func(*frame, int) B) func(*frame) C.int32_t {
	switch call := function.(type) {
	case func(Step[S, E, C_], A, B) error:
		return func(f *frame) C.int32_t { return f.acted(call(stepOf[S, E, C_](f), a(f, 0), b(f, 1))) }
	case func(Step[S, E, C_], A, B) bool:
		return func(f *frame) C.int32_t { return decided(call(stepOf[S, E, C_](f), a(f, 0), b(f, 1))) }
	case func(Step[S, E, C_], C_, A, B) error:
		return func(f *frame) C.int32_t {
			step := stepOf[S, E, C_](f)
			return f.acted(call(step, step.Context(), a(f, 0), b(f, 1)))
		}
	case func(Step[S, E, C_], C_, A, B) bool:
		return func(f *frame) C.int32_t {
			step := stepOf[S, E, C_](f)
			return decided(call(step, step.Context(), a(f, 0), b(f, 1)))
		}
	case func(C_, A, B):
		return func(f *frame) C.int32_t {
			call(stepOf[S, E, C_](f).Context(), a(f, 0), b(f, 1))
			return 0
		}
	case func(C_, A, B) error:
		return func(f *frame) C.int32_t { return f.acted(call(stepOf[S, E, C_](f).Context(), a(f, 0), b(f, 1))) }
	case func(C_, A, B) bool:
		return func(f *frame) C.int32_t { return decided(call(stepOf[S, E, C_](f).Context(), a(f, 0), b(f, 1))) }
	}
	return nil
}
