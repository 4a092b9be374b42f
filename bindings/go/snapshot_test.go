package swiftfsm_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand"
	"strings"
	"testing"
	"time"

	"swiftfsm"
)

func TestSnapshots(t *testing.T) {
	table := build(t, plainGate())
	m, _ := table.Machine(Unlocked, nil)
	defer m.Close()
	m.SendLater(Pass, 90*time.Millisecond)
	m.Advance(50 * time.Millisecond)
	left, err := m.MarshalBinary()
	due, _ := m.Snapshot(swiftfsm.SnapshotDue)
	text, _ := json.Marshal(m)
	if err != nil || !json.Valid(text) || !strings.Contains(string(text), `"unlocked"`) {
		t.Fatal(err, string(text))
	}
	for name, restore := range map[string]func(*Machine) error{
		"bytes": func(m *Machine) error { return m.UnmarshalBinary(left) },
		"due":   func(m *Machine) error { return m.Restore(due) },
		"JSON":  func(m *Machine) error { return json.Unmarshal(text, m) },
	} {
		other, _ := table.Machine(swiftfsm.None, nil)
		if err := restore(other); err != nil {
			t.Fatal(name, err)
		}
		again, _ := other.MarshalBinary()
		next, _ := other.Due()
		wanted := 40 * time.Millisecond
		if name == "due" {
			wanted = 90 * time.Millisecond
		}
		equal(t, []any{name, other.State(), next, bytes.Equal(again, left)}, []any{name, Unlocked, wanted, true})
		other.Close()
	}
}

func TestSnapshotsThatAreNone(t *testing.T) {
	m := machine(t, plainGate(), Locked)
	snapshot, _ := m.Snapshot()
	for length := 0; length < len(snapshot); length++ {
		if err := m.Restore(snapshot[:length]); err == nil {
			t.Errorf("%d of %d bytes were restored", length, len(snapshot))
		}
	}
	later := append([]byte(nil), snapshot...)
	later[4] = 9
	fails(t, m.Restore(later), swiftfsm.ErrUnsupported)
	fails(t, m.Restore([]byte("{}")), swiftfsm.ErrBadValue)
	fails(t, m.Restore(nil), swiftfsm.ErrBadValue)
	equal(t, m.State(), Locked)
	builder := plainGate()
	builder.Event(Kick, swiftfsm.Ptr)
	builder.Row(Locked, Kick, Locked).Do(func(s Step) error {
		s.Machine().Send(Kick, swiftfsm.Pointer(5))
		return io.EOF
	})
	m = machine(t, builder, Locked)
	_, err := m.Send(Kick, nil)
	fails(t, err, io.EOF)
	_, err = m.Snapshot()
	fails(t, err, swiftfsm.ErrUnsupported)
	if !strings.Contains(err.Error(), "pointer") {
		t.Error(err)
	}
}

