// Orders is an order service in memory, whose rules are in orders.fsm, which the service in C (bindings/c/orders) reads
// too.
//
//	orders DOCUMENT [CUSTOMER=STANDING ...] < LINES
//
// applies a line each (line.go), then prints the steps of all orders. STANDING is new, regular or blocked. Exit status: 0;
// 1 if some lines were wrong, which is told with their numbers; 2 if the arguments or the document cannot be used.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"swiftfsm"
)

func (s *service) trust(argument string) error {
	standings := map[string]Customer{"new": New, "regular": Regular, "blocked": Blocked}
	customer, word, _ := strings.Cut(argument, "=")
	standing, ok := standings[word]
	if !ok {
		return fmt.Errorf("expected CUSTOMER=new, regular or blocked, not '%s'", argument)
	}
	s.standings[customer] = standing
	return nil
}

// message returns what an error of an action says, and of all others.
func message(err error) string {
	var failed *swiftfsm.Error
	if errors.As(err, &failed) && failed.Err != nil {
		return failed.Err.Error()
	}
	return strings.TrimPrefix(err.Error(), "swiftfsm: ")
}

// applyAll returns how many lines were wrong.
func (s *service) applyAll(in io.Reader, out, faults io.Writer) (wrong int, err error) {
	var counts [3]int
	due, number := 0, 0
	reader := bufio.NewReader(in)
	for {
		text, end := reader.ReadString('\n')
		if end == io.EOF && text == "" {
			break
		} else if end != nil && end != io.EOF {
			return wrong, end
		}
		number++
		line, err := readLine(strings.TrimSuffix(text, "\n"))
		switch {
		case err != nil || line == nil:
		case line.isTime:
			var count int
			count, err = s.advance(line.time)
			due += count
		default:
			var result applied
			if result, err = s.apply(line); err == nil {
				counts[result]++
			}
		}
		if err != nil {
			fmt.Fprintf(faults, "orders: line %d: %s\n", number, message(err))
			wrong++
		}
	}
	fmt.Fprintf(out, "applied %d, not taken %d, applied before %d, wrong %d; timers of %d orders\n",
		counts[wasApplied], counts[wasNotTaken], counts[wasAppliedBefore], wrong, due)
	return wrong, nil
}

func run(arguments []string) (status int, err error) {
	if len(arguments) < 1 {
		return 2, errors.New("usage: orders DOCUMENT [CUSTOMER=STANDING ...] < LINES")
	}
	document, err := os.ReadFile(arguments[0])
	if err != nil {
		return 2, fmt.Errorf("%s cannot be read", arguments[0])
	}
	table, err := readTable(string(document), arguments[0])
	if err != nil {
		return 2, err
	}
	service := newService(table)
	for _, argument := range arguments[1:] {
		if err := service.trust(argument); err != nil {
			return 2, err
		}
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	wrong, err := service.applyAll(os.Stdin, out, os.Stderr)
	if err != nil {
		return 2, err
	}
	service.report(out)
	if wrong > 0 {
		status = 1
	}
	return status, nil
}

func main() {
	status, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "orders:", message(err))
	}
	os.Exit(status)
}
