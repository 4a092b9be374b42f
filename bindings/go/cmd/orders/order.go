package main

import (
	"errors"
	"fmt"
	"math"
	"time"

	"swiftfsm"
)

// State is a state of orders.fsm, with its number, which is checked when it is read.
type State int32

var stateNames = [...]string{"basket", "review", "open", "payment", "unpaid", "overdue", "collecting", "paid",
	"fulfilment", "preparing", "allocating", "backordered", "allocated", "picking", "packed", "dispatched", "shipped",
	"missing", "delivered", "returning", "inspecting", "kept", "before-hold", "held", "repaying", "closed", "completed",
	"refunded", "cancelled", "rejected", "abandoned", "written-off"}

func (s State) String() string { return nameIn(stateNames[:], int(s)) }

// Event is an event of orders.fsm.
type Event int32

var eventNames = [...]string{"add", "place", "approve", "reject", "pay", "refund", "cancel", "hold", "resume",
	"allocate", "run-out", "pick", "pack", "ship", "deliver", "lose", "return", "arrive", "accept", "decline", "repaid",
	"write-off", "remind", "lapse", "expire"}

func (e Event) String() string { return nameIn(eventNames[:], int(e)) }

func nameIn(names []string, number int) string {
	if number < 0 || number >= len(names) {
		return fmt.Sprint(number)
	}
	return names[number]
}

// Customer is how far the shop trusts a customer: the predicate type of orders.fsm.
type Customer int32

// Customers.
const (
	New Customer = iota
	Regular
	Blocked
)

// Entry is a step of an order, for those who ask later.
type Entry struct {
	time                                int64 // in seconds
	event, row, source, target, outcome string
	key                                 string   // of the line that asked for it, or ""
	requests                            []string // what others have to do
}

// Order is the context of a machine. Amounts are in cents.
type Order struct {
	total, paid int64 // paid: what was paid and not repaid
	standing    Customer
	parcel      string // "" until there is one
	trail       []Entry
	requests    []string // of the step under way
}

type (
	step     = swiftfsm.Step[State, Event, *Order]
	table    = swiftfsm.Table[State, Event, *Order]
	machine  = swiftfsm.Machine[State, Event, *Order]
	bindings = swiftfsm.Bindings[State, Event, *Order]
)

// cents returns the amount of an event: orders.fsm declares which argument it is.
func cents(s step) int64 {
	if value, _ := s.Argument(0); value.Type == swiftfsm.Str {
		return s.Int(1)
	}
	return s.Int(0)
}

// sum adds. An error ends the step: it does not take place, and whoever sent the event hears why.
func sum(amount, more int64) (int64, error) {
	if more > math.MaxInt64-amount {
		return amount, errors.New("the amount becomes too large")
	}
	return amount + more, nil
}

// record is the hook of every step, whatever its outcome.
func record(s step) error {
	order, table := s.Context(), s.Machine().Table()
	outcome := s.Outcome().String()
	if s.Status() != 0 {
		outcome = "none"
	}
	entry := Entry{time: int64(s.Machine().Now() / time.Second), row: rowName(s, table), outcome: outcome,
		requests: order.requests}
	switch s.Event() {
	case swiftfsm.None:
		entry.event = "create"
	case swiftfsm.Eventless:
		entry.event = "eventless"
	default:
		entry.event = s.Event().String()
	}
	if s.Source() != swiftfsm.None {
		entry.source = s.Source().String()
	}
	if s.Target() != swiftfsm.None {
		entry.target = s.Target().String()
	}
	order.requests = nil
	order.trail = append(order.trail, entry)
	return nil
}

func rowName(s step, table *table) string {
	row := s.Row()
	if row == 0 {
		return ""
	}
	if label := table.RowLabel(row); label != "" {
		return label
	}
	return fmt.Sprintf("line %d", table.RowPlace(row).Line)
}

// readTable returns the table of all orders.
func readTable(document, file string) (*table, error) {
	var b bindings
	b.Guard("positive", func(s step) bool { return cents(s) > 0 })
	b.Guard("affordable", func(s step) bool { return cents(s) <= s.Context().paid })
	b.Guard("priced", func(s step) bool { return s.Context().total > 0 })
	b.Guard("settled", func(s step) bool { return s.Context().paid >= s.Context().total })
	b.Guard("nothing_paid", func(s step) bool { return s.Context().paid == 0 })
	b.Provider("standing", func(s step) (int32, error) { return int32(s.Context().standing), nil })
	b.Action("add_item", func(s step) (err error) {
		s.Context().total, err = sum(s.Context().total, cents(s))
		return err
	})
	b.Action("book", func(s step) (err error) {
		s.Context().paid, err = sum(s.Context().paid, cents(s))
		return err
	})
	b.Action("repay", func(s step) error {
		s.Context().paid -= cents(s)
		return nil
	})
	b.Action("repay_all", func(s step) error {
		s.Context().paid = 0
		return nil
	})
	b.Action("track", func(s step) error {
		if len(s.Text(0)) > 63 {
			return errors.New("the name of a parcel is longer than 63 bytes")
		}
		s.Context().parcel = s.Text(0)
		return nil
	})
	// What others have to do is put down with the step.
	for _, what := range []string{"release", "notify", "demand"} {
		what := what
		b.Action(what, func(s step) error {
			s.Context().requests = append(s.Context().requests, what)
			return nil
		})
	}
	b.OnStep("", record)
	return swiftfsm.Read(document, &b, swiftfsm.Reading{File: file, Unit: time.Second})
}
