package swiftfsm

// #include "bridge.h"
import "C"

import (
	"fmt"
	"reflect"
)

// Predicate is a predicate type: a condition outside of the machine with a fixed number of cases, on which rows may
// depend. P is a type of yours whose constants, numbered from 0, are the cases:
//
//	type Policy int32
//	const (Weak Policy = iota; Strong)
//	var policy = swiftfsm.NewPredicate(0, "Policy", Weak, Strong)
type Predicate[P ID] struct {
	id    int32
	name  string
	cases []P
}

// NewPredicate makes a predicate type with all of its cases, which must be numbered from 0 in this order. They are named
// by their method String, if P has one.
func NewPredicate[P ID](id int32, name string, cases ...P) Predicate[P] {
	return Predicate[P]{id, name, cases}
}

// Case returns a case to be sent with an event.
func (p Predicate[P]) Case(value P) Case { return Case{p.id, int32(value)} }

// Is returns a match for Row.Match: the present case is one of these.
func (p Predicate[P]) Is(values ...P) Match {
	match := Match{predicate: p.id}
	for _, value := range values {
		match.values = append(match.values, int32(value))
	}
	return match
}

// Of returns the case in a step, sent or provided; false if there is none.
func (p Predicate[P]) Of(step interface{ Case(int32) int32 }) (P, bool) {
	value := step.Case(p.id)
	return P(value), value != None
}

// ID returns the number of the predicate type.
func (p Predicate[P]) ID() int32 { return p.id }

func (p Predicate[P]) caseType() reflect.Type { return reflect.TypeOf(P(0)) }

func (p Predicate[P]) declaration() (id int32, name string, cases []string, err error) {
	for index, value := range p.cases {
		if int(value) != index {
			return p.id, "", nil, fmt.Errorf("swiftfsm: case %d of predicate type %s is %d: list all cases, in order",
				index, p.name, int32(value))
		}
		cases = append(cases, nameOf(value))
	}
	return p.id, p.name, cases, nil
}

// PredicateType is a Predicate of any type.
type PredicateType interface {
	ID() int32
	declaration() (id int32, name string, cases []string, err error)
	caseType() reflect.Type
}

// Match is a condition of a row on one predicate type.
type Match struct {
	predicate int32
	values    []int32
}

// Provide sets the provider of a predicate type: the callback that returns its present case if none is sent. It is called
// at most once in a step. The type must be declared before.
func Provide[P, S, E ID, C any](b *Builder[S, E, C], predicate Predicate[P], provider func(Step[S, E, C]) (P, error)) {
	if provider == nil {
		b.Provider(predicate.id, nil)
		return
	}
	b.Provider(predicate.id, func(step Step[S, E, C]) (int32, error) {
		value, err := provider(step)
		return int32(value), err
	})
}
