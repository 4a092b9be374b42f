package swiftfsm_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"swiftfsm"
)

// Mistakes that the types do not forbid: each gives its error, changes nothing, and leaves every object usable.

func TestUnknownIDs(t *testing.T) {
	table := build(t, plainGate())
	for _, id := range []int32{3, -1, 4711, math.MaxInt32, swiftfsm.FirstID} {
		state, event := State(id), Event(id)
		_, err := table.Machine(state, nil)
		fails(t, err, swiftfsm.ErrUnknownState)
		m, _ := table.Machine(Locked, nil)
		for _, call := range []func() error{
			func() error { _, err := m.Send(event); return err },
			func() error { _, err := m.SendWith(nil, event); return err },
			func() error { _, err := m.Probe(event); return err },
			func() error { _, _, err := m.Explain(event); return err },
			func() error { _, err := m.SendLater(event, time.Second); return err },
			func() error { _, err := m.Raise(event); return err },
		} {
			fails(t, call(), swiftfsm.ErrUnknownEvent)
		}
		for _, call := range []func() error{
			func() error { _, err := m.Request(state); return err },
			func() error { _, err := m.ProbeRequest(state); return err },
			func() error { return m.SetState(state) },
			func() error { return m.SetStates(state) },
		} {
			fails(t, call(), swiftfsm.ErrUnknownState)
		}
		count, err := m.SendAll([]Event{Coin, event, Pass}, nil)
		fails(t, err, swiftfsm.ErrUnknownEvent)
		equal(t, []any{count, m.State()}, []any{2, Unlocked}) // the one that failed is the last
		m.Stop()
		fails(t, m.Start(state), swiftfsm.ErrUnknownState)
		equal(t, []any{m.State() == swiftfsm.None, table.StateName(state), table.EventName(event)}, []any{true, "", ""})
		m.Close()
	}
	_, err := table.Machine(swiftfsm.Initial, nil)
	fails(t, err, swiftfsm.ErrUnknownState) // none is declared
}

func TestReservedIDs(t *testing.T) {
	m := machine(t, plainGate(), Locked)
	for id := int32(math.MinInt32); id < swiftfsm.FirstID; id++ {
		_, err := m.Send(Event(id))
		fails(t, err, swiftfsm.ErrReservedID)
		_, err = m.Probe(Event(id))
		fails(t, err, swiftfsm.ErrReservedID)
		builder := plainGate()
		builder.Event(Event(id), swiftfsm.I32)
		_, err = builder.Build()
		hasDiagnostic(t, err, swiftfsm.RejectedCall, "misuse_test.go")
	}
	equal(t, m.State(), Locked)
}

// hasDiagnostic compares the first diagnostic of a build.
func hasDiagnostic(t *testing.T, err error, kind swiftfsm.DiagnosticKind, file string) {
	t.Helper()
	var built *swiftfsm.BuildError
	if !errors.As(err, &built) || !errors.Is(err, swiftfsm.ErrInvalidDefinition) {
		t.Fatalf("the error is %v", err)
	}
	found := built.Diagnostics[0]
	if found.Kind != kind || !strings.HasSuffix(found.File, file) || found.Line == 0 && file != "" {
		t.Errorf("the diagnostic is %v of kind %v", found, found.Kind)
	}
}