// olderGate is a version of the gate whose states have other names.
func olderGate(t *testing.T) []byte {
	t.Helper()
	type old int32
	const document = "definition\n  ids states shut = 4 open = 5\n  shut coin -> open\n  open pass -> shut\n"
	table, err := swiftfsm.Read[old, old, int](document, nil, swiftfsm.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	m, _ := table.Machine(5, 0)
	defer m.Close()
	snapshot, err := m.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return snapshot
}

func TestWhatCannotBeUsedSaysWhy(t *testing.T) {
	m, _ := build(t, plainGate()).Machine(Locked, nil)
	defer m.Close()
	bytes, _ := m.Snapshot()
	json, _ := m.Snapshot(swiftfsm.SnapshotJSON)
	later := append([]byte(nil), bytes...)
	later[4] = 9
	if err := m.Advance(5 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	for _, each := range []struct {
		status swiftfsm.Status
		text   string
		call   func() error
	}{
		{swiftfsm.ErrBadValue, "This is no snapshot of this definition.",
			func() error { return m.Restore([]byte("nothing")) }},
		{swiftfsm.ErrBadConfiguration, "The snapshot is damaged or cut off, or its states cannot be active together.",
			func() error { return m.Restore(bytes[:len(bytes)-1]) }},
		{swiftfsm.ErrUnsupported, "The snapshot has a later format: update the library.",
			func() error { return m.Restore(later) }},
		{swiftfsm.ErrUnknownState, "or name one in a Migration",
			func() error { return m.Restore([]byte(strings.Replace(string(json), "locked", "jammed", 1))) }},
		{swiftfsm.ErrBadConfiguration, "The journal is damaged or cut off, or its states cannot be active together.",
			func() error { _, err := m.ReplayJournal(make([]byte, 100), -1); return err }},
		{swiftfsm.ErrBadValue, "The time 4ms is earlier than the one that was told last.",
			func() error { return m.Advance(4 * time.Millisecond) }},
		{swiftfsm.ErrBadValue, "The delay is negative.",
			func() error { _, err := m.SendLater(Pass, -1); return err }},
	} {
		err := each.call()
		fails(t, err, each.status)
		if err != nil && (!strings.HasSuffix(err.Error(), each.text) || strings.Contains(err.Error(), "documented")) {
			t.Errorf("the error is %q, not %q", err, each.text)
		}
	}
}

func TestASnapshotThatCannotBeTakenNamesTheArgument(t *testing.T) {
	var builder Builder
	builder.Event(Coin, swiftfsm.I32, swiftfsm.Ptr)
	builder.Row(Locked, Pass, Unlocked).Do(func(s Step) error {
		s.Machine().Send(Coin, 1, swiftfsm.Pointer(8))
		return errors.New("broken")
	})
	builder.Row(Unlocked, Coin, Locked)
	m, _ := build(t, &builder).Machine(Locked, nil)
	defer m.Close()
	if _, err := m.Send(Pass); err == nil {
		t.Fatal("no error")
	}
	_, err := m.Snapshot()
	fails(t, err, swiftfsm.ErrUnsupported)
	equal(t, err, "swiftfsm: Event coin waits, whose argument 2 is a pointer.")
}

func TestMigration(t *testing.T) {
	snapshot := olderGate(t)
	m := machine(t, plainGate(), Locked)
	err := m.Restore(snapshot)
	fails(t, err, swiftfsm.ErrUnknownState)
	var built *swiftfsm.BuildError
	if !errors.As(err, &built) || built.Diagnostics[0].Kind != swiftfsm.SnapshotMismatch || !strings.Contains(err.Error(), "open") {
		t.Error(err)
	}
	before := numbersAtRest(t)
	var asked []swiftfsm.Missing
	err = m.Restore(snapshot, func(missing swiftfsm.Missing) (int32, bool) {
		asked = append(asked, missing)
		_, err := m.Send(Coin)
		fails(t, m.SetState(Locked), swiftfsm.ErrBusy)
		fails(t, err, swiftfsm.ErrBusy)
		return int32(Unlocked), missing.Name == "open" && missing.Part == swiftfsm.StatePart
	})
	equal(t, []any{err, m.State(), asked}, "[<nil> unlocked [{1 5 -2147483644 open}]]")
	no := func(swiftfsm.Missing) (int32, bool) { return 0, false }
	fails(t, m.Restore(snapshot, no, no), swiftfsm.ErrUnknownState)
	equal(t, panics(t, func() { m.Restore(snapshot, func(swiftfsm.Missing) (int32, bool) { panic("no") }) }), "no")
	sends(t, m, Pass, swiftfsm.Transitioned, Locked)
	equal(t, swiftfsm.NumbersInUse(), before)
}

func TestJournals(t *testing.T) {
	builder := plainGate()
	builder.Row(Locked, Kick, swiftfsm.Internal).Do(func(s Step) error {
		_, err := s.Machine().Send(Coin)
		return err
	})
	table := build(t, builder)
	m, _ := table.Machine(Locked, nil)
	defer m.Close()
	var journal bytes.Buffer
	equal(t, m.SetJournal(&journal, false), nil)
	for _, event := range []Event{Coin, Pass, Kick, Pass} {
		if _, err := m.Send(event); err != nil {
			t.Fatal(err)
		}
	}
	equal(t, m.JournalError(), nil)
	wanted, _ := m.Snapshot()
	other, _ := table.Machine(swiftfsm.None, nil)
	defer other.Close()
	replayed, err := other.ReplayJournal(journal.Bytes(), -1)
	found, _ := other.Snapshot()
	equal(t, []any{replayed, err, bytes.Equal(found, wanted)},
		[]any{swiftfsm.Replayed{Steps: 5, Size: journal.Len()}, nil, true})
	replayed, err = other.ReplayJournal(journal.Bytes(), 1)
	equal(t, []any{replayed.Steps, err, other.State()}, []any{1, nil, Unlocked})
	replayed, err = other.ReplayJournal(journal.Bytes()[:journal.Len()-3], -1)
	equal(t, []any{replayed.Steps < 5, replayed.Size < journal.Len(), err}, []any{true, true, nil})
	_, err = other.ReplayJournal(nil, -1)
	fails(t, err, swiftfsm.ErrBadValue)
	_, err = other.ReplayJournal([]byte("no journal, but long enough for one"), -1)
	if err == nil {
		t.Error("no error")
	}
	equal(t, m.EndJournal(), nil)
	length := journal.Len()
	m.Send(Coin)
	equal(t, journal.Len(), length)
	var lines bytes.Buffer
	equal(t, m.SetJournal(&lines, true), nil)
	m.Send(Pass)
	for _, line := range bytes.Split(bytes.TrimSpace(lines.Bytes()), []byte("\n")) {
		if !json.Valid(line) {
			t.Errorf("%s", line)
		}
	}
}

type brokenWriter struct {
	after int
	err   error
}

func (w *brokenWriter) Write(record []byte) (int, error) {
	if w.after--; w.after < 0 {
		if w.err == nil {
			panic("the disk is gone")
		}
		return 0, w.err
	}
	return len(record), nil
}

// shortWriter writes less than it is given, and does not say so.
type shortWriter struct{}

func (shortWriter) Write(record []byte) (int, error) { return len(record) - 1, nil }

func TestJournalsThatFail(t *testing.T) {
	before := numbersAtRest(t)
	table, _ := plainGate().Build()
	m, _ := table.Machine(Locked, nil)
	fails(t, m.SetJournal(&brokenWriter{0, io.ErrShortWrite}, false), io.ErrShortWrite)
	equal(t, panics(t, func() { m.SetJournal(&brokenWriter{}, false) }), "the disk is gone")
	equal(t, m.JournalError(), nil)
	equal(t, m.SetJournal(&brokenWriter{1, io.ErrShortWrite}, true), nil)
	sends(t, m, Coin, swiftfsm.Transitioned, Unlocked) // the step stands
	fails(t, m.JournalError(), io.ErrShortWrite)
	equal(t, m.SetJournal(&brokenWriter{1, nil}, true), nil)
	sends(t, m, Pass, swiftfsm.Transitioned, Locked)
	equal(t, panics(t, func() { m.JournalError() }), "the disk is gone")
	fails(t, m.SetJournal(nil, false), swiftfsm.ErrNullPointer)
	fails(t, m.SetJournal(shortWriter{}, true), io.ErrShortWrite)
	m.Close()
	table.Close()
	equal(t, swiftfsm.NumbersInUse(), before)
}

// Snapshots and journals may come from anybody: what was changed is an error, or another machine, but no more than that.
func TestRandomBytesAreNoDanger(t *testing.T) {
	count, seed := rounds(t, 500)
	random := rand.New(rand.NewSource(seed))
	table := build(t, plainGate())
	m, _ := table.Machine(Locked, nil)
	defer m.Close()
	var journal bytes.Buffer
	m.SetJournal(&journal, false)
	m.SendLater(Coin, time.Second)
	m.Send(Coin)
	m.EndJournal()
	binary, _ := m.Snapshot()
	text, _ := m.Snapshot(swiftfsm.SnapshotJSON)
	restored := 0
	for round := 0; round < count; round++ {
		for index, original := range [][]byte{binary, text, journal.Bytes()} {
			changed := append([]byte(nil), original...)
			for changes := 1 + random.Intn(3); changes > 0; changes-- {
				changed[random.Intn(len(changed))] = byte(random.Intn(256))
			}
			var err error
			if index < 2 {
				err = m.Restore(changed)
			} else {
				_, err = m.ReplayJournal(changed, -1)
			}
			if err == nil {
				restored++
			}
			if state := m.State(); state != Locked && state != Unlocked && state != swiftfsm.None {
				t.Fatalf("state %d", state)
			}
		}
	}
	if restored == 0 || restored == 3*count {
		t.Errorf("%d of %d were restored", restored, 3*count)
	}
}
