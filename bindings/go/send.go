package swiftfsm

// #include "bridge.h"
import "C"

// Send sends an event with its arguments: its step, and those of all events that its callbacks send to this machine.
// Queued from inside a callback of this machine.
//
// If a callback returns an error, errors.Is finds it in the error of Send. If a callback panics, Send panics with the same
// value, when the library has returned. Both may be of the step of an event that a callback sent: then the outcome is that
// of this event beside the error. Events behind a failure wait: see RunPending.
//
// Errors: ErrNotRunning, ErrUnknownEvent, ErrReservedID, ErrArgumentCount, ErrArgumentType, ErrMissingPredicate,
// ErrCallbackFailed and others of sfsm_machine_send_message; ErrClosed, ErrConcurrentUse. But for ErrCallbackFailed
// nothing has happened.
func (m *Machine[S, E, C]) Send(event E, arguments ...any) (Outcome, error) {
	if len(arguments) > 0 {
		return m.SendWith(nil, event, arguments...)
	}
	phase, err := m.enter()
	if err != nil {
		return NoOutcome, err
	}
	status := C.gofsm_send(C.uintptr_t(m.core.address), C.sfsm_id(event))
	return result(status, m.core.leave(phase, status))
}

// SendWith sends an event with cases of predicate types, and its arguments.
func (m *Machine[S, E, C]) SendWith(cases []Case, event E, arguments ...any) (Outcome, error) {
	message, err := newMessage(int32(event), cases, arguments)
	if err != nil {
		return NoOutcome, err
	}
	return m.sendMessage(message)
}

// Request requests that the machine go to a state. Errors: as of Send, and ErrUnknownState.
func (m *Machine[S, E, C]) Request(state S, cases ...Case) (Outcome, error) {
	return m.sendMessage(newRequest(int32(state), cases))
}

func (m *Machine[S, E, C]) sendMessage(message *message) (Outcome, error) {
	return result(m.do(func(h *C.sfsm_machine) C.int32_t {
		return C.gofsm_send_message(h, message.event, message.requested, first[C.sfsm_case](message.cases),
			C.size_t(len(message.cases)), first[C.gofsm_value](message.values), C.size_t(len(message.values)),
			first[C.char](message.text))
	}))
}

// SendAll sends many events, one after the other, in one call of C: several times as fast as Send. The outcomes go to
// `outcomes`, which is nil or as long as the events. The first error ends the call. It returns how many events were sent.
//
// Errors: as of Send; ErrBusy from inside a callback; ErrOutOfRange if there are fewer outcomes than events.
func (m *Machine[S, E, C]) SendAll(events []E, outcomes []Outcome) (int, error) {
	if outcomes != nil && len(outcomes) < len(events) {
		return 0, check(C.SFSM_OUT_OF_RANGE)
	}
	var count C.size_t
	_, err := m.do(func(h *C.sfsm_machine) C.int32_t {
		return C.sfsm_machine_run(h, first[C.sfsm_id](events), C.size_t(len(events)),
			first[C.sfsm_outcome](outcomes), &count)
	})
	return int(count), err
}

// Raise sends an event in a chart, from inside a callback, that is taken before all events that were sent. From outside it
// is Send.
//
// Errors: as of Send; ErrBadValue from inside a callback of a definition that is no chart.
func (m *Machine[S, E, C]) Raise(event E) (Outcome, error) {
	return result(m.do(func(h *C.sfsm_machine) C.int32_t { return C.sfsm_machine_raise(h, C.sfsm_id(event)) }))
}

// Update tells the machine that time has passed, in a unit of yours: the update callbacks of its state run, up to the first
// that names an event, which is sent. NoOutcome if there is none.
//
// Errors: as of Send; ErrBusy from inside a callback.
func (m *Machine[S, E, C]) Update(time float64, cases ...Case) (Outcome, error) {
	return m.update(time, cases, nil)
}

// NextUpdate is Update, but returns the event instead of sending it: None if there is none.
func (m *Machine[S, E, C]) NextUpdate(time float64, cases ...Case) (E, error) {
	var event C.sfsm_id = None
	_, err := m.update(time, cases, &event)
	return E(event), err
}

func (m *Machine[S, E, C]) update(time float64, cases []Case, event *C.sfsm_id) (Outcome, error) {
	return result(m.do(func(h *C.sfsm_machine) C.int32_t {
		return C.gofsm_update(h, C.double(time), C.bool(cases != nil), Any, None, first[C.sfsm_case](cases), C.size_t(len(cases)), nil, 0,
			nil, event)
	}))
}
