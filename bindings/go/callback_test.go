package swiftfsm_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"swiftfsm"
)

func TestWhatCallbacksSee(t *testing.T) {
	builder := swiftfsm.NewBuilder[State, Event, *Trace]()
	builder.Event(Coin, swiftfsm.I64, swiftfsm.Str)
	show := func(role string) Action {
		return func(s Step) error {
			s.Context().add("%s %d: %d -%d-> %d, row %d, state %d, %v", role, len(s.Arguments()), s.Source(), s.Event(),
				s.Target(), s.Row(), s.State(), s.Outcome())
			if s.Machine().Context() != s.Context() {
				t.Error("the machine is another one")
			}
			return nil
		}
	}
	builder.Row(Locked, Coin, Unlocked).Do(show("action")).If(func(s Step) bool {
		return s.Int(0) > 10 && s.Text(1) == "EUR"
	})
	builder.Row(Unlocked, Pass, swiftfsm.Same)
	builder.State(Locked).OnExit(show("exit"))
	builder.State(Unlocked).OnEntry(show("entry")).OnCycle(show("cycle"))
	builder.OnStep(show("step"))
	m := machine(t, builder, Locked)
	sends(t, m, Coin, swiftfsm.Refused, Locked, 10, "EUR")
	sends(t, m, Coin, swiftfsm.Refused, Locked, 11, "USD")
	m.Context().lines = nil
	sends(t, m, Coin, swiftfsm.Transitioned, Unlocked, 11, "EUR")
	sends(t, m, Pass, swiftfsm.Transitioned, Unlocked)
	equal(t, strings.Join(m.Context().lines, "\n"), `exit 2: 0 -0-> 1, row 1, state 0, none
action 2: 0 -0-> 1, row 1, state 0, none
entry 2: 0 -0-> 1, row 1, state 1, none
step 2: 0 -0-> 1, row 1, state -2147483644, transitioned
cycle 0: 1 -1-> 1, row 2, state 1, none
step 0: 1 -1-> 1, row 2, state -2147483644, transitioned`)
}

func TestErrorsOfCallbacksComeBack(t *testing.T) {
	broken := fmt.Errorf("the arm is stuck: %w", io.ErrUnexpectedEOF)
	fail := func(Step) error { return broken }
	for name, each := range map[string]struct {
		add   func(*Builder)
		state State
		code  int32
	}{
		"action": {func(b *Builder) { b.Row(Locked, Kick, Unlocked).Do(fail) }, Locked, -1},
		"exit":   {func(b *Builder) { b.Row(Locked, Kick, Unlocked); b.State(Locked).OnExit(fail) }, Locked, -1},
		"entry":  {func(b *Builder) { b.Row(Locked, Kick, Unlocked); b.State(Unlocked).OnEntry(fail) }, Unlocked, -1},
		"hook":   {func(b *Builder) { b.Row(Locked, Kick, Unlocked); b.OnStep(fail) }, Unlocked, -1},
		"guard":  {func(b *Builder) { b.Row(Locked, Kick, Unlocked).Try(func(Step) (bool, error) { return true, broken }) }, Locked, -1},
		"resolver": {func(b *Builder) {
			b.Row(Locked, Kick, swiftfsm.Dynamic).Resolve(func(Step) (State, error) { return 0, broken })
		}, Locked, -1<<31 + 6},
		"provider": {func(b *Builder) {
			policy := swiftfsm.NewPredicate(3, "Policy", Weak, Strong)
			b.Predicate(policy)
			swiftfsm.Provide(b, policy, func(Step) (Policy, error) { return 0, broken })
			b.Row(Locked, Kick, Unlocked).Match(policy.Is(Weak))
		}, Locked, -1},
	} {
		builder := plainGate()
		each.add(builder)
		m := machine(t, builder, Locked)
		_, err := m.Send(Kick)
		if !errors.Is(err, broken) || !errors.Is(err, io.ErrUnexpectedEOF) || !errors.Is(err, swiftfsm.ErrCallbackFailed) {
			t.Errorf("%s: %v", name, err)
		}
		var failed *swiftfsm.Error
		if !errors.As(err, &failed) || failed.Err != broken || failed.IsLater {
			t.Errorf("%s: %#v", name, err)
		}
		var status swiftfsm.Status
		if !errors.As(err, &status) || status != swiftfsm.ErrCallbackFailed || status.Name() != "SFSM_CALLBACK_FAILED" {
			t.Errorf("%s: status %v", name, status)
		}
		equal(t, []any{name, m.State(), m.Failure()}, []any{name, each.state, each.code})
	}
}

func TestAFailureHasItsNumber(t *testing.T) {
	builder := plainGate()
	builder.Row(Locked, Kick, Unlocked).Do(func(Step) error { return swiftfsm.Failure(-77) })
	m := machine(t, builder, Locked)
	_, err := m.Send(Kick)
	fails(t, err, swiftfsm.Failure(-77))
	equal(t, m.Failure(), -77)
}

