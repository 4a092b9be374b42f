package swiftfsm_test

import (
	"errors"
	"fmt"
	"math/rand"
	"testing"

	"swiftfsm"
)

type (
	number     int32
	randomStep = swiftfsm.Step[number, number, *[]string]
)

// model is a random definition, with an interpreter that is slow and obvious: rows by state and event, guards that refuse,
// actions that fail or send further events.
type model struct {
	rows  map[[2]number]*modelRow
	entry map[number]bool
}

type modelRow struct {
	index   int
	target  number // or Same, Internal
	refuses bool
	err     error
	sends   []number
}

// sent returns what the action of a row sends: nothing after many callbacks, so that each call ends.
func (r *modelRow) sent(trace []string) []number {
	if len(trace) > 300 {
		return nil
	}
	return r.sends
}

func randomModel(random *rand.Rand) *model {
	m := &model{map[[2]number]*modelRow{}, map[number]bool{}}
	states, events := 1+random.Intn(5), 1+random.Intn(4)
	ids := random.Perm(states)
	for _, state := range ids {
		m.entry[number(state)*7-9] = random.Intn(2) == 0
		for event := 0; event < events; event++ {
			if event > 0 && random.Intn(3) == 0 {
				continue
			}
			row := &modelRow{index: len(m.rows), target: number(random.Intn(states))*7 - 9, refuses: random.Intn(5) == 0}
			switch random.Intn(6) {
			case 0:
				row.target = swiftfsm.Same
			case 1:
				row.target = swiftfsm.Internal
			}
			if random.Intn(8) == 0 {
				row.err = fmt.Errorf("row %d", row.index)
			}
			for random.Intn(4) == 0 && len(row.sends) < 2 {
				row.sends = append(row.sends, number(random.Intn(events)))
			}
			m.rows[[2]number{number(state)*7 - 9, number(event)}] = row
		}
	}
	return m
}

func (m *model) build() (*swiftfsm.Table[number, number, *[]string], error) {
	var b swiftfsm.Builder[number, number, *[]string]
	b.Warnings(swiftfsm.AllWarnings, false)
	for event := number(0); event < 4; event++ {
		b.Event(event) // known also where no row takes it
	}
	for state, has := range m.entry {
		block := b.State(state, swiftfsm.Final)
		if has {
			block.OnEntry(func(s randomStep) error {
				*s.Context() = append(*s.Context(), fmt.Sprintf("entry %d", s.State()))
				return nil
			})
		}
	}
	for key, row := range m.rows {
		row := row
		b.Row(key[0], key[1], row.target).If(func(randomStep) bool { return !row.refuses }).Do(func(s randomStep) error {
			*s.Context() = append(*s.Context(), fmt.Sprintf("row %d", row.index))
			for _, event := range row.sent(*s.Context()) {
				if outcome, err := s.Machine().Send(event); outcome != swiftfsm.Queued || err != nil {
					return fmt.Errorf("%v, %v", outcome, err)
				}
			}
			return row.err
		})
	}
	return b.Build()
}

// step is one step of the interpreter.
func (m *model) step(state *number, event number, trace *[]string, queue *[]number) (swiftfsm.Outcome, error) {
	row := m.rows[[2]number{*state, event}]
	if row == nil {
		return swiftfsm.Unhandled, nil
	}
	if row.refuses {
		return swiftfsm.Refused, nil
	}
	*trace = append(*trace, fmt.Sprintf("row %d", row.index))
	*queue = append(*queue, row.sent(*trace)...)
	if row.err != nil {
		return swiftfsm.NoOutcome, row.err
	}
	if row.target >= swiftfsm.FirstID && row.target != *state {
		*state = row.target
		if m.entry[*state] {
			*trace = append(*trace, fmt.Sprintf("entry %d", *state))
		}
	}
	return swiftfsm.Transitioned, nil
}

func TestRandomDefinitionsAreAsAnInterpreter(t *testing.T) {
	count, seed := rounds(t, 300)
	for round := 0; round < count; round++ {
		random := rand.New(rand.NewSource(seed + int64(round)))
		m := randomModel(random)
		table, err := m.build()
		if err != nil {
			t.Fatalf("seed %d: %v", seed+int64(round), err)
		}
		found, wanted := []string{}, []string{}
		var state number
		for state = range m.entry {
			break
		}
		machine, err := table.Machine(state, &found)
		if err != nil {
			t.Fatal(err)
		}
		for call := 0; call < 20; call++ {
			var queue []number
			event := number(random.Intn(4))
			outcome, err := machine.Send(event)
			wantedOutcome, wantedErr := m.step(&state, event, &wanted, &queue)
			steps := 0
			for ; wantedErr == nil && len(queue) > 0; steps++ {
				next := queue[0]
				queue = queue[1:]
				_, wantedErr = m.step(&state, next, &wanted, &queue)
			}
			if outcome != wantedOutcome || !errors.Is(err, wantedErr) || machine.State() != state ||
				machine.Pending() != len(queue) || fmt.Sprint(found) != fmt.Sprint(wanted) {
				t.Fatalf("seed %d, call %d: %v %v in %d, %d wait, %v\ninstead of %v %v in %d, %d wait, %v", seed+int64(round),
					call, outcome, err, machine.State(), machine.Pending(), found, wantedOutcome, wantedErr, state, len(queue),
					wanted)
			}
			machine.DiscardPending()
		}
		machine.Close()
		table.Close()
	}
}
