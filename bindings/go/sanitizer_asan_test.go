//go:build asan

package swiftfsm_test

// A goroutine that ends in a callback leaves frames of C behind, of which the Address Sanitizer still knows.
const hasAddressSanitizer = true
