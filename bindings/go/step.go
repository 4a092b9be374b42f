package swiftfsm

// #include "bridge.h"
import "C"

// Step is the step in which a callback runs. It is valid during the callback only: to use it later panics. Copying it is
// free.
type Step[S, E ID, C any] struct {
	frame      *frame
	generation uint64
}

func (s Step[S, E, C]) raw() *C.sfsm_step {
	if s.frame == nil || s.frame.generation != s.generation || s.generation == 0 {
		panic("swiftfsm: a Step was used after its callback has returned")
	}
	return s.frame.step
}

func stepOf[S, E ID, C any](f *frame) Step[S, E, C] { return Step[S, E, C]{f, f.generation} }

// Machine returns the machine, to which a callback may send events: they run after the step. In a replay, where no token
// has a machine of its own, it returns nil.
func (s Step[S, E, C]) Machine() *Machine[S, E, C] {
	s.raw()
	if s.frame.core == nil {
		return nil
	}
	return (*Machine[S, E, C])(s.frame.core.owner)
}

// Context returns the context of the machine, or in a replay that of the token.
func (s Step[S, E, C]) Context() C {
	if machine := s.Machine(); machine != nil {
		return machine.context
	}
	return s.frame.replay.(*Replay[S, E, C]).contextOf(s.frame.token)
}

// Token returns the number of the token in a replay, from 0.
func (s Step[S, E, C]) Token() int {
	s.raw()
	return s.frame.token
}

// Event returns the event: None in a start, a stop and an update, Request for a request, Eventless for a row without one.
func (s Step[S, E, C]) Event() E { return E(s.raw().event) }

// Source returns the state before the step, None in a start.
func (s Step[S, E, C]) Source() S { return S(s.raw().source) }

// Target returns the state after the step. None until it is resolved, in a stop, and in a hook for an event that was
// unhandled or refused.
func (s Step[S, E, C]) Target() S { return S(s.raw().target) }

// State returns the state whose callback runs: of entry, exit, cycle and update callbacks of many states, and in a chart,
// where it may be a parent of source or target. None in a step hook.
func (s Step[S, E, C]) State() S { return S(C.sfsm_step_state(s.raw())) }

// Row returns the number of the row that is taken or tried, from 1; 0 if there is none.
func (s Step[S, E, C]) Row() int { return int(C.sfsm_step_row(s.raw())) }

// Outcome returns the outcome in a step hook: NoOutcome everywhere else, and if the step failed (see Status).
func (s Step[S, E, C]) Outcome() Outcome {
	if outcome := s.raw().outcome; outcome > 0 {
		return Outcome(outcome)
	}
	return NoOutcome
}

// Status returns in a step hook what the step failed with, 0 if it did not.
func (s Step[S, E, C]) Status() Status {
	if outcome := s.raw().outcome; outcome < 0 {
		return Status(outcome)
	}
	return 0
}

// Time returns the time that was given to Machine.Update, otherwise 0.
func (s Step[S, E, C]) Time() float64 { return float64(s.raw().time) }

// Case returns the case of a predicate type in this step, sent or provided; None if there is none.
// Predicate.Of returns it with its type.
func (s Step[S, E, C]) Case(predicate int32) int32 {
	return int32(C.sfsm_step_case(s.raw(), C.sfsm_id(predicate)))
}

// Raise sends an event in a chart that is taken before all events that were sent. In a replay this is the only way to
// send one.
func (s Step[S, E, C]) Raise(event E) error {
	raw := s.raw()
	if machine := s.Machine(); machine != nil {
		_, err := machine.Raise(event)
		return err
	}
	return check(C.sfsm_machine_raise(raw.machine, C.sfsm_id(event)))
}
