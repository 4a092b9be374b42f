package swiftfsm

// #include "bridge.h"
import "C"

// query asks a machine what runs no callback; `none` if it was closed or is in use.
func query[S, E ID, C, R any](m *Machine[S, E, C], none R, question func(*C.sfsm_machine) R) R {
	phase, err := m.enter()
	if err != nil {
		return none
	}
	answer := question(m.core.handle)
	m.core.leave(phase, 0)
	return answer
}

// State returns the current state; inside a step, the old one until the commit. In a chart: the active leaf, or the
// outermost active parallel state. None for a machine that is stopped or closed. Like the other questions that return no
// error, it answers nothing to a second goroutine that asks while a call is under way.
func (m *Machine[S, E, C]) State() S {
	return query(m, None, func(h *C.sfsm_machine) S { return S(C.sfsm_machine_state(h)) })
}

// States returns the active leaves of a chart, in the order of the states; otherwise the current state.
func (m *Machine[S, E, C]) States() []S {
	return query(m, nil, func(h *C.sfsm_machine) []S {
		var count C.size_t
		C.sfsm_machine_states(h, nil, 0, &count)
		states := make([]S, count)
		C.sfsm_machine_states(h, first[C.sfsm_id](states), count, &count)
		return states
	})
}

// In reports whether a state is active.
func (m *Machine[S, E, C]) In(state S) bool {
	return query(m, false, func(h *C.sfsm_machine) bool { return bool(C.sfsm_machine_in(h, C.sfsm_id(state))) })
}

// IsDone reports whether the machine stopped because it entered a final state of the chart.
func (m *Machine[S, E, C]) IsDone() bool {
	return query(m, false, func(h *C.sfsm_machine) bool { return bool(C.sfsm_machine_is_done(h)) })
}

// Pending returns the number of events that wait.
func (m *Machine[S, E, C]) Pending() int {
	return query(m, 0, func(h *C.sfsm_machine) int { return int(C.sfsm_machine_pending(h)) })
}

// Failure returns the number of the callback failure that the machine has reported last: that of a Failure, -1 of any
// other error, 0 if none failed yet.
func (m *Machine[S, E, C]) Failure() int32 {
	return query(m, 0, func(h *C.sfsm_machine) int32 { return int32(C.sfsm_machine_failure(h)) })
}

// RejectedCase returns the case that was wrong when the machine last returned an error about one; None, None if none was.
func (m *Machine[S, E, C]) RejectedCase() Case {
	none := Case{None, None}
	return query(m, none, func(h *C.sfsm_machine) Case {
		var predicate, value C.sfsm_id
		C.sfsm_machine_rejected_case(h, &predicate, &value)
		return Case{int32(predicate), int32(value)}
	})
}

// RejectedArgument returns the index, from 0, of the argument that was wrong when the machine last returned an error about
// one, and the types that were declared and sent.
func (m *Machine[S, E, C]) RejectedArgument() (index int, declared, sent ValueType) {
	query(m, 0, func(h *C.sfsm_machine) int {
		var at C.size_t
		var types [2]C.sfsm_value_type
		C.sfsm_machine_rejected_argument(h, &at, &types[0], &types[1])
		index, declared, sent = int(at), ValueType(types[0]), ValueType(types[1])
		return 0
	})
	return index, declared, sent
}

// Prediction is what a probe predicts.
type Prediction[S ID] struct {
	Outcome Outcome
	Target  S // the state after the step: the present one unless Transitioned
}

// Probe predicts the outcome of sending an event now. Nothing changes; guards, resolvers and providers are called.
// Errors: as of Send.
func (m *Machine[S, E, C]) Probe(event E, arguments ...any) (Prediction[S], error) {
	return m.ProbeWith(nil, event, arguments...)
}

// ProbeWith is Probe with cases of predicate types.
func (m *Machine[S, E, C]) ProbeWith(cases []Case, event E, arguments ...any) (Prediction[S], error) {
	message, err := newMessage(int32(event), cases, arguments)
	if err != nil {
		return Prediction[S]{Target: None}, err
	}
	return m.probe(message)
}

// ProbeRequest predicts the outcome of requesting a state.
func (m *Machine[S, E, C]) ProbeRequest(state S, cases ...Case) (Prediction[S], error) {
	return m.probe(newRequest(int32(state), cases))
}

func (m *Machine[S, E, C]) probe(message *message) (Prediction[S], error) {
	var target C.sfsm_id = None
	outcome, err := result(m.do(func(h *C.sfsm_machine) C.int32_t {
		return C.gofsm_probe(h, message.event, message.requested, first[C.sfsm_case](message.cases),
			C.size_t(len(message.cases)), first[C.gofsm_value](message.values), C.size_t(len(message.values)),
			first[C.char](message.text), &target)
	}))
	return Prediction[S]{outcome, S(target)}, err
}

