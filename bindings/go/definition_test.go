package swiftfsm_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"swiftfsm"
)

// kindsOf returns the kinds of the diagnostics of a build that failed.
func kindsOf(t *testing.T, err error) (kinds []swiftfsm.DiagnosticKind) {
	t.Helper()
	var built *swiftfsm.BuildError
	if !errors.As(err, &built) {
		t.Fatalf("the error is %v", err)
	}
	for _, each := range built.Diagnostics {
		kinds = append(kinds, each.Kind)
		if !strings.Contains(err.Error(), each.Text) {
			t.Errorf("%v does not say %s", err, each.Text)
		}
	}
	if lines := strings.Count(err.Error(), "\n") + 1; lines != len(kinds) {
		t.Errorf("%v has %d lines, not %d", err, lines, len(kinds))
	}
	return kinds
}

// A callback that cannot be one is reported by each build until one that can takes its place.
func TestAMistakeIsReportedUntilItIsCorrected(t *testing.T) {
	policy := swiftfsm.NewPredicate(3, "Policy", Weak, Strong)
	type Row = swiftfsm.Row[State, Event, *Trace]
	for name, each := range map[string]struct{ mistake, correction func(*Builder, Row) }{
		"a guard": {
			func(_ *Builder, r Row) { r.If(nil) },
			func(_ *Builder, r Row) { r.If(func(Step) bool { return true }) },
		},
		"an action with parameters": {
			func(_ *Builder, r Row) { r.DoFunc(7) },
			func(_ *Builder, r Row) { r.DoFunc(func(*Trace) {}) },
		},
		"an action in C": {
			func(_ *Builder, r Row) { r.DoC(swiftfsm.CFunction{}) },
			func(_ *Builder, r Row) { r.Do(says("")) },
		},
		"an entry callback": {
			func(b *Builder, _ Row) { b.State(Unlocked).OnEntry(nil) },
			func(b *Builder, _ Row) { b.State(Unlocked).OnEntry(says("")) },
		},
		"a hook": {
			func(b *Builder, _ Row) { b.OnStep(nil) },
			func(b *Builder, _ Row) { b.OnStepFunc(func(Step) {}) },
		},
		"a provider": {
			func(b *Builder, _ Row) { b.Predicate(policy); b.Provider(3, nil) },
			func(b *Builder, _ Row) { b.Provider(3, func(Step) (int32, error) { return 0, nil }) },
		},
		"a predicate type": {
			func(b *Builder, _ Row) { b.Predicate(swiftfsm.NewPredicate(3, "Policy", Strong)) },
			func(b *Builder, _ Row) { b.Predicate(policy) },
		},
		"a unit": {
			func(b *Builder, _ Row) { b.Unit(0) },
			func(b *Builder, _ Row) { b.Unit(time.Second) },
		},
	} {
		builder := plainGate()
		row := builder.Row(Locked, Kick, Locked)
		each.mistake(builder, row)
		for round := 0; round < 3; round++ {
			_, err := builder.Build()
			if kinds := kindsOf(t, err); kinds[0] != swiftfsm.RejectedCall {
				t.Errorf("%s, build %d: %v", name, round, err)
			}
		}
		each.correction(builder, row)
		if table, err := builder.Build(); err != nil || table.RowCount() != 3 {
			t.Errorf("%s, corrected: %v", name, err)
		}
	}
}

// What the library finds is reported beside it, each time.
func TestMistakesAreReportedTogether(t *testing.T) {
	builder := plainGate()
	row := builder.Row(Locked, Kick, Broken).If(nil).If(func(Step) bool { return true })
	for round := 0; round < 2; round++ {
		_, err := builder.Build()
		equal(t, kindsOf(t, err), []any{swiftfsm.RejectedCall, swiftfsm.UnknownTarget})
	}
	builder.State(Broken).OnEntry(says("")) // a state that nothing leaves: a warning
	_, err := builder.Build()
	equal(t, kindsOf(t, err), []any{swiftfsm.RejectedCall, swiftfsm.DeadEndState})
	builder.Row(Unlocked, Kick, Broken).If(func(Step) bool { return true }) // of another row
	_, err = builder.Build()
	equal(t, kindsOf(t, err), []any{swiftfsm.RejectedCall, swiftfsm.DeadEndState})
	row.If(func(Step) bool { return true })
	table := build(t, builder)
	equal(t, []any{table.RowCount(), len(table.Warnings())}, []any{4, 1})
	_, err = builder.Build()
	fails(t, err, swiftfsm.ErrAlreadyBuilt)
}
