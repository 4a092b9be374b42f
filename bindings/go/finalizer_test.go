package swiftfsm_test

import (
	"runtime"
	"testing"
	"time"

	"swiftfsm"
)

// What Go keeps for C is released once: numbers that are released twice panic (registry.go), numbers that stay are counted.

// everyCallback adds a callback of each kind.
func everyCallback(b *Builder) {
	act := says("")
	policy := swiftfsm.NewPredicate(3, "", Weak, Strong)
	b.Predicate(policy)
	b.Provider(3, func(Step) (int32, error) { return 0, nil })
	b.Row(Locked, Kick, Locked).Do(act, act).If(func(Step) bool { return true }).
		Try(func(Step) (bool, error) { return true, nil })
	b.Row(Unlocked, Kick, swiftfsm.Dynamic).Resolve(func(Step) (State, error) { return Locked, nil })
	b.State(Locked).OnEntry(act).OnExit(act).OnCycle(act).OnUpdate(func(Step) (Event, error) { return 0, swiftfsm.NoEvent })
	b.OnStep(act)
	b.OnUnhandled(act)
}

const callbacksOfEvery = 12

func TestCallbacksAreReleasedOnce(t *testing.T) {
	before := numbersAtRest(t)
	for name, end := range map[string]func(*Builder){
		"a builder that is not built": func(b *Builder) {
			equal(t, swiftfsm.NumbersInUse(), before+callbacksOfEvery)
			b.Close()
		},
		"a table": func(b *Builder) {
			table, err := b.Build()
			equal(t, []any{err, swiftfsm.NumbersInUse()}, []any{nil, before + callbacksOfEvery})
			table.Close()
		},
		"a machine that outlives its table": func(b *Builder) {
			table, _ := b.Build()
			m, _ := table.Machine(Locked, nil)
			m.OnStep(says(""))
			m.OnStep(says(""))
			m.OnUnhandled(says(""))
			equal(t, swiftfsm.NumbersInUse(), before+callbacksOfEvery+4)
			m.OnStep(nil)
			equal(t, swiftfsm.NumbersInUse(), before+callbacksOfEvery+2)
			table.Close()
			equal(t, swiftfsm.NumbersInUse(), before+callbacksOfEvery+2)
			m.Close()
		},
		"a build that fails": func(b *Builder) {
			b.Row(Locked, Kick, Broken)
			if _, err := b.Build(); err == nil {
				t.Error("no error")
			}
			b.Close()
		},
		"a build that fails because of this package": func(b *Builder) {
			b.Row(Locked, Pass, Locked).Do(nil)
			if _, err := b.Build(); err == nil {
				t.Error("no error")
			}
			b.Close()
		},
	} {
		builder := plainGate()
		everyCallback(builder)
		end(builder)
		if now := swiftfsm.NumbersInUse(); now != before {
			t.Errorf("%s: %d callbacks are left", name, now-before)
		}
	}
}

func TestCallbacksOfRegistrationsThatFailAreReleased(t *testing.T) {
	before := numbersAtRest(t)
	builder := plainGate()
	builder.Row(Locked, Kick, Locked, 1<<30).Do(says("")).If(func(Step) bool { return true }) // no such flag: no row 0
	builder.Superstate("").Row(Kick, Locked)
	builder.Provider(77, func(Step) (int32, error) { return 0, nil })
	builder.Row(Unlocked, Kick, swiftfsm.Dynamic).Resolve(func(Step) (State, error) { return 0, nil }).
		Resolve(func(Step) (State, error) { return 0, nil })
	equal(t, swiftfsm.NumbersInUse(), before+1)
	builder.Close()
	var bindings swiftfsm.Bindings[State, Event, *Trace]
	bindings.Action("a", says("")).Guard("b", func(Step) bool { return true }).OnStep("", says(""))
	for _, document := range []string{"", "definition\n  locked coin -> unlocked / a\n", "definition\n  state 7"} {
		if _, err := swiftfsm.Read(document, &bindings, swiftfsm.Reading{}); err == nil {
			t.Errorf("%q is no document", document)
		}
	}
	equal(t, swiftfsm.NumbersInUse(), before)
}

