// Benchmark compares steps in Go with those in C, over the same table, in one run: see bindings/go/bench.
package main

// #include "steps.h"
// #include <stdlib.h>
import "C"

import (
	"fmt"
	"os"
	"time"
	"unsafe"

	"swiftfsm"
)

type state int32

type event int32

type (
	step    = swiftfsm.Step[state, event, *int64]
	machine = swiftfsm.Machine[state, event, *int64]
)

var calls int64

//export stepsGo
func stepsGo() { calls++ }

// gate returns a turnstile, each of whose rows is completed by a function.
func gate(complete func(swiftfsm.Row[state, event, *int64])) *machine {
	var builder swiftfsm.Builder[state, event, *int64]
	builder.Event(2, swiftfsm.I64, swiftfsm.Str)
	builder.Row(swiftfsm.Any, 2, swiftfsm.Same)
	for each := state(0); each < 2; each++ {
		complete(builder.Row(each, event(each), 1-each))
	}
	table, err := builder.Build()
	check(err)
	m, err := table.Machine(0, new(int64))
	check(err)
	return m
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "benchmark:", err)
		os.Exit(1)
	}
}

func isTrue(is bool) {
	if !is {
		fmt.Fprintln(os.Stderr, "benchmark: an event was not taken")
		os.Exit(1)
	}
}

func sendEach(m *machine) func(int) {
	return func(count int) {
		for index := 0; index < count; index++ {
			outcome, err := m.Send(event(index & 1))
			isTrue(outcome == swiftfsm.Transitioned && err == nil)
		}
	}
}

func sendAll(m *machine) func(int) {
	events := make([]event, 1000)
	outcomes := make([]swiftfsm.Outcome, len(events))
	for index := range events {
		events[index] = event(index & 1)
	}
	return func(count int) {
		for ; count > 0; count -= len(events) {
			sent, err := m.SendAll(events, outcomes)
			isTrue(sent == len(events) && err == nil && outcomes[999] == swiftfsm.Transitioned)
		}
	}
}

type measured struct {
	name string
	run  func(count int)
}

func main() {
	counted := (*C.int64_t)(C.calloc(1, 8))
	plainC, countingC := C.steps_machine(false, nil), C.steps_machine(true, counted)
	plain := func(swiftfsm.Row[state, event, *int64]) {}
	counting := func(row swiftfsm.Row[state, event, *int64]) {
		row.Do(func(s step) error {
			*s.Context()++
			return nil
		})
	}
	countingInC := func(row swiftfsm.Row[state, event, *int64]) {
		row.DoC(swiftfsm.CFunction{Function: C.steps_count, Context: unsafe.Pointer(counted)})
	}
	withArguments := gate(plain)
	all := []*measured{
		{name: "an empty call of C", run: func(count int) {
			for index := 0; index < count; index++ {
				isTrue(C.steps_nothing(plainC, C.sfsm_id(index)) == C.sfsm_outcome(index))
			}
		}},
		{name: "an empty call of C without a pointer", run: func(count int) {
			for index := 0; index < count; index++ {
				isTrue(C.steps_nothing_of(1, C.sfsm_id(index)) == C.sfsm_outcome(index))
			}
		}},
		{name: "an empty call of Go by C", run: func(count int) { C.steps_call_go(C.int64_t(count)) }},
		{name: "C: a step", run: func(count int) {
			isTrue(C.steps_send(plainC, C.int64_t(count)) == C.int64_t(count))
		}},
		{name: "C: a step with a callback", run: func(count int) {
			isTrue(C.steps_send(countingC, C.int64_t(count)) == C.int64_t(count))
		}},
		{name: "Go: C.sfsm_machine_send", run: func(count int) {
			for index := 0; index < count; index++ {
				isTrue(C.sfsm_machine_send(plainC, C.sfsm_id(index&1)) == C.SFSM_TRANSITIONED)
			}
		}},
		{name: "Go: Send", run: sendEach(gate(plain))},
		{name: "Go: Send, a callback in C", run: sendEach(gate(countingInC))},
		{name: "Go: Send, a callback in Go", run: sendEach(gate(counting))},
		{name: "Go: Send with two arguments", run: func(count int) {
			for index := 0; index < count; index++ {
				outcome, err := withArguments.Send(2, index, "EUR")
				isTrue(outcome == swiftfsm.Transitioned && err == nil)
			}
		}},
		{name: "Go: SendAll of 1,000", run: sendAll(gate(plain))},
		{name: "Go: SendAll of 1,000, a callback in Go", run: sendAll(gate(counting))},
	}
	// The fastest of many short rounds, all in turn: other programs disturb the rest.
	const rounds, count = 200, 10000
	fastest := map[string]float64{}
	for round := 0; round < rounds; round++ {
		for _, each := range all {
			start := time.Now()
			each.run(count)
			ns := float64(time.Since(start).Nanoseconds()) / count
			if known, ok := fastest[each.name]; !ok || ns < known {
				fastest[each.name] = ns
			}
		}
	}
	for _, each := range all {
		fmt.Printf("%-42s %7.1f ns\n", each.name, fastest[each.name])
	}
	inC, inGo := fastest["an empty call of C"], fastest["an empty call of Go by C"]
	fmt.Printf("Send beside C.sfsm_machine_send:                 %.2f\n",
		fastest["Go: Send"]/fastest["Go: C.sfsm_machine_send"])
	fmt.Printf("Send beside a call of C and the step:            %.2f\n",
		fastest["Go: Send"]/(inC+fastest["C: a step"]))
	fmt.Printf("the same, with a callback in C:                  %.2f\n",
		fastest["Go: Send, a callback in C"]/(inC+fastest["C: a step with a callback"]))
	fmt.Printf("the same, with a callback in Go, and its call:   %.2f\n",
		fastest["Go: Send, a callback in Go"]/(inC+inGo+fastest["C: a step"]))
	fmt.Printf("SendAll beside the step in C:                    %.2f\n",
		fastest["Go: SendAll of 1,000"]/fastest["C: a step"])
}
