package swiftfsm_test

import (
	"os"
	"strings"
	"testing"

	"swiftfsm"
)

// A stranger's document: names are only names, whatever they look like.
func TestHostileNames(t *testing.T) {
	text, err := os.ReadFile("../../Tests/Fixtures/hostile.fsm")
	if err != nil {
		t.Fatal(err)
	}
	unescape := strings.NewReplacer(`\"`, `"`, `\\`, `\`)
	var names, called []string
	bindings := new(swiftfsm.Bindings[int32, int32, int])
	for _, line := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(line, "  state ") {
			continue
		}
		name := unescape.Replace(strings.Trim(strings.TrimPrefix(line, "  state "), `"`))
		names = append(names, name)
		note := func(swiftfsm.Step[int32, int32, int]) error { called = append(called, name); return nil }
		bindings.Guard(name, func(swiftfsm.Step[int32, int32, int]) bool { return true }).Action(name, note).Entry(name, note)
	}
	table, err := swiftfsm.Read(string(text), bindings, swiftfsm.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	m, err := table.Machine(swiftfsm.Initial, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for number, name := range names {
		event, _ := table.EventNamed(name)
		outcome, err := m.Send(event)
		next := names[(number+1)%len(names)]
		equal(t, []any{outcome, err, table.StateName(m.State())}, []any{swiftfsm.Transitioned, nil, next})
		equal(t, called[2*number:], []string{name, next})
	}
	for _, format := range []swiftfsm.Format{swiftfsm.Dot, swiftfsm.HTML} {
		if picture, err := table.Write(format); err != nil || strings.Contains(picture, "<script") {
			t.Error(err, picture)
		}
	}
}
