package swiftfsm_test

import (
	"fmt"
	"testing"
	"time"

	"swiftfsm"
)

// The washing machine of swiftfsm.h, chapter 12.

type wash int32

const (
	idle wash = iota
	paused
	washing
	program
	filling
	spinning
	finished
	last
	door
	closed
	locked
)

type button int32

const (
	start button = iota
	pause
	ready
	full
	tick
	restart
	lock
)

type washBuilder = swiftfsm.Builder[wash, button, *Trace]

func washer(t *testing.T) *swiftfsm.Machine[wash, button, *Trace] {
	t.Helper()
	say := func(line string) swiftfsm.Action[wash, button, *Trace] {
		return func(s swiftfsm.Step[wash, button, *Trace]) error {
			s.Context().add("%s %d", line, s.State())
			return nil
		}
	}
	var b washBuilder
	b.Unit(time.Second)
	b.Initial(idle)
	b.Row(idle, start, washing)
	b.Row(paused, pause, last)
	on := b.State(washing, swiftfsm.Parallel).OnEntry(say("in")).OnExit(say("out"))
	on.Row(start, swiftfsm.Defer)
	on.Row(pause, paused)
	on.Row(ready, idle)
	main := on.State(program).Default(filling, say("default")).Done(ready)
	main.Row(restart, filling, swiftfsm.Local)
	main.State(filling).Row(full, spinning).Raise(lock)
	main.State(spinning).Timeout(90*time.Second, tick).Row(tick, finished)
	main.State(finished, swiftfsm.Final)
	main.State(last, swiftfsm.ShallowHistory)
	side := on.State(door).Default(closed)
	side.State(closed).Row(lock, locked)
	side.State(locked).Row(swiftfsm.Eventless, closed).WhenNotIn(spinning)
	table, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	m, err := table.Machine(swiftfsm.Initial, &Trace{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close(); table.Close() })
	return m
}

func TestAChart(t *testing.T) {
	m := washer(t)
	step := func(event button, wanted ...any) {
		t.Helper()
		outcome, err := m.Send(event)
		equal(t, append([]any{outcome, err}, anys(m.States())...), append(wanted[:1:1], append([]any{nil}, wanted[1:]...)...))
	}
	step(start, swiftfsm.Transitioned, filling, closed)
	equal(t, m.Context().lines, "[in 2 default 3]")
	step(full, swiftfsm.Transitioned, spinning, locked)
	step(start, swiftfsm.Deferred, spinning, locked)
	equal(t, []any{m.In(washing), m.In(program), m.In(filling), m.State()}, []any{true, true, false, washing})
	step(restart, swiftfsm.Transitioned, filling, closed)
	step(full, swiftfsm.Transitioned, spinning, locked)
	m.Context().lines = nil
	step(pause, swiftfsm.Transitioned, paused)
	equal(t, m.Context().lines, "[out 2]")
	step(pause, swiftfsm.Transitioned, spinning, closed)
	due, ok := m.Due()
	equal(t, []any{due, ok}, []any{90 * time.Second, true})
	equal(t, m.Advance(90*time.Second), nil)
	equal(t, []any{m.State(), m.IsDone()}, []any{idle, false})
	table := m.Table()
	equal(t, []any{table.Parent(filling), table.Kind(washing), table.Kind(last), table.Kind(finished)},
		[]any{program, swiftfsm.Parallel, swiftfsm.ShallowHistory, swiftfsm.Final})
	equal(t, m.SetStates(spinning, closed), nil)
	fails(t, m.SetStates(spinning), swiftfsm.ErrBadConfiguration)
	fails(t, m.SetStates(spinning, idle), swiftfsm.ErrBadConfiguration)
	for _, row := range table.Transitions() {
		switch {
		case row.Event == full:
			equal(t, row.Raised, []button{lock})
		case row.Event == swiftfsm.Eventless:
			equal(t, []any{row.ConditionsOut, row.Guards}, []any{[]wash{spinning}, 1})
		case row.Event == restart:
			equal(t, row.Flags, swiftfsm.Local)
		}
	}
}

func anys[T any](values []T) (all []any) {
	for _, value := range values {
		all = append(all, value)
	}
	return all
}

