package swiftfsm

// #include "bridge.h"
import "C"

import (
	"strings"
	"unsafe"
)

// SnapshotFlag is a flag of Machine.Snapshot.
type SnapshotFlag uint32

// Flags of snapshots.
const (
	SnapshotJSON SnapshotFlag = C.SFSM_SNAPSHOT_JSON // JSON instead of bytes
	SnapshotDue  SnapshotFlag = C.SFSM_SNAPSHOT_DUE  // timers keep the time at which they are due, not what is left
)

// Snapshot returns what another machine goes on from, in this or another process, version and language: active states,
// histories, timers and events that wait. It does not contain the context and hooks.
//
// Errors: ErrUnsupported (an event waits that carries a pointer), ErrBusy.
func (m *Machine[S, E, C]) Snapshot(flags ...SnapshotFlag) ([]byte, error) {
	var all SnapshotFlag
	for _, flag := range flags {
		all |= flag
	}
	var bytes []byte
	_, err := m.do(func(h *C.sfsm_machine) C.int32_t {
		var size C.size_t
		if status := C.sfsm_machine_snapshot(h, C.uint32_t(all), nil, 0, &size); status < 0 {
			return status
		}
		bytes = make([]byte, size)
		return C.sfsm_machine_snapshot(h, C.uint32_t(all), unsafe.Pointer(&bytes[0]), size, &size)
	})
	if err != nil {
		return nil, err
	}
	return bytes, nil
}

// MarshalBinary returns a snapshot.
func (m *Machine[S, E, C]) MarshalBinary() ([]byte, error) { return m.Snapshot() }

// MarshalJSON returns a snapshot as JSON.
func (m *Machine[S, E, C]) MarshalJSON() ([]byte, error) { return m.Snapshot(SnapshotJSON) }

// UnmarshalBinary restores a snapshot in the machine, which must have been made over a table.
func (m *Machine[S, E, C]) UnmarshalBinary(snapshot []byte) error { return m.Restore(snapshot) }

// UnmarshalJSON restores a snapshot in the machine, which must have been made over a table.
func (m *Machine[S, E, C]) UnmarshalJSON(snapshot []byte) error { return m.Restore(snapshot) }

// MissingPart is what may have no place in another version of a definition.
type MissingPart int32

// Parts of snapshots.
const (
	StatePart      MissingPart = C.SFSM_STATE_PART
	EventPart      MissingPart = C.SFSM_EVENT_PART
	PredicatePart  MissingPart = C.SFSM_PREDICATE_PART
	CasePart       MissingPart = C.SFSM_CASE_PART
	DefinitionPart MissingPart = C.SFSM_DEFINITION_PART // the snapshot is of a definition with another name
)

// Missing is something in a snapshot that has no place in the table of the machine.
type Missing struct {
	Part      MissingPart
	ID        int32  // its number in the snapshot; not of JSON
	Predicate int32  // of a case: its predicate type in this table, otherwise None
	Name      string // "" if it has none
}

// Migration decides what takes the place of something: an id of the table; false for nothing. Of a DefinitionPart, true
// accepts the definition.
type Migration func(Missing) (int32, bool)

// Restore restores a snapshot, bytes or JSON, in this machine. It may come from an untrusted source. No callback is called
// but the migrations, the first of which that returns true decides.
//
// Errors, after which the machine is unchanged: ErrBadValue (no snapshot), ErrUnsupported, ErrUnknownState,
// ErrUnknownEvent, ErrUnknownPredicate, ErrUnknownCase, ErrArgumentType, ErrBadConfiguration, ErrBusy. A *BuildError names
// what has no place.
func (m *Machine[S, E, C]) Restore(snapshot []byte, migrations ...Migration) error {
	if m == nil || m.core == nil {
		return ErrClosed
	}
	var failed kept
	var number uintptr
	if len(migrations) > 0 {
		number = numbers.add(&entry{migration: func(missing Missing) (id int32, ok bool) {
			m.core.callOut(&failed, func() {
				for index := 0; index < len(migrations) && !ok; index++ {
					id, ok = migrations[index](missing)
				}
			})
			return id, ok && !failed.hasPanic
		}})
		defer numbers.remove(number)
	}
	var diagnostics []Diagnostic
	var text string
	status, err := m.do(func(h *C.sfsm_machine) C.int32_t {
		var list *C.sfsm_diagnostics
		status := C.gofsm_restore(h, unsafe.Pointer(first[byte](snapshot)), C.size_t(len(snapshot)),
			C.gofsm_number(number), &list)
		diagnostics, text = takeDiagnostics(list)
		for index := range diagnostics {
			diagnostics[index].Text = inGo(diagnostics[index].Text)
		}
		return status
	})
	if failed.hasPanic {
		panic(failed.panicked)
	}
	if err != nil && len(diagnostics) > 0 {
		return &BuildError{Status(status), diagnostics, inGo(text)}
	}
	return because(err, unusable("snapshot"))
}

// inGo is a text of the library with the words of this package.
func inGo(text string) string {
	return strings.ReplaceAll(text, "sfsm_restoring.migrate", "a Migration")
}

//export gofsmMigrate
func gofsmMigrate(number C.gofsm_number, part C.int32_t, id, predicate C.sfsm_id, name *C.char, length C.size_t) C.sfsm_id {
	migration := numbers.get(uintptr(number)).migration
	missing := Missing{MissingPart(part), int32(id), int32(predicate), text(name, length)}
	if id, ok := migration(missing); ok {
		return C.sfsm_id(id)
	}
	return None
}