func TestAnErrorOfAQueuedEventComesBackBesideTheOutcome(t *testing.T) {
	broken := errors.New("broken")
	builder := plainGate()
	builder.Row(Locked, Kick, Unlocked).Do(func(s Step) error {
		for _, event := range []Event{Pass, Coin} {
			outcome, err := s.Machine().Send(event)
			equal(t, []any{outcome, err}, []any{swiftfsm.Queued, nil})
		}
		equal(t, s.Machine().Pending(), 2)
		return nil
	})
	builder.State(Locked).OnEntry(func(Step) error { return broken })
	m := machine(t, builder, Locked)
	outcome, err := m.Send(Kick)
	var failed *swiftfsm.Error
	if !errors.Is(err, broken) || !errors.As(err, &failed) || !failed.IsLater {
		t.Error(err)
	}
	equal(t, []any{outcome, m.State(), m.Pending()}, []any{swiftfsm.Transitioned, Locked, 1})
	equal(t, []any{m.RunPending(), m.State()}, []any{nil, Unlocked})
}

func TestPanicsPassThroughC(t *testing.T) {
	type value struct{ number int }
	wanted := &value{7}
	for name, add := range map[string]func(*Builder){
		"action": func(b *Builder) { b.Row(Locked, Kick, Unlocked).Do(func(Step) error { panic(wanted) }) },
		"guard":  func(b *Builder) { b.Row(Locked, Kick, Unlocked).If(func(Step) bool { panic(wanted) }) },
		"try":    func(b *Builder) { b.Row(Locked, Kick, Unlocked).Try(func(Step) (bool, error) { panic(wanted) }) },
		"resolver": func(b *Builder) {
			b.Row(Locked, Kick, swiftfsm.Dynamic).Resolve(func(Step) (State, error) { panic(wanted) })
		},
		"update": func(b *Builder) { b.State(Locked).OnUpdate(func(Step) (Event, error) { panic(wanted) }) },
		"provider": func(b *Builder) {
			policy := swiftfsm.NewPredicate(3, "", Weak, Strong)
			b.Predicate(policy)
			swiftfsm.Provide(b, policy, func(Step) (Policy, error) { panic(wanted) })
			b.Row(Locked, Kick, Unlocked).Match(policy.Is(Weak))
		},
	} {
		builder := plainGate()
		add(builder)
		m := machine(t, builder, Locked)
		found := panics(t, func() {
			if name == "update" {
				m.Update(1)
			} else {
				m.Send(Kick)
			}
		})
		if found != wanted {
			t.Errorf("%s panics with %v", name, found)
		}
		equal(t, m.State(), Locked) // and the machine is usable
		m.SetState(Unlocked)
		outcome, err := m.Send(Pass)
		if name != "provider" {
			equal(t, []any{name, outcome, err}, []any{name, swiftfsm.Transitioned, nil})
		}
	}
}

func TestAPanicThatIsRecoveredByTheCallback(t *testing.T) {
	builder := plainGate()
	builder.Row(Locked, Kick, Unlocked).Do(func(s Step) (err error) {
		defer func() { err = fmt.Errorf("recovered %v", recover()) }()
		s.Machine().Probe(Coin)
		panic("inside")
	})
	m := machine(t, builder, Locked)
	if _, err := m.Send(Kick); !strings.Contains(err.Error(), "recovered inside") {
		t.Error(err)
	}
}

func TestAPanicOfAProbeInsideACallbackIsThatOfTheProbe(t *testing.T) {
	builder := plainGate()
	builder.Row(Unlocked, Coin, Broken).If(func(Step) bool { panic("guard") })
	builder.State(Broken, swiftfsm.Final)
	builder.Row(Locked, Kick, Unlocked)
	builder.State(Unlocked).OnEntry(func(s Step) error {
		s.Context().add("%v", panics(t, func() { s.Machine().Probe(Coin) }))
		return nil
	})
	m := machine(t, builder, Locked)
	sends(t, m, Kick, swiftfsm.Transitioned, Unlocked)
	equal(t, m.Context().lines, "[guard]")
}

func TestPanicsWithoutAValue(t *testing.T) {
	builder := plainGate()
	builder.Row(Locked, Kick, Unlocked).Do(func(Step) error { panic(nil) })
	m := machine(t, builder, Locked)
	hasReturned := false
	func() {
		defer func() { recover() }()
		m.Send(Kick)
		hasReturned = true
	}()
	equal(t, hasReturned, false)
	sends(t, m, Coin, swiftfsm.Transitioned, Unlocked)
}

