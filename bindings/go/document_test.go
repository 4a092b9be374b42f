package swiftfsm_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"swiftfsm"
)

const gateDocument = `definition gate version 2
  ids states locked = 0 unlocked = 1
  initial locked
  event coin (i64 cents)
  predicate Policy weak strong by office
  on step audit
  state locked
    exit leave
    paid: coin ? enough -> unlocked / thank
    pass [Policy weak] -> same / beep
  state unlocked
    entry enter
    cycle again
    update ask
    pass -> dynamic by choose
`

// gateBindings are callbacks of all roles.
func gateBindings() *swiftfsm.Bindings[State, Event, *Trace] {
	return new(swiftfsm.Bindings[State, Event, *Trace]).
		Guard("enough", func(s Step) bool { return s.Int(0) >= 100 }).
		Action("thank", says("thank")).Action("beep", says("beep")).
		Entry("enter", says("enter")).Exit("leave", says("leave")).Cycle("again", says("again")).
		Update("ask", func(Step) (Event, error) { return Pass, nil }).
		Resolver("choose", func(Step) (State, error) { return Locked, nil }).
		Provider("office", func(Step) (int32, error) { return 0, nil }).
		OnStep("audit", says("audit")).OnStep("", says("own")).OnUnhandled("", says("unhandled"))
}

func TestADocument(t *testing.T) {
	for round := 0; round < 2; round++ { // bindings serve any number of reads
		table, err := swiftfsm.Read(gateDocument, gateBindings(), swiftfsm.Reading{File: "gate.fsm"})
		if err != nil {
			t.Fatal(err)
		}
		defer table.Close()
		equal(t, []any{table.Name(), table.Version(), table.Initial(), table.RowLabel(1), table.RowPlace(1).Line,
			table.Arguments(Coin)}, []any{"gate", "2", Locked, "paid", 9, "i64 cents"})
		m, _ := table.Machine(swiftfsm.Initial, &Trace{})
		defer m.Close()
		sends(t, m, Coin, swiftfsm.Refused, Locked, 99)
		sends(t, m, Pass, swiftfsm.Transitioned, Locked)
		sends(t, m, Coin, swiftfsm.Transitioned, Unlocked, 100)
		sends(t, m, Coin, swiftfsm.Unhandled, Unlocked, 100)
		if outcome, err := m.Update(0); outcome != swiftfsm.Transitioned || err != nil {
			t.Error(outcome, err)
		}
		equal(t, m.Context().lines, "[audit own beep audit own leave thank enter audit own unhandled audit own audit own]")
	}
}

func TestTheTableOfADocumentIsWritten(t *testing.T) {
	bindings := gateBindings()
	*bindings = swiftfsm.Bindings[State, Event, *Trace]{}
	table, err := swiftfsm.Read(gateDocument, bindings, swiftfsm.Reading{Unbound: true})
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	_, err = table.Machine(Locked, nil)
	fails(t, err, swiftfsm.ErrUnboundCallbacks)
	text, err := table.Write(swiftfsm.Text)
	if err != nil {
		t.Fatal(err)
	}
	again, err := swiftfsm.Read[State, Event, *Trace](text, nil, swiftfsm.Reading{Unbound: true})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	one, _ := table.Fingerprint()
	other, _ := again.Fingerprint()
	equal(t, []any{one == other, one == [32]byte{}, table.SnapshotKey() == again.SnapshotKey()}, []any{true, false, true})
	for format, part := range map[swiftfsm.Format]string{
		swiftfsm.JSON: `"unlocked"`, swiftfsm.Dot: "digraph", swiftfsm.Mermaid: "stateDiagram", swiftfsm.PlantUML: "@startuml",
		swiftfsm.Matrix: "locked", swiftfsm.Markdown: "|", swiftfsm.HTML: "<table",
	} {
		text, err := table.Write(format, swiftfsm.Picture[State]{Current: []State{Locked}, Taken: make([]uint64, 3)})
		if err != nil || !strings.Contains(text, part) {
			t.Errorf("%v: %v in %s", format, err, text)
		}
	}
	focused, _ := table.Write(swiftfsm.Dot, swiftfsm.Picture[State]{Hidden: []State{Unlocked}})
	if strings.Contains(focused, "unlocked") {
		t.Error(focused)
	}
	_, err = table.Write(99)
	fails(t, err, swiftfsm.ErrBadValue)
	_, err = table.Write(swiftfsm.Dot, swiftfsm.Picture[State]{Taken: []uint64{1}})
	fails(t, err, swiftfsm.ErrOutOfRange)
}

