package swiftfsm_test

import (
	"context"
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"swiftfsm"
)

func TestTimersByHand(t *testing.T) {
	m := machine(t, plainGate(), Locked)
	_, isDue := m.Due()
	equal(t, isDue, false)
	timer, err := m.SendLater(Coin, 1500*time.Microsecond) // rounded up to the unit, a millisecond
	other, _ := m.SendLater(Coin, 0)
	due, _ := m.Due()
	equal(t, []any{err, timer != other, due}, []any{nil, true, time.Duration(0)})
	equal(t, m.Cancel(other), nil)
	fails(t, m.Cancel(other), swiftfsm.ErrOutOfRange)
	due, _ = m.Due()
	equal(t, []any{due, m.Now()}, []any{2 * time.Millisecond, time.Duration(0)})
	equal(t, []any{m.Advance(1999 * time.Microsecond), m.State()}, []any{nil, Locked})
	equal(t, []any{m.Advance(2 * time.Millisecond), m.State(), m.Now()}, []any{nil, Unlocked, 2 * time.Millisecond})
	m.SendLater(Pass, math.MaxInt64)
	due, _ = m.Due()
	equal(t, due, time.Duration(math.MaxInt64))
}

// A delay is rounded up, so that nothing comes too early, and a time down. What is negative stays negative.
func TestTimesAreRounded(t *testing.T) {
	for _, unit := range []time.Duration{time.Nanosecond, time.Microsecond, time.Millisecond, 7 * time.Second} {
		builder := plainGate()
		builder.Unit(unit)
		m := machine(t, builder, Locked)
		for _, delay := range []time.Duration{-1, -unit, -unit - 1, math.MinInt64} {
			_, err := m.SendLater(Coin, delay)
			fails(t, err, swiftfsm.ErrBadValue)
			fails(t, m.Advance(delay), swiftfsm.ErrBadValue)
		}
		for delay, wanted := range map[time.Duration]time.Duration{
			0: 0, 1: unit, unit: unit, unit + 1: 2 * unit, 3 * unit: 3 * unit,
		} {
			timer, err := m.SendLater(Coin, delay)
			due, _ := m.Due()
			if err != nil || due != wanted {
				t.Errorf("in units of %v a delay of %v is one of %v, not %v, error %v", unit, delay, due, wanted, err)
			}
			equal(t, m.Cancel(timer), nil)
		}
		equal(t, []any{m.Advance(unit), m.Now()}, []any{nil, unit})
		equal(t, []any{m.Advance(2*unit - 1), m.Now()}, []any{nil, (2*unit - 1) / unit * unit})
	}
}

func TestRunByTheClock(t *testing.T) {
	builder := plainGate()
	var began, ended time.Duration // by the machine's time
	builder.State(Unlocked).Timeout(30*time.Millisecond, Pass).OnEntry(func(s Step) error {
		began = s.Machine().Now()
		return nil
	}).OnExit(func(s Step) error {
		ended = s.Machine().Now()
		return nil
	})
	m := machine(t, builder, Locked)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	calls := make(chan func(*Machine))
	result := make(chan error, 1)
	go func() { result <- m.Run(ctx, swiftfsm.Clock{}, calls) }()
	// ask calls a function on the goroutine that owns the machine.
	ask := func(call func(*Machine)) {
		done := make(chan bool)
		calls <- func(m *Machine) { call(m); close(done) }
		<-done
	}
	started := time.Now()
	ask(func(m *Machine) { sends(t, m, Coin, swiftfsm.Transitioned, Unlocked) })
	state := Unlocked
	for state == Unlocked && time.Since(started) < 10*time.Second {
		time.Sleep(time.Millisecond)
		ask(func(m *Machine) { state = m.State() })
	}
	// The machine counts whole milliseconds: the coin came in the one that had begun.
	if waited := time.Since(started); state != Locked || waited <= 29*time.Millisecond {
		t.Errorf("%v after %v", state, waited)
	}
	equal(t, ended-began, 30*time.Millisecond)
	var running sync.WaitGroup
	for goroutine := 0; goroutine < 8; goroutine++ { // any number of goroutines use one machine
		running.Add(1)
		go func() {
			defer running.Done()
			for round := 0; round < 50; round++ {
				ask(func(m *Machine) {
					if _, err := m.Send(Kick); !errors.Is(err, swiftfsm.ErrUnknownEvent) {
						t.Error(err)
					}
				})
			}
		}()
	}
	running.Wait()
	cancel()
	fails(t, <-result, context.Canceled)
	sends(t, m, Coin, swiftfsm.Transitioned, Unlocked) // usable again, here
}

