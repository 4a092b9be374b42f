package swiftfsm

// #include "bridge.h"
import "C"

import (
	"fmt"
	"math"
	"strings"
)

// Case is the case of a predicate type that is sent with an event. Predicate.Case makes one.
type Case struct{ Predicate, Value int32 }

// message is what is sent, as numbers and text without pointers.
type message struct {
	event, requested C.sfsm_id
	cases            []Case
	values           []C.gofsm_value
	text             []byte
}

// newMessage fails if an argument is nothing that an event carries.
func newMessage(event int32, cases []Case, arguments []any) (*message, error) {
	m := &message{event: C.sfsm_id(event), requested: C.SFSM_NONE, cases: cases}
	if len(arguments) == 0 {
		return m, nil
	}
	m.values = make([]C.gofsm_value, len(arguments))
	for index, argument := range arguments {
		value, err := valueOf(argument)
		if err != nil {
			return nil, err
		}
		to := &m.values[index]
		to._type, to.bits = C.int32_t(value.Type), C.uint64_t(value.Bits)
		if _, isGiven := argument.(Value); value.Type == Integer && value.Bits == 0 && !isGiven {
			to._type = C.GOFSM_ZERO
		}
		if value.Type == Str {
			if strings.IndexByte(value.Text, 0) >= 0 {
				return nil, &Error{Status: ErrBadValue, Text: fmt.Sprintf("Argument %d has a zero byte.", index+1)}
			}
			to.bits = C.uint64_t(len(m.text))
			m.text = append(append(m.text, value.Text...), 0)
			if value.IsNull {
				to.bits = math.MaxUint64
			}
		}
	}
	return m, nil
}

func newRequest(state int32, cases []Case) *message {
	return &message{event: C.SFSM_REQUEST, requested: C.sfsm_id(state), cases: cases}
}

// explainStatus returns the error of a status with what was wrong with the message.
func (c *core) explainStatus(status C.int32_t) error {
	err := &Error{Status: Status(status)}
	if c.handle == nil {
		return err
	}
	switch err.Status {
	case ErrArgumentCount, ErrArgumentType:
		var index C.size_t
		var declared, sent C.sfsm_value_type
		C.sfsm_machine_rejected_argument(c.handle, &index, &declared, &sent)
		err.Text = fmt.Sprintf("Argument %d: declared is %v, sent was %v.", index+1, ValueType(declared),
			ValueType(sent))
	case ErrMissingPredicate, ErrUnknownPredicate, ErrRepeatedPredicate, ErrUnknownCase:
		var predicate, value C.sfsm_id
		C.sfsm_machine_rejected_case(c.handle, &predicate, &value)
		name := C.sfsm_table_predicate_name(C.sfsm_machine_table(c.handle), predicate)
		if err.Text = fmt.Sprintf("Predicate type %d", predicate); name != nil {
			err.Text = "Predicate type " + C.GoString(name)
		}
		if value != C.SFSM_NONE {
			err.Text += fmt.Sprintf(", case %d", value)
		}
		err.Text += "."
	case ErrUnsupported:
		if event := C.sfsm_machine_rejected_event(c.handle); event != None {
			var index C.size_t
			C.sfsm_machine_rejected_argument(c.handle, &index, nil, nil)
			name := fmt.Sprint(event)
			if known := C.sfsm_table_event_name(C.sfsm_machine_table(c.handle), event); known != nil {
				name = C.GoString(known)
			}
			err.Text, err.isWhole = fmt.Sprintf("Event %s waits, whose argument %d is a pointer.", name, index+1), true
		}
	case ErrCallbackFailed:
		err.Text = fmt.Sprintf("It returned %d.", C.sfsm_machine_failure(c.handle))
	}
	return err
}
