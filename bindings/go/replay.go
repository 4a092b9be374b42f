package swiftfsm

// #include "bridge.h"
import "C"

import "unsafe"

// GuardTreatment is how a replay treats guards, resolvers and providers.
type GuardTreatment int32

// Treatments of guards.
const (
	RefuseGuards GuardTreatment = C.SFSM_REFUSE_GUARDS // nothing is replayed if a row has one
	AssumeGuards GuardTreatment = C.SFSM_ASSUME_GUARDS // guards count as true; the rest is refused
	AskGuards    GuardTreatment = C.SFSM_ASK_GUARDS    // guards, resolvers and providers are called
)

// ViolationPolicy is what happens after a violation.
type ViolationPolicy int32

// What happens after a violation.
const (
	Stay       ViolationPolicy = C.SFSM_STAY       // the token stays in its state and goes on
	StopToken  ViolationPolicy = C.SFSM_STOP_TOKEN // the token's later events are skipped
	StopReplay ViolationPolicy = C.SFSM_STOP       // the replay ends
)

// Unknown is the time in Replay.Entered that is unknown.
const Unknown = -1 << 63

// Replay is a log of events over many tokens (orders, devices, packages), to be replayed in one call. Slices are read and
// written in place; only columns of cases and arguments are copied.
type Replay[S, E ID, C any] struct {
	// The state of each token, None for a new one: read and written. In a chart each has Table.ReplayWidth numbers.
	States []S
	// The events, ids or, with an EventMap, codes.
	Events Column
	// The event of each code, None for no event.
	EventMap []E
	// The token of each event; or Offsets: the events of token k are Offsets[k] to Offsets[k+1]-1.
	// Without both all events belong to token 0.
	Tokens  Column
	Offsets []int64

	Cases     []CaseColumn
	Arguments []ArgumentColumn[E]
	Times     []int64 // of each event, in any unit

	Initial      S // where new tokens start: a state, or swiftfsm.Initial
	Guards       GuardTreatment
	OnViolation  ViolationPolicy
	Lenient      bool
	CallActions  bool // call everything that a step calls; otherwise only states change
	SkipUnknown  bool // skip unknown events and codes; otherwise they end the replay
	Contexts     []C  // none, one for all tokens, or one for each
	FirstIndex   int64
	Threads      int // of lists only: goroutines among which the tokens are divided. Callbacks run in all of them
	Progress     func(done, total int64) error
	MaxViolation int // how many violations are returned at most

	// Results. Those that are wanted are as long as said.
	Outcomes   []uint8 // for each event an Outcome, 0 if it was skipped
	Rows       []int32 // for each event the number of the row that was taken
	RowCounts  []int64 // added to: how often each row was taken; RowCount+1 numbers, the first is unused
	RowTimes   []int64 // added to: the time tokens spent in the states they left by each row. Needs Times and Entered
	Entered    []int64 // for each token, read and written: when it entered its state, or Unknown
	First      []int64 // for each token, read and written: its first violation, -1 for none
	FirstTimes []int64 // for each token, written with First: the time of that event
}

// Violation is an event that was not permitted.
type Violation[S, E ID] struct {
	Index   int64 // of the event, counted from FirstIndex
	Token   int64
	State   S
	Event   E
	Outcome Outcome // Unhandled, Refused, or NoOutcome if the chart of the token was done
}

// ReplayResult is what came of a replay.
type ReplayResult[S, E ID] struct {
	Events                                    int64 // that were replayed
	Transitioned, Refused, Unhandled, Skipped int64
	Violations, ViolatedTokens                int64
	Index                                     int64 // where the error is, -1 if there is no single place
	Failure                                   int32 // what the callback that failed returned
	First                                     []Violation[S, E]
}

func (r *Replay[S, E, C]) contextOf(token int) (context C) {
	switch {
	case len(r.Contexts) == 1:
		return r.Contexts[0]
	case token < len(r.Contexts):
		return r.Contexts[token]
	}
	return context
}

// mostViolations returns how many violations there can be to return: one for each event.
func (r *Replay[S, E, C]) mostViolations() int {
	if r.MaxViolation < r.Events.length {
		return r.MaxViolation
	}
	return r.Events.length
}

// ReplayWidth returns how many numbers of Replay.States each token has: 1, more in a chart.
func (t *Table[S, E, C]) ReplayWidth() int {
	return ask(t, 0, func(h *C.sfsm_table) int { return int(C.sfsm_table_replay_width(h)) })
}

