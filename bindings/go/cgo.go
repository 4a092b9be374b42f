package swiftfsm

// #cgo LDFLAGS: -lswiftfsm
// #include "bridge.h"
import "C"

import "unsafe"

// Version returns the version of the loaded library, "0.2.0".
func Version() string { return C.GoString(C.sfsm_version_string()) }

// text copies `length` bytes of C.
func text(bytes *C.char, length C.size_t) string {
	return string(unsafe.Slice((*byte)(unsafe.Pointer(bytes)), int(length)))
}

// first returns the address of a slice for C, nil for an empty one. C reads or writes it during the call only.
func first[C, T any](slice []T) *C {
	if len(slice) == 0 {
		return nil
	}
	return (*C)(unsafe.Pointer(&slice[0]))
}
