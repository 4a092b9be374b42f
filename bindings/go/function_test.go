package swiftfsm_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"swiftfsm"
	"swiftfsm/internal/native"
)

// Cents are an int64 of their own type, which is read by reflection.
type Cents int64

var policies = swiftfsm.NewPredicate(3, "Policy", Weak, Strong)

// payment is a gate whose coin carries what it is worth and who throws it in.
func payment() *Builder {
	builder := swiftfsm.NewBuilder[State, Event, *Trace]()
	builder.Event(Coin, swiftfsm.I64, swiftfsm.Str)
	builder.State(Unlocked, swiftfsm.Final)
	return builder
}

func TestArgumentsAreParameters(t *testing.T) {
	builder := payment()
	builder.Row(Locked, Coin, swiftfsm.Dynamic).
		IfFunc(func(cents int64) bool { return cents > 0 }).
		IfFunc(func(_ *Trace, cents Cents, who string) (bool, error) { return who != "eve", nil }).
		ResolveFunc(func(cents int64) (State, error) {
			if cents > 1000 {
				return 0, swiftfsm.Refuse
			}
			return Unlocked, nil
		}).
		DoFunc(func(s Step, l *Trace, cents int64, who string) error {
			l.add("%v: %d of %s", s.Event(), cents, who)
			return nil
		}).
		DoFunc(func(l *Trace, values ...swiftfsm.Value) { l.add("%v", values) }).
		DoFunc(func(l *Trace, cents int64, rest ...swiftfsm.Value) { l.add("%d %v", cents, rest) })
	builder.State(Unlocked).OnEntryFunc(func(l *Trace, cents int64, who *string) { l.add("entry %d %s", cents, *who) })
	builder.State(Locked).OnExitFunc(func(s Step) { s.Context().add("exit to %v", s.Target()) })
	m := machine(t, builder, Locked)
	for _, refused := range []struct {
		cents int64
		who   string
	}{{0, "ann"}, {5, "eve"}, {1001, "ann"}} {
		outcome, err := m.Send(Coin, refused.cents, refused.who)
		equal(t, []any{outcome, err}, []any{swiftfsm.Refused, nil})
	}
	outcome, err := m.Send(Coin, 5, "ann")
	equal(t, []any{outcome, err}, []any{swiftfsm.Transitioned, nil})
	equal(t, strings.Join(m.Context().lines, "; "), "exit to unlocked; coin: 5 of ann; [5 ann]; 5 [ann]; entry 5 ann")
}

func TestEveryTypeIsAParameter(t *testing.T) {
	builder := swiftfsm.NewBuilder[State, Event, *Trace]()
	builder.Event(Coin, swiftfsm.Bool, swiftfsm.I8, swiftfsm.I16, swiftfsm.I32, swiftfsm.I64, swiftfsm.U8, swiftfsm.U16,
		swiftfsm.U32, swiftfsm.U64, swiftfsm.F32, swiftfsm.F64, swiftfsm.Str, swiftfsm.Ptr)
	builder.Row(Locked, Coin, swiftfsm.Same).DoFunc(func(l *Trace, a bool, b int8, c int16, d int32, e int64, f uint8, g uint16,
		h uint32, i uint64, j float32, k float64, text *string, p swiftfsm.Pointer) {
		l.add("%v %d %d %d %d %d %d %d %d %v %v %v %d", a, b, c, d, e, f, g, h, i, j, k, text == nil, p)
	})
	m := machine(t, builder, Locked)
	_, err := m.Send(Coin, true, -8, -16, -32, int64(-1)<<63, 255, 65535, uint32(1)<<31, ^uint64(0), float32(0.5), 0.25,
		swiftfsm.Value{Type: swiftfsm.Str, IsNull: true}, swiftfsm.Pointer(4096))
	equal(t, []any{err, m.Context().lines}, []any{nil,
		"[true -8 -16 -32 -9223372036854775808 255 65535 2147483648 18446744073709551615 0.5 0.25 true 4096]"})
}