func TestRunReturnsWhatACallbackFailsWith(t *testing.T) {
	broken := errors.New("broken")
	builder := plainGate()
	builder.State(Locked).Timeout(time.Millisecond, Coin).OnExit(func(Step) error { return broken })
	m := machine(t, builder, Locked)
	calls := make(chan func(*Machine))
	close(calls) // no end
	err := m.Run(context.Background(), swiftfsm.Clock{Origin: time.Now()}, calls)
	fails(t, err, broken)
	equal(t, m.State(), Locked)
}

func TestRunDoesNotStartWhenTheContextIsDone(t *testing.T) {
	m := machine(t, plainGate(), Locked)
	ctx, cancel := context.WithTimeout(context.Background(), time.Nanosecond)
	defer cancel()
	<-ctx.Done()
	fails(t, m.Run(ctx, swiftfsm.Clock{}, nil), context.DeadlineExceeded)
}

func TestRunByAFixedOrigin(t *testing.T) {
	m := machine(t, plainGate(), Locked)
	m.SendLater(Coin, time.Hour)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	fails(t, m.Run(ctx, swiftfsm.Clock{Origin: time.Now().Add(-2 * time.Hour)}, nil), context.DeadlineExceeded)
	equal(t, m.State(), Unlocked)
	if now := m.Now(); now < 2*time.Hour || now > 3*time.Hour {
		t.Error(now)
	}
	ctx, cancel = context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	equal(t, m.Run(ctx, swiftfsm.Clock{Origin: time.Now()}, nil), context.DeadlineExceeded) // time does not go back
}

// countedContext counts how often it is asked whether it is done: Run asks each time it wakes up.
type countedContext struct {
	context.Context
	asked *int32
}

func (c countedContext) Err() error {
	atomic.AddInt32(c.asked, 1)
	return c.Context.Err()
}

// Run sleeps until something is due, however far away that is, and also before time 0 of its clock.
// Nothing would be due any more: Run went round and round.
func TestRunEndsWhereDurationsEnd(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	m := machine(t, plainGate(), Locked)
	if _, err := m.SendLater(Coin, time.Second); err != nil {
		t.Fatal(err)
	}
	fails(t, m.Run(ctx, swiftfsm.Clock{Origin: time.Date(1601, 1, 1, 0, 0, 0, 0, time.UTC)}, nil), swiftfsm.ErrBadValue)
	equal(t, m.Now(), "0s")
	if err := m.Advance(math.MaxInt64); err != nil {
		t.Fatal(err)
	}
	if _, err := m.SendLater(Pass, time.Second); err != nil {
		t.Fatal(err)
	}
	fails(t, m.Run(ctx, swiftfsm.Clock{}, nil), swiftfsm.ErrBadValue)
}

func TestRunSleepsUntilSomethingIsDue(t *testing.T) {
	for _, delay := range []time.Duration{time.Minute, 2 * time.Hour, math.MaxInt64} {
		for _, ahead := range []time.Duration{0, time.Hour, math.MaxInt64} {
			m := machine(t, plainGate(), Locked)
			m.SendLater(Coin, delay)
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
			var asked int32
			err := m.Run(countedContext{ctx, &asked}, swiftfsm.Clock{Origin: time.Now().Add(ahead)}, nil)
			cancel()
			fails(t, err, context.DeadlineExceeded)
			if count := atomic.LoadInt32(&asked); count > 3 {
				t.Errorf("due after %v, with an origin in %v: Run woke up %d times", delay, ahead, count)
			}
		}
	}
}
