//go:build !amd64 || race

package swiftfsm

import "sync/atomic"

// storePhase gives the machine back.
func storePhase(phase *int32, value int32) { atomic.StoreInt32(phase, value) }
