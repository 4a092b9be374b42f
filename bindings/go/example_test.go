package swiftfsm_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"swiftfsm"
)

// Light is a state of the examples.
type Light int32

const (
	Off Light = iota
	On
	Dim
)

func (l Light) String() string { return [...]string{"off", "on", "dim"}[l] }

// Press is an event of the examples.
type Press int32

const (
	Switch Press = iota
	Turn
	Sleep
)

func (p Press) String() string { return [...]string{"switch", "turn", "sleep"}[p] }

// Lamp is the context of the examples.
type Lamp struct{ watts int64 }

type LampStep = swiftfsm.Step[Light, Press, *Lamp]

func Example() {
	builder := swiftfsm.NewBuilder[Light, Press, *Lamp]()
	builder.Event(Turn, swiftfsm.I64)
	builder.Row(Off, Switch, On).Do(func(s LampStep) error {
		fmt.Println(s.Source(), "->", s.Target())
		return nil
	})
	builder.Row(On, Turn, Dim).If(func(s LampStep) bool { return s.Int(0) < 40 }).Do(func(s LampStep) error {
		s.Context().watts = s.Int(0)
		return nil
	})
	builder.Row(On, Switch, Off)
	builder.Row(Dim, Switch, Off)
	table, err := builder.Build()
	if err != nil {
		fmt.Println(err) // all errors, with file and line
		return
	}
	defer table.Close()

	lamp := &Lamp{}
	machine, err := table.Machine(Off, lamp)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer machine.Close()
	machine.Send(Switch)
	outcome, _ := machine.Send(Turn, 60)
	fmt.Println(outcome, machine.State())
	outcome, _ = machine.Send(Turn, 25)
	fmt.Println(outcome, machine.State(), lamp.watts)
	_, err = machine.Send(Turn)
	fmt.Println(errors.Is(err, swiftfsm.ErrArgumentCount))
	// Output:
	// off -> on
	// refused on
	// transitioned dim 25
	// true
}

func ExampleBuilder_Build() {
	var builder swiftfsm.Builder[Light, Press, *Lamp]
	builder.Row(Off, Switch, On)
	builder.Row(Off, Switch, Dim)
	builder.Row(On, Switch, Off)
	_, err := builder.Build()
	var faults *swiftfsm.BuildError
	if errors.As(err, &faults) {
		for _, fault := range faults.Diagnostics {
			fmt.Println(fault.Kind, len(fault.Places), fault.Text)
		}
	}
	// Output:
	// clash 2 (off, switch) leads to on and to dim: keep one of these rows
	// unknown target 1 (off, switch) -> dim leads to a state that has no rows and no block: correct the target, or declare dim with a block (as final, if nothing leaves it)
}

func ExampleMachine_Send() {
	blown := errors.New("the bulb has blown")
	var builder swiftfsm.Builder[Light, Press, *Lamp]
	builder.Row(Off, Switch, On).Do(func(LampStep) error { return blown })
	builder.Row(On, Switch, Off).Do(func(LampStep) error { panic("a short circuit") })
	table, _ := builder.Build()
	defer table.Close()
	machine, _ := table.Machine(Off, nil)
	defer machine.Close()
	_, err := machine.Send(Switch)
	fmt.Println(errors.Is(err, blown), machine.State())

	machine.SetState(On)
	defer func() { fmt.Println(recover(), machine.State()) }()
	machine.Send(Switch)
	// Output:
	// true off
	// a short circuit on
}

func ExampleRead() {
	const document = `definition lamp
  initial off
  off switch -> on / shine
  state on
    timeout 30 sleep
    switch -> off
    sleep -> dim
  state dim
    switch -> off
`
	type State = Light
	var bindings swiftfsm.Bindings[State, Named, *Lamp]
	bindings.Action("shine", func(s swiftfsm.Step[State, Named, *Lamp]) error {
		s.Context().watts = 60
		return nil
	})
	table, err := swiftfsm.Read(document, &bindings, swiftfsm.Reading{File: "lamp.fsm", Unit: time.Second})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer table.Close()
	lamp := &Lamp{}
	machine, _ := table.Machine(swiftfsm.Initial, lamp)
	defer machine.Close()
	event, _ := table.EventNamed("switch")
	machine.Send(event)
	due, _ := machine.Due()
	fmt.Println(machine.State(), lamp.watts, due)
	machine.Advance(due)
	fmt.Println(machine.State())
	// Output:
	// on 60 30s
	// dim
}

// Events of a document whose numbers do not matter: found by name.
type Named int32

func ExamplePredicate() {
	policy := swiftfsm.NewPredicate(0, "Policy", Weak, Strong)
	var builder swiftfsm.Builder[State, Event, *Trace]
	builder.Predicate(policy)
	builder.Row(Locked, Pass, swiftfsm.Same).Match(policy.Is(Weak))
	builder.Row(Locked, Pass, Broken).Match(policy.Is(Strong))
	builder.State(Broken, swiftfsm.Final)
	table, _ := builder.Build()
	defer table.Close()
	gate, _ := table.Machine(Locked, nil)
	defer gate.Close()
	for _, present := range []Policy{Weak, Strong} {
		gate.SendWith([]swiftfsm.Case{policy.Case(present)}, Pass)
		fmt.Println(present, gate.State())
	}
	// Output:
	// weak locked
	// strong broken
}