// The garbage collector closes what is forgotten, callbacks that refer to the context of their machine too.
func TestTheCollectorClosesWhatIsForgotten(t *testing.T) {
	before := numbersAtRest(t)
	for round := 0; round < 50; round++ {
		builder := plainGate()
		everyCallback(builder)
		if round%3 == 0 {
			continue
		}
		table, _ := builder.Build()
		trace := &struct{ Trace }{}
		m, _ := table.Machine(Locked, &trace.Trace)
		m.OnStep(says(""))
		if _, err := m.Send(Kick); err != nil {
			t.Fatal(err)
		}
	}
	for try := 0; try < 100 && swiftfsm.NumbersInUse() > before; try++ {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	if now := swiftfsm.NumbersInUse(); now > before {
		t.Errorf("%d callbacks are left", now-before)
	}
}

// Holder is a context that refers to its machine, and a writer too.
type Holder struct {
	machine *swiftfsm.Machine[State, Event, *Holder]
	written int
}

func (h *Holder) Write(record []byte) (int, error) {
	h.written++
	return len(record), nil
}

func (h *Holder) hook(swiftfsm.Step[State, Event, *Holder]) error { return nil }

func TestTheCollectorClosesMachinesToWhichTheirOwnThingsRefer(t *testing.T) {
	builder := swiftfsm.NewBuilder[State, Event, *Holder]()
	builder.Row(Locked, Coin, Unlocked)
	builder.Row(Unlocked, Pass, Locked)
	table, err := builder.Build()
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	before := numbersAtRest(t)
	for what, refer := range map[string]func(*Holder) error{
		"the context":                func(h *Holder) error { return nil },
		"a hook":                     func(h *Holder) error { return h.machine.OnStep(h.hook) },
		"a hook for unhandled":       func(h *Holder) error { return h.machine.OnUnhandled(h.hook) },
		"a hook with parameters":     func(h *Holder) error { return h.machine.OnStepFunc(func(*Holder) { h.written++ }) },
		"the writer of a journal":    func(h *Holder) error { return h.machine.SetJournal(h, true) },
		"the writer after another":   func(h *Holder) error { h.machine.SetJournal(h, true); return h.machine.SetJournal(h, false) },
		"a hook that has been ended": func(h *Holder) error { h.machine.OnStep(h.hook); return h.machine.OnStep(nil) },
	} {
		for round := 0; round < 20; round++ {
			holder := &Holder{}
			holder.machine, _ = table.Machine(Locked, holder)
			if err := refer(holder); err != nil {
				t.Errorf("%s: %v", what, err)
			}
			if _, err := holder.machine.Send(Coin); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
		for try := 0; try < 100 && swiftfsm.NumbersInUse() > before; try++ {
			runtime.GC()
			time.Sleep(time.Millisecond)
		}
		if now := swiftfsm.NumbersInUse(); now > before {
			t.Errorf("%s refers to its machine: %d numbers are left", what, now-before)
			before = now
		}
	}
}

func TestAMachineIsNotCollectedWhileItRuns(t *testing.T) {
	builder := plainGate()
	builder.Row(Locked, Kick, Unlocked).Do(func(s Step) error {
		for round := 0; round < 3; round++ {
			runtime.GC()
			time.Sleep(time.Millisecond)
		}
		equal(t, s.Machine().State(), Locked)
		return nil
	})
	table := build(t, builder)
	send := func() (swiftfsm.Outcome, error) {
		m, _ := table.Machine(Locked, nil)
		return m.Send(Kick)
	}
	outcome, err := send()
	equal(t, []any{outcome, err}, []any{swiftfsm.Transitioned, nil})
}
