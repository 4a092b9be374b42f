package swiftfsm

// #include "bridge.h"
import "C"

import (
	"runtime"
	"time"
	"unsafe"
)

// Machine is a current state (in a chart, a set of active states) and a context, over a table.
//
// One goroutine at a time may use a machine; a call that finds another one at it returns ErrConcurrentUse. No goroutine is
// tied to a thread. Callbacks run on the goroutine that makes the call, and may use the machine: events that they send are
// queued, and run after the step. A call of another goroutine while a callback runs counts as one of the callback. Events may
// be sent from many goroutines by way of Run, which owns the machine.
//
// Close a machine that is no longer needed; the garbage collector closes those that are forgotten, unless a callback of the
// table refers to them. The context, the hooks and the writer of the journal of a machine may refer to it.
type Machine[S, E ID, C any] struct {
	owned
	table   *Table[S, E, C]
	context C
	unit    time.Duration
}

// MachineOption is an option of Table.Machine.
type MachineOption uint32

// Lenient makes a machine that accepts events without cases for all predicate types: only rows that do not name the
// missing types match.
const Lenient MachineOption = C.SFSM_LENIENT

// Machine makes a machine in a state: one of the table, Initial for that of the definition, or None for a machine that
// Start will start. No callback runs, no entry callbacks either.
//
// Errors: ErrUnknownState, ErrUnboundCallbacks, ErrClosed, ErrOutOfMemory.
func (t *Table[S, E, C]) Machine(state S, context C, options ...MachineOption) (*Machine[S, E, C], error) {
	open := t.open()
	if open == nil {
		return nil, ErrClosed
	}
	defer open.done()
	var flags MachineOption
	for _, option := range options {
		flags |= option
	}
	c := &core{}
	c.number = numbers.add(&entry{core: c})
	status := C.gofsm_machine_create(open.handle, C.sfsm_id(state), C.uint32_t(flags), C.gofsm_number(c.number),
		&c.handle)
	if status < 0 {
		numbers.remove(c.number)
		return nil, check(status)
	}
	c.setAddress()
	return &Machine[S, E, C]{owned{core: c, life: newLife(c)}, t, context, open.unit}, nil
}

// enter begins a call: see core.
func (m *Machine[S, E, C]) enter() (int32, error) {
	if m == nil || m.core == nil {
		return 0, ErrClosed
	}
	return m.core.enter(unsafe.Pointer(m))
}

// do makes a call into the library.
func (m *Machine[S, E, C]) do(call func(*C.sfsm_machine) C.int32_t) (C.int32_t, error) {
	phase, err := m.enter()
	if err != nil {
		return 0, err
	}
	status := call(m.core.handle)
	return status, m.core.leave(phase, status)
}

// result returns the outcome of a call beside its error. An event may have an outcome although the step of one that its
// callbacks sent has failed.
func result(status C.int32_t, err error) (Outcome, error) {
	if status < 0 {
		status = 0
	}
	return Outcome(status), err
}

// Close ends the machine: events that wait are dropped, and no exit callbacks run. From inside a callback of the machine it
// takes effect when the step is over. More than once is allowed.
func (m *Machine[S, E, C]) Close() error {
	if m == nil || m.core == nil {
		return nil
	}
	err := m.core.close(unsafe.Pointer(m))
	if err == ErrClosed {
		return nil
	}
	if err == nil {
		runtime.SetFinalizer(m.life, nil)
	}
	return err
}

// Table returns the table of the machine.
func (m *Machine[S, E, C]) Table() *Table[S, E, C] {
	if m == nil {
		return nil
	}
	return m.table
}

// Context returns the context of the machine.
func (m *Machine[S, E, C]) Context() (context C) {
	if m == nil {
		return context
	}
	return m.context
}

// SetContext replaces the context of the machine, also from inside a callback. Errors: ErrClosed.
func (m *Machine[S, E, C]) SetContext(context C) error {
	_, err := m.do(func(*C.sfsm_machine) C.int32_t {
		m.context = context
		return 0
	})
	return err
}

// Start starts a stopped machine: its entry callbacks run, then the events that they sent. `state` may be Initial, or
// LastState for that in which it stopped.
//
// Errors: ErrAlreadyRunning, ErrUnknownState, ErrBusy, ErrCallbackFailed and others of sfsm_machine_start.
func (m *Machine[S, E, C]) Start(state S) error {
	_, err := m.do(func(h *C.sfsm_machine) C.int32_t { return C.sfsm_machine_start(h, C.sfsm_id(state)) })
	return err
}

// Stop stops the machine: exit callbacks run, events that wait are dropped, timers end. Queued from inside a callback.
//
// Errors: ErrNotRunning, ErrCallbackFailed.
func (m *Machine[S, E, C]) Stop() (Outcome, error) {
	return result(m.do(func(h *C.sfsm_machine) C.int32_t { return C.sfsm_machine_stop(h) }))
}

// SetState puts the machine into a state without calling any callback. None stops it.
//
// Errors: ErrUnknownState, ErrBusy.
func (m *Machine[S, E, C]) SetState(state S) error {
	_, err := m.do(func(h *C.sfsm_machine) C.int32_t { return C.sfsm_machine_set_state(h, C.sfsm_id(state)) })
	return err
}

// SetStates puts the machine into states, all leaves that are then active, without calling any callback.
//
// Errors: ErrUnknownState, ErrBadConfiguration, ErrBusy.
func (m *Machine[S, E, C]) SetStates(states ...S) error {
	_, err := m.do(func(h *C.sfsm_machine) C.int32_t {
		return C.sfsm_machine_set_states(h, first[C.sfsm_id](states), C.size_t(len(states)))
	})
	return err
}

// RunPending runs the events that a failure left waiting.
func (m *Machine[S, E, C]) RunPending() error {
	_, err := m.do(func(h *C.sfsm_machine) C.int32_t { return C.sfsm_machine_run_pending(h) })
	return err
}

// DiscardPending drops the events that wait.
func (m *Machine[S, E, C]) DiscardPending() error {
	_, err := m.do(func(h *C.sfsm_machine) C.int32_t { return C.sfsm_machine_discard_pending(h) })
	return err
}

// OnUnhandled adds a hook to this machine: it is called for an event that has no row in the current state. nil removes all
// such hooks of the machine. Errors: ErrBusy from inside a callback.
func (m *Machine[S, E, C]) OnUnhandled(hook Action[S, E, C]) error {
	return m.addHook(C.SFSM_UNHANDLED_HOOK, hook)
}

// OnStep adds a hook to this machine: it is called after every step, whatever its outcome, a start and a stop too. nil
// removes all such hooks of the machine. Errors: ErrBusy from inside a callback.
func (m *Machine[S, E, C]) OnStep(hook Action[S, E, C]) error {
	return m.addHook(C.SFSM_STEP_HOOK, hook)
}

func (m *Machine[S, E, C]) addHook(role C.int32_t, hook Action[S, E, C]) error {
	_, err := m.do(func(h *C.sfsm_machine) C.int32_t {
		number := uintptr(0)
		if hook != nil {
			number = m.keepHook(hook)
		}
		return C.gofsm_add_hook(h, role, C.gofsm_number(number))
	})
	return err
}
