package swiftfsm

import (
	"context"
	"math"
	"time"
)

// Clock is the time of machines that Run owns.
type Clock struct {
	// Origin is time 0 of the machine. Zero: such that the machine's time goes on from what it was told last. Choose a
	// fixed one if machines are stored with SnapshotDue, of the last 290 years: a time.Duration holds no more.
	Origin time.Time
}

// longestWait is how long Run waits at most before it looks at the clock again.
const longestWait = time.Hour

// waitFor returns how long to wait for what is due. Before the origin of the clock `now` is negative.
func waitFor(due, now time.Duration) time.Duration {
	if now < due-longestWait {
		return longestWait
	}
	return due - now
}

// Run owns a machine until the context is done: it sends what is due at its time by Go's clock, and calls the functions
// that come in by the channel, which may send events. So any number of goroutines may use one machine, each function by
// itself. A closed channel is no end. `calls` may be nil.
//
// The machine's time is in whole units of its table, milliseconds if nothing else was said, rounded down. So what a call
// starts may be due up to a unit earlier than its delay says, never more.
//
// It returns ctx.Err(), or the first error of an event that was due; a step that failed leaves the machine usable, and Run
// may be called again. ErrBadValue: the machine's time has come to the end of what a time.Duration holds.
func (m *Machine[S, E, C]) Run(ctx context.Context, clock Clock, calls <-chan func(*Machine[S, E, C])) error {
	if m == nil || m.core == nil {
		return ErrClosed
	}
	origin := clock.Origin
	if origin.IsZero() {
		origin = time.Now().Add(-m.Now())
	}
	timer := time.NewTimer(longestWait)
	defer timer.Stop()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		now := time.Since(origin)
		if now == math.MaxInt64 { // no time would ever come any more
			return &Error{Status: ErrBadValue, isWhole: true,
				Text: "The machine's time is too long after its origin: a time.Duration holds no more than 292 years."}
		}
		if err := m.advanceTo(now); err != nil {
			return err
		}
		wait := (<-chan time.Time)(nil)
		if due, ok := m.Due(); ok {
			if !timer.Stop() {
				select {
				case <-timer.C:
				default:
				}
			}
			timer.Reset(waitFor(due, time.Since(origin)))
			wait = timer.C
		}
		select {
		case <-ctx.Done():
		case <-wait:
		case call, isOpen := <-calls:
			if !isOpen {
				calls = nil
				continue
			}
			if err := m.advanceTo(time.Since(origin)); err != nil {
				return err
			}
			call(m)
		}
	}
}

// advanceTo does not go back: a clock of the wall may have been set.
func (m *Machine[S, E, C]) advanceTo(now time.Duration) error {
	if last := m.Now(); now < last {
		now = last
	}
	return m.Advance(now)
}
