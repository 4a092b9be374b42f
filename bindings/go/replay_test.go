package swiftfsm_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand"
	"runtime"
	"strings"
	"testing"

	"swiftfsm"
)

type Replay = swiftfsm.Replay[State, Event, *Trace]

func replay(t *testing.T, table *Table, r *Replay) swiftfsm.ReplayResult[State, Event] {
	t.Helper()
	result, err := table.Replay(r)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestAReplay(t *testing.T) {
	table := build(t, plainGate())
	r := &Replay{
		States:  []State{swiftfsm.None, swiftfsm.None},
		Events:  swiftfsm.ColumnOf([]Event{Coin, Coin, Pass, Coin, Pass}),
		Tokens:  swiftfsm.ColumnOf([]uint16{0, 1, 0, 1, 0}),
		Times:   []int64{10, 20, 30, 40, 50},
		Initial: Locked, MaxViolation: 1, FirstIndex: 100,
		Outcomes: make([]uint8, 5), Rows: make([]int32, 5), RowCounts: make([]int64, 3), RowTimes: make([]int64, 3),
		Entered: []int64{swiftfsm.Unknown, swiftfsm.Unknown}, First: []int64{-1, -1}, FirstTimes: make([]int64, 2),
	}
	result := replay(t, table, r)
	equal(t, fmt.Sprintf("%+v", result), "{Events:5 Transitioned:3 Refused:0 Unhandled:2 Skipped:0 Violations:2 "+
		"ViolatedTokens:2 Index:-1 Failure:0 First:[{Index:103 Token:1 State:unlocked Event:coin Outcome:unhandled}]}")
	equal(t, []any{r.States, r.Outcomes, r.Rows, r.RowCounts, r.RowTimes, r.Entered, r.First, r.FirstTimes},
		"[[locked unlocked] [1 1 1 3 3] [1 1 2 0 0] [0 2 1] [0 0 20] [30 20] [104 103] [50 40]]")
}

func TestAReplayOfCodesInLists(t *testing.T) {
	table := build(t, plainGate())
	r := &Replay{
		States: []State{Locked, Unlocked, Locked}, Events: swiftfsm.ColumnOf([]uint8{1, 0, 1, 0, 2, 0}),
		EventMap: []Event{Pass, Coin, swiftfsm.None}, Offsets: []int64{0, 2, 2, 6}, SkipUnknown: true,
		OnViolation: swiftfsm.StopToken, First: []int64{-1, -1, -1}, Threads: 2,
	}
	result := replay(t, table, r)
	equal(t, []any{r.States, result.Transitioned, result.Unhandled, result.Skipped}, "[[locked unlocked locked] 4 1 1]")
}

// As many violations are returned as there are, however many are wanted.
func TestAReplayReturnsAllViolations(t *testing.T) {
	r := &Replay{
		States: []State{Unlocked}, Events: swiftfsm.ColumnOf([]Event{Coin, Pass, Pass}), MaxViolation: math.MaxInt,
	}
	result := replay(t, build(t, plainGate()), r)
	equal(t, fmt.Sprint(result.First), "[{0 0 unlocked coin unhandled} {2 0 locked pass unhandled}]")
	r.MaxViolation = 1
	equal(t, len(replay(t, build(t, plainGate()), r).First), 1)
}

func TestAReplayCallsCallbacks(t *testing.T) {
	builder := plainGate()
	builder.Event(Kick, swiftfsm.I32, swiftfsm.Str, swiftfsm.F64, swiftfsm.Bool)
	policy := swiftfsm.NewPredicate(3, "", Weak, Strong)
	builder.Predicate(policy)
	builder.Row(Locked, Kick, swiftfsm.Same).Match(policy.Is(Strong)).If(func(s Step) bool { return s.Int(0) > 5 }).
		Do(func(s Step) error {
			s.Context().add("%d %s %v %v", s.Int(0), s.Text(1), s.Float(2), s.Bool(3))
			if s.Machine() != nil {
				t.Error("a token has no machine")
			}
			return nil
		})
	table := build(t, builder)
	contexts := []*Trace{{}, {}}
	strong, none := int8(Strong), int8(Weak)
	r := &Replay{
		States: []State{Locked, Locked}, Events: swiftfsm.ColumnOf([]Event{Kick, Kick, Kick, Kick}),
		Tokens: swiftfsm.ColumnOf([]int64{0, 1, 1, 0}), Contexts: contexts,
		Cases: []swiftfsm.CaseColumn{{Predicate: 3, Cases: swiftfsm.ColumnOf([]int8{strong, strong, none, strong})}},
		Arguments: []swiftfsm.ArgumentColumn[Event]{
			{Event: Kick, Number: 0, Values: swiftfsm.ColumnOf([]int32{7, 8, 9, 5})},
			{Event: Kick, Number: 1, Values: swiftfsm.TextColumn([]string{"a", "", "c", "d"})},
			{Event: Kick, Number: 2, Values: swiftfsm.ColumnOf([]float64{0.5, 1.5, 2, 3})},
			{Event: Kick, Number: 3, Values: swiftfsm.ColumnOf([]bool{true, false, true, true})},
		},
		Guards: swiftfsm.AskGuards, CallActions: true, MaxViolation: 9,
	}
	result := replay(t, table, r)
	equal(t, []any{contexts[0].lines, contexts[1].lines, result.Transitioned, result.Refused, result.Unhandled},
		"[[7 a 0.5 true] [8  1.5 false] 2 1 1]")
	r.Guards, r.CallActions = swiftfsm.RefuseGuards, false
	result, err := table.Replay(r)
	fails(t, err, swiftfsm.ErrUnsupported)
	equal(t, []any{result.Index, result.Events}, []any{3, 0}) // row 3 has a guard
}

func TestAReplayEndsWhenACallbackFails(t *testing.T) {
	builder := plainGate()
	builder.Row(Locked, Kick, swiftfsm.Same).Do(func(s Step) error {
		if s.Token() == 1 {
			return io.ErrNoProgress
		}
		if s.Token() == 2 {
			panic("token 2")
		}
		return nil
	})
	table := build(t, builder)
	r := &Replay{States: make([]State, 3), Events: swiftfsm.ColumnOf([]Event{Kick, Kick, Kick}),
		Tokens: swiftfsm.ColumnOf([]uint8{0, 1, 0}), CallActions: true, Guards: swiftfsm.AskGuards}
	before := numbersAtRest(t)
	result, err := table.Replay(r)
	fails(t, err, io.ErrNoProgress)
	fails(t, err, swiftfsm.ErrCallbackFailed)
	equal(t, []any{result.Events, result.Index, result.Failure}, []any{1, 1, -1})
	r.Tokens = swiftfsm.ColumnOf([]uint8{0, 2, 0})
	equal(t, panics(t, func() { table.Replay(r) }), "token 2")
	r.Progress = func(done, total int64) error { return io.EOF }
	r.Tokens = swiftfsm.ColumnOf([]uint8{0, 0, 0})
	_, err = table.Replay(r)
	fails(t, err, io.EOF)
	r.Progress = func(done, total int64) error { panic(total) }
	equal(t, panics(t, func() { table.Replay(r) }), 3)
	called := int64(0)
	r.Progress = func(done, total int64) error { called = done; return nil }
	replay(t, table, r)
	equal(t, []any{called, swiftfsm.NumbersInUse()}, []any{3, before})
}

func TestACallbackOfAReplayThatEndsItsGoroutine(t *testing.T) {
	if hasAddressSanitizer {
		t.Skip("frames of C that are left")
	}
	builder := plainGate()
	builder.Row(Locked, Kick, swiftfsm.Same).Do(func(s Step) error {
		if s.Token()%7 == 3 {
			runtime.Goexit()
		}
		return nil
	})
	table := build(t, builder)
	const tokens = 100
	for _, threads := range []int{0, 4} {
		events, offsets := make([]Event, tokens), make([]int64, tokens+1)
		for token := range events {
			events[token], offsets[token+1] = Kick, int64(token+1)
		}
		_, err := table.Replay(&Replay{States: make([]State, tokens), Events: swiftfsm.ColumnOf(events), Offsets: offsets,
			CallActions: true, Threads: threads})
		fails(t, err, swiftfsm.ErrAbandoned)
	}
}

func TestReplaysThatAreMistakes(t *testing.T) {
	table := build(t, plainGate())
	events := func() swiftfsm.Column { return swiftfsm.ColumnOf([]Event{Coin, Pass}) }
	for name, each := range map[string]struct {
		replay *Replay
		wanted swiftfsm.Status
	}{
		"nil":        {nil, swiftfsm.ErrNullPointer},
		"tokens":     {&Replay{States: make([]State, 2), Events: events(), Tokens: swiftfsm.ColumnOf([]int32{0})}, swiftfsm.ErrOutOfRange},
		"both":       {&Replay{States: make([]State, 1), Events: events(), Tokens: swiftfsm.ColumnOf([]int32{0, 0}), Offsets: []int64{0, 2}}, swiftfsm.ErrBadValue},
		"offsets":    {&Replay{States: make([]State, 2), Events: events(), Offsets: []int64{0, 2}}, swiftfsm.ErrOutOfRange},
		"beyond":     {&Replay{States: make([]State, 1), Events: events(), Offsets: []int64{0, 3}}, swiftfsm.ErrOutOfRange},
		"descending": {&Replay{States: make([]State, 2), Events: events(), Offsets: []int64{0, 2, 1}}, swiftfsm.ErrBadValue},
		"outcomes":   {&Replay{States: make([]State, 1), Events: events(), Outcomes: make([]uint8, 1)}, swiftfsm.ErrOutOfRange},
		"rows":       {&Replay{States: make([]State, 1), Events: events(), RowCounts: make([]int64, 2)}, swiftfsm.ErrOutOfRange},
		"first":      {&Replay{States: make([]State, 1), Events: events(), First: make([]int64, 2)}, swiftfsm.ErrOutOfRange},
		"contexts":   {&Replay{States: make([]State, 3), Events: events(), Contexts: make([]*Trace, 2)}, swiftfsm.ErrOutOfRange},
		"texts":      {&Replay{States: make([]State, 1), Events: swiftfsm.TextColumn([]string{"a"})}, swiftfsm.ErrBadValue},
		"floats":     {&Replay{States: make([]State, 1), Events: swiftfsm.ColumnOf([]float64{1})}, swiftfsm.ErrBadValue},
		"no events":  {&Replay{States: make([]State, 1), Events: swiftfsm.ColumnOf([]Event{77})}, swiftfsm.ErrUnknownEvent},
		"no token":   {&Replay{States: make([]State, 1), Events: events(), Tokens: swiftfsm.ColumnOf([]int32{0, 1})}, swiftfsm.ErrOutOfRange},
		"negative":   {&Replay{States: make([]State, 1), Events: events(), MaxViolation: -1}, swiftfsm.ErrBadValue},
		"state":      {&Replay{States: []State{9}, Events: events()}, swiftfsm.ErrUnknownState},
		"initial":    {&Replay{States: []State{swiftfsm.None}, Events: events(), Initial: 9}, swiftfsm.ErrUnknownState},
		"predicate": {&Replay{States: make([]State, 1), Events: events(),
			Cases: []swiftfsm.CaseColumn{{Predicate: 4, Cases: swiftfsm.ColumnOf([]int8{0, 0})}}}, swiftfsm.ErrUnknownPredicate},
		"cases": {&Replay{States: make([]State, 1), Events: events(),
			Cases: []swiftfsm.CaseColumn{{Predicate: 4, Cases: swiftfsm.ColumnOf([]int8{0})}}}, swiftfsm.ErrOutOfRange},
		"argument": {&Replay{States: make([]State, 1), Events: events(), Guards: swiftfsm.AskGuards,
			Arguments: []swiftfsm.ArgumentColumn[Event]{{Event: Coin, Values: swiftfsm.TextColumn([]string{"", ""})}}}, swiftfsm.ErrArgumentCount},
		"arguments": {&Replay{States: make([]State, 1), Events: events(),
			Arguments: []swiftfsm.ArgumentColumn[Event]{{Event: Coin, Values: swiftfsm.TextColumn(nil)}}}, swiftfsm.ErrOutOfRange},
		"a text with a zero": {&Replay{States: make([]State, 1), Events: events(),
			Arguments: []swiftfsm.ArgumentColumn[Event]{{Event: Coin, Values: swiftfsm.TextColumn([]string{"a", "a\x00b"})}}}, swiftfsm.ErrBadValue},
		"texts as cases": {&Replay{States: make([]State, 1), Events: events(),
			Cases: []swiftfsm.CaseColumn{{Predicate: 4, Cases: swiftfsm.TextColumn([]string{"", ""})}}}, swiftfsm.ErrBadValue},
		"number": {&Replay{States: make([]State, 1), Events: events(),
			Arguments: []swiftfsm.ArgumentColumn[Event]{{Event: Coin, Number: 1 << 32, Values: events()}}}, swiftfsm.ErrOutOfRange},
		"number below 0": {&Replay{States: make([]State, 1), Events: events(),
			Arguments: []swiftfsm.ArgumentColumn[Event]{{Event: Coin, Number: -1, Values: events()}}}, swiftfsm.ErrOutOfRange},
		"too many": {&Replay{States: make([]State, 1), Events: events(), EventMap: []Event{}, Threads: -1}, swiftfsm.ErrBadValue},
	} {
		if _, err := table.Replay(each.replay); !errors.Is(err, each.wanted) {
			t.Errorf("%s: %v, not %v", name, err, each.wanted)
		}
	}
	empty := replay(t, table, &Replay{})
	equal(t, []any{empty.Events, empty.Index}, []any{0, -1})
}

func TestAReplayOfNothing(t *testing.T) {
	table := build(t, plainGate())
	rows := 1 + table.RowCount()
	none := swiftfsm.ColumnOf([]Event{})
	for _, r := range []Replay{
		{Events: none},
		{Events: none, RowTimes: make([]int64, rows), Entered: []int64{}, Times: []int64{}},
		{Events: none, States: []State{Locked}, RowTimes: make([]int64, rows), Entered: make([]int64, 1)},
		{Events: none, States: []State{Locked}, First: []int64{-1}, FirstTimes: make([]int64, 1)},
		{Events: none, Offsets: []int64{0}, RowTimes: make([]int64, rows)},
	} {
		result, err := table.Replay(&r)
		equal(t, []any{result.Events, err}, []any{0, nil})
	}
	_, err := table.Replay(&Replay{Events: swiftfsm.ColumnOf([]Event{Coin})})
	fails(t, err, swiftfsm.ErrOutOfRange)
	says := "Replay.States has no token for the events."
	if !strings.HasSuffix(fmt.Sprint(err), says) {
		t.Errorf("the error is %v, not %s", err, says)
	}
}

// Each token of a replay, in one goroutine or several, ends as a machine would that is sent the same events, and its
// callbacks are called as often.
func TestRandomReplaysAreAsMachines(t *testing.T) {
	count, seed := rounds(t, 30)
	random := rand.New(rand.NewSource(seed))
	builder := plainGate()
	builder.Guards(swiftfsm.FirstMatch)
	builder.Row(Locked, Kick, Broken).If(func(s Step) bool { return len(s.Context().lines)%3 == 2 })
	builder.Row(Locked, Kick, swiftfsm.Same)
	builder.Row(Broken, swiftfsm.Any, swiftfsm.Dynamic).Resolve(func(s Step) (State, error) {
		if s.Event() == Pass {
			return 0, swiftfsm.Refuse
		}
		return State(s.Event()) % 2, nil
	})
	builder.OnStep(func(s Step) error {
		s.Context().add("%v %d %v", s.Event(), s.Row(), s.Outcome())
		return nil
	})
	table := build(t, builder)
	for round := 0; round < count; round++ {
		tokens := 1 + random.Intn(40)
		var events []Event
		offsets := []int64{0}
		for token := 0; token < tokens; token++ {
			for length := random.Intn(30); length > 0; length-- {
				events = append(events, Event(random.Intn(3)))
			}
			offsets = append(offsets, int64(len(events)))
		}
		r := &Replay{States: make([]State, tokens), Events: swiftfsm.ColumnOf(events), Offsets: offsets,
			Guards: swiftfsm.AskGuards, CallActions: true, Threads: random.Intn(5), Contexts: make([]*Trace, tokens),
			Outcomes: make([]uint8, len(events))}
		for token := range r.Contexts {
			r.Contexts[token] = &Trace{}
		}
		replay(t, table, r)
		for token := 0; token < tokens; token++ {
			m, _ := table.Machine(Locked, &Trace{})
			for index := offsets[token]; index < offsets[token+1]; index++ {
				outcome, err := m.Send(events[index])
				if err != nil || outcome != swiftfsm.Outcome(r.Outcomes[index]) {
					t.Fatalf("event %d: %v, %v", index, outcome, err)
				}
			}
			equal(t, []any{m.State(), m.Context().lines}, []any{r.States[token], r.Contexts[token].lines})
			m.Close()
		}
	}
}

// Slices of Go are used by C while the collector runs and stacks grow.
func TestAReplayWhileTheCollectorRuns(t *testing.T) {
	builder := plainGate()
	builder.OnStep(func(s Step) error {
		if s.Token()%64 == 0 {
			runtime.GC()
			deep(200)
		}
		return nil
	})
	table := build(t, builder)
	const tokens = 500
	events := make([]Event, 2*tokens)
	offsets := make([]int64, tokens+1)
	for token := 0; token < tokens; token++ {
		events[2*token], events[2*token+1] = Coin, Pass
		offsets[token+1] = int64(2 * (token + 1))
	}
	r := &Replay{States: make([]State, tokens), Events: swiftfsm.ColumnOf(events), Offsets: offsets, CallActions: true,
		Threads: 4, First: make([]int64, tokens)}
	for token := range r.First {
		r.First[token] = -1
	}
	result := replay(t, table, r)
	equal(t, []any{result.Transitioned, result.Violations}, []any{2 * tokens, 0})
}

func deep(levels int) float64 {
	var room [64]float64
	if levels == 0 {
		return math.Pi
	}
	room[levels%64] = deep(levels - 1)
	return room[levels%64]
}
