package swiftfsm

// #include "bridge.h"
import "C"

import (
	"errors"
	"fmt"
)

// ErrClosed is returned by calls to a machine, table or builder that is nil or was closed.
var ErrClosed = errors.New("swiftfsm: this machine, table or builder is nil or was closed")

// ErrConcurrentUse is returned by a call to a machine that another goroutine is using: only one at a time may. The call
// has changed nothing. While a callback of the machine runs, a call of any goroutine counts as one of the callback.
var ErrConcurrentUse = errors.New("swiftfsm: another goroutine is using this machine")

// ErrAbandoned is returned by calls to a machine one of whose callbacks has ended its goroutine (runtime.Goexit, or
// FailNow of a test) in the middle of a step. It cannot be used any more.
var ErrAbandoned = errors.New("swiftfsm: a callback ended its goroutine in the middle of a step of this machine")

// Refuse is returned by a resolver that refuses the event.
var Refuse = errors.New("swiftfsm: the resolver refuses the event")

// NoEvent is returned by an update callback that names no event.
var NoEvent = errors.New("swiftfsm: the update callback names no event")

// Failure is an error of a callback with a number of its own, below 0, which Machine.Failure and other languages see. Any
// other error is -1 to them.
type Failure int32

// Error says which number it is.
func (f Failure) Error() string { return fmt.Sprintf("swiftfsm: callback failure %d", int32(f)) }

// Error is a call that could not be carried out. errors.Is finds its status and, if a callback has failed, the error that
// the callback returned.
type Error struct {
	Status Status
	Text   string // what is known beside the status, or ""
	Err    error  // what the callback returned, or nil

	// The callback failed in the step of an event that other callbacks had sent. The call itself took place.
	IsLater bool

	isWhole bool // the text says all, without the sentence of the status
}

// Error returns what the callback said; otherwise the sentence of the status and what is known beside it.
func (e *Error) Error() string {
	if e.Err != nil {
		return "swiftfsm: a callback failed: " + e.Err.Error()
	}
	if e.isWhole {
		return "swiftfsm: " + e.Text
	}
	if e.Text != "" {
		return "swiftfsm: " + e.Status.Error() + " " + e.Text
	}
	return "swiftfsm: " + e.Status.Error()
}

// Unwrap returns the error of the callback, or nil.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether the target is the status of this error.
func (e *Error) Is(target error) bool { return target == e.Status }

// As sets a *Status to the status of this error.
func (e *Error) As(target any) bool {
	if status, ok := target.(*Status); ok {
		*status = e.Status
		return true
	}
	return false
}

// because returns an error with a text instead of the sentence, if its status is one of those that have a text here.
func because(err error, texts map[Status]string) error {
	if e, ok := err.(*Error); ok && e.Err == nil {
		if text, isKnown := texts[e.Status]; isKnown {
			return &Error{Status: e.Status, Text: text, isWhole: true}
		}
	}
	return err
}

// unusable is why a snapshot or a journal cannot be used.
func unusable(name string) map[Status]string {
	return map[Status]string{
		ErrBadValue:         "This is no " + name + " of this definition.",
		ErrBadConfiguration: "The " + name + " is damaged or cut off, or its states cannot be active together.",
		ErrUnsupported:      "The " + name + " has a later format: update the library.",
	}
}

// check returns the error of a status, nil if it is none.
func check(status C.int32_t) error {
	if status < 0 {
		return &Error{Status: Status(status)}
	}
	return nil
}
