package swiftfsm_test

import (
	"bytes"
	"fmt"
	"sync"
	"testing"
	"time"

	"swiftfsm"
)

// A chart with regions, a history, timeouts and a provider.
const sharedDocument = `definition shared version 1
  ids states all = 0 left = 1 a = 2 b = 3 right = 4 c = 5 d = 6 aside = 7
  ids events go = 0 back = 1 rest = 2 later = 3
  predicate Mood good bad by look
  initial all
  parallel all
    state left
      default a
      history latest
      state a
        timeout 7 back
        go [Mood good] ? may -> b / count raises later
      state b
        timeout 3 rest
        back -> a / count
    state right
      default c
      state c
        later -> d / count
      state d
        rest -> c
    rest -> aside
  state aside
    timeout 2 later
    later -> latest
    go -> all
`

type (
	sharedTable   = swiftfsm.Table[int32, int32, *int]
	sharedMachine = swiftfsm.Machine[int32, int32, *int]
)

func readShared(t *testing.T) *sharedTable {
	t.Helper()
	bindings := new(swiftfsm.Bindings[int32, int32, *int]).
		Guard("may", func(s swiftfsm.Step[int32, int32, *int]) bool { return s.Row() > 0 }).
		Action("count", func(s swiftfsm.Step[int32, int32, *int]) error { *s.Context()++; return nil }).
		Provider("look", func(swiftfsm.Step[int32, int32, *int]) (int32, error) { return 0, nil })
	table, err := swiftfsm.Read(sharedDocument, bindings, swiftfsm.Reading{File: "shared.fsm"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { table.Close() })
	return table
}

// useEverything does with a table what may be done with it, and tells what came of it.
func useEverything(table *sharedTable) (result string, err error) {
	count := 0
	m, err := table.Machine(swiftfsm.Initial, &count)
	if err != nil {
		return "", err
	}
	defer m.Close()
	var journal bytes.Buffer
	if err = m.SetJournal(&journal, false); err != nil {
		return "", err
	}
	for now := time.Duration(1); now <= 40; now++ {
		predicted, err := m.Probe(0)
		if err != nil {
			return "", err
		}
		explained, _, _ := m.Explain(0)
		sent, err := m.Send(0)
		if err != nil || sent != predicted.Outcome || sent != explained {
			return "", fmt.Errorf("%v was predicted, %v explained, %v came, %w", predicted.Outcome, explained, sent, err)
		}
		if _, err = m.Permitted(); err != nil {
			return "", err
		}
		if now%3 == 0 {
			if _, err = m.SendLater(3, 4*time.Millisecond); err != nil {
				return "", err
			}
		}
		if err = m.Advance(now * time.Millisecond); err != nil {
			return "", err
		}
	}
	if err = m.EndJournal(); err != nil {
		return "", err
	}
	snapshot, err := m.Snapshot(swiftfsm.SnapshotJSON)
	if err != nil {
		return "", err
	}
	other, err := table.Machine(swiftfsm.Initial, &count)
	if err != nil {
		return "", err
	}
	defer other.Close()
	if err = other.Restore(snapshot); err != nil {
		return "", err
	}
	if _, err = other.ReplayJournal(journal.Bytes(), -1); err != nil {
		return "", err
	}
	replayed, err := replayShared(table)
	if err != nil {
		return "", err
	}
	drawn, err := table.Write(swiftfsm.Dot)
	return fmt.Sprint(m.States(), other.States(), count, replayed, string(snapshot), journal.Len(), len(drawn)), err
}

// replayShared replays tokens in lists, in parts on threads of the library's.
func replayShared(table *sharedTable) (transitioned int64, err error) {
	const tokens, length = 8, 50
	states := make([]int32, tokens*table.ReplayWidth())
	for index := range states {
		states[index] = swiftfsm.None
	}
	events := make([]uint8, tokens*length)
	offsets := make([]int64, tokens+1)
	for index := range events {
		events[index] = uint8(index * index % 4)
	}
	for token := range offsets {
		offsets[token] = int64(token * length)
	}
	result, err := table.Replay(&swiftfsm.Replay[int32, int32, *int]{
		States: states, Events: swiftfsm.ColumnOf(events), Offsets: offsets, Initial: swiftfsm.Initial,
		Guards: swiftfsm.AskGuards, Threads: 2,
	})
	return result.Transitioned, err
}

// What eight goroutines get of one table is what one gets alone.
func TestEverythingInEightGoroutines(t *testing.T) {
	expected, err := useEverything(readShared(t))
	if err != nil {
		t.Fatal(err)
	}
	// A table that nobody has used: what is made at first use is made by all at once.
	table := readShared(t)
	count, _ := rounds(t, 10)
	var running sync.WaitGroup
	for goroutine := 0; goroutine < 8; goroutine++ {
		running.Add(1)
		go func() {
			defer running.Done()
			for round := 0; round < count; round++ {
				if found, err := useEverything(table); err != nil || found != expected {
					t.Errorf("%v\n%s\n%s", err, found, expected)
					return
				}
			}
		}()
	}
	running.Wait()
}