func TestACallbackThatEndsItsGoroutine(t *testing.T) {
	if hasAddressSanitizer {
		t.Skip("frames of C that are left")
	}
	builder := plainGate()
	var kept Step
	builder.Row(Locked, Kick, Unlocked).Do(func(s Step) error {
		kept = s
		runtime.Goexit()
		return nil
	})
	table := build(t, builder)
	m, _ := table.Machine(Locked, &Trace{})
	ended := make(chan bool)
	go func() {
		defer close(ended)
		m.Send(Kick)
		t.Error("Send has returned")
	}()
	<-ended
	panics(t, func() { kept.Event() })
	for name, call := range closedCalls(m) {
		if err := call(); err != swiftfsm.ErrAbandoned {
			t.Errorf("%s: %v", name, err)
		}
	}
	equal(t, m.Close(), swiftfsm.ErrAbandoned)
	other, _ := table.Machine(Locked, &Trace{})
	sends(t, other, Coin, swiftfsm.Transitioned, Unlocked)
}

func TestCallsFromInsideCallbacks(t *testing.T) {
	builder := plainGate()
	var snapshot []byte
	builder.Row(Locked, Kick, Unlocked).Do(func(s Step) error {
		m := s.Machine()
		for name, call := range closedCalls(m) {
			switch err := call(); name {
			case "Send", "Stop", "SendWith", "Discard", "Request", "Later", "Cancel", "Probe", "Explain", "Permit", "Raise",
				"Error", "Context":
				if errors.Is(err, swiftfsm.ErrBusy) || errors.Is(err, swiftfsm.ErrConcurrentUse) {
					t.Errorf("%s: %v", name, err)
				}
			default:
				if !errors.Is(err, swiftfsm.ErrBusy) {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
		_, err := m.Raise(Pass)
		fails(t, err, swiftfsm.ErrBadValue)
		fails(t, m.Restore(snapshot), swiftfsm.ErrBusy)
		m.DiscardPending()
		return nil
	})
	m := machine(t, builder, Locked)
	snapshot, _ = m.Snapshot()
	sends(t, m, Kick, swiftfsm.Transitioned, Unlocked)
}

func TestAGuardThatSendsDuringAProbe(t *testing.T) {
	builder := plainGate()
	builder.Row(Locked, Kick, Unlocked).Try(func(s Step) (bool, error) {
		_, err := s.Machine().Send(Pass)
		return true, err
	})
	m := machine(t, builder, Locked)
	_, err := m.Probe(Kick)
	fails(t, err, swiftfsm.ErrBusy)
	sends(t, m, Kick, swiftfsm.Transitioned, Locked)
}

func TestClosingFromInsideACallback(t *testing.T) {
	before := numbersAtRest(t)
	builder := plainGate()
	builder.Row(Locked, Kick, Unlocked).Do(func(s Step) error {
		m := s.Machine()
		equal(t, []any{m.Close(), m.Close()}, []any{nil, nil})
		_, err := m.Send(Coin)
		fails(t, err, swiftfsm.ErrClosed)
		equal(t, s.Context().lines, "[]") // the step goes on
		return nil
	}, says("second"))
	builder.State(Unlocked).OnEntry(says("entry"))
	table, _ := builder.Build()
	trace := &Trace{}
	m, _ := table.Machine(Locked, trace)
	m.OnStep(says("hook"))
	outcome, err := m.Send(Kick)
	equal(t, []any{outcome, err, trace.lines}, []any{swiftfsm.Transitioned, nil, "[second entry hook]"})
	table.Close()
	equal(t, swiftfsm.NumbersInUse(), before)
}

func TestClosingAndFailingInACallback(t *testing.T) {
	before := numbersAtRest(t)
	for _, end := range []func() error{func() error { return io.EOF }, func() error { panic(io.EOF) }} {
		builder := plainGate()
		builder.Row(Locked, Kick, Unlocked).Do(func(s Step) error {
			s.Machine().Close()
			return end()
		})
		table, _ := builder.Build()
		m, _ := table.Machine(Locked, &Trace{})
		table.Close() // the machine has the table now
		func() {
			defer func() {
				if value := recover(); value != nil && value != io.EOF {
					t.Error(value)
				}
			}()
			_, err := m.Send(Kick)
			fails(t, err, io.EOF)
		}()
		_, err := m.Send(Kick)
		fails(t, err, swiftfsm.ErrClosed)
	}
	equal(t, swiftfsm.NumbersInUse(), before)
}

func TestNamesOfCallbacks(t *testing.T) {
	builder := plainGate()
	gate := new(hardware)
	builder.Row(Locked, Kick, Locked).Do(ring, gate.shine)
	text, err := build(t, builder).Write(swiftfsm.Text)
	if err != nil || !strings.Contains(text, "kick -> locked / ring shine") {
		t.Errorf("%v in %s", err, text)
	}
	builder = plainGate()
	builder.Row(Locked, Kick, Locked).Do(says(""))
	_, err = build(t, builder).Write(swiftfsm.Text)
	fails(t, err, swiftfsm.ErrUnnamedCallback)
}

type hardware struct{}

func ring(Step) error                { return nil }
func (h *hardware) shine(Step) error { return nil }
