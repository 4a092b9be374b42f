// Package swiftfsm runs finite-state machines from checked, compiled tables.
//
// Write the rules once, as rows of state × event → state with your own functions as actions, in a Builder or in a document
// that programs in all languages read. All errors of a definition are reported together, each with file, line and a
// suggested fix. The Table that comes of it is immutable: any number of machines run it, on any number of goroutines.
//
// States and events are integer types of yours:
//
//	type State int32
//
//	const (
//		Locked State = iota
//		Unlocked
//	)
//
//	func (s State) String() string { return [...]string{"locked", "unlocked"}[s] }
//
// # Errors
//
// Calls that are mistakes return an *Error, have changed nothing, and leave every object usable: errors.Is finds its
// Status, such as ErrUnknownEvent or ErrNotRunning. A definition with errors is a *BuildError. That an event is refused, or
// that the state has no row for it, is no error but an Outcome.
//
// What a callback returns as its error comes back from the call that ran it, and errors.Is finds it there. A panic of a
// callback does not pass through C: it is carried, and the call panics with the same value.
//
// # Goroutines
//
// A Table is for any number of goroutines at the same time, a Machine or Builder for one at a time. No goroutine is tied to
// a thread. A second goroutine at a machine gets ErrConcurrentUse, and has changed nothing; while a callback runs, its call counts
// as one of the callback. Machine.Run lets many goroutines share one machine by a channel of functions, and sends timeouts by
// Go's clock.
//
// A call of a machine from inside one of its own callbacks does what it does in C: events are queued, and run after the
// step; what cannot be done there returns ErrBusy.
//
// # Memory
//
// Close machines, tables and builders when they are no longer needed. The garbage collector closes what was forgotten,
// unless callbacks of the table refer to it. The context, hooks and journal of a machine may refer to it. What Go keeps for C, such as function literals, is released once, with the last
// machine of its table.
//
// # Speed
//
// Send costs what a call of sfsm_machine_send through cgo costs: the step in C (5 ns) and an empty call of C with a
// pointer (about 70 ns). It passes a number instead, which Go does not check, and spends what that saves on keeping
// goroutines apart. Each callback in Go costs a call from C to Go (about 105 ns) more. SendAll sends many events in one call
// of C. Send without arguments allocates nothing.
package swiftfsm