func TestCasesAreParametersAndAreProvided(t *testing.T) {
	builder := swiftfsm.NewBuilder[State, Event, *Trace]()
	builder.Predicate(policies)
	current := Weak
	swiftfsm.Provide(builder, policies, func(Step) (Policy, error) { return current, nil })
	builder.Row(Unlocked, Pass, Locked)
	builder.Row(Locked, Coin, swiftfsm.Same).DoFunc(func(l *Trace, policy Policy) { l.add("%v", policy) }, policies)
	builder.OnStepFunc(func(s Step, all []swiftfsm.Case, policy Policy) { s.Context().add("%v %v", all, policy) }, policies)
	builder.OnUnhandledFunc(func(l *Trace, policy Policy) { l.add("unhandled %v", policy) }, policies)
	m := machine(t, builder, Locked)
	m.Send(Coin)
	current = Strong
	m.SendWith([]swiftfsm.Case{policies.Case(Weak)}, Coin)
	m.OnStepFunc(func(l *Trace, policy Policy) { l.add("own %v", policy) }, policies)
	m.Send(Pass)
	equal(t, strings.Join(m.Context().lines, "; "),
		"weak; [{3 0}] weak; weak; [{3 0}] weak; unhandled strong; [{3 1}] strong; own strong")
}

func TestUpdatesWithParameters(t *testing.T) {
	builder := plainGate()
	builder.Predicate(policies)
	builder.State(Locked).
		OnUpdateFunc(func(l *Trace) { l.add("nothing") }).
		OnUpdateFunc(func(s Step, policy Policy) (Event, error) {
			if s.Time() < 2 {
				return 0, swiftfsm.NoEvent
			}
			s.Context().add("%v", policy)
			return Coin, nil
		}, policies)
	table := build(t, builder)
	m, err := table.Machine(Locked, &Trace{}, swiftfsm.Lenient)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for _, time := range []float64{1, 2} {
		_, err := m.Update(time, policies.Case(Strong))
		equal(t, err, nil)
	}
	equal(t, []any{m.State(), m.Context().lines}, []any{Unlocked, "[nothing nothing strong]"})
}

// What Build tells of a function.
func refusedBy(builder *Builder) string {
	_, err := builder.Build()
	var all *swiftfsm.BuildError
	if !errors.As(err, &all) {
		return fmt.Sprint("no *BuildError: ", err)
	}
	first := all.Diagnostics[0]
	if first.Place.Line == 0 || !strings.HasSuffix(first.Place.File, "function_test.go") {
		return fmt.Sprint("no place: ", first)
	}
	return first.Text
}

func TestFunctionsThatDoNotFit(t *testing.T) {
	guards := map[string]any{
		"guard of (locked, coin) -> unlocked has the signature i32(step, i32), but event coin has the arguments (i64, str)": func(int32) bool { return true },
		"has the signature i32(step, i64, str, bool)":                    func(int64, string, bool) bool { return true },
		"parameter 0 is a []uint8":                                       func([]byte) bool { return true },
		"parameter 1 is a *swiftfsm_test.Trace":                          func(int64, *Trace) bool { return true },
		"returns a bool, or a bool and an error, not func(int64)":        func(int64) {},
		"not func(int64) (bool, bool)":                                   func(int64) (bool, bool) { return true, true },
		"the last parameter is ...string: only ...swiftfsm.Value":        func(...string) bool { return true },
		"takes the cases of all predicate types ([]swiftfsm.Case) names": func([]swiftfsm.Case, int64) bool { return true },
		"is no function":    7,
		"<nil> is no func":  nil,
		"a callback is nil": (func(int64) bool)(nil),
	}
	for wanted, guard := range guards {
		builder := payment()
		builder.Row(Locked, Coin, Unlocked).IfFunc(guard)
		if found := refusedBy(builder); !strings.Contains(found, wanted) {
			t.Errorf("%q is not in %q", wanted, found)
		}
	}
	other := swiftfsm.NewPredicate(4, "Other", Weak, Strong)
	for wanted, add := range map[string]func(*Builder){
		"no parameter is a swiftfsm_test.Policy": func(b *Builder) { b.Row(Locked, Coin, Unlocked).IfFunc(func() bool { return true }, policies) },
		"two predicate types have cases of type": func(b *Builder) {
			b.Row(Locked, Coin, Unlocked).IfFunc(func(Policy) bool { return true }, policies, other)
		},
		"names predicate type 3":                           func(b *Builder) { b.Row(Locked, Coin, Unlocked).DoFunc(func(Policy) {}, policies) },
		"returns a swiftfsm_test.State, or":                func(b *Builder) { b.Row(Locked, Coin, swiftfsm.Dynamic).ResolveFunc(func() Event { return 0 }) },
		"returns nothing, or an error, not func() bool":    func(b *Builder) { b.State(Locked).OnEntryFunc(func() bool { return true }) },
		"returns nothing, an error, a swiftfsm_test.Event": func(b *Builder) { b.State(Locked).OnUpdateFunc(func() State { return 0 }) },
		"expected a parameter": func(b *Builder) {
			b.Row(Locked, Coin, Unlocked).DoC(swiftfsm.CFunction{Function: native.Add(), Signature: "void(long)"})
		},
		"needs a function and a context": func(b *Builder) {
			b.Row(Locked, Coin, Unlocked).DoC(swiftfsm.CFunction{Function: native.Add(), Signature: "void(context)"})
		},
	} {
		builder := payment()
		add(builder)
		if found := refusedBy(builder); !strings.Contains(found, wanted) {
			t.Errorf("%q is not in %q", wanted, found)
		}
	}
}