func TestAFinalStateStopsAChart(t *testing.T) {
	var b washBuilder
	b.Row(idle, start, finished)
	b.State(idle).Timeout(time.Hour, start)
	b.State(finished, swiftfsm.Final)
	table, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	m, _ := table.Machine(idle, nil)
	defer m.Close()
	m.Send(start)
	equal(t, []any{m.IsDone(), m.State() == swiftfsm.None, len(m.States())}, []any{true, true, 0})
}

func TestRaisedEventsComeFirst(t *testing.T) {
	var b washBuilder
	b.State(program).Default(filling)
	b.State(filling).In(program)
	b.Row(program, start, swiftfsm.Internal).Do(func(s swiftfsm.Step[wash, button, *Trace]) error {
		s.Machine().Send(pause)
		return s.Raise(ready)
	})
	for _, event := range []button{pause, ready} {
		b.Row(program, event, swiftfsm.Internal).Do(func(s swiftfsm.Step[wash, button, *Trace]) error {
			s.Context().add("%d", s.Event())
			return nil
		})
	}
	table, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	m, _ := table.Machine(filling, &Trace{})
	defer m.Close()
	m.Send(start)
	equal(t, m.Context().lines, fmt.Sprint([]button{ready, pause}))
}

func TestSuperstatesAndOverriding(t *testing.T) {
	builder := plainGate()
	common := builder.Superstate("common").OnEntry(says("common"))
	common.Row(Kick, Broken).Do(says("kicked"))
	builder.State(Locked).Adopt(common).OnEntry(says("locked"))
	builder.State(Unlocked).Adopt(common).Row(Kick, swiftfsm.Same, swiftfsm.Overriding).Do(says("ignored"))
	builder.State(Broken, swiftfsm.Final)
	m := machine(t, builder, Unlocked)
	sends(t, m, Kick, swiftfsm.Transitioned, Unlocked)
	sends(t, m, Pass, swiftfsm.Transitioned, Locked)
	sends(t, m, Kick, swiftfsm.Transitioned, Broken)
	equal(t, []any{m.Context().lines, m.Table().Superstates()}, []any{"[ignored common locked kicked]", "[common]"})
}

func TestRequestsAndAsking(t *testing.T) {
	builder := plainGate()
	builder.Row(Locked, swiftfsm.Request, Broken).If(func(s Step) bool { return len(s.Context().lines) > 0 })
	builder.Row(Broken, swiftfsm.Request, swiftfsm.Any)
	builder.Row(Locked, Kick, Unlocked).If(func(Step) bool { return false })
	m := machine(t, builder, Locked)
	outcome, err := m.Request(Broken)
	equal(t, []any{outcome, err}, []any{swiftfsm.Refused, nil})
	events, _ := m.Permitted()
	matching, _ := m.Matching()
	states, _ := m.PermittedStates()
	matchingStates, _ := m.MatchingStates()
	equal(t, []any{events, matching, states, matchingStates}, "[[coin] [coin kick] [] [broken]]")
	prediction, _ := m.Probe(Kick)
	equal(t, prediction, swiftfsm.Prediction[State]{Outcome: swiftfsm.Refused, Target: Locked})
	outcome, reasons, err := m.Explain(Kick)
	equal(t, []any{outcome, len(reasons), err, reasons[0].Kind, reasons[0].Guard},
		[]any{swiftfsm.Refused, 1, nil, swiftfsm.GuardRefused, 0})
	m.Context().add("now")
	prediction, _ = m.ProbeRequest(Broken)
	equal(t, prediction, swiftfsm.Prediction[State]{Outcome: swiftfsm.Transitioned, Target: Broken})
	m.Request(Broken)
	states, _ = m.PermittedStates()
	equal(t, states, "[locked unlocked broken]")
	outcome, reasons, _ = m.ExplainRequest(Locked)
	equal(t, []any{outcome, reasons[0].Kind}, []any{swiftfsm.Transitioned, swiftfsm.Taken})
}

func TestUpdates(t *testing.T) {
	builder := plainGate()
	builder.State(Locked).OnUpdate(func(s Step) (Event, error) {
		if s.Time() < 5 {
			return 0, swiftfsm.NoEvent
		}
		return Coin, nil
	})
	m := machine(t, builder, Locked)
	outcome, err := m.Update(1)
	equal(t, []any{outcome, err, m.State()}, []any{swiftfsm.NoOutcome, nil, Locked})
	event, err := m.NextUpdate(5.5)
	equal(t, []any{event, err, m.State()}, []any{Coin, nil, Locked})
	event, _ = m.NextUpdate(1)
	equal(t, event == swiftfsm.None, true)
	outcome, err = m.Update(5.5)
	equal(t, []any{outcome, err, m.State()}, []any{swiftfsm.Transitioned, nil, Unlocked})
}

