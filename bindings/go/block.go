package swiftfsm

// #include "bridge.h"
import "C"

import (
	"fmt"
	"strings"
	"time"
	"unsafe"
)

// Kind is the kind of a state.
type Kind uint32

// Kinds of states.
const (
	Plain          Kind = 0                      // the default
	Final          Kind = C.SFSM_FINAL           // no row leaves it
	Parallel       Kind = C.SFSM_PARALLEL        // all of its children are active at the same time
	ShallowHistory Kind = C.SFSM_SHALLOW_HISTORY // no state, but a target: the child of its parent that was active last
	DeepHistory    Kind = C.SFSM_DEEP_HISTORY    // the same of the leaves below its parent
)

// Block is everything about a state other than its rows, or a superstate: rows and callbacks for every state that adopts
// it. Several blocks of one state add up.
type Block[S, E ID, C any] struct {
	b      *builder
	number C.size_t
	state  S // None of a superstate
}

// State opens a block for a state. A state that is only ever a target needs one.
func (b *Builder[S, E, C]) State(state S, kind ...Kind) Block[S, E, C] {
	return addState[S, E, C](b.get(), state, kind)
}

func addState[S, E ID, C any](b *builder, state S, kinds []Kind) Block[S, E, C] {
	block := Block[S, E, C]{b, 0, state}
	if !b.usable() {
		return block
	}
	var kind Kind
	for _, each := range kinds {
		kind |= each
	}
	file, line := b.place(2)
	b.check(C.sfsm_builder_add_state_at(b.handle, C.sfsm_id(state), C.uint32_t(kind), file, line, &block.number))
	b.blocks[int64(block.number)] = int32(state)
	nameState(b, state)
	return block
}

// Superstate opens a superstate. Machines are never in it: its rows and callbacks are those of the states that adopt it.
func (b *Builder[S, E, C]) Superstate(name string) Block[S, E, C] {
	inner := b.get()
	block := Block[S, E, C]{inner, 0, None}
	if !inner.usable() {
		return block
	}
	if strings.IndexByte(name, 0) >= 0 {
		inner.fault(1, cause{role: ofSuperstate}, fmt.Sprintf("the name %q of a superstate has a zero byte", name))
		return block
	}
	inner.correct(cause{role: ofSuperstate})
	file, line := inner.place(1)
	inner.check(C.sfsm_builder_add_superstate_at(inner.handle, file, line, &block.number))
	if name != "" {
		text := C.CString(name)
		inner.check(C.sfsm_builder_name_superstate(inner.handle, block.number, text))
		C.free(unsafe.Pointer(text))
	}
	return block
}

// Row adds a row of the state, or for each state that adopts the superstate.
func (k Block[S, E, C]) Row(event E, target S, flags ...RowFlag) Row[S, E, C] {
	return addRow[S, E, C](k.b, k.state, event, target, k.number, flags)
}

// State opens a block for a state that is nested in this one.
func (k Block[S, E, C]) State(state S, kind ...Kind) Block[S, E, C] {
	return addState[S, E, C](k.b, state, kind).In(k.state)
}

// Adopt lets the state have the rows and callbacks of superstates before its own.
func (k Block[S, E, C]) Adopt(superstates ...Block[S, E, C]) Block[S, E, C] {
	for _, superstate := range superstates {
		if k.b.usable() {
			k.b.check(C.sfsm_builder_adopt(k.b.handle, k.number, superstate.number))
		}
	}
	return k
}

// OnEntry adds callbacks that run after a step from another state.
func (k Block[S, E, C]) OnEntry(actions ...Action[S, E, C]) Block[S, E, C] {
	return k.on(C.SFSM_ENTRY, actions)
}

// OnExit adds callbacks that run before a step to another state.
func (k Block[S, E, C]) OnExit(actions ...Action[S, E, C]) Block[S, E, C] {
	return k.on(C.SFSM_EXIT, actions)
}

// OnCycle adds callbacks that run after a step that came back to the same state.
func (k Block[S, E, C]) OnCycle(actions ...Action[S, E, C]) Block[S, E, C] {
	return k.on(C.SFSM_CYCLE, actions)
}

func (k Block[S, E, C]) on(role C.int32_t, actions []Action[S, E, C]) Block[S, E, C] {
	for _, action := range actions {
		k.b.register(2, role, int64(k.number), action, action)
	}
	return k
}

// OnUpdate adds callbacks that run in Machine.Update.
func (k Block[S, E, C]) OnUpdate(updates ...Update[S, E, C]) Block[S, E, C] {
	for _, update := range updates {
		k.b.register(1, C.SFSM_UPDATE, int64(k.number), update, update)
	}
	return k
}

// In nests the state, or history, in another one.
func (k Block[S, E, C]) In(parent S) Block[S, E, C] {
	if k.b.usable() {
		k.b.check(C.sfsm_builder_nest(k.b.handle, k.number, C.sfsm_id(parent)))
	}
	return k
}

// Default sets the state inside this one that is entered with it, and actions that run then. Of a history: what is entered
// while nothing is recorded.
func (k Block[S, E, C]) Default(state S, actions ...Action[S, E, C]) Block[S, E, C] {
	if k.b.usable() {
		k.b.check(C.sfsm_builder_set_default(k.b.handle, k.number, C.sfsm_id(state)))
	}
	for _, action := range actions {
		k.b.register(1, C.GOFSM_DEFAULT, int64(k.number), action, action)
	}
	return k
}

// Done sets the event that is raised when the state is done: a final state inside it was entered, or it is parallel and
// all of its children are done.
func (k Block[S, E, C]) Done(event E) Block[S, E, C] {
	if k.b.usable() {
		k.b.check(C.sfsm_builder_on_done(k.b.handle, k.number, C.sfsm_id(event)))
		nameEvent(k.b, event)
	}
	return k
}

// Timeout adds an event that is sent when the state has been active for a time, rounded up to the unit.
func (k Block[S, E, C]) Timeout(delay time.Duration, event E) Block[S, E, C] {
	if k.b.usable() {
		k.b.check(C.sfsm_builder_add_timeout(k.b.handle, k.number, ticks(delay, k.b.unit), C.sfsm_id(event)))
		nameEvent(k.b, event)
	}
	return k
}
