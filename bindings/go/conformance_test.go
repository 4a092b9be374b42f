package swiftfsm_test

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"swiftfsm"
)

// The same cases in every language: build/conformance.json, whose form Tests/Conformance/README.md describes.

type conformanceCase struct {
	Path         string `json:"path"`
	Document     string `json:"document"`
	HasErrors    bool   `json:"has_errors"`
	HasCallables bool   `json:"has_callables"`
	HasVariadics bool   `json:"has_variadics"`
	Callbacks    []conformanceCallee
	Runs         []*conformanceRun
}

type conformanceCallee struct {
	Role, Name string
	Signature  *string
}

type conformanceRun struct {
	Line        int
	Initial     *int32
	Lenient     bool
	OnUnhandled bool `json:"on_unhandled"`
	OnStep      bool `json:"on_step"`
	Failure     *string
	Calls       []*conformanceCall
}

type conformanceCall struct {
	Line         int
	Verb         string
	ID           int32
	States       []id
	IsRequest    bool `json:"is_request"`
	Cases        [][2]int32
	Arguments    []conformanceValue
	Time         float64 `json:",string"`
	IsHandedOver bool    `json:"is_handed_over"`
	Delay        int64   `json:",string"`
	Now          int64   `json:",string"`
	Timer        int
	Flags        int
	Trace        []*conformanceCallback
	Reasons      []conformanceReason
	Result       map[string]json.RawMessage
}

type conformanceCallback struct {
	Line      int
	Role      string
	Name      string
	Outcome   string
	Answer    int32
	Step      *[3]int32
	State     *int32
	Time      *json.RawMessage
	Cases     [][2]int32
	Arguments []conformanceValue
	Given     []*conformanceGiven
	Calls     []*conformanceCall
}

// conformanceGiven is a value; or of "..." and "args..." a list of others.
type conformanceGiven struct {
	conformanceValue
	Cases     [][2]int32
	Arguments []conformanceValue
}

type conformanceReason struct {
	RowLine  int `json:"row_line"`
	Kind     int32
	Mismatch *[2]int32
	Guard    *int
}

type conformanceValue struct {
	Type    string
	Value   *string
	Bits    string
	Pointer *int
}

type id int32

func readCases(t *testing.T) []*conformanceCase {
	t.Helper()
	path := os.Getenv("SWIFTFSM_CONFORMANCE")
	if path == "" {
		path = "../../build/conformance.json"
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: build the target conformance_json", err)
	}
	var all struct{ Cases []*conformanceCase }
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all.Cases
}

// check runs a case and returns what is wrong, nil if nothing is.
func (c *conformanceCase) check() error {
	r := &caseRunner{}
	var bindings swiftfsm.Bindings[id, id, *caseRunner]
	for _, each := range c.Callbacks {
		r.bind(&bindings, each)
	}
	table, err := swiftfsm.Read(c.Document, &bindings, swiftfsm.Reading{File: c.Path, Unit: 1})
	if c.HasErrors {
		if _, ok := err.(*swiftfsm.BuildError); !ok {
			return fmt.Errorf("the definition has errors, but reading it returned %v", err)
		}
		return nil
	}
	if err != nil {
		return err
	}
	defer table.Close()
	for _, run := range c.Runs {
		r.run(table, run)
	}
	return r.err
}

func TestConformance(t *testing.T) {
	ran := 0
	for _, each := range readCases(t) {
		ran++
		if err := each.check(); err != nil {
			t.Errorf("%s:%v", each.Path, err)
		}
	}
	t.Logf("%d cases", ran)
	if ran < 800 {
		t.Errorf("only %d cases", ran)
	}
}

// A runner that finds nothing wrong would not tell: each case is spoilt in several ways, and must be found wrong.
func TestConformanceFindsWhatIsWrong(t *testing.T) {
	spoil := map[string]func(*conformanceCall) bool{
		"outcome": func(c *conformanceCall) bool {
			c.Result["outcome"] = json.RawMessage(`"nothing"`)
			return true
		},
		"state": func(c *conformanceCall) bool {
			c.Result["state"] = json.RawMessage(`4711`)
			return true
		},
		"a callback less": func(c *conformanceCall) bool {
			if len(c.Trace) == 0 {
				return false
			}
			c.Trace = c.Trace[:len(c.Trace)-1]
			return true
		},
		"a callback more": func(c *conformanceCall) bool {
			c.Trace = append(c.Trace, &conformanceCallback{Role: "action", Name: "nobody"})
			return true
		},
		"the argument of a callback": func(c *conformanceCall) bool {
			for _, each := range c.Trace {
				if len(each.Arguments) > 0 {
					each.Arguments[0].Type = "nothing"
					return true
				}
			}
			return false
		},
		"what a callable is given": func(c *conformanceCall) bool {
			for _, each := range c.Trace {
				for _, given := range each.Given {
					if given != nil && given.Type != "" {
						given.Type = "nothing"
						return true
					}
				}
			}
			return false
		},
		"detail": func(c *conformanceCall) bool {
			changed := false
			for name := range c.Result {
				switch name {
				case "pending", "failure", "target", "event":
					c.Result[name] = json.RawMessage(`4711`)
					changed = true
				case "active", "ids":
					c.Result[name] = json.RawMessage(`[4711]`)
					changed = true
				case "due":
					c.Result[name] = json.RawMessage(`"4711"`)
					changed = true
				}
			}
			return changed
		},
		"reason": func(c *conformanceCall) bool {
			if len(c.Reasons) == 0 {
				return false
			}
			c.Reasons[0].Kind += 7
			return true
		},
	}
	for name, change := range spoil {
		count := 0
		for _, each := range readCases(t) {
			if each.HasErrors || !spoilOne(each, change) {
				continue
			}
			count++
			if each.check() == nil {
				t.Errorf("%s: %s was changed, and the runner has not found it", each.Path, name)
			}
		}
		if count < 10 {
			t.Errorf("%s: only %d cases were spoilt", name, count)
		}
	}
}

func spoilOne(c *conformanceCase, change func(*conformanceCall) bool) bool {
	for _, run := range c.Runs {
		for _, call := range run.Calls {
			if change(call) {
				return true
			}
		}
	}
	return false
}