func TestWhatIsWrongWithADocument(t *testing.T) {
	for document, wanted := range map[string]struct {
		kind swiftfsm.DiagnosticKind
		line int
		text string
	}{
		"definition\n  locked coin > unlocked\n":                 {swiftfsm.DocumentSyntax, 2, "expected"},
		"definition\n  locked coin -> unlocked / thank\n":        {swiftfsm.UnboundCallback, 2, "thank"},
		"definition\n  locked coin -> nowhere\n":                 {swiftfsm.UnknownTarget, 2, "nowhere"},
		"definition\n  ids states open = 0\n  open coin -> open": {swiftfsm.UnknownDocumentName, 0, "locked in the program"},
		"definition\n  ids events coin = 1\n  locked coin -> locked": {
			swiftfsm.UnknownDocumentName, 0, "pass in the program's type swiftfsm_test.Event"},
		"": {swiftfsm.DocumentSyntax, 1, ""},
	} {
		before := numbersAtRest(t)
		_, err := swiftfsm.Read[State, Event, *Trace](document, nil, swiftfsm.Reading{File: "wrong.fsm"})
		hasDiagnostic(t, err, wanted.kind, "")
		var built *swiftfsm.BuildError
		errors.As(err, &built)
		found := built.Diagnostics[0]
		if found.File != "wrong.fsm" || found.Line != wanted.line || !strings.Contains(found.Text, wanted.text) ||
			!strings.Contains(err.Error(), "wrong.fsm:") {
			t.Errorf("%q: %v", document, err)
		}
		equal(t, swiftfsm.NumbersInUse(), before)
	}
	var bindings swiftfsm.Bindings[State, Event, *Trace]
	bindings.Action("a", nil)
	_, err := swiftfsm.Read(gateDocument, &bindings, swiftfsm.Reading{})
	fails(t, err, swiftfsm.ErrNullPointer)
	bindings = swiftfsm.Bindings[State, Event, *Trace]{}
	bindings.Action("a\x00b", says(""))
	_, err = swiftfsm.Read(gateDocument, &bindings, swiftfsm.Reading{})
	fails(t, err, swiftfsm.ErrNullPointer)
	_, err = swiftfsm.Read[State, Event, *Trace](gateDocument, nil, swiftfsm.Reading{Unit: -1})
	hasDiagnostic(t, err, swiftfsm.UnboundCallback, "")
}

func TestDiagnosticsOfABuild(t *testing.T) {
	builder := plainGate()
	builder.Row(Locked, Coin, Broken)
	builder.Row(Locked, Kick, Broken)
	_, err := builder.Build()
	hasDiagnostic(t, err, swiftfsm.Clash, "gate_test.go")
	var built *swiftfsm.BuildError
	errors.As(err, &built)
	clash := built.Diagnostics[0]
	equal(t, []any{clash.Kind, clash.IsWarning, State(clash.State), Event(clash.Event), len(clash.Places)},
		[]any{"clash", false, Locked, Coin, 2})
	if !strings.HasSuffix(clash.Places[1].File, "document_test.go") || !strings.Contains(err.Error(), clash.Text) {
		t.Error(err)
	}
	builder = plainGate()
	builder.Row(Locked, Kick, Broken)
	builder.State(Broken, swiftfsm.Parallel).Default(Locked) // repaired below
	if _, err := builder.Build(); err == nil {
		t.Error("no error")
	}
	builder = plainGate()
	builder.Row(Locked, Kick, Broken)
	if _, err := builder.Build(); err == nil {
		t.Error("no error")
	}
	builder.State(Broken, swiftfsm.Final) // and now it is declared
	m := machine(t, builder, Locked)
	sends(t, m, Kick, swiftfsm.Transitioned, Broken)
	builder = plainGate()
	builder.Row(Locked, Kick, Broken)
	builder.State(Broken).OnEntry(says(""))
	warnings := build(t, builder).Warnings()
	equal(t, []any{len(warnings), warnings[0].Kind, warnings[0].IsWarning}, []any{1, swiftfsm.DeadEndState, true})
	builder = plainGate()
	builder.Row(Locked, Kick, Broken)
	builder.State(Broken).OnEntry(says(""))
	builder.Warnings(swiftfsm.DeadEndState, false)
	equal(t, len(build(t, builder).Warnings()), 0)
	policy, size := swiftfsm.NewPredicate(3, "Policy", Weak, Strong), swiftfsm.NewPredicate(4, "Size", Weak, Strong)
	builder = plainGate()
	builder.Predicate(policy)
	builder.Predicate(size)
	builder.Row(Locked, Kick, Locked).Match(policy.Is(Weak))
	builder.Row(Locked, Kick, Unlocked).Match(size.Is(Strong))
	_, err = builder.Build()
	hasDiagnostic(t, err, swiftfsm.ImplicitClash, "document_test.go")
	errors.As(err, &built)
	equal(t, built.Diagnostics[0].Cases, map[int32]int32{3: 0, 4: 1})
}

type odd int32

func (o odd) String() string { return [...]string{"two\nlines", "plain"}[o] }

func TestADefinitionThatNoDocumentCanSay(t *testing.T) {
	var builder swiftfsm.Builder[odd, odd, int]
	builder.Row(0, 0, 1)
	builder.Row(1, 1, 0)
	table, err := builder.Build()
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	_, written := table.Write(swiftfsm.Text)
	_, printed := table.Fingerprint()
	for _, err := range []error{written, printed} {
		fails(t, err, swiftfsm.ErrBadValue)
		if !strings.HasPrefix(fmt.Sprint(err), "swiftfsm: No document can say this definition: a name has characters") {
			t.Errorf("the error is %v", err)
		}
	}
	if _, err := table.Write(swiftfsm.Mermaid); err != nil {
		t.Error(err)
	}
}