func TestWrongArguments(t *testing.T) {
	builder := plainGate()
	builder.Event(Coin, swiftfsm.I8, swiftfsm.Str, swiftfsm.Bool, swiftfsm.Ptr)
	m := machine(t, builder, Locked)
	type list []any
	for _, each := range []struct {
		arguments list
		wanted    swiftfsm.Status
	}{
		{list{1, "EUR", true}, swiftfsm.ErrArgumentCount},
		{list{1, "EUR", true, nil, 5}, swiftfsm.ErrArgumentCount},
		{make(list, 64), swiftfsm.ErrArgumentCount},
		{make(list, 65), swiftfsm.ErrArgumentCount},
		{make(list, 1000), swiftfsm.ErrArgumentCount},
		{list{128, "EUR", true, nil}, swiftfsm.ErrArgumentType},
		{list{1.5, "EUR", true, nil}, swiftfsm.ErrArgumentType},
		{list{1, 2, true, nil}, swiftfsm.ErrArgumentType},
		{list{1, "EUR", 2, nil}, swiftfsm.ErrArgumentType},
		{list{1, "EUR", true, "text"}, swiftfsm.ErrArgumentType},
		{list{uint64(math.MaxUint64), "EUR", true, nil}, swiftfsm.ErrArgumentType},
		{list{struct{}{}, "EUR", true, nil}, swiftfsm.ErrArgumentType},
		{list{[]byte("1"), "EUR", true, nil}, swiftfsm.ErrArgumentType},
		{list{1, "E\x00R", true, nil}, swiftfsm.ErrBadValue},
		{list{swiftfsm.Value{Type: 99}, "EUR", true, nil}, swiftfsm.ErrArgumentType},
	} {
		_, err := m.Send(Coin, each.arguments...)
		fails(t, err, each.wanted)
		_, err = m.Probe(Coin, each.arguments...)
		fails(t, err, each.wanted)
		_, _, err = m.Explain(Coin, each.arguments...)
		fails(t, err, each.wanted)
	}
	_, err := m.Send(Coin, 128, "EUR", true, nil)
	if !strings.HasSuffix(err.Error(), "Argument 1: declared is i8, sent was an integer.") {
		t.Errorf("%v", err)
	}
	_, err = m.Send(Pass, 1)
	fails(t, err, swiftfsm.ErrArgumentCount)
	_, err = m.SendLater(Coin, time.Second)
	fails(t, err, swiftfsm.ErrArgumentCount)
	_, err = m.SendLater(Pass, -time.Second)
	fails(t, err, swiftfsm.ErrBadValue)
	fails(t, m.Cancel(77), swiftfsm.ErrOutOfRange)
	equal(t, m.State(), Locked)
	sends(t, m, Coin, swiftfsm.Transitioned, Unlocked, Broken, "EUR", true, swiftfsm.Pointer(1))
}

func TestWrongCases(t *testing.T) {
	policy := swiftfsm.NewPredicate(5, "Policy", Weak, Strong)
	builder := plainGate()
	builder.Predicate(policy)
	builder.Row(Locked, Pass, Broken).Match(policy.Is(Strong))
	builder.State(Broken, swiftfsm.Final)
	m := machine(t, builder, Locked)
	for _, each := range []struct {
		cases  []swiftfsm.Case
		wanted swiftfsm.Status
	}{
		{nil, swiftfsm.ErrMissingPredicate},
		{[]swiftfsm.Case{{Predicate: 5, Value: 2}}, swiftfsm.ErrUnknownCase},
		{[]swiftfsm.Case{{Predicate: 5, Value: 1}, {Predicate: 6, Value: 0}}, swiftfsm.ErrUnknownPredicate},
		{[]swiftfsm.Case{{Predicate: 5, Value: 1}, {Predicate: 5, Value: 1}}, swiftfsm.ErrRepeatedPredicate},
	} {
		_, err := m.SendWith(each.cases, Pass)
		fails(t, err, each.wanted)
		_, err = m.ProbeWith(each.cases, Pass)
		fails(t, err, each.wanted)
	}
	_, err := m.Permitted(swiftfsm.Case{Predicate: 5, Value: 9})
	fails(t, err, swiftfsm.ErrUnknownCase)
	equal(t, m.RejectedCase(), swiftfsm.Case{Predicate: 5, Value: 9})
	if _, err := m.Send(Pass); !strings.HasSuffix(err.Error(), "Predicate type Policy.") {
		t.Error(err)
	}
	outcome, err := m.SendWith([]swiftfsm.Case{policy.Case(Strong)}, Pass)
	equal(t, []any{outcome, err, m.State()}, []any{swiftfsm.Transitioned, nil, Broken})
}

