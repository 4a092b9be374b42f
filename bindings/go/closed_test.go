package swiftfsm_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"swiftfsm"
)

func TestABuilderThatIsSpentNilOrClosed(t *testing.T) {
	add := func(b *Builder) {
		b.Row(Locked, Kick, Locked).Do(says("")).If(func(Step) bool { return true }).And(Broken).WhenIn(Locked).
			Raise(Coin).Match(swiftfsm.Match{})
		b.State(Locked).OnEntry(says("")).Default(Broken).Done(Coin).Timeout(1, Coin).In(Locked).Row(Coin, Broken)
		b.Superstate("x").Adopt(b.Superstate("y"))
		b.Event(Coin)
		b.Initial(Locked)
		b.Guards(swiftfsm.FirstMatch)
		b.EntryExit(swiftfsm.Always)
		b.Order(swiftfsm.PhaseExit)
		b.Warnings(swiftfsm.AllWarnings, false)
		b.Predicate(swiftfsm.NewPredicate(1, "", Weak))
		b.Provider(1, func(Step) (int32, error) { return 0, nil })
		b.OnStep(says(""))
	}
	before := numbersAtRest(t)
	spent := plainGate()
	table := build(t, spent)
	add(spent)
	_, err := spent.Build()
	fails(t, err, swiftfsm.ErrAlreadyBuilt)
	equal(t, []any{table.RowCount(), table.StateName(Broken)}, []any{2, ""})
	var none *Builder
	add(none)
	_, err = none.Build()
	fails(t, err, swiftfsm.ErrClosed)
	equal(t, none.Close(), nil)
	closed := plainGate()
	closed.Row(Locked, Kick, Locked).Do(says(""))
	equal(t, []any{closed.Close(), closed.Close()}, []any{nil, nil})
	add(closed)
	_, err = closed.Build()
	fails(t, err, swiftfsm.ErrClosed)
	equal(t, swiftfsm.NumbersInUse(), before)
}

// closedCalls are all calls to a machine that must fail with one error.
func closedCalls(m *Machine) map[string]func() error {
	return map[string]func() error{
		"Send":     func() error { _, err := m.Send(Coin); return err },
		"SendWith": func() error { _, err := m.SendWith(nil, Coin, 1, "x"); return err },
		"SendAll":  func() error { _, err := m.SendAll([]Event{Coin}, nil); return err },
		"Request":  func() error { _, err := m.Request(Locked); return err },
		"Raise":    func() error { _, err := m.Raise(Coin); return err },
		"Update":   func() error { _, err := m.Update(1); return err },
		"Next":     func() error { _, err := m.NextUpdate(1); return err },
		"Later":    func() error { _, err := m.SendLater(Coin, 1); return err },
		"Cancel":   func() error { return m.Cancel(1) },
		"Advance":  func() error { return m.Advance(1) },
		"Start":    func() error { return m.Start(Locked) },
		"Stop":     func() error { _, err := m.Stop(); return err },
		"SetState": func() error { return m.SetState(Locked) },
		"States":   func() error { return m.SetStates(Locked) },
		"Pending":  func() error { return m.RunPending() },
		"Discard":  func() error { return m.DiscardPending() },
		"Probe":    func() error { _, err := m.Probe(Coin); return err },
		"Explain":  func() error { _, _, err := m.Explain(Coin); return err },
		"Permit":   func() error { _, err := m.Permitted(); return err },
		"Snapshot": func() error { _, err := m.Snapshot(); return err },
		"Restore":  func() error { return m.Restore([]byte("x")) },
		"OnStep":   func() error { return m.OnStep(says("")) },
		"Journal":  func() error { return m.SetJournal(&strings.Builder{}, true) },
		"End":      func() error { return m.EndJournal() },
		"Error":    func() error { return m.JournalError() },
		"Context":  func() error { return m.SetContext(nil) },
		"Replay":   func() error { _, err := m.ReplayJournal([]byte("x"), 1); return err },
	}
}

func TestAMachineThatIsClosedOrNil(t *testing.T) {
	before := numbersAtRest(t)
	closed := machine(t, plainGate(), Locked)
	equal(t, []any{closed.Close(), closed.Close()}, []any{nil, nil})
	for _, m := range []*Machine{closed, nil, new(Machine)} {
		for name, call := range closedCalls(m) {
			if err := call(); err != swiftfsm.ErrClosed {
				t.Errorf("%s: %v", name, err)
			}
		}
		equal(t, []any{m.State() == swiftfsm.None, len(m.States()), m.In(Locked), m.Pending(), m.Failure(), m.Now(),
			m.IsDone(), m.Close()}, []any{true, 0, false, 0, 0, time.Duration(0), false, nil})
		_, isDue := m.Due()
		equal(t, isDue, false)
		fails(t, m.Run(context.Background(), swiftfsm.Clock{}, nil), swiftfsm.ErrClosed)
	}
	equal(t, swiftfsm.NumbersInUse(), before)
}

func TestATableThatIsClosedOrNil(t *testing.T) {
	closed := build(t, plainGate())
	m, _ := closed.Machine(Locked, nil)
	equal(t, []any{closed.Close(), closed.Close()}, []any{nil, nil})
	for _, table := range []*Table{closed, nil, new(Table)} {
		_, err := table.Machine(Locked, nil)
		fails(t, err, swiftfsm.ErrClosed)
		_, err = table.Write(swiftfsm.Text)
		fails(t, err, swiftfsm.ErrClosed)
		_, err = table.Fingerprint()
		fails(t, err, swiftfsm.ErrClosed)
		_, err = table.Replay(&swiftfsm.Replay[State, Event, *Trace]{})
		fails(t, err, swiftfsm.ErrClosed)
		_, isState := table.StateNamed("locked")
		equal(t, []any{table.States(), table.RowCount(), isState, table.StateName(Locked), len(table.Transitions()),
			table.ReplayWidth(), table.Close()}, []any{"[]", 0, false, "", 0, 0, nil})
	}
	sends(t, m, Coin, swiftfsm.Transitioned, Unlocked) // machines over it go on
	m.Close()
}
