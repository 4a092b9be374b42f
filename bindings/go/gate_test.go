package swiftfsm_test

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"swiftfsm"
)

// The turnstile of the tests.

type State int32

const (
	Locked State = iota
	Unlocked
	Broken
)

func (s State) String() string { return [...]string{"locked", "unlocked", "broken"}[s%3] }

type Event int32

const (
	Coin Event = iota
	Pass
	Kick
)

func (e Event) String() string { return [...]string{"coin", "pass", "kick"}[e%3] }

type Policy int32

const (
	Weak Policy = iota
	Strong
)

func (p Policy) String() string { return [...]string{"weak", "strong"}[p] }

// Trace is the context of machines: what their callbacks have done.
type Trace struct{ lines []string }

func (t *Trace) add(format string, arguments ...any) {
	t.lines = append(t.lines, fmt.Sprintf(format, arguments...))
}

type (
	Builder = swiftfsm.Builder[State, Event, *Trace]
	Table   = swiftfsm.Table[State, Event, *Trace]
	Machine = swiftfsm.Machine[State, Event, *Trace]
	Step    = swiftfsm.Step[State, Event, *Trace]
	Action  = swiftfsm.Action[State, Event, *Trace]
)

// says returns an action that adds a line to the trace.
func says(line string) Action {
	return func(s Step) error {
		s.Context().add("%s", line)
		return nil
	}
}

// plainGate returns a builder with the rows of a turnstile.
func plainGate() *Builder {
	builder := swiftfsm.NewBuilder[State, Event, *Trace]()
	builder.Row(Locked, Coin, Unlocked)
	builder.Row(Unlocked, Pass, Locked)
	return builder
}

func build(t testing.TB, builder *Builder) *Table {
	t.Helper()
	table, err := builder.Build()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { table.Close() })
	return table
}

func machine(t testing.TB, builder *Builder, state State) *Machine {
	t.Helper()
	m, err := build(t, builder).Machine(state, &Trace{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

// sends sends an event and compares the outcome and the state.
func sends(t testing.TB, m *Machine, event Event, outcome swiftfsm.Outcome, state State, arguments ...any) {
	t.Helper()
	found, err := m.Send(event, arguments...)
	if err != nil || found != outcome || m.State() != state {
		t.Errorf("%v is %v, error %v, in %v; not %v in %v", event, found, err, m.State(), outcome, state)
	}
}

func fails(t testing.TB, err, wanted error) {
	t.Helper()
	if !errors.Is(err, wanted) {
		t.Errorf("the error is %v, not %v", err, wanted)
	}
}

func equal(t testing.TB, found, wanted any) {
	t.Helper()
	if fmt.Sprint(found) != fmt.Sprint(wanted) {
		t.Errorf("found %v, not %v", found, wanted)
	}
}

// panics calls a function that must panic, and returns with what.
func panics(t testing.TB, function func()) (value any) {
	t.Helper()
	defer func() {
		if value = recover(); value == nil {
			t.Error("no panic")
		}
	}()
	function()
	return nil
}

// rounds returns how often random tests are made, and their seed, which it prints.
func rounds(t testing.TB, few int) (count int, seed int64) {
	if count, _ = strconv.Atoi(os.Getenv("SWIFTFSM_ROUNDS")); count == 0 {
		count = few
	}
	if seed, _ = strconv.ParseInt(os.Getenv("SWIFTFSM_SEED"), 10, 64); seed == 0 {
		seed = time.Now().UnixNano()
	}
	t.Logf("SWIFTFSM_SEED=%d", seed)
	return count, seed
}
