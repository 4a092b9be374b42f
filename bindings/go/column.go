package swiftfsm

// #include "bridge.h"
import "C"

import (
	"reflect"
	"unsafe"
)

// ColumnValue is what a column of a replay has: integers of any size; of arguments also bool and floats.
type ColumnValue interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64 | ~bool
}

// Column is an array with one value for each event of a replay.
type Column struct {
	kind   ValueType
	values unsafe.Pointer
	length int
	size   uintptr // of a value
	texts  []string
}

// ColumnOf returns a slice as a column, without copying it.
func ColumnOf[T ColumnValue](values []T) Column {
	var one T
	column := Column{kind: kindTypes[reflect.TypeOf(one).Kind()], length: len(values), size: unsafe.Sizeof(one)}
	if len(values) > 0 {
		column.values = unsafe.Pointer(&values[0])
	}
	return column
}

// TextColumn returns strings as a column of arguments. None of them may have a zero byte, as in Send: Replay refuses it.
func TextColumn(values []string) Column { return Column{kind: Str, length: len(values), texts: values} }

// CaseColumn is the case of a predicate type that is sent with each event; None for none.
type CaseColumn struct {
	Predicate int32
	Cases     Column
}

// ArgumentColumn is an argument of an event. Values beside other events are not read.
type ArgumentColumn[E ID] struct {
	Event  E
	Number int // from 0
	Values Column
}

// copies is memory of C for columns that C finds by way of others: it must not find Go memory so.
type copies []unsafe.Pointer

func (c *copies) free() {
	for _, each := range *c {
		C.free(each)
	}
}

// allocate returns zeroed memory.
func (c *copies) allocate(size uintptr) unsafe.Pointer {
	memory := C.calloc(1, C.size_t(size)+1)
	*c = append(*c, memory)
	return memory
}

// column copies a column.
func (c *copies) column(from Column) C.sfsm_column {
	to := C.sfsm_column{_type: C.sfsm_value_type(from.kind)}
	if from.kind != Str {
		size := uintptr(from.length) * from.size
		memory := c.allocate(size)
		copy(unsafe.Slice((*byte)(memory), int(size)), unsafe.Slice((*byte)(from.values), int(size)))
		to.values = memory
		return to
	}
	size := 0
	for _, text := range from.texts {
		size += len(text) + 1
	}
	bytes := unsafe.Slice((*byte)(c.allocate(uintptr(size))), size)
	pointers := unsafe.Slice((**byte)(c.allocate(uintptr(from.length)*unsafe.Sizeof(uintptr(0)))), from.length)
	for index, text := range from.texts {
		copy(bytes, text)
		pointers[index] = &bytes[0]
		bytes = bytes[len(text)+1:]
	}
	if from.length > 0 {
		to.values = unsafe.Pointer(&pointers[0])
	}
	return to
}
