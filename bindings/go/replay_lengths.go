package swiftfsm

import (
	"fmt"
	"math"
	"strings"
)

// checkLengths returns the number of tokens. C sees no length of a slice: all of them are compared here.
func (r *Replay[S, E, C]) checkLengths(width, rows int) (int, error) {
	events, tokens := r.Events.length, len(r.States)/width
	for _, each := range []struct {
		name           string
		length, wanted int
		isOptional     bool
	}{
		{"States", len(r.States), tokens * width, false},
		{"Tokens", r.Tokens.length, events, true},
		{"Offsets", len(r.Offsets), tokens + 1, true},
		{"Times", len(r.Times), events, true},
		{"Outcomes", len(r.Outcomes), events, true},
		{"Rows", len(r.Rows), events, true},
		{"RowCounts", len(r.RowCounts), rows + 1, true},
		{"RowTimes", len(r.RowTimes), rows + 1, true},
		{"Entered", len(r.Entered), tokens, true},
		{"First", len(r.First), tokens, true},
		{"FirstTimes", len(r.FirstTimes), tokens, true},
	} {
		if each.length != each.wanted && !(each.isOptional && each.length == 0) {
			return 0, unfit(each.name, each.length, each.wanted)
		}
	}
	for _, each := range r.Cases {
		if each.Cases.length != events {
			return 0, unfit("Cases", each.Cases.length, events)
		}
	}
	for _, each := range r.Arguments {
		if each.Values.length != events {
			return 0, unfit("Arguments", each.Values.length, events)
		}
		if each.Number < 0 || each.Number > math.MaxInt32 {
			return 0, &Error{Status: ErrOutOfRange, Text: fmt.Sprintf("No event has an argument %d: they count from 0.", each.Number)}
		}
		for index, text := range each.Values.texts {
			if strings.IndexByte(text, 0) >= 0 {
				return 0, &Error{Status: ErrBadValue,
					Text: fmt.Sprintf("Text %d for argument %d has a zero byte (both from 0): remove it.", index, each.Number)}
			}
		}
	}
	if tokens == 0 && events > 0 && r.Tokens.length == 0 && len(r.Offsets) == 0 {
		return 0, &Error{Status: ErrOutOfRange, Text: "Replay.States has no token for the events."}
	}
	if count := len(r.Contexts); count > 1 && count != tokens {
		return 0, unfit("Contexts", count, tokens)
	}
	if r.MaxViolation < 0 || r.Threads < 0 {
		return 0, &Error{Status: ErrBadValue, Text: "MaxViolation and Threads are not negative."}
	}
	if r.Events.kind == Str || r.Tokens.kind == Str {
		return 0, &Error{Status: ErrBadValue, Text: "Events and Tokens are no strings."}
	}
	return tokens, nil
}

func unfit(name string, length, wanted int) error {
	return &Error{Status: ErrOutOfRange, Text: fmt.Sprintf("Replay.%s has %d values instead of %d.", name, length, wanted)}
}
