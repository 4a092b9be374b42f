//go:build !asan

package swiftfsm_test

const hasAddressSanitizer = false