func ExampleEvent2() {
	coin := swiftfsm.Event2[Event, int64, string]{ID: Coin}
	var builder swiftfsm.Builder[State, Event, *Trace]
	coin.Declare(&builder)
	builder.Row(Locked, Coin, Unlocked).Do(func(s Step) error {
		cents, currency := coin.Of(s)
		fmt.Println(cents, currency)
		return nil
	})
	builder.Row(Unlocked, Pass, Locked)
	table, _ := builder.Build()
	defer table.Close()
	gate, _ := table.Machine(Locked, nil)
	defer gate.Close()
	coin.Send(gate, 150, "EUR") // coin.Send(gate, "EUR", 150) does not compile
	// Output: 150 EUR
}

func ExampleBlock_State() {
	var builder swiftfsm.Builder[Light, Press, *Lamp]
	on := builder.State(On).Default(Dim)
	on.Row(Switch, Off)
	on.State(Dim).OnEntry(func(LampStep) error { fmt.Println("dim"); return nil })
	builder.Row(Off, Switch, On)
	table, _ := builder.Build()
	defer table.Close()
	machine, _ := table.Machine(Off, nil)
	defer machine.Close()
	machine.Send(Switch)
	fmt.Println(machine.State(), machine.In(On))
	machine.Send(Switch)
	fmt.Println(machine.State())
	// Output:
	// dim
	// dim true
	// off
}

func ExampleMachine_Run() {
	var builder swiftfsm.Builder[Light, Press, *Lamp]
	ctx, cancel := context.WithCancel(context.Background())
	builder.State(On).Timeout(10*time.Millisecond, Sleep)
	builder.Row(Off, Switch, On)
	builder.Row(On, Sleep, Off).Do(func(LampStep) error {
		fmt.Println("good night")
		cancel()
		return nil
	})
	table, _ := builder.Build()
	defer table.Close()
	lamp, _ := table.Machine(Off, nil)
	defer lamp.Close()
	calls := make(chan func(*swiftfsm.Machine[Light, Press, *Lamp]), 1)
	calls <- func(lamp *swiftfsm.Machine[Light, Press, *Lamp]) { lamp.Send(Switch) }
	fmt.Println(lamp.Run(ctx, swiftfsm.Clock{}, calls), lamp.State())
	// Output:
	// good night
	// context canceled off
}

func ExampleMachine_Snapshot() {
	var builder swiftfsm.Builder[Light, Press, *Lamp]
	builder.Row(Off, Switch, On)
	builder.Row(On, Switch, Off)
	table, _ := builder.Build()
	defer table.Close()
	machine, _ := table.Machine(On, nil)
	defer machine.Close()
	snapshot, _ := machine.Snapshot() // SnapshotJSON: as JSON, also json.Marshal(machine)

	other, _ := table.Machine(swiftfsm.None, nil)
	defer other.Close()
	fmt.Println(other.Restore(snapshot), other.State())
	// Output: <nil> on
}

func ExampleTable_Replay() {
	var builder swiftfsm.Builder[Light, Press, *Lamp]
	builder.Row(Off, Switch, On)
	builder.Row(On, Switch, Off)
	builder.Row(On, Sleep, Off)
	table, _ := builder.Build()
	defer table.Close()
	replay := &swiftfsm.Replay[Light, Press, *Lamp]{
		States:       []Light{swiftfsm.None, swiftfsm.None}, // two new lamps
		Events:       swiftfsm.ColumnOf([]Press{Switch, Sleep, Switch, Sleep}),
		Tokens:       swiftfsm.ColumnOf([]uint8{0, 1, 0, 0}),
		Initial:      Off,
		MaxViolation: 10,
	}
	result, err := table.Replay(replay)
	fmt.Println(err, result.Transitioned, replay.States[0], replay.States[1])
	for _, violation := range result.First {
		fmt.Printf("event %d: lamp %d was %v when it was told to %v\n", violation.Index, violation.Token, violation.State,
			violation.Event)
	}
	// Output:
	// <nil> 2 off off
	// event 1: lamp 1 was off when it was told to sleep
	// event 3: lamp 0 was off when it was told to sleep
}

func ExampleMachine_Explain() {
	var builder swiftfsm.Builder[Light, Press, *Lamp]
	builder.Row(Off, Switch, On).If(func(LampStep) bool { return false })
	builder.Row(On, Switch, Off)
	table, _ := builder.Build()
	defer table.Close()
	machine, _ := table.Machine(Off, nil)
	defer machine.Close()
	outcome, reasons, _ := machine.Explain(Switch)
	row := table.Transitions()[reasons[0].Transition]
	fmt.Println(outcome, row.Source, "->", row.Target, reasons[0].Kind == swiftfsm.GuardRefused)
	// Output: refused off -> on true
}
