package swiftfsm

// ID is what states, events and predicate types are: integers of 32 bits, usually constants of a type of yours with iota
// and a method String, whose results name them in diagnostics, documents and pictures. The sixteen lowest values are
// reserved.
type ID interface{ ~int32 }

// Reserved ids. They are untyped, so that they stand where a state or an event stands.
const (
	Any       = -1 << 31    // source of a row: every state; event of a row: every event
	Same      = -1<<31 + 1  // target: the current state; cycle callbacks run
	Internal  = -1<<31 + 2  // target: the current state; only actions run
	Dynamic   = -1<<31 + 3  // target: what the row's resolver returns
	None      = -1<<31 + 4  // no state, no event, no case; to make a machine: stopped
	Initial   = -1<<31 + 5  // to make or start a machine: the definition's initial state
	LastState = -1<<31 + 7  // to start a machine: the state in which it stopped
	Request   = -1<<31 + 8  // event of a row: a request for the row's target
	Eventless = -1<<31 + 9  // event of a row: it is tried without an event, in a chart
	Defer     = -1<<31 + 10 // target: the event waits until other states are active, in a chart
	FirstID   = -1<<31 + 16 // the lowest id of your own
	failed    = -1<<31 + 6  // from a resolver or an update callback
)

// Limits of the library.
const (
	CaseLimit      = 16384    // cases of a predicate type
	ParameterLimit = 64       // arguments of an event
	QueueLimit     = 16777216 // events that wait in one machine, and timers that run
	StepLimit      = 1000     // steps to which one event of a chart may lead
)

// nameOf returns the name of an id by its method String, "" if it has none.
func nameOf(id any) string {
	if named, ok := id.(interface{ String() string }); ok {
		return named.String()
	}
	return ""
}