func TestManyEventsInOneCall(t *testing.T) {
	builder := plainGate()
	builder.Row(Locked, Kick, swiftfsm.Same).Do(says("kick"))
	m := machine(t, builder, Locked)
	outcomes := make([]swiftfsm.Outcome, 5)
	count, err := m.SendAll([]Event{Coin, Coin, Pass, Kick}, outcomes)
	equal(t, []any{count, err, outcomes, m.State(), m.Context().lines},
		"[4 <nil> [transitioned unhandled transitioned transitioned none] locked [kick]]")
}

func TestTypedEvents(t *testing.T) {
	type Cents int64
	type Currency string
	type Flag bool
	coin := swiftfsm.Event2[Event, Cents, Currency]{ID: Coin}
	pass := swiftfsm.Event3[Event, float32, Flag, uint8]{ID: Pass}
	kick := swiftfsm.Event1[Event, int64]{ID: Kick}
	builder := plainGate()
	coin.Declare(builder)
	pass.Declare(builder)
	kick.Declare(builder)
	builder.Row(Locked, Kick, swiftfsm.Same).Do(func(s Step) error {
		s.Context().add("%d", kick.Of(s))
		panics(t, func() { coin.Of(s) })
		return nil
	})
	builder.OnStep(func(s Step) error {
		switch s.Event() {
		case Coin:
			cents, currency := coin.Of(s)
			s.Context().add("%d %s", cents, currency)
		case Pass:
			weight, isChild, age := pass.Of(s)
			s.Context().add("%v %v %v", weight, isChild, age)
		}
		return nil
	})
	m := machine(t, builder, Locked)
	for _, send := range []func() (swiftfsm.Outcome, error){
		func() (swiftfsm.Outcome, error) { return kick.Send(m, -5) },
		func() (swiftfsm.Outcome, error) { return coin.Send(m, 150, "EUR") },
		func() (swiftfsm.Outcome, error) { return pass.Send(m, 1.5, true, 200) },
	} {
		outcome, err := send()
		equal(t, []any{outcome, err}, []any{swiftfsm.Transitioned, nil})
	}
	equal(t, m.Context().lines, "[-5 150 EUR 1.5 true 200]")
	equal(t, m.Table().Arguments(Pass), "f32, bool, u8")
}

func TestPredicatesAndProviders(t *testing.T) {
	policy := swiftfsm.NewPredicate(3, "Policy", Weak, Strong)
	present := Weak
	builder := plainGate()
	builder.Predicate(policy)
	swiftfsm.Provide(builder, policy, func(Step) (Policy, error) { return present, nil })
	builder.Row(Locked, Kick, swiftfsm.Same).Match(policy.Is(Weak)).Do(func(s Step) error {
		found, ok := policy.Of(s)
		equal(t, []any{found, ok}, []any{Weak, true})
		return nil
	})
	builder.Row(Locked, Kick, Broken).Match(policy.Is(Strong))
	builder.State(Broken, swiftfsm.Final)
	m := machine(t, builder, Locked)
	sends(t, m, Kick, swiftfsm.Transitioned, Locked)
	outcome, err := m.SendWith([]swiftfsm.Case{policy.Case(Strong)}, Kick)
	equal(t, []any{outcome, err, m.State()}, []any{swiftfsm.Transitioned, nil, Broken})
	m.SetState(Locked)
	present = Strong
	sends(t, m, Kick, swiftfsm.Transitioned, Broken)
	table := m.Table()
	id, _ := table.PredicateNamed("Policy")
	strong, _ := table.CaseNamed(id, "strong")
	equal(t, []any{table.Predicates(), table.CaseCount(3), table.CaseName(strong), table.PredicateName(3)},
		"[[3] 2 strong Policy]")
	builder = plainGate()
	builder.Predicate(policy)
	builder.Row(Locked, Kick, swiftfsm.Same).Match(policy.Is(Weak))
	lenient, _ := build(t, builder).Machine(Locked, nil, swiftfsm.Lenient)
	sends(t, lenient, Coin, swiftfsm.Transitioned, Unlocked)
}