func TestCallbacksThatAreNil(t *testing.T) {
	for name, add := range map[string]func(*Builder){
		"action":   func(b *Builder) { b.Row(Locked, Kick, Locked).Do(nil) },
		"guard":    func(b *Builder) { b.Row(Locked, Kick, Locked).If(nil) },
		"try":      func(b *Builder) { b.Row(Locked, Kick, Locked).Try(nil) },
		"resolver": func(b *Builder) { b.Row(Locked, Kick, swiftfsm.Dynamic).Resolve(nil) },
		"entry":    func(b *Builder) { b.State(Locked).OnEntry(nil) },
		"exit":     func(b *Builder) { b.State(Locked).OnExit(nil) },
		"cycle":    func(b *Builder) { b.State(Locked).OnCycle(nil) },
		"update":   func(b *Builder) { b.State(Locked).OnUpdate(nil) },
		"hook":     func(b *Builder) { b.OnStep(nil) },
		"provider": func(b *Builder) { b.Provider(1, nil) },
		"in C":     func(b *Builder) { b.Row(Locked, Kick, Locked).DoC(swiftfsm.CFunction{}) },
	} {
		builder := plainGate()
		add(builder)
		_, err := builder.Build()
		hasDiagnostic(t, err, swiftfsm.RejectedCall, "misuse_test.go")
		if !strings.Contains(err.Error(), "callback") {
			t.Errorf("%s: %v", name, err)
		}
	}
	m := machine(t, plainGate(), Locked)
	equal(t, []any{m.OnStep(nil), m.OnUnhandled(nil)}, []any{nil, nil}) // they remove hooks
}

func TestValuesThatAreNotDocumented(t *testing.T) {
	for _, add := range []func(*Builder){
		func(b *Builder) { b.Guards(7) },
		func(b *Builder) { b.EntryExit(-1) },
		func(b *Builder) { b.Order(swiftfsm.PhaseExit) },
		func(b *Builder) { b.Order() },
		func(b *Builder) { b.State(Locked, 3) },
		func(b *Builder) { b.State(Locked, swiftfsm.Final, swiftfsm.Parallel) },
		func(b *Builder) { b.Row(Locked, Kick, Locked, 1<<31) },
		func(b *Builder) { b.Warnings(swiftfsm.Clash, true) },
		func(b *Builder) { b.Predicate(swiftfsm.NewPredicate[Policy](1, "")) },
		func(b *Builder) { b.Predicate(swiftfsm.NewPredicate(1, "", Strong, Weak)) },
		func(b *Builder) { b.Event(Kick, 0) },
		func(b *Builder) { b.Event(Kick, 99) },
		func(b *Builder) { b.Event(Kick, swiftfsm.Integer) },
		func(b *Builder) { b.Unit(0) },
		func(b *Builder) { b.Superstate("a\x00b") },
		func(b *Builder) { b.State(Locked).Timeout(-time.Second, Kick) },
		func(b *Builder) { b.State(Locked).Timeout(-1, Kick) }, // of a nanosecond, below the unit
	} {
		builder := plainGate()
		add(builder)
		_, err := builder.Build()
		hasDiagnostic(t, err, swiftfsm.RejectedCall, "")
		if _, err := builder.Build(); errors.Is(err, swiftfsm.ErrInvalidDefinition) {
			continue // an empty block, an odd row: still there
		} else if err != nil && !errors.Is(err, swiftfsm.ErrAlreadyBuilt) {
			t.Error(err)
		}
	}
}

func TestCallsAtTheWrongTime(t *testing.T) {
	m := machine(t, plainGate(), Locked)
	fails(t, m.Start(Unlocked), swiftfsm.ErrAlreadyRunning)
	equal(t, m.RunPending(), nil)
	m.Stop()
	_, err := m.Stop()
	fails(t, err, swiftfsm.ErrNotRunning)
	_, err = m.Send(Coin)
	fails(t, err, swiftfsm.ErrNotRunning)
	_, err = m.Permitted()
	fails(t, err, swiftfsm.ErrNotRunning)
	equal(t, m.Start(Locked), nil)
	sends(t, m, Coin, swiftfsm.Transitioned, Unlocked)
	fails(t, m.Advance(-1*time.Second), swiftfsm.ErrBadValue)
	_, err = m.SendAll([]Event{Coin}, []swiftfsm.Outcome{})
	fails(t, err, swiftfsm.ErrOutOfRange)
	count, err := m.SendAll(nil, nil)
	equal(t, []any{count, err}, []any{0, nil})
}

