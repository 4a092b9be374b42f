package swiftfsm_test

import (
	"errors"
	"sync"
	"testing"

	"swiftfsm"
)

// Machines of one table run in parallel, and are moved between goroutines.
func TestATableIsSharedByGoroutines(t *testing.T) {
	builder := plainGate()
	builder.Row(Locked, Kick, swiftfsm.Internal).Do(says("kick"))
	builder.Row(Unlocked, Kick, swiftfsm.Internal).If(func(s Step) bool { return len(s.Context().lines)%2 == 0 })
	table := build(t, builder)
	var running sync.WaitGroup
	for goroutine := 0; goroutine < 8; goroutine++ {
		running.Add(1)
		go func() {
			defer running.Done()
			m, err := table.Machine(Locked, &Trace{})
			if err != nil {
				t.Error(err)
				return
			}
			for round := 0; round < 500; round++ {
				for _, event := range []Event{Kick, Coin, Kick, Pass} {
					if outcome, err := m.Send(event); outcome == swiftfsm.Unhandled || err != nil {
						t.Error(outcome, err)
					}
				}
				if name := table.StateName(m.State()); name != "locked" {
					t.Error(name)
				}
			}
			if len(m.Context().lines) != 500 {
				t.Errorf("%d kicks", len(m.Context().lines))
			}
			handed := make(chan *Machine)
			go func() { (<-handed).Close() }()
			handed <- m
		}()
	}
	running.Wait()
}

// A program that uses one machine in two goroutines is wrong: the second one is told so, or its call is queued while a
// callback runs. No call is lost, and nothing crashes.
func TestAMachineThatIsUsedByTwoGoroutines(t *testing.T) {
	builder := plainGate()
	builder.Row(Locked, Kick, swiftfsm.Internal).Do(func(s Step) error { return nil })
	m := machine(t, builder, Locked)
	var running sync.WaitGroup
	var mutex sync.Mutex
	counts := map[error]int{}
	for goroutine := 0; goroutine < 4; goroutine++ {
		running.Add(1)
		go func() {
			defer running.Done()
			for round := 0; round < 3000; round++ {
				outcome, err := m.Send(Kick)
				m.State()
				m.Probe(Kick)
				if err != nil && !errors.Is(err, swiftfsm.ErrConcurrentUse) && !errors.Is(err, swiftfsm.ErrBusy) ||
					err == nil && outcome != swiftfsm.Transitioned && outcome != swiftfsm.Queued {
					t.Error(outcome, err)
				}
				mutex.Lock()
				counts[err]++
				mutex.Unlock()
			}
		}()
	}
	running.Wait()
	m.DiscardPending()
	sends(t, m, Kick, swiftfsm.Transitioned, Locked)
}

func TestACallOfAnotherGoroutineWhileACallbackRuns(t *testing.T) {
	builder := plainGate()
	builder.Row(Locked, Kick, Locked).Do(func(s Step) error {
		called := make(chan error)
		go func(m *Machine) {
			outcome, err := m.Send(Coin)
			equal(t, []any{outcome, err}, []any{swiftfsm.Queued, nil})
			called <- m.Start(Locked)
		}(s.Machine())
		fails(t, <-called, swiftfsm.ErrBusy)
		return nil
	})
	sends(t, machine(t, builder, Locked), Kick, swiftfsm.Transitioned, Unlocked)
}

func TestATableThatIsClosedWhileItIsUsed(t *testing.T) {
	for round := 0; round < 200; round++ {
		table, err := plainGate().Build()
		if err != nil {
			t.Fatal(err)
		}
		var running sync.WaitGroup
		for goroutine := 0; goroutine < 3; goroutine++ {
			running.Add(1)
			go func(number int) {
				defer running.Done()
				for call := 0; call < 20; call++ {
					if name := table.StateName(Locked); name != "locked" && name != "" {
						t.Error(name)
					}
					if number == 0 && call == 10 {
						table.Close()
					}
				}
			}(goroutine)
		}
		running.Wait()
	}
}
