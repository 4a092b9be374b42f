// Turnstile: two states, two events, four rows. The first program to read.
package main

import (
	"fmt"
	"os"

	"swiftfsm"
)

// State is where a turnstile is.
type State int32

// States. Their names are for people: for diagnostics, and for the lines printed here.
const (
	Locked State = iota
	Unlocked
)

func (s State) String() string { return [...]string{"locked", "unlocked"}[s] }

// Event is what happens to it.
type Event int32

// Events.
const (
	Coin Event = iota
	Pass
)

func (e Event) String() string { return [...]string{"coin", "pass"}[e] }

// Hardware is what a machine controls. Callbacks receive it from their step.
type Hardware struct{ coins, alarms int }

type step = swiftfsm.Step[State, Event, *Hardware]

func unlock(s step) error {
	s.Context().coins++
	fmt.Println("  the arm is released")
	return nil // done; an error would end the step
}

func alarm(s step) error {
	s.Context().alarms++
	fmt.Println("  the alarm sounds")
	return nil
}

func thankYou(s step) error {
	s.Context().coins++
	fmt.Println("  \"thank you\" lights up")
	return nil
}

func lock(step) error {
	fmt.Println("  the arm is locked")
	return nil
}

func run() error {
	var builder swiftfsm.Builder[State, Event, *Hardware]
	builder.Row(Locked, Coin, Unlocked).Do(unlock)
	builder.Row(Locked, Pass, Locked).Do(alarm)
	builder.Row(Unlocked, Coin, Unlocked).Do(thankYou)
	builder.Row(Unlocked, Pass, Locked).Do(lock)
	turnstile, err := builder.Build() // every fault of the rows at once, with file and line
	if err != nil {
		return err
	}
	defer turnstile.Close()
	var hardware Hardware
	gate, err := turnstile.Machine(Locked, &hardware)
	if err != nil {
		return err
	}
	defer gate.Close()
	for _, event := range []Event{Pass, Coin, Coin, Pass, Pass} {
		fmt.Printf("%v, %v\n", gate.State(), event)
		outcome, err := gate.Send(event)
		if err != nil {
			return err
		}
		fmt.Printf("  %v: %v\n", outcome, gate.State())
	}
	fmt.Printf("coins: %d, alarms: %d\n", hardware.coins, hardware.alarms)
	return nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "turnstile:", err)
		os.Exit(1)
	}
}
