package swiftfsm

// #include "bridge.h"
import "C"

// RowLabel returns the label of a row in a document, "" if it has none. Rows count from 1.
func (t *Table[S, E, C]) RowLabel(row int) string {
	return ask(t, "", func(h *C.sfsm_table) string { return C.GoString(C.sfsm_table_row_label(h, C.size_t(row))) })
}

// RowPlace returns where a row stands in a program or document. Rows count from 1. Cost: O(transitions).
func (t *Table[S, E, C]) RowPlace(row int) Place {
	return ask(t, Place{}, func(h *C.sfsm_table) Place {
		var from C.sfsm_transition
		from.size = C.sizeof_sfsm_transition
		for index := C.size_t(0); C.sfsm_table_transition(h, index, &from) == C.SFSM_OK; index++ {
			if int(from.row) == row {
				return Place{C.GoString(from.file), int(from.line)}
			}
		}
		return Place{}
	})
}

// Transition is a row of one state, its own or adopted, that no other row overrides.
type Transition[S, E ID] struct {
	Row           int // the row's number, from 1
	Source        S   // a state, or Any
	Event         E   // an event, Any, Request or Eventless
	Target        S   // a state, or a reserved id as in the row; the first of several
	Rank          int // the number of predicate types that the row names
	Flags         RowFlag
	IsInherited   bool // the row belongs to a superstate
	Place         Place
	Guards        int // their number, with conditions on active states
	Actions       int // their number
	MoreTargets   []S
	ConditionIn   []S // states that must be active
	ConditionsOut []S // states that must not be active
	Raised        []E
}

// Transitions returns all transitions, sorted by source and event, then in the order in which they are tried. Reason says
// by index which of them it is about.
func (t *Table[S, E, C]) Transitions() []Transition[S, E] {
	return ask(t, nil, func(h *C.sfsm_table) []Transition[S, E] {
		all := make([]Transition[S, E], C.sfsm_table_transition_count(h))
		for index := range all {
			all[index] = transition[S, E](h, C.size_t(index))
		}
		return all
	})
}

func transition[S, E ID](h *C.sfsm_table, index C.size_t) Transition[S, E] {
	var from C.sfsm_transition
	from.size = C.sizeof_sfsm_transition
	C.sfsm_table_transition(h, index, &from)
	to := Transition[S, E]{
		Row: int(from.row), Source: S(from.source), Event: E(from.event), Target: S(from.target), Rank: int(from.rank),
		Flags: RowFlag(from.flags &^ C.SFSM_INHERITED), IsInherited: from.flags&C.SFSM_INHERITED != 0,
		Place:  Place{C.GoString(from.file), int(from.line)},
		Guards: int(from.guard_count), Actions: int(from.action_count),
	}
	var count C.size_t
	C.sfsm_table_transition_targets(h, index, nil, 0, &count)
	targets := make([]S, count)
	C.sfsm_table_transition_targets(h, index, first[C.sfsm_id](targets), count, &count)
	to.MoreTargets = targets[1:]
	C.sfsm_table_transition_raised(h, index, nil, 0, &count)
	to.Raised = make([]E, count)
	C.sfsm_table_transition_raised(h, index, first[C.sfsm_id](to.Raised), count, &count)
	C.sfsm_table_transition_conditions(h, index, nil, nil, 0, &count)
	states, are := make([]S, count), make([]bool, count)
	C.sfsm_table_transition_conditions(h, index, first[C.sfsm_id](states), first[C.bool](are), count, &count)
	for number, state := range states {
		if are[number] {
			to.ConditionIn = append(to.ConditionIn, state)
		} else {
			to.ConditionsOut = append(to.ConditionsOut, state)
		}
	}
	return to
}