// Permitted returns the events that would be taken now, with these cases of predicate types.
// Errors: ErrNotRunning, ErrCallbackFailed and those of cases.
func (m *Machine[S, E, C]) Permitted(cases ...Case) ([]E, error) { return permitted[E](m, cases, 0) }

// PermittedStates returns the states that may be requested now.
func (m *Machine[S, E, C]) PermittedStates(cases ...Case) ([]S, error) {
	return permitted[S](m, cases, C.SFSM_PERMITTED_STATES)
}

// Matching returns the events for which a row matches, without asking guards and resolvers.
func (m *Machine[S, E, C]) Matching(cases ...Case) ([]E, error) {
	return permitted[E](m, cases, C.SFSM_WITHOUT_GUARDS)
}

// MatchingStates returns the states for whose request a row matches, without asking guards.
func (m *Machine[S, E, C]) MatchingStates(cases ...Case) ([]S, error) {
	return permitted[S](m, cases, C.SFSM_WITHOUT_GUARDS|C.SFSM_PERMITTED_STATES)
}

func permitted[I, S, E ID, C any](m *Machine[S, E, C], cases []Case, flags C.uint32_t) ([]I, error) {
	var ids []I
	_, err := m.do(func(h *C.sfsm_machine) C.int32_t {
		table := C.sfsm_machine_table(h)
		capacity := C.sfsm_table_event_count(table) + C.sfsm_table_state_count(table)
		ids = make([]I, capacity)
		var count C.size_t
		status := C.gofsm_permitted(h, C.bool(cases != nil), Any, None, first[C.sfsm_case](cases), C.size_t(len(cases)), nil, 0, nil, flags,
			first[C.sfsm_id](ids), capacity, &count)
		if status == C.SFSM_OK && count <= capacity {
			ids = ids[:count]
		} else {
			ids = nil
		}
		return status
	})
	return ids, err
}

// ReasonKind is what happens to a row when the rows for a message are tried.
type ReasonKind int32

// Kinds of reasons.
const (
	Taken           ReasonKind = C.SFSM_TAKEN            // it would be taken
	NotMatched      ReasonKind = C.SFSM_NOT_MATCHED      // it does not match a case
	GuardRefused    ReasonKind = C.SFSM_GUARD_REFUSED    // a guard refused
	ResolverRefused ReasonKind = C.SFSM_RESOLVER_REFUSED // its resolver refused
	NotTried        ReasonKind = C.SFSM_NOT_TRIED        // another row came before it
)

// Reason is why a row is taken or not.
type Reason struct {
	Transition int // its index in Table.Transitions
	Kind       ReasonKind
	Case       Case // that does not match; None if there is none
	Guard      int  // the index of the guard that refused, conditions on active states first; or -1
}

// Explain predicts the outcome of sending an event now, with a reason for each row that the state has for it.
// Errors: as of Probe.
func (m *Machine[S, E, C]) Explain(event E, arguments ...any) (Outcome, []Reason, error) {
	return m.ExplainWith(nil, event, arguments...)
}

// ExplainWith is Explain with cases of predicate types.
func (m *Machine[S, E, C]) ExplainWith(cases []Case, event E, arguments ...any) (Outcome, []Reason, error) {
	message, err := newMessage(int32(event), cases, arguments)
	if err != nil {
		return NoOutcome, nil, err
	}
	return m.explain(message)
}

// ExplainRequest explains the request of a state.
func (m *Machine[S, E, C]) ExplainRequest(state S, cases ...Case) (Outcome, []Reason, error) {
	return m.explain(newRequest(int32(state), cases))
}

func (m *Machine[S, E, C]) explain(message *message) (Outcome, []Reason, error) {
	var reasons []C.sfsm_reason
	outcome, err := result(m.do(func(h *C.sfsm_machine) C.int32_t {
		capacity := C.sfsm_table_transition_count(C.sfsm_machine_table(h))
		reasons = make([]C.sfsm_reason, capacity)
		var count C.size_t
		status := C.gofsm_explain(h, message.event, message.requested, first[C.sfsm_case](message.cases),
			C.size_t(len(message.cases)), first[C.gofsm_value](message.values), C.size_t(len(message.values)),
			first[C.char](message.text), first[C.sfsm_reason](reasons), capacity, &count)
		reasons = reasons[:count]
		return status
	}))
	if err != nil {
		return outcome, nil, err
	}
	all := make([]Reason, len(reasons))
	for index, from := range reasons {
		all[index] = Reason{int(from.transition), ReasonKind(from.kind), Case{int32(from.predicate), int32(from.value)},
			int(from.guard)}
	}
	return outcome, all, nil
}
