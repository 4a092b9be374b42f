package swiftfsm

// #include "bridge.h"
import "C"

import "unsafe"

// Format is what a definition is written as.
type Format int32

// Formats. Pictures are of tables; of the others a document can be read again.
const (
	Text     Format = C.SFSM_TEXT     // the document in its canonical form
	JSON     Format = C.SFSM_JSON     // the same as JSON
	Dot      Format = C.SFSM_DOT      // a picture, for graphviz
	Mermaid  Format = C.SFSM_MERMAID  // a picture
	PlantUML Format = C.SFSM_PLANTUML // a picture
	Matrix   Format = C.SFSM_MATRIX   // a table of states by events, for a terminal
	Markdown Format = C.SFSM_MARKDOWN // the same as a table of Markdown
	HTML     Format = C.SFSM_HTML     // the same as an element <table>
)

// Picture is what pictures show beside the definition.
type Picture[S ID] struct {
	IsFlat  bool     // superstates are not drawn: their rows are those of the states that adopt them
	Current []S      // the present states, which are marked
	Hidden  []S      // states to leave out
	Focus   []S      // only these states, and those that one row leads to or comes from
	Taken   []uint64 // how often each row was taken, row 1 first; nil or as long as there are rows
}

// noDocument is why a definition cannot be written.
var noDocument = map[Status]string{ErrBadValue: "No document can say this definition: a name has characters that " +
	"documents do not allow, two ids have one name, or a row is too long."}

// Write returns the definition in a format. `pictures` has at most one element.
//
// Errors: ErrUnnamedCallback (a callback has no name; not of pictures), ErrBadValue (no document can say it),
// ErrOutOfRange (of Taken), ErrClosed.
func (t *Table[S, E, C]) Write(format Format, pictures ...Picture[S]) (string, error) {
	open := t.open()
	if open == nil {
		return "", ErrClosed
	}
	defer open.done()
	var picture Picture[S]
	for _, picture = range pictures {
	}
	var flags C.uint32_t
	if picture.IsFlat {
		flags = C.SFSM_FLAT
	}
	var written C.gofsm_text
	status := C.gofsm_write(open.handle, nil, C.int32_t(format), flags,
		first[C.sfsm_id](picture.Current), C.size_t(len(picture.Current)),
		first[C.sfsm_id](picture.Hidden), C.size_t(len(picture.Hidden)),
		first[C.sfsm_id](picture.Focus), C.size_t(len(picture.Focus)),
		first[C.uint64_t](picture.Taken), C.size_t(len(picture.Taken)), &written)
	defer C.free(unsafe.Pointer(written.bytes))
	if status < 0 && (format == Text || format == JSON) {
		return "", because(check(status), noDocument)
	}
	if status < 0 {
		return "", check(status)
	}
	return text(written.bytes, written.count), nil
}

// Fingerprint returns the SHA-256 of the canonical document. Errors: as of Write.
func (t *Table[S, E, C]) Fingerprint() (bytes [32]byte, err error) {
	open := t.open()
	if open == nil {
		return bytes, ErrClosed
	}
	defer open.done()
	err = check(C.sfsm_table_fingerprint(open.handle, (*C.uint8_t)(unsafe.Pointer(&bytes[0]))))
	return bytes, because(err, noDocument)
}
