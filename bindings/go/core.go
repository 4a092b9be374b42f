package swiftfsm

// #include "bridge.h"
import "C"

import (
	"runtime"
	"sync/atomic"
	"unsafe"
)

// core is what C knows of a machine. It does not point to the Machine but while a call is under way, so that a Machine that
// nobody uses any more can be collected.
//
// The phase says who may touch the machine: 0 nobody uses it; odd, a goroutine is in the library; even, a callback runs.
// Each callback and each call from inside one adds 1. A goroutine that finds an odd phase is a second one, and is refused:
// so at most one at a time is in C, whatever mistakes a program makes.
type core struct {
	phase     int32
	trouble   int32          // that leave has to look at: failures of callbacks, and whether the machine was closed
	address   uintptr        // of the machine; 0 if it was closed or abandoned
	owner     unsafe.Pointer // the Machine, while a call is under way
	handle    *C.sfsm_machine
	number    uintptr
	frames    []*frame // of callbacks, one inside the other
	kept      []kept   // what callbacks of each call that is under way have failed with
	isClosing bool     // closed from inside a callback: what Go keeps of it goes when the outermost call ends
	abandoned atomic.Bool
	journal   uintptr
}

// kept is what a callback has failed with, until the call that ran it has returned from C.
type kept struct {
	err      error
	panicked any
	hasPanic bool
}

func (k *kept) isSet() bool { return k.err != nil || k.hasPanic }

// enter begins a call into the library. It returns the phase before, for leave.
func (c *core) enter(owner unsafe.Pointer) (int32, error) {
	phase := atomic.LoadInt32(&c.phase)
	if phase&1 != 0 || !atomic.CompareAndSwapInt32(&c.phase, phase, phase+1) {
		return 0, ErrConcurrentUse
	}
	if c.address == 0 {
		storePhase(&c.phase, phase)
		if c.abandoned.Load() {
			return 0, ErrAbandoned
		}
		return 0, ErrClosed
	}
	if phase == 0 {
		c.owner = owner
	}
	return phase, nil
}

// leave ends a call, and returns what is wrong: with the status, or with a callback. It panics if a callback did.
func (c *core) leave(phase int32, status C.int32_t) error {
	if status < 0 || c.trouble != 0 {
		return c.settle(phase, status)
	}
	if phase == 0 {
		c.owner = nil
	}
	storePhase(&c.phase, phase)
	return nil
}

func (c *core) settle(phase int32, status C.int32_t) error {
	var failed kept
	if depth := int(phase / 2); depth < len(c.kept) && c.kept[depth].isSet() {
		failed, c.kept[depth] = c.kept[depth], kept{}
		c.trouble--
	}
	var err error
	if failed.err != nil {
		isLater := status >= 0
		if isLater {
			status = C.SFSM_CALLBACK_FAILED
		}
		err = &Error{Status: Status(status), Err: failed.err, IsLater: isLater}
	} else if status < 0 {
		err = c.explainStatus(status)
	}
	if phase == 0 {
		if c.isClosing {
			c.forget()
		}
		c.owner = nil
	}
	storePhase(&c.phase, phase)
	if failed.hasPanic {
		panic(failed.panicked)
	}
	return err
}

// close releases the machine. From inside a callback that takes effect when the step is over.
func (c *core) close(owner unsafe.Pointer) error {
	phase, err := c.enter(owner)
	if err != nil {
		return err
	}
	C.sfsm_machine_release(c.handle)
	c.handle, c.address, c.isClosing = nil, 0, true
	c.trouble++
	return c.leave(phase, 0)
}

// forget ends the numbers of a closed machine.
func (c *core) forget() {
	c.machine().end(c.journal)
	numbers.remove(c.number)
	c.journal, c.number, c.isClosing = 0, 0, false
	c.trouble--
}

// begin makes the frame of a callback. The machine is in the library: the phase is odd.
func (c *core) begin(step *C.sfsm_step) *frame {
	phase := atomic.LoadInt32(&c.phase)
	depth := int(phase / 2)
	for depth >= len(c.frames) {
		c.frames = append(c.frames, &frame{core: c})
	}
	f := c.frames[depth]
	f.step, f.phase = step, phase
	f.generation++
	storePhase(&c.phase, phase+1)
	return f
}

// end goes back into the library. A goroutine of the program that uses the machine by mistake at this moment leaves first.
func (c *core) end(f *frame) {
	f.generation++
	f.step = nil
	for !atomic.CompareAndSwapInt32(&c.phase, f.phase+1, f.phase) {
		runtime.Gosched()
	}
	if failed := &f.failed; failed.isSet() {
		c.keep(int(f.phase/2), *failed)
		*failed = kept{}
	}
}

// keep stores the first failure of the callbacks of a call. A panic comes before errors.
func (c *core) keep(depth int, failed kept) {
	for depth >= len(c.kept) {
		c.kept = append(c.kept, kept{})
	}
	if known := &c.kept[depth]; !known.isSet() {
		*known = failed
		c.trouble++
	} else if failed.hasPanic && !known.hasPanic {
		*known = failed
	}
}

// abandon makes the machine unusable, as the goroutine seems to end inside a callback; regain takes that back.
func (c *core) abandon() {
	c.address = 0
	c.abandoned.Store(true)
}

func (c *core) regain() {
	c.abandoned.Store(false)
	c.setAddress()
}

// setAddress sets the address of the machine, 0 if it was closed.
func (c *core) setAddress() { c.address = uintptr(unsafe.Pointer(c.handle)) }

// callOut calls a function of the program that is no callback of a step, from inside the library. The machine is busy
// meanwhile.
func (c *core) callOut(failed *kept, function func()) {
	phase := atomic.LoadInt32(&c.phase)
	storePhase(&c.phase, phase+1)
	func() {
		hasReturned := false
		defer func() {
			if !hasReturned {
				c.abandon()
				*failed = kept{panicked: recover(), hasPanic: true}
			}
		}()
		function()
		hasReturned = true
	}()
	if failed.hasPanic {
		c.regain()
	}
	for !atomic.CompareAndSwapInt32(&c.phase, phase+1, phase) {
		runtime.Gosched()
	}
}
