package main

import (
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
	"time"

	"swiftfsm"
)

// applied is what came of a line.
type applied int

const (
	wasApplied applied = iota
	wasNotTaken
	wasAppliedBefore
)

// live is one order.
type live struct {
	order   Order
	machine *machine
}

type use struct {
	order int64
	event string
}

// service has all orders, in memory.
type service struct {
	table     *table
	orders    map[int64]*live
	standings map[string]Customer
	keys      map[string]use // the order and the event of each key
	now       time.Duration
}

func newService(table *table) *service {
	return &service{table, map[int64]*live{}, map[string]Customer{}, map[string]use{}, 0}
}

func (s *service) create(l *line) error {
	if len(l.words) != 1 {
		return errors.New("'create' needs the customer's name")
	}
	if s.orders[l.order] != nil {
		return errors.New("there is an order of this number already")
	}
	created := &live{order: Order{standing: s.standings[l.words[0]]}}
	var err error
	if created.machine, err = s.table.Machine(swiftfsm.None, &created.order); err != nil {
		return err
	}
	s.orders[l.order] = created
	if err := created.machine.Advance(s.now); err != nil {
		return err
	}
	if err := created.machine.Start(swiftfsm.Initial); err != nil {
		return err
	}
	created.order.trail[0].key = l.key
	return nil
}

// change sends an event, which takes place as a whole, with all the steps that follow, or not at all.
func (s *service) change(l *line) (applied, error) {
	found := s.orders[l.order]
	if found == nil {
		return 0, errors.New("there is no order of this number: create it first")
	}
	event, ok := s.table.EventNamed(l.name)
	if !ok {
		return 0, fmt.Errorf("there is no event '%s': orders.fsm lists them", l.name)
	}
	arguments, err := l.arguments(s.table, event)
	if err != nil {
		return 0, err
	}
	before := found.order
	snapshot, err := found.machine.Snapshot(swiftfsm.SnapshotDue)
	if err != nil {
		return 0, err
	}
	outcome, err := found.machine.Send(event, arguments...)
	if err != nil {
		found.order = before
		if restored := found.machine.Restore(snapshot); restored != nil {
			return 0, restored
		}
		return 0, err
	}
	found.order.trail[len(before.trail)].key = l.key
	if outcome == swiftfsm.Transitioned || outcome == swiftfsm.Deferred {
		return wasApplied, nil
	}
	return wasNotTaken, nil
}

// apply applies a line. With an error nothing has changed.
func (s *service) apply(l *line) (result applied, err error) {
	if used, ok := s.keys[l.key]; ok {
		if used != (use{l.order, l.name}) {
			return 0, errors.New("the key was used for another event: each event needs a key of its own")
		}
		return wasAppliedBefore, nil
	}
	if l.name == "create" {
		err = s.create(l)
	} else {
		result, err = s.change(l)
	}
	if err == nil {
		s.keys[l.key] = use{l.order, l.name}
	}
	return result, err
}

func (s *service) numbers() []int64 {
	var all []int64
	for number := range s.orders {
		all = append(all, number)
	}
	sort.Slice(all, func(i, j int) bool { return all[i] < all[j] })
	return all
}

// advance tells all orders the time: their timers are sent. It returns how many of them had one.
func (s *service) advance(now time.Duration) (count int, err error) {
	s.now = now
	for _, number := range s.numbers() {
		live := s.orders[number]
		steps := len(live.order.trail)
		if err := live.machine.Advance(now); err != nil {
			return count, err
		}
		for index := steps; index < len(live.order.trail); index++ {
			live.order.trail[index].time = int64(now / time.Second) // when it was noticed
		}
		if len(live.order.trail) > steps {
			count++
		}
	}
	return count, nil
}

// report prints the steps of all orders.
func (s *service) report(out io.Writer) {
	for _, number := range s.numbers() {
		live := s.orders[number]
		var states []string
		for _, state := range live.machine.States() {
			states = append(states, state.String())
		}
		fmt.Fprintf(out, "order %d: %s, total %d, paid %d", number, strings.Join(states, "+"), live.order.total,
			live.order.paid)
		if live.order.parcel != "" {
			fmt.Fprintf(out, ", parcel %s", live.order.parcel)
		}
		fmt.Fprintln(out)
		for index, entry := range live.order.trail {
			fmt.Fprintf(out, "%3d  %8d  %-10s  %s\n", index+1, entry.time, entry.event, entry.text())
		}
	}
}

// text returns what the line of an entry says behind its event.
func (e *Entry) text() string {
	text := e.source
	if e.target != "" {
		text += " -> " + e.target
	}
	if e.row != "" {
		text += "  (" + e.row + ")"
	}
	text += "  " + e.outcome
	if e.key != "" {
		text += ", key " + e.key
	}
	if len(e.requests) > 0 {
		text += ", asks: " + strings.Join(e.requests, " ")
	}
	return text
}