func TestAStepThatIsUsedAfterItsCallback(t *testing.T) {
	var kept Step
	builder := plainGate()
	builder.Row(Locked, Kick, swiftfsm.Internal).Do(func(s Step) error {
		kept = s
		return nil
	})
	m := machine(t, builder, Locked)
	sends(t, m, Kick, swiftfsm.Transitioned, Locked)
	for _, step := range []Step{kept, {}} {
		for _, use := range []func(){
			func() { step.Machine() }, func() { step.Context() }, func() { step.Event() }, func() { step.Source() },
			func() { step.Target() }, func() { step.State() }, func() { step.Row() }, func() { step.Outcome() },
			func() { step.Status() }, func() { step.Time() }, func() { step.Case(1) }, func() { step.Arguments() },
			func() { step.Argument(0) }, func() { step.Int(0) }, func() { step.Raise(Coin) }, func() { step.Token() },
		} {
			if text, _ := panics(t, use).(string); !strings.Contains(text, "after its callback") {
				t.Errorf("the panic says %q", text)
			}
		}
	}
	again := kept
	builder = plainGate()
	m.OnStep(func(s Step) error {
		panics(t, func() { again.Event() }) // also while another callback of the machine runs
		return nil
	})
	sends(t, m, Kick, swiftfsm.Transitioned, Locked)
}

// An unsigned argument beyond int64 is not taken as a negative number.
func TestAnIntegerThatIsTooLarge(t *testing.T) {
	builder := plainGate()
	builder.Event(Kick, swiftfsm.U64)
	builder.Row(Locked, Kick, swiftfsm.Internal).Do(func(s Step) error {
		value, _ := s.Argument(0)
		s.Context().add("%v %d", value, s.Int(0))
		return nil
	})
	m := machine(t, builder, Locked)
	sends(t, m, Kick, swiftfsm.Transitioned, Locked, uint64(math.MaxInt64))
	equal(t, m.Context().lines, []string{"9223372036854775807 9223372036854775807"})
	said := fmt.Sprint(panics(t, func() { m.Send(Kick, uint64(math.MaxUint64)) }))
	if !strings.Contains(said, "18446744073709551615") || !strings.Contains(said, "Argument") {
		t.Error(said)
	}
}

func TestArgumentsThatAreNotThere(t *testing.T) {
	builder := plainGate()
	builder.Event(Kick, swiftfsm.I32, swiftfsm.Str)
	builder.Row(Locked, Kick, swiftfsm.Internal).Do(func(s Step) error {
		for _, use := range []func(){
			func() { s.Int(1) }, func() { s.Int(2) }, func() { s.Int(-1) }, func() { s.Text(0) },
			func() { s.Float(0) }, func() { s.Bool(0) },
		} {
			panics(t, use)
		}
		if _, ok := s.Argument(2); ok {
			t.Error("there is no third argument")
		}
		equal(t, []any{s.Int(0), s.Text(1), len(s.Arguments())}, []any{7, "x", 2})
		return nil
	})
	sends(t, machine(t, builder, Locked), Kick, swiftfsm.Transitioned, Locked, 7, "x")
}

func TestNoNumberIsAString(t *testing.T) {
	var builder Builder
	builder.Event(Coin, swiftfsm.Str, swiftfsm.I32)
	builder.Row(Locked, Coin, swiftfsm.Same)
	m, _ := build(t, &builder).Machine(Locked, nil)
	defer m.Close()
	for _, number := range []any{0, int8(0), uint64(0), Locked, 1, -1} {
		_, err := m.Send(Coin, number, 0)
		fails(t, err, swiftfsm.ErrArgumentType)
		_, err = m.Probe(Coin, number, 0)
		fails(t, err, swiftfsm.ErrArgumentType)
		_, _, err = m.Explain(Coin, number, 0)
		fails(t, err, swiftfsm.ErrArgumentType)
	}
	for _, text := range []any{"", nil, swiftfsm.Value{Type: swiftfsm.Str, IsNull: true}} {
		outcome, err := m.Send(Coin, text, 0)
		equal(t, []any{outcome, err}, []any{swiftfsm.Transitioned, nil})
	}
}
