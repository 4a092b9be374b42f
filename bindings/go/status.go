package swiftfsm

// #include "bridge.h"
import "C"

// Status is what a call fails with. It is an error: errors.Is(err, swiftfsm.ErrUnknownEvent) holds for every error of
// this package with that status.
type Status int32

// Statuses. swiftfsm.h says of each function which of them it returns.
const (
	ErrNullPointer       Status = C.SFSM_NULL_POINTER       // a callback or an object is nil
	ErrBadSize           Status = C.SFSM_BAD_SIZE           // the library does not know a struct of this size
	ErrBadValue          Status = C.SFSM_BAD_VALUE          // an argument is not one of the documented values
	ErrReservedID        Status = C.SFSM_RESERVED_ID        // a reserved id where only one of your own is allowed
	ErrUnknownState      Status = C.SFSM_UNKNOWN_STATE      // the table has no such state
	ErrUnknownEvent      Status = C.SFSM_UNKNOWN_EVENT      // the table has no such event
	ErrInvalidDefinition Status = C.SFSM_INVALID_DEFINITION // the definition has errors: see BuildError
	ErrAlreadyBuilt      Status = C.SFSM_ALREADY_BUILT      // the builder has built its table and is spent
	ErrNotRunning        Status = C.SFSM_NOT_RUNNING        // the machine is stopped
	ErrAlreadyRunning    Status = C.SFSM_ALREADY_RUNNING    // the machine is not stopped
	ErrBusy              Status = C.SFSM_BUSY               // called from inside a callback of this machine
	ErrQueueFull         Status = C.SFSM_QUEUE_FULL         // QueueLimit events wait, or as many timers
	ErrOutOfMemory       Status = C.SFSM_OUT_OF_MEMORY      // there is not enough memory
	ErrCallbackFailed    Status = C.SFSM_CALLBACK_FAILED    // a callback returned an error
	ErrOutOfRange        Status = C.SFSM_OUT_OF_RANGE       // no such index, row or block
	ErrMissingPredicate  Status = C.SFSM_MISSING_PREDICATE  // strict: no case of a predicate type
	ErrUnknownPredicate  Status = C.SFSM_UNKNOWN_PREDICATE  // strict: a type that the table does not have
	ErrRepeatedPredicate Status = C.SFSM_REPEATED_PREDICATE // strict: two cases of one predicate type
	ErrUnknownCase       Status = C.SFSM_UNKNOWN_CASE       // the predicate type does not have this case
	ErrBadSignature      Status = C.SFSM_BAD_SIGNATURE      // types of arguments that cannot be read
	ErrArgumentCount     Status = C.SFSM_ARGUMENT_COUNT     // more or fewer arguments than the event declares
	ErrArgumentType      Status = C.SFSM_ARGUMENT_TYPE      // an argument of another type than it declares
	ErrUnsupported       Status = C.SFSM_UNSUPPORTED        // this library, or a snapshot, cannot do it
	ErrBadConfiguration  Status = C.SFSM_BAD_CONFIGURATION  // states that cannot be active together
	ErrStepLimitReached  Status = C.SFSM_STEP_LIMIT_REACHED // one event has led to StepLimit steps
	ErrUnboundCallbacks  Status = C.SFSM_UNBOUND_CALLBACKS  // the document was read without some callbacks
	ErrUnnamedCallback   Status = C.SFSM_UNNAMED_CALLBACK   // a callback of the definition has no name
)

// Error returns a sentence that says what the status means and what to do.
func (s Status) Error() string { return C.GoString(C.sfsm_status_text(C.int32_t(s))) }

// Name returns the name of the status in C, "SFSM_UNKNOWN_EVENT"; "unknown" for any other number.
func (s Status) Name() string { return C.GoString(C.sfsm_status_name(C.int32_t(s))) }

// Outcome is the result of sending an event.
type Outcome int32

// Outcomes.
const (
	NoOutcome    Outcome = 0 // of an update: there was no event; beside an error: there is none
	Transitioned Outcome = 1 // a row was taken and its callbacks ran; the state may be the same
	Refused      Outcome = 2 // a row matches, but a guard or its resolver refused; nothing changed
	Unhandled    Outcome = 3 // this state has no row for this event and these cases; nothing changed
	Queued       Outcome = 4 // the event waits: it was sent from inside a step, or behind events that wait
	Deferred     Outcome = 5 // the event waits, since the row that was taken defers it
)

// String returns the name of an outcome, "transitioned".
func (o Outcome) String() string {
	names := [...]string{"none", "transitioned", "refused", "unhandled", "queued", "deferred"}
	if o < 0 || int(o) >= len(names) {
		return "unknown"
	}
	return names[o]
}
