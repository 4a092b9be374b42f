package swiftfsm

// #include "bridge.h"
import "C"

import (
	"io"
	"unsafe"
)

// journal is what writes the records of a machine.
type journal struct {
	writer io.Writer
	err    error
	failed kept
}

// SetJournal writes every step to a journal from now on, beginning with a snapshot: a whole record in each Write. Another
// journal takes the place of the first. With isJSON each record is a line of JSON.
//
// What the writer fails with here is returned; io.ErrShortWrite if it writes less, without an error. What it fails with later ends the journal, while the step stands:
// JournalError returns it.
// Errors: ErrBusy, ErrUnsupported as of Snapshot.
func (m *Machine[S, E, C]) SetJournal(writer io.Writer, isJSON bool) error {
	if m == nil || m.core == nil {
		return ErrClosed
	}
	if writer == nil {
		return check(C.SFSM_NULL_POINTER)
	}
	var flags C.uint32_t
	if isJSON {
		flags = C.SFSM_JOURNAL_JSON
	}
	j := &journal{writer: writer}
	status, err := m.do(func(h *C.sfsm_machine) C.int32_t {
		number := m.keep(&entry{journal: m.core}, j)
		status := C.gofsm_set_journal(h, flags, C.gofsm_number(number))
		if status != C.SFSM_BUSY {
			m.endJournal() // the one before is gone, whatever happened
		}
		if status < 0 {
			m.end(number)
		} else {
			m.core.journal = number
		}
		return status
	})
	if j.failed.hasPanic {
		panic(j.failed.panicked)
	}
	if status < 0 && j.err != nil {
		return j.err
	}
	return err
}

// endJournal forgets the journal, which the library does not write any more.
func (o *owned) endJournal() {
	o.end(o.core.journal)
	o.core.journal = 0
}

// EndJournal ends the journal.
func (m *Machine[S, E, C]) EndJournal() error {
	_, err := m.do(func(h *C.sfsm_machine) C.int32_t {
		status := C.gofsm_set_journal(h, 0, 0)
		if status == C.SFSM_OK {
			m.endJournal()
		}
		return status
	})
	return err
}

// JournalError returns what has ended the journal: what the writer returned, ErrOutOfMemory or ErrUnsupported. nil while it
// goes on, and without one. It panics if the writer did.
func (m *Machine[S, E, C]) JournalError() error {
	var j *journal
	_, err := m.do(func(h *C.sfsm_machine) C.int32_t {
		if m.core.journal != 0 {
			j = m.own[m.core.journal].(*journal)
		}
		return C.sfsm_machine_journal_status(h)
	})
	if j != nil && j.failed.hasPanic {
		panic(j.failed.panicked)
	}
	if err != nil && j != nil && j.err != nil {
		return j.err
	}
	return err
}

//export gofsmWrite
func gofsmWrite(number C.gofsm_number, bytes *C.char, count C.size_t) C.int32_t {
	c := numbers.get(uintptr(number)).journal
	j := c.machine().own[uintptr(number)].(*journal)
	record := C.GoBytes(unsafe.Pointer(bytes), C.int(count))
	c.callOut(&j.failed, func() {
		written, err := j.writer.Write(record)
		if err == nil && written < len(record) {
			err = io.ErrShortWrite
		}
		j.err = err
	})
	if j.err != nil || j.failed.hasPanic {
		return C.SFSM_CALLBACK_FAILED
	}
	return C.SFSM_OK
}

// Replayed is how far a journal was replayed.
type Replayed struct {
	Steps int
	Size  int // of the journal in bytes up to its last whole record, where it can go on
}

// ReplayJournal makes the machine what that of a journal was after `limit` steps; below 0: as far as the journal goes. The
// table must be of an equal definition. The journal may come from an untrusted source. No callback is called.
//
// Errors: ErrBadConfiguration (damaged: the machine is what it was before the damage if Size is above 0), ErrBadValue,
// ErrUnsupported and others of Restore, ErrBusy.
func (m *Machine[S, E, C]) ReplayJournal(bytes []byte, limit int) (Replayed, error) {
	steps := ^C.size_t(0)
	if limit >= 0 {
		steps = C.size_t(limit)
	}
	var size, count C.size_t
	_, err := m.do(func(h *C.sfsm_machine) C.int32_t {
		if len(bytes) == 0 {
			return C.SFSM_BAD_VALUE
		}
		return C.sfsm_machine_replay_journal(h, unsafe.Pointer(&bytes[0]), C.size_t(len(bytes)), steps, &size, &count)
	})
	return Replayed{int(count), int(size)}, because(err, unusable("journal"))
}
