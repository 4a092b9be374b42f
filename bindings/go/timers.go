package swiftfsm

// #include "bridge.h"
import "C"

import (
	"math"
	"time"
)

// Timer is the number of an event that is sent later. No machine uses one twice.
type Timer uint64

// SendLater sends an event after a delay, rounded up to the table's unit of time, counted from the time that the machine
// was told last. The event must declare no arguments.
//
// Errors: ErrBadValue (the delay is negative), ErrArgumentCount, ErrNotRunning, ErrUnknownEvent, ErrQueueFull.
func (m *Machine[S, E, C]) SendLater(event E, delay time.Duration) (Timer, error) {
	var timer C.uint64_t
	_, err := m.do(func(h *C.sfsm_machine) C.int32_t {
		return C.sfsm_machine_send_later(h, C.sfsm_id(event), ticks(delay, m.unit), &timer)
	})
	return Timer(timer), because(err, map[Status]string{ErrBadValue: "The delay is negative."})
}

// Cancel ends a timer of SendLater. Errors: ErrOutOfRange (no such timer runs).
func (m *Machine[S, E, C]) Cancel(timer Timer) error {
	_, err := m.do(func(h *C.sfsm_machine) C.int32_t { return C.sfsm_machine_cancel(h, C.uint64_t(timer)) })
	return err
}

// Advance tells the machine its time, from an origin of yours, rounded down to the table's unit of time, and sends the events that are due by then. Run does it by
// the clock.
//
// Errors: ErrBadValue (earlier than the time that was told last), ErrBusy, ErrStepLimitReached, ErrCallbackFailed and
// others of sfsm_machine_advance.
func (m *Machine[S, E, C]) Advance(now time.Duration) error {
	status, err := m.do(func(h *C.sfsm_machine) C.int32_t { return C.sfsm_machine_advance(h, moment(now, m.unit)) })
	if status == C.SFSM_BAD_VALUE {
		text := "The time " + now.String() + " is earlier than the one that was told last."
		return because(err, map[Status]string{ErrBadValue: text})
	}
	return err
}

// Due returns the time at which the next timer is due; false if none runs.
func (m *Machine[S, E, C]) Due() (time.Duration, bool) {
	due := C.int64_t(-1)
	isDue := query(m, false, func(h *C.sfsm_machine) bool { return C.sfsm_machine_due(h, &due) == C.SFSM_OK })
	if !isDue {
		return 0, false
	}
	return m.duration(due), true
}

// Now returns the time that the machine was told last; while events that were due are sent, the time of the one under way.
func (m *Machine[S, E, C]) Now() time.Duration {
	return query(m, 0, func(h *C.sfsm_machine) time.Duration { return m.duration(C.sfsm_machine_now(h)) })
}

// duration returns a time of the library; the latest or earliest there is if it is beyond.
func (m *Machine[S, E, C]) duration(units C.int64_t) time.Duration {
	if units > math.MaxInt64/C.int64_t(m.unit) {
		return math.MaxInt64
	}
	if units < math.MinInt64/C.int64_t(m.unit) {
		return math.MinInt64
	}
	return time.Duration(units) * m.unit
}
