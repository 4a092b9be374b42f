package swiftfsm_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"swiftfsm"
)

type (
	caseStep    = swiftfsm.Step[id, id, *caseRunner]
	caseMachine = swiftfsm.Machine[id, id, *caseRunner]
)

// caseRunner makes the calls of a case, and is what its callbacks ask what to do.
type caseRunner struct {
	err     error
	machine *caseMachine
	table   *swiftfsm.Table[id, id, *caseRunner]
	timers  map[int]swiftfsm.Timer
	levels  []*level
}

// level is a call that is under way, with the callbacks that it has called so far.
type level struct {
	call *conformanceCall
	next int
}

func (r *caseRunner) fault(line int, format string, arguments ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%d: %s", line, fmt.Sprintf(format, arguments...))
	}
}

func (r *caseRunner) expect(line int, what string, found, wanted any) {
	if !reflect.DeepEqual(found, wanted) {
		r.fault(line, "%s is %v instead of %v", what, found, wanted)
	}
}

func (r *caseRunner) bind(bindings *swiftfsm.Bindings[id, id, *caseRunner], role, name string) {
	if name == "" {
		return // a hook of the machine
	}
	switch role {
	case "guard":
		bindings.TryGuard(name, func(s caseStep) (bool, error) {
			answer := r.called(s, role, name)
			return answer > 0, failureOf(answer)
		})
	case "resolver":
		bindings.Resolver(name, func(s caseStep) (id, error) {
			answer := r.called(s, role, name)
			return id(answer), special(answer, swiftfsm.Refuse)
		})
	case "update":
		bindings.Update(name, func(s caseStep) (id, error) {
			answer := r.called(s, role, name)
			return id(answer), special(answer, swiftfsm.NoEvent)
		})
	case "provider":
		bindings.Provider(name, func(s caseStep) (int32, error) {
			answer := r.called(s, role, name)
			return answer, failureOf(answer)
		})
	case "action":
		bindings.Action(name, r.action(role, name))
	case "entry":
		bindings.Entry(name, r.action(role, name))
	case "exit":
		bindings.Exit(name, r.action(role, name))
	case "cycle":
		bindings.Cycle(name, r.action(role, name))
	case "unhandled":
		bindings.OnUnhandled(name, r.action(role, name))
	case "step":
		bindings.OnStep(name, r.action(role, name))
	default:
		r.fault(1, "role %s", role)
	}
}

func (r *caseRunner) action(role, name string) func(caseStep) error {
	return func(s caseStep) error { return failureOf(r.called(s, role, name)) }
}

func failureOf(answer int32) error {
	if answer < 0 {
		return swiftfsm.Failure(answer)
	}
	return nil
}

const failed = -1<<31 + 6 // SFSM_FAILED

func special(answer int32, none error) error {
	switch answer {
	case swiftfsm.None:
		return none
	case failed:
		return errors.New("failed")
	}
	return nil
}

// called compares a callback that is called with what is written, makes the calls below it, and answers.
func (r *caseRunner) called(s caseStep, role, name string) int32 {
	top := r.levels[len(r.levels)-1]
	if top.next >= len(top.call.Trace) {
		r.fault(top.call.Line, "%s %q is called, which is not written", role, name)
		return 0
	}
	h := top.call.Trace[top.next]
	top.next++
	r.expect(h.Line, "the callback", role+" "+name, h.Role+" "+h.Name)
	if s.Context() != r || s.Machine() != r.machine {
		r.fault(h.Line, "the context or machine is another one")
	}
	if h.Step != nil {
		r.expect(h.Line, "the step", [3]int32{int32(s.Source()), int32(s.Event()), int32(s.Target())}, *h.Step)
	}
	if h.State != nil {
		r.expect(h.Line, "the state", int32(r.machine.State()), *h.State)
	}
	if h.Outcome != "" {
		word := s.Outcome().String()
		if s.Status() != 0 {
			word = statusWord(s.Status())
		}
		r.expect(h.Line, "the outcome of the step", word, h.Outcome)
	}
	if h.Time != nil {
		wanted, _ := strconv.ParseFloat(strings.Trim(string(*h.Time), `"`), 64)
		r.expect(h.Line, "the time", s.Time(), wanted)
	} else if role != "update" && role != "provider" {
		r.expect(h.Line, "the time", s.Time(), 0.0)
	}
	for _, each := range h.Cases {
		r.expect(h.Line, "the case", s.Case(each[0]), each[1])
	}
	if h.Arguments != nil {
		r.expect(h.Line, "what the event carries", s.Arguments(), r.values(h.Line, h.Arguments))
	}
	for _, call := range h.Calls {
		r.perform(call)
	}
	return h.Answer
}

func statusWord(status swiftfsm.Status) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(status.Name(), "SFSM_")), "_", " ")
}

func (r *caseRunner) values(line int, written []conformanceValue) (values []swiftfsm.Value) {
	for _, each := range written {
		value := swiftfsm.Value{Type: typeNamed(each.Type)}
		switch {
		case value.Type == swiftfsm.Str:
			if value.IsNull = each.Value == nil; !value.IsNull {
				value.Text = *each.Value
			}
		case value.Type == swiftfsm.Ptr:
			value.Bits = uint64(*each.Pointer) * 4096
		case value.Type == swiftfsm.Bool:
			value.Bits = map[string]uint64{"true": 1}[*each.Value]
		case value.Type == swiftfsm.F32 || value.Type == swiftfsm.F64:
			value.Bits, _ = strconv.ParseUint(strings.TrimPrefix(each.Bits, "0x"), 16, 64)
		case value.Type == swiftfsm.U64:
			value.Bits, _ = strconv.ParseUint(*each.Value, 10, 64)
		case each.Value == nil || value.Type == 0:
			r.fault(line, "a value of type %s", each.Type)
		default:
			number, err := strconv.ParseInt(*each.Value, 10, 64)
			if err != nil {
				r.fault(line, "%v", err)
			}
			value.Bits = uint64(number)
		}
		values = append(values, value)
	}
	return values
}

func typeNamed(name string) swiftfsm.ValueType {
	for kind := swiftfsm.Bool; kind <= swiftfsm.Ptr; kind++ {
		if kind.String() == name {
			return kind
		}
	}
	if name == "integer" {
		return swiftfsm.Integer
	}
	return 0
}

func (r *caseRunner) run(table *swiftfsm.Table[id, id, *caseRunner], run *conformanceRun) {
	initial := id(swiftfsm.None)
	if run.Initial != nil {
		initial = id(*run.Initial)
	}
	var options []swiftfsm.MachineOption
	if run.Lenient {
		options = append(options, swiftfsm.Lenient)
	}
	machine, err := table.Machine(initial, r, options...)
	if err == nil {
		defer machine.Close()
		if run.OnUnhandled {
			err = machine.OnUnhandled(r.action("unhandled", ""))
		}
		if run.OnStep && err == nil {
			err = machine.OnStep(r.action("step", ""))
		}
	}
	if run.Failure != nil {
		r.expect(run.Line, "the outcome", outcomeWord(0, err), *run.Failure)
		return
	}
	if err != nil {
		r.fault(run.Line, "%v", err)
		return
	}
	r.machine, r.table, r.timers, r.levels = machine, table, map[int]swiftfsm.Timer{}, nil
	for _, call := range run.Calls {
		r.perform(call)
	}
}

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
