package swiftfsm

// #include "bridge.h"
import "C"

import "sync"

// frame is a callback that runs. Frames are used again: each use has a generation of its own.
type frame struct {
	generation uint64
	step       *C.sfsm_step
	core       *core // nil in a replay
	replay     any   // the *Replay
	phase      int32
	token      int // of a replay
	failed     kept
	values     *C.sfsm_value // of a function with parameters: what its signature names
	count      int
}

// invoker is a callback of a role: it returns what C expects of that role.
type invoker interface {
	invoke(*frame) C.int32_t
	failure() C.int32_t // that it panicked
}

// replayBit marks the contexts of tokens in a replay: below it are 23 bits for the number and 40 for the token.
const (
	replayBit  = 1 << 63
	tokenBits  = 40
	tokenLimit = 1 << tokenBits
)

var replayFrames = sync.Pool{New: func() any { return new(frame) }}

// gofsmCall is called by C. The machine's context is a number too, which Go must not see as a pointer.
//
//export gofsmCall
func gofsmCall(step *C.sfsm_step, number, machine C.gofsm_number) C.int32_t {
	callback := numbers.get(uintptr(number)).callback
	context := uintptr(machine)
	if context&replayBit != 0 {
		return callInReplay(step, callback, context, nil, 0)
	}
	c := numbers.get(context).core
	f := c.begin(step)
	result := run(callback, f)
	if f.failed.hasPanic {
		c.regain() // the goroutine has not ended
	}
	c.end(f)
	return result
}

func callInReplay(step *C.sfsm_step, callback invoker, context uintptr, values *C.sfsm_value, count int) C.int32_t {
	replay := numbers.get(context &^ replayBit >> tokenBits).replay
	f := replayFrames.Get().(*frame)
	f.step, f.replay, f.token = step, replay.owner, int(context&(tokenLimit-1))
	f.values, f.count = values, count
	f.generation++
	result := run(callback, f)
	f.generation++
	replay.keep(f.failed)
	f.step, f.replay, f.failed, f.values, f.count = nil, nil, kept{}, nil, 0
	replayFrames.Put(f)
	return result
}

// run calls a callback. A panic must not pass through C: it is kept. Ending the goroutine cannot be kept from passing
// through C: the machine is abandoned then.
func run(callback invoker, f *frame) (result C.int32_t) {
	hasReturned := false
	defer func() {
		if hasReturned {
			return
		}
		f.generation++ // no Step of this callback is valid any more, if the goroutine ends here
		if f.core != nil {
			f.core.abandon()
		}
		f.failed = kept{panicked: recover(), hasPanic: true}
		result = callback.failure()
	}()
	result = callback.invoke(f)
	hasReturned = true
	return result
}

//export gofsmForget
func gofsmForget(number C.gofsm_number) {
	if e := numbers.get(uintptr(number)); e != nil {
		if h, ok := e.callback.(*hook); ok {
			h.core.machine().end(h.number)
			return
		}
	}
	numbers.remove(uintptr(number))
}
