package swiftfsm_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"time"

	"swiftfsm"
)

// Calls of a case: making them, and comparing what they give with what the case says.

// outcomeWord returns the outcome of a call in the words of cases.
func outcomeWord(outcome swiftfsm.Outcome, err error) string {
	var e *swiftfsm.Error
	switch {
	case outcome != swiftfsm.NoOutcome:
		return outcome.String()
	case err == nil || errors.As(err, &e) && e.IsLater:
		return "ok"
	case e != nil:
		return statusWord(e.Status)
	}
	return err.Error()
}

// answers is what a call returns beside its outcome.
type answers struct {
	target, event id
	ids           []id
	reasons       []swiftfsm.Reason
}

func (r *caseRunner) perform(call *conformanceCall) {
	if r.err != nil {
		return
	}
	l := &level{call: call}
	r.levels = append(r.levels, l)
	outcome, err, found := r.make(call)
	r.levels = r.levels[:len(r.levels)-1]
	if l.next < len(call.Trace) {
		missing := call.Trace[l.next]
		r.fault(missing.Line, "%s %s is not called", missing.Role, missing.Name)
	}
	r.compare(call, outcomeWord(outcome, err), found)
}

func (r *caseRunner) compare(call *conformanceCall, outcome string, found answers) {
	m := r.machine
	for name, wanted := range call.Result {
		var value any
		switch name {
		case "line":
			continue
		case "outcome":
			value = outcome
		case "state":
			value = m.State()
		case "failure":
			value = m.Failure()
		case "pending":
			value = m.Pending()
		case "target":
			value = found.target
		case "event":
			value = found.event
		case "ids":
			value = append([]id{}, found.ids...)
		case "rejected":
			rejected := m.RejectedCase()
			value = []int32{rejected.Predicate, rejected.Value}
		case "rejected_argument":
			index, declared, sent := m.RejectedArgument()
			value = map[string]any{"index": index, "declared": wordOf(declared), "sent": wordOf(sent)}
		case "active":
			value = m.States()
			for _, state := range m.States() {
				if !m.In(state) {
					r.fault(call.Line, "%d is active, and In says it is not", state)
				}
			}
		case "done":
			value = m.IsDone()
		case "due":
			value = nil
			if due, ok := m.Due(); ok {
				value = strconv.FormatInt(int64(due), 10)
			}
		default:
			r.fault(call.Line, "unknown member %s", name)
		}
		text, _ := json.Marshal(value)
		var one, other any
		if json.Unmarshal(text, &one) != nil || json.Unmarshal(wanted, &other) != nil || !reflect.DeepEqual(one, other) {
			r.fault(call.Line, "%s of %s is %s instead of %s", name, call.Verb, text, wanted)
		}
	}
	if call.Verb != "explain" {
		return
	}
	transitions := r.table.Transitions()
	r.expect(call.Line, "the number of reasons", len(found.reasons), len(call.Reasons))
	for index, wanted := range call.Reasons {
		if index >= len(found.reasons) {
			return
		}
		reason := found.reasons[index]
		r.expect(call.Line, "the row", transitions[reason.Transition].Place.Line, wanted.RowLine)
		r.expect(call.Line, "the reason", int32(reason.Kind), wanted.Kind)
		if wanted.Mismatch != nil && reason.Kind == swiftfsm.NotMatched {
			r.expect(call.Line, "the mismatch", [2]int32{reason.Case.Predicate, reason.Case.Value}, *wanted.Mismatch)
		}
		if wanted.Guard != nil && reason.Kind == swiftfsm.GuardRefused {
			r.expect(call.Line, "the guard", reason.Guard, *wanted.Guard)
		}
	}
}

func wordOf(kind swiftfsm.ValueType) string {
	if kind == swiftfsm.Integer {
		return "integer"
	}
	return kind.String()
}

// make makes a call.
func (r *caseRunner) make(call *conformanceCall) (outcome swiftfsm.Outcome, err error, found answers) {
	m, event, duration := r.machine, id(call.ID), func(n int64) time.Duration { return time.Duration(n) }
	var cases []swiftfsm.Case
	if call.Cases != nil {
		cases = []swiftfsm.Case{}
	}
	for _, each := range call.Cases {
		cases = append(cases, swiftfsm.Case{Predicate: each[0], Value: each[1]})
	}
	var arguments []any
	for _, each := range r.values(call.Line, call.Arguments) {
		arguments = append(arguments, each)
	}
	switch call.Verb {
	case "send":
		if cases == nil {
			outcome, err = m.Send(event, arguments...)
		} else {
			outcome, err = m.SendWith(cases, event, arguments...)
		}
	case "request":
		outcome, err = m.Request(event, cases...)
	case "send later":
		r.timers[call.Timer], err = m.SendLater(event, duration(call.Delay))
	case "cancel":
		err = m.Cancel(r.timers[call.Timer])
	case "advance":
		err = m.Advance(duration(call.Now))
	case "raise":
		outcome, err = m.Raise(event)
	case "start":
		err = m.Start(event)
	case "stop":
		outcome, err = m.Stop()
	case "update time":
		if call.IsHandedOver {
			found.event, err = m.NextUpdate(call.Time, cases...)
		} else {
			outcome, err = m.Update(call.Time, cases...)
		}
	case "set state":
		err = m.SetState(event)
	case "set states":
		err = m.SetStates(call.States...)
	case "run":
		err = m.RunPending()
	case "discard":
		err = m.DiscardPending()
	case "probe":
		var prediction swiftfsm.Prediction[id]
		if call.IsRequest {
			prediction, err = m.ProbeRequest(event, cases...)
		} else {
			prediction, err = m.ProbeWith(cases, event, arguments...)
		}
		outcome, found.target = prediction.Outcome, prediction.Target
	case "permitted":
		found.ids, err = [](func(...swiftfsm.Case) ([]id, error)){
			m.Permitted, m.Matching, m.PermittedStates, m.MatchingStates}[call.Flags](cases...)
	case "explain":
		if call.IsRequest {
			outcome, found.reasons, err = m.ExplainRequest(event, cases...)
		} else {
			outcome, found.reasons, err = m.ExplainWith(cases, event, arguments...)
		}
	default:
		r.fault(call.Line, "unknown verb %s", call.Verb)
	}
	return outcome, err, found
}
