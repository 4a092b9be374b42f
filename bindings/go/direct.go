package swiftfsm

// #include "bridge.h"
import "C"

func directCall[S, E ID, C_ any](function any, count int) func(*frame) C.int32_t { return nil }
