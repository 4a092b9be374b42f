package swiftfsm

import (
	"sync"
	"sync/atomic"
)

// What C keeps of Go is a number, from 1: C must not keep Go pointers. cgo.Handle would do, but looks numbers up in a map
// that is shared by all goroutines; this array is read without a lock, and 5 times as fast (see the benchmark).
type registry struct {
	mutex  sync.Mutex
	chunks atomic.Pointer[[]*chunk]
	free   []uintptr
	count  uintptr // of numbers that were ever given out
}

const chunkSize = 1024

type chunk [chunkSize]atomic.Pointer[entry]

// entry is what a number stands for: one of these is set.
type entry struct {
	callback  invoker
	core      *core
	migration func(Missing) (int32, bool)
	journal   *core // of the machine
	replay    *replayRun
}

var numbers registry

// add returns a number, which stands for the entry until it is removed.
func (r *registry) add(e *entry) uintptr {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	var number uintptr
	if last := len(r.free) - 1; last >= 0 {
		number, r.free = r.free[last], r.free[:last]
	} else {
		r.count++
		number = r.count
		var chunks []*chunk
		if known := r.chunks.Load(); known != nil {
			chunks = *known
		}
		if int(number/chunkSize) >= len(chunks) {
			grown := append(append([]*chunk(nil), chunks...), new(chunk))
			r.chunks.Store(&grown)
		}
	}
	r.slot(number).Store(e)
	return number
}

func (r *registry) slot(number uintptr) *atomic.Pointer[entry] {
	return &(*r.chunks.Load())[number/chunkSize][number%chunkSize]
}

// get returns what a number stands for. The number must be one that add returned.
func (r *registry) get(number uintptr) *entry { return r.slot(number).Load() }

// remove ends a number. 0 is none.
func (r *registry) remove(number uintptr) {
	if number == 0 {
		return
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.slot(number).Swap(nil) == nil {
		panic("swiftfsm: a callback was released twice")
	}
	r.free = append(r.free, number)
}

// used returns how many numbers are in use, for tests.
func (r *registry) used() int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return int(r.count) - len(r.free)
}
