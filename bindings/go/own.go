package swiftfsm

// #include "bridge.h"
import "C"

import "runtime"

// owned is what a Machine begins with, whatever its types are.
//
// The numbers that C has are found by all goroutines, so that what they stand for is never collected. What may refer to the
// machine, its hooks and the writer of its journal, is here instead, and goes with the machine.
type owned struct {
	core *core
	life *life
	own  map[uintptr]any // by its number: the invoker of a hook, or the *journal
}

// life is closed by the garbage collector. It refers to nothing that refers to the machine: an object with a finalizer that
// refers to itself is never collected.
type life struct{ core *core }

func newLife(c *core) *life {
	l := &life{c}
	runtime.SetFinalizer(l, func(l *life) { l.core.close(nil) })
	return l
}

// machine returns what the machine begins with, nil if no call is under way.
func (c *core) machine() *owned { return (*owned)(c.owner) }

// keep returns a number for C, for something of this machine alone. The machine is in the library.
func (o *owned) keep(e *entry, value any) uintptr {
	number := numbers.add(e)
	if o.own == nil {
		o.own = map[uintptr]any{}
	}
	o.own[number] = value
	return number
}

// keepHook returns the number of a hook.
func (o *owned) keepHook(called invoker) uintptr {
	h := &hook{core: o.core}
	h.number = o.keep(&entry{callback: h}, called)
	return h.number
}

// end ends a number. 0 is none.
func (o *owned) end(number uintptr) {
	if o != nil {
		delete(o.own, number)
	}
	numbers.remove(number)
}

// hook is what the number of a hook of one machine stands for.
type hook struct {
	core   *core
	number uintptr
}

func (h *hook) invoke(f *frame) C.int32_t { return h.core.machine().own[h.number].(invoker).invoke(f) }
func (h *hook) failure() C.int32_t        { return -1 }
