package swiftfsm_test

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

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
	hooks   map[string]conformanceCallee // callables of machines, by their roles
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

func (r *caseRunner) bind(bindings *swiftfsm.Bindings[id, id, *caseRunner], callee conformanceCallee) {
	role, name := callee.Role, callee.Name
	if callee.Signature != nil {
		r.bindCallable(bindings, callee)
		return
	}
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
	return r.calledWith(s, role, name, nil)
}

// calledWith is the same for a callable, with what it is given.
func (r *caseRunner) calledWith(s caseStep, role, name string, given []any) int32 {
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
	if given != nil && len(h.Given) > 0 {
		r.expect(h.Line, "what is given", given, r.given(h))
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
			err = r.hook(machine, "unhandled")
		}
		if run.OnStep && err == nil {
			err = r.hook(machine, "step")
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