// Replay replays events over the states of tokens. Violations are no error. With an error, states and results are those of
// the events before it, and Index says where it is.
//
// Errors: those of sfsm_table_replay; ErrOutOfRange if slices do not fit together; ErrBadValue for a text with a zero byte; what Progress or a callback returned.
// Goroutines may replay over one table at the same time, in slices of their own.
func (t *Table[S, E, C]) Replay(r *Replay[S, E, C]) (ReplayResult[S, E], error) {
	result := ReplayResult[S, E]{Index: -1}
	open := t.open()
	if open == nil {
		return result, ErrClosed
	}
	defer open.done()
	if r == nil {
		return result, check(C.SFSM_NULL_POINTER)
	}
	tokens, err := r.checkLengths(int(C.sfsm_table_replay_width(open.handle)), int(C.sfsm_table_row_count(open.handle)))
	if err != nil {
		return result, err
	}
	run := &replayRun{owner: r, progress: r.Progress}
	number := numbers.add(&entry{replay: run})
	defer numbers.remove(number)
	if number >= replayBit>>tokenBits || tokens >= tokenLimit {
		return result, check(C.SFSM_OUT_OF_RANGE)
	}
	violations := make([]C.sfsm_violation, r.mostViolations())
	options := r.options(tokens, len(violations), number)
	var memory copies
	defer memory.free()
	cases, arguments := r.copyColumns(&memory)
	rowTimes, firstTimes := r.RowTimes, r.FirstTimes
	if tokens == 0 || r.Events.length == 0 { // what these need may be empty, and nothing is written to them
		rowTimes, firstTimes = nil, nil
	}
	var counts C.sfsm_replay_counts
	var status C.sfsm_status
	run.contain(func() {
		status = C.gofsm_replay(open.handle, &options, first[C.int32_t](r.States), r.Events.values,
			first[C.sfsm_id](r.EventMap), r.Tokens.values, first[C.int64_t](r.Offsets), cases, arguments,
			first[C.int64_t](r.Times), first[C.uint8_t](r.Outcomes), first[C.int32_t](r.Rows),
			first[C.int64_t](r.RowCounts), first[C.int64_t](rowTimes), first[C.int64_t](r.Entered),
			first[C.int64_t](r.First), first[C.int64_t](firstTimes), first[C.sfsm_violation](violations), &counts)
	})
	result.read(&counts, violations)
	if run.failed.hasPanic {
		panic(run.failed.panicked)
	}
	if run.failed.err == ErrAbandoned {
		return result, ErrAbandoned
	}
	if status < 0 {
		return result, &Error{Status: Status(status), Err: run.failed.err}
	}
	return result, nil
}

func (r *Replay[S, E, C]) options(tokens, violations int, number uintptr) C.gofsm_replay_options {
	flags := bit(r.Lenient)*C.SFSM_LENIENT | bit(r.CallActions)*C.SFSM_CALL_ACTIONS |
		bit(r.SkipUnknown)*C.SFSM_SKIP_UNKNOWN
	return C.gofsm_replay_options{
		token_count: C.size_t(tokens), event_count: C.size_t(r.Events.length), map_count: C.size_t(len(r.EventMap)),
		case_count: C.size_t(len(r.Cases)), argument_count: C.size_t(len(r.Arguments)),
		thread_count: C.size_t(r.Threads), violation_capacity: C.size_t(violations),
		first_index: C.int64_t(r.FirstIndex), initial: C.sfsm_id(r.Initial), flags: C.uint32_t(flags),
		guards: C.int32_t(r.Guards), on_violation: C.int32_t(r.OnViolation),
		event_type: C.int32_t(r.Events.kind), token_type: C.int32_t(r.Tokens.kind),
		contexts: C.gofsm_number(replayBit | number<<tokenBits), stride: 1, number: C.gofsm_number(number),
		has_progress: C.bool(r.Progress != nil),
	}
}

func (r *Replay[S, E, C]) copyColumns(memory *copies) (*C.sfsm_case_column, *C.sfsm_argument_column) {
	caseMemory := memory.allocate(uintptr(len(r.Cases)) * C.sizeof_sfsm_case_column)
	cases := unsafe.Slice((*C.sfsm_case_column)(caseMemory), len(r.Cases))
	for index, each := range r.Cases {
		cases[index].predicate, cases[index].column = C.sfsm_id(each.Predicate), memory.column(each.Cases)
	}
	argumentMemory := memory.allocate(uintptr(len(r.Arguments)) * C.sizeof_sfsm_argument_column)
	arguments := unsafe.Slice((*C.sfsm_argument_column)(argumentMemory), len(r.Arguments))
	for index, each := range r.Arguments {
		to := &arguments[index]
		to.event, to.number, to.column = C.sfsm_id(each.Event), C.uint32_t(each.Number), memory.column(each.Values)
	}
	return (*C.sfsm_case_column)(caseMemory), (*C.sfsm_argument_column)(argumentMemory)
}

func (r *ReplayResult[S, E]) read(counts *C.sfsm_replay_counts, violations []C.sfsm_violation) {
	r.Events, r.Transitioned = int64(counts.events), int64(counts.transitioned)
	r.Refused, r.Unhandled, r.Skipped = int64(counts.refused), int64(counts.unhandled), int64(counts.skipped)
	r.Violations, r.ViolatedTokens = int64(counts.violations), int64(counts.violated_tokens)
	r.Index, r.Failure = int64(counts.index), int32(counts.failure)
	if int64(len(violations)) > r.Violations {
		violations = violations[:r.Violations]
	}
	for _, from := range violations {
		outcome := Outcome(from.outcome)
		if outcome < 0 {
			outcome = NoOutcome
		}
		r.First = append(r.First, Violation[S, E]{int64(from.index), int64(from.token), S(from.state), E(from.event),
			outcome})
	}
}
