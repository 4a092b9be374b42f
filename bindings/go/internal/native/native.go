// Package native has functions in C for the tests of CFunction, since tests cannot contain C.
package native

// #include <stdbool.h>
// #include <stdint.h>
// #include <stdlib.h>
//
// static bool is_exact(const int64_t *price, int64_t cents) { return *price == cents; }
// static int64_t total;
// static void add(int64_t cents) { total += cents; }
// static int64_t read_total(void) { return total; }
// static void *function(int number) { return number == 0 ? (void *)is_exact : (void *)add; }
import "C"

import "unsafe"

// IsExact is bool(context, i64): whether the int64 at the context is what the event carries.
func IsExact() unsafe.Pointer { return C.function(0) }

// Add is void(i64): it adds to Total.
func Add() unsafe.Pointer { return C.function(1) }

// Total returns what Add was called with, in all.
func Total() int64 { return int64(C.read_total()) }

// Price returns an int64 in memory of C, which Free frees.
func Price(cents int64) unsafe.Pointer {
	price := (*int64)(C.malloc(8))
	*price = cents
	return unsafe.Pointer(price)
}

// Free frees a price.
func Free(price unsafe.Pointer) { C.free(price) }
