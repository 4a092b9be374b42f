package swiftfsm

// #include "bridge.h"
import "C"

import (
	"fmt"
	"strings"
)

// DiagnosticKind says what is wrong with a definition: SFSM_CLASH and the others of swiftfsm.h. Errors are below 100,
// warnings above.
type DiagnosticKind int32

// String returns the name of a kind, "clash".
func (k DiagnosticKind) String() string {
	return C.GoString(C.sfsm_diagnostic_kind_name(C.sfsm_diagnostic_kind(k)))
}

// Kinds of diagnostics that programs ask for most. The numbers of all are in swiftfsm.h.
const (
	EmptyDefinition     DiagnosticKind = C.SFSM_EMPTY_DEFINITION      // no rows at all
	Duplicate           DiagnosticKind = C.SFSM_DUPLICATE             // rows alike
	Clash               DiagnosticKind = C.SFSM_CLASH                 // rows alike that differ in their target
	UnknownTarget       DiagnosticKind = C.SFSM_UNKNOWN_TARGET        // a target without rows and block
	UnknownInitial      DiagnosticKind = C.SFSM_UNKNOWN_INITIAL       // an initial state likewise
	ImplicitClash       DiagnosticKind = C.SFSM_IMPLICIT_CLASH        // rows that tie for some combination of cases
	RejectedCall        DiagnosticKind = C.SFSM_REJECTED_CALL         // a call to the builder failed: the first one
	DocumentSyntax      DiagnosticKind = C.SFSM_DOCUMENT_SYNTAX       // something else is expected in the document
	UnknownDocumentName DiagnosticKind = C.SFSM_UNKNOWN_DOCUMENT_NAME // a name that the document or program lacks
	UnboundCallback     DiagnosticKind = C.SFSM_UNBOUND_CALLBACK      // a callback that was not supplied
	SnapshotMismatch    DiagnosticKind = C.SFSM_SNAPSHOT_MISMATCH     // part of a snapshot has no place
	UnreachableState    DiagnosticKind = C.SFSM_UNREACHABLE_STATE     // warning: no row leads there
	DeadEndState        DiagnosticKind = C.SFSM_DEAD_END_STATE        // warning: no row leads out
	UnusedEvent         DiagnosticKind = C.SFSM_UNUSED_EVENT          // warning: no row uses the event
	AllWarnings         DiagnosticKind = C.SFSM_ALL_WARNINGS          // for Builder.Warnings
)

// Place is a line of a program or document.
type Place struct {
	File string // "" if there is none
	Line int    // from 1; 0 if there is none
}

// Diagnostic is an error or a warning of a definition.
type Diagnostic struct {
	Kind      DiagnosticKind
	IsWarning bool
	Place            // the first place concerned
	Column    int    // of a document, from 1; otherwise 0
	Text      string // a sentence: what is wrong, with names, and a suggested fix

	// What is concerned: ids, None if there is none.
	State, Event, Target, Predicate, Case int32

	Places []Place         // all places, such as both rows of a clash
	Cases  map[int32]int32 // of an implicit clash: a combination of cases that several rows match
}

// String returns the diagnostic as a line, "file:line: error: text".
func (d Diagnostic) String() string {
	var line strings.Builder
	if d.File != "" {
		fmt.Fprintf(&line, "%s:%d: ", d.File, d.Line)
	}
	line.WriteString(map[bool]string{false: "error: ", true: "warning: "}[d.IsWarning])
	return line.String() + d.Text
}

// BuildError is a definition, a document or a snapshot with errors. All of them are reported together, errors before
// warnings.
type BuildError struct {
	Status      Status
	Diagnostics []Diagnostic
	text        string
}

// Error returns all diagnostics, one a line, with further places on indented lines.
func (e *BuildError) Error() string {
	if e.text == "" {
		return "swiftfsm: " + e.Status.Error()
	}
	return "swiftfsm: " + strings.TrimSuffix(e.text, "\n")
}

// Is reports whether the target is the status of this error.
func (e *BuildError) Is(target error) bool { return target == e.Status }

// addError puts an error of this package in front.
func (e *BuildError) addError(d Diagnostic) {
	e.text = d.String() + "\n" + e.text
	e.Diagnostics = append([]Diagnostic{d}, e.Diagnostics...)
}

// drop removes the error of a file, which has one line.
func (e *BuildError) drop(file string) {
	for index, each := range e.Diagnostics {
		if each.File == file {
			e.text = strings.Replace(e.text, each.String()+"\n", "", 1)
			e.Diagnostics = append(e.Diagnostics[:index], e.Diagnostics[index+1:]...)
			return
		}
	}
}

// takeDiagnostics copies and releases a list.
func takeDiagnostics(list *C.sfsm_diagnostics) (all []Diagnostic, text string) {
	if list == nil {
		return nil, ""
	}
	defer C.sfsm_diagnostics_release(list)
	for index := C.size_t(0); index < C.sfsm_diagnostics_count(list); index++ {
		all = append(all, readDiagnostic(list, index))
	}
	return all, C.GoString(C.sfsm_diagnostics_text(list))
}

func readDiagnostic(list *C.sfsm_diagnostics, index C.size_t) Diagnostic {
	var from C.sfsm_diagnostic
	from.size = C.sizeof_sfsm_diagnostic
	C.sfsm_diagnostics_get(list, index, &from)
	to := Diagnostic{
		Kind: DiagnosticKind(from.kind), IsWarning: from.severity == C.SFSM_WARNING,
		Place:  Place{C.GoString(from.file), int(from.line)},
		Column: int(from.column), Text: C.GoString(from.text),
		State: int32(from.state), Event: int32(from.event), Target: int32(from.target),
		Predicate: int32(from.predicate), Case: int32(from.value),
	}
	for number := C.size_t(0); number < from.place_count; number++ {
		var file *C.char
		var line C.int32_t
		C.sfsm_diagnostics_place(list, index, number, &file, &line)
		to.Places = append(to.Places, Place{C.GoString(file), int(line)})
	}
	for number := C.size_t(0); number < from.case_count; number++ {
		var predicate, value C.sfsm_id
		if C.sfsm_diagnostics_case(list, index, number, &predicate, &value) == C.SFSM_OK {
			if to.Cases == nil {
				to.Cases = map[int32]int32{}
			}
			to.Cases[int32(predicate)] = int32(value)
		}
	}
	return to
}

// buildError returns the error of a status with the diagnostics that came with it, or nil.
func buildError(status C.int32_t, list *C.sfsm_diagnostics) (error, []Diagnostic) {
	all, text := takeDiagnostics(list)
	if status >= 0 {
		return nil, all
	}
	if len(all) == 0 {
		return check(status), nil
	}
	return &BuildError{Status(status), all, text}, nil
}