func TestHooksThatDoNotFit(t *testing.T) {
	m := machine(t, plainGate(), Locked)
	used := numbersAtRest(t)
	for _, hook := range []any{func(int64) {}, func() bool { return true }, nil, 5} {
		fails(t, m.OnStepFunc(hook), swiftfsm.ErrBadSignature)
		fails(t, m.OnUnhandledFunc(hook), swiftfsm.ErrBadSignature)
	}
	fails(t, m.OnStepFunc(func(Policy) {}, policies), swiftfsm.ErrBadSignature)
	equal(t, swiftfsm.NumbersInUse(), used)
}

func TestFailuresOfFunctionsAreCarriedThrough(t *testing.T) {
	for _, isDirect := range []bool{true, false} {
		builder := payment()
		fail := func(_ *Trace, cents int64, who string) error {
			switch cents {
			case 0:
				panic("nothing from " + who)
			case 1:
				return io.EOF
			case 2:
				return swiftfsm.Failure(-7)
			}
			return nil
		}
		if isDirect {
			builder.Row(Locked, Coin, Unlocked).DoFunc(fail)
		} else {
			builder.Row(Locked, Coin, Unlocked).DoFunc(func(l *Trace, cents Cents, who string) error { return fail(l, int64(cents), who) })
		}
		m := machine(t, builder, Locked)
		equal(t, panics(t, func() { m.Send(Coin, 0, "ann") }), "nothing from ann")
		_, err := m.Send(Coin, 1, "ann")
		fails(t, err, io.EOF)
		_, err = m.Send(Coin, 2, "ann")
		fails(t, err, swiftfsm.ErrCallbackFailed)
		equal(t, []any{m.Failure(), m.State()}, []any{-7, Locked})
		outcome, err := m.Send(Coin, 3, "ann")
		equal(t, []any{outcome, err, m.State()}, []any{swiftfsm.Transitioned, nil, Unlocked})
	}
}

func TestFunctionsAreReleasedOnce(t *testing.T) {
	before := numbersAtRest(t)
	for _, isBuilt := range []bool{true, false} {
		builder := payment()
		builder.Row(Locked, Coin, Unlocked).IfFunc(func(int64) bool { return true }).DoFunc(func(l *Trace, all []swiftfsm.Case) {})
		if !isBuilt {
			builder.Close()
			continue
		}
		table, err := builder.Build()
		equal(t, err, nil)
		m, _ := table.Machine(Locked, &Trace{})
		m.OnStepFunc(func(Step) {})
		m.Send(Coin, 1, "ann")
		m.OnStep(nil)
		m.Close()
		table.Close()
	}
	equal(t, swiftfsm.NumbersInUse(), before)
}

