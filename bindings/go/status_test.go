package swiftfsm_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"swiftfsm"
)

// Numbers that are published once never change.
func TestStatusesAndOutcomes(t *testing.T) {
	texts := map[string]bool{}
	for status := swiftfsm.ErrNullPointer; status >= swiftfsm.ErrUnnamedCallback; status-- {
		if status == -21 {
			continue // never given
		}
		text := status.Error()
		if !strings.HasPrefix(status.Name(), "SFSM_") || !strings.HasSuffix(text, ".") || texts[text] {
			t.Errorf("%d: %s, %s", int32(status), status.Name(), text)
		}
		texts[text] = true
		var err error = &swiftfsm.Error{Status: status}
		var found swiftfsm.Status
		if !errors.Is(err, status) || errors.Is(err, status-1) || !errors.As(err, &found) || found != status {
			t.Errorf("%v is not %v", err, status)
		}
	}
	for _, number := range []swiftfsm.Status{6, -29, math.MinInt32, -21} {
		equal(t, number.Name(), "unknown")
	}
	equal(t, fmt.Sprint(swiftfsm.NoOutcome, swiftfsm.Transitioned, swiftfsm.Refused, swiftfsm.Unhandled, swiftfsm.Queued,
		swiftfsm.Deferred, swiftfsm.Outcome(6), swiftfsm.Outcome(-1)),
		"none transitioned refused unhandled queued deferred unknown unknown")
	equal(t, []any{int32(swiftfsm.Any), int32(swiftfsm.Same), int32(swiftfsm.Internal), int32(swiftfsm.Dynamic),
		int32(swiftfsm.None), int32(swiftfsm.Initial), int32(swiftfsm.LastState), int32(swiftfsm.Request),
		int32(swiftfsm.Eventless), int32(swiftfsm.Defer), int32(swiftfsm.FirstID)},
		[]any{-2147483648, -2147483647, -2147483646, -2147483645, -2147483644, -2147483643, -2147483641, -2147483640,
			-2147483639, -2147483638, -2147483632})
	equal(t, []any{swiftfsm.Clash, swiftfsm.AllWarnings - 100, swiftfsm.DiagnosticKind(999)}, "[clash unknown unknown]")
	equal(t, swiftfsm.Version(), "0.2.0")
}

func TestValues(t *testing.T) {
	for _, each := range []struct {
		value  swiftfsm.Value
		wanted any
	}{
		{swiftfsm.Value{Type: swiftfsm.Bool, Bits: 1}, true},
		{swiftfsm.Value{Type: swiftfsm.I8, Bits: math.MaxUint64}, int8(-1)},
		{swiftfsm.Value{Type: swiftfsm.I16, Bits: 1 << 15}, int16(math.MinInt16)},
		{swiftfsm.Value{Type: swiftfsm.I32, Bits: 7}, int32(7)},
		{swiftfsm.Value{Type: swiftfsm.I64, Bits: 1 << 63}, int64(math.MinInt64)},
		{swiftfsm.Value{Type: swiftfsm.U8, Bits: 255}, uint8(255)},
		{swiftfsm.Value{Type: swiftfsm.U16, Bits: 65535}, uint16(65535)},
		{swiftfsm.Value{Type: swiftfsm.U32, Bits: 1 << 31}, uint32(1 << 31)},
		{swiftfsm.Value{Type: swiftfsm.U64, Bits: 1 << 63}, uint64(1 << 63)},
		{swiftfsm.Value{Type: swiftfsm.F32, Bits: uint64(math.Float32bits(0.5))}, float32(0.5)},
		{swiftfsm.Value{Type: swiftfsm.F64, Bits: math.Float64bits(-2)}, -2.0},
		{swiftfsm.Value{Type: swiftfsm.Str, Text: "x"}, "x"},
		{swiftfsm.Value{Type: swiftfsm.Str, IsNull: true}, nil},
		{swiftfsm.Value{Type: swiftfsm.Ptr, Bits: 9}, swiftfsm.Pointer(9)},
		{swiftfsm.Value{}, nil},
	} {
		if each.value.Any() != each.wanted || each.value.String() != fmt.Sprint(each.wanted) {
			t.Errorf("%#v is %#v", each.value, each.value.Any())
		}
	}
	equal(t, []any{swiftfsm.U8, swiftfsm.Integer, swiftfsm.ValueType(99), swiftfsm.ValueType(0)},
		"[u8 an integer unknown none]")
}

// What is sent arrives, of each type.
func TestArgumentsOfEachType(t *testing.T) {
	builder := plainGate()
	builder.Event(Kick, swiftfsm.Bool, swiftfsm.I8, swiftfsm.I16, swiftfsm.I32, swiftfsm.I64, swiftfsm.U8, swiftfsm.U16,
		swiftfsm.U32, swiftfsm.U64, swiftfsm.F32, swiftfsm.F64, swiftfsm.Str, swiftfsm.Ptr)
	var found []any
	builder.Row(Locked, Kick, swiftfsm.Internal).Do(func(s Step) error {
		found = nil
		for _, value := range s.Arguments() {
			found = append(found, value.Any())
		}
		return nil
	})
	m := machine(t, builder, Locked)
	for _, sent := range [][]any{
		{true, int8(-128), int16(-32768), int32(math.MinInt32), int64(math.MinInt64), uint8(255), uint16(65535),
			uint32(math.MaxUint32), uint64(math.MaxUint64), float32(0.1), math.Pi, "größer", swiftfsm.Pointer(1 << 40)},
		{false, int8(1), int16(1), int32(1), int64(1), uint8(1), uint16(1), uint32(1), uint64(1), float32(math.Inf(1)),
			math.SmallestNonzeroFloat64, "", swiftfsm.Pointer(0)},
	} {
		outcome, err := m.Send(Kick, sent...)
		if outcome != swiftfsm.Transitioned || err != nil || fmt.Sprintf("%#v", found) != fmt.Sprintf("%#v", sent) {
			t.Errorf("%v, %v: %#v, not %#v", outcome, err, found, sent)
		}
	}
	sends(t, m, Kick, swiftfsm.Transitioned, Locked, true, 1, uint8(2), 3, 4, 5, 6, 7, 8, 1.0, float32(2), nil, uintptr(3))
	equal(t, found[11], nil)
}

func TestASendAllocatesNothing(t *testing.T) {
	builder := plainGate()
	calls := 0
	builder.Row(Locked, Kick, swiftfsm.Internal).If(func(s Step) bool { return s.Context() != nil }).Do(func(s Step) error {
		calls++
		return nil
	})
	m := machine(t, builder, Locked)
	allocations := testing.AllocsPerRun(100, func() {
		m.Send(Kick)
		m.Send(Coin)
		m.Send(Pass)
	})
	equal(t, []any{allocations, calls}, []any{0.0, 101})
}
