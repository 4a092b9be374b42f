package swiftfsm_test

import (
	"runtime"
	"runtime/debug"
	"testing"

	"swiftfsm"
)

// numbersAtRest returns how many numbers are in use once the collector has closed what earlier tests have forgotten, and leaves it
// off until the test ends: what it closes meanwhile would be taken for something that the test has released.
func numbersAtRest(t *testing.T) int {
	percent := debug.SetGCPercent(-1)
	t.Cleanup(func() { debug.SetGCPercent(percent) })
	numbers := swiftfsm.NumbersInUse()
	for unchanged := 0; unchanged < 3; unchanged++ {
		collect()
		if now := swiftfsm.NumbersInUse(); now != numbers {
			numbers, unchanged = now, 0
		}
	}
	return numbers
}

// collect returns when finalizers have run.
func collect() {
	isOver := make(chan struct{})
	runtime.SetFinalizer(&struct{ name string }{"the last"}, func(any) { close(isOver) })
	runtime.GC()
	<-isOver
}