func TestDocumentsNameFunctions(t *testing.T) {
	document := `definition gate
  ids states locked unlocked
  ids events coin pass
  event coin (i64, str)
  callable guard enough bool(i64)
  state locked
    coin ? enough -> unlocked / thank
  state unlocked
    pass -> locked
`
	read := func(guard any) (*Table, error) {
		var bindings swiftfsm.Bindings[State, Event, *Trace]
		bindings.GuardFunc("enough", guard).ActionFunc("thank", func(l *Trace, cents int64, who string) { l.add("%d %s", cents, who) })
		return swiftfsm.Read(document, &bindings, swiftfsm.Reading{File: "gate.fsm"})
	}
	used := numbersAtRest(t)
	for wanted, guard := range map[string]any{
		`has the signature i32(step, str), but`:                                        func(string) bool { return true },
		`returns a bool, or a bool and an error, not func(int64): correct its results`: func(int64) {},
	} {
		if _, err := read(guard); err == nil || !strings.Contains(err.Error(), wanted) {
			t.Errorf("%q is not in %v", wanted, err)
		}
	}
	equal(t, swiftfsm.NumbersInUse(), used)
	table, err := read(func(cents int64) bool { return cents > 4 })
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	m, _ := table.Machine(Locked, &Trace{})
	defer m.Close()
	m.Send(Coin, 4, "ann")
	m.Send(Coin, 5, "bob")
	equal(t, []any{m.State(), m.Context().lines}, []any{Unlocked, "[5 bob]"})
}

func TestFunctionsInC(t *testing.T) {
	price := native.Price(150)
	defer native.Free(price)
	builder := payment()
	builder.Row(Locked, Coin, Unlocked).
		IfC(swiftfsm.CFunction{Function: native.IsExact(), Context: price, Signature: "bool(context, i64)"}).
		DoC(swiftfsm.CFunction{Function: native.Add(), Signature: "void(i64)"})
	m := machine(t, builder, Locked)
	before := native.Total()
	outcome, err := m.Send(Coin, 100, "ann")
	equal(t, []any{outcome, err}, []any{swiftfsm.Refused, nil})
	outcome, err = m.Send(Coin, 150, "ann")
	equal(t, []any{outcome, err, native.Total() - before}, []any{swiftfsm.Transitioned, nil, 150})
}

func TestFunctionsInAReplay(t *testing.T) {
	builder := swiftfsm.NewBuilder[State, Event, *Trace]()
	builder.Event(Coin, swiftfsm.I64)
	builder.Row(Locked, Coin, swiftfsm.Same).
		IfFunc(func(cents int64) bool { return cents > 1 }).
		DoFunc(func(s Step, l *Trace, cents Cents, all []swiftfsm.Case) { l.add("%d of %d %v", cents, s.Token(), all) })
	if found := refusedBy(builder); !strings.Contains(found, "names no arguments") {
		t.Error(found)
	}
	builder = swiftfsm.NewBuilder[State, Event, *Trace]()
	builder.Event(Coin, swiftfsm.I64)
	builder.Predicate(policies)
	builder.Row(Locked, Coin, swiftfsm.Same).
		IfFunc(func(cents int64) bool { return cents > 1 }).
		DoFunc(func(s Step, l *Trace, cents Cents) { l.add("%d of %d", cents, s.Token()) }).
		DoFunc(func(l *Trace, all []swiftfsm.Case) { l.add("%v", all) })
	contexts := []*Trace{{}, {}}
	r := &Replay{States: []State{Locked, Locked}, Events: swiftfsm.ColumnOf([]Event{Coin, Coin, Coin}),
		Tokens: swiftfsm.ColumnOf([]uint8{0, 1, 1}), Contexts: contexts,
		Arguments: []swiftfsm.ArgumentColumn[Event]{{Event: Coin, Number: 0, Values: swiftfsm.ColumnOf([]int64{1, 2, 3})}},
		Cases:     []swiftfsm.CaseColumn{{Predicate: 3, Cases: swiftfsm.ColumnOf([]int8{0, 1, 0})}},
		Guards:    swiftfsm.AskGuards, CallActions: true}
	result := replay(t, build(t, builder), r)
	equal(t, []any{result.Transitioned, result.Refused, contexts[0].lines, contexts[1].lines},
		[]any{2, 1, "[]", "[2 of 1 [{3 1}] 3 of 1 [{3 0}]]"})
}
