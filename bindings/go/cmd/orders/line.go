package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"swiftfsm"
)

// line is a line of what is applied to orders:
//
//	KEY ORDER create CUSTOMER
//	KEY ORDER EVENT [ARGUMENT ...]
//	@TIME
type line struct {
	isTime bool // @TIME: nothing but `time` is set then
	time   time.Duration
	key    string
	order  int64
	name   string   // of the event; "create"
	words  []string // its arguments; the customer
}

// readNumber reads a whole number. The error says what needs it.
func readNumber(word, what string) (int64, error) {
	number, err := strconv.ParseInt(word, 10, 64)
	if err != nil || strings.HasPrefix(word, "+") {
		return 0, fmt.Errorf("%s needs a whole number, not '%s'", what, word)
	}
	return number, nil
}

// takeWord takes a word from the front of a text; one in quotes may have spaces, \" and \\.
func takeWord(text string) (word, rest string, err error) {
	if text[0] != '"' {
		if end := strings.IndexAny(text, " \t"); end >= 0 {
			return text[:end], text[end:], nil
		}
		return text, "", nil
	}
	for text = text[1:]; text != "" && text[0] != '"'; text = text[1:] {
		if text[0] == '\\' && len(text) > 1 && (text[1] == '"' || text[1] == '\\') {
			text = text[1:]
		}
		word += text[:1]
	}
	if text == "" {
		return "", "", errors.New(`a quote is not closed: write \" for a quote inside of a word`)
	}
	return word, text[1:], nil
}

// readLine reads a line; nil for one that says nothing.
func readLine(text string) (*line, error) {
	var words []string
	for rest := strings.TrimLeft(text, " \t\r"); rest != ""; rest = strings.TrimLeft(rest, " \t\r") {
		var word string
		var err error
		if word, rest, err = takeWord(rest); err != nil {
			return nil, err
		}
		words = append(words, word)
	}
	if len(words) == 0 || text[0] == '#' {
		return nil, nil
	}
	if strings.HasPrefix(words[0], "@") {
		seconds, err := readNumber(words[0][1:], "@")
		return &line{isTime: true, time: time.Duration(seconds) * time.Second}, err
	}
	if len(words) < 3 {
		return nil, errors.New("expected KEY ORDER EVENT [ARGUMENT ...]")
	}
	order, err := readNumber(words[1], "the order")
	return &line{key: words[0], order: order, name: words[2], words: words[3:]}, err
}

// arguments returns the arguments of an event.
func (l *line) arguments(table *table, event Event) ([]any, error) {
	types := table.ArgumentTypes(event)
	if len(l.words) != len(types) {
		return nil, fmt.Errorf("'%s' takes (%s), not %d arguments", l.name, table.Arguments(event), len(l.words))
	}
	values := make([]any, len(types))
	for index, word := range l.words {
		values[index] = word
		if types[index] == swiftfsm.Str {
			continue
		}
		number, err := readNumber(word, "'"+l.name+"'")
		if err != nil {
			return nil, err
		}
		values[index] = number
	}
	return values, nil
}
