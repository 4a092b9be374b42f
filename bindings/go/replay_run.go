package swiftfsm

// #include "bridge.h"
import "C"

import (
	"sync"
	"unsafe"
)

// replayRun is what callbacks find of a replay.
type replayRun struct {
	owner    any
	progress func(done, total int64) error
	mutex    sync.Mutex
	failed   kept
}

func (r *replayRun) keep(failed kept) {
	if !failed.isSet() {
		return
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if !r.failed.isSet() {
		r.failed = failed
	}
}

// contain calls a function in a goroutine of its own: a callback may end that goroutine (runtime.Goexit), but not the one of
// the program, of which other parts of the replay use the slices.
func (r *replayRun) contain(function func()) {
	ended := make(chan bool)
	go func() {
		hasReturned := false
		defer func() {
			if !hasReturned {
				r.keep(kept{err: ErrAbandoned})
			}
			close(ended)
		}()
		function()
		hasReturned = true
	}()
	<-ended
}

// gofsmRunParts runs the parts of a replay in goroutines, so that callbacks run in these, too.
//
//export gofsmRunParts
func gofsmRunParts(number C.gofsm_number, part, parts unsafe.Pointer, count C.size_t) {
	run := numbers.get(uintptr(number)).replay
	var running sync.WaitGroup
	for index := C.size_t(0); index < count; index++ {
		running.Add(1)
		go func(index C.size_t) {
			defer running.Done()
			run.contain(func() { C.gofsm_call_part(C.sfsm_part(part), parts, index) })
		}(index)
	}
	running.Wait()
}

//export gofsmProgress
func gofsmProgress(number C.gofsm_number, done, total C.int64_t) C.int32_t {
	run := numbers.get(uintptr(number)).replay
	var failed kept
	func() {
		hasReturned := false
		defer func() {
			if !hasReturned {
				failed = kept{panicked: recover(), hasPanic: true}
			}
		}()
		failed.err = run.progress(int64(done), int64(total))
		hasReturned = true
	}()
	run.keep(failed)
	if failed.isSet() {
		return C.SFSM_CALLBACK_FAILED
	}
	return C.SFSM_OK
}
