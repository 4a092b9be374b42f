package swiftfsm

import (
	"runtime/cgo"
	"sync"
	"testing"
)

func TestNumbersStandForOneEntryEach(t *testing.T) {
	const count = 5000
	var r registry
	all := map[uintptr]*entry{}
	for index := 0; index < count; index++ {
		e := &entry{}
		all[r.add(e)] = e
	}
	if len(all) != count || all[0] != nil {
		t.Fatalf("%d numbers for %d entries", len(all), count)
	}
	for number, e := range all {
		if r.get(number) != e {
			t.Fatalf("%d stands for another entry", number)
		}
		if number%2 == 0 {
			r.remove(number)
		}
	}
	if r.used() != count/2 {
		t.Errorf("%d numbers are used", r.used())
	}
	if number := r.add(&entry{}); number > count {
		t.Errorf("%d is a new number, though half of the old ones are free", number)
	}
}

func TestANumberIsRemovedOnce(t *testing.T) {
	var r registry
	number := r.add(&entry{})
	r.remove(number)
	defer func() {
		if recover() == nil {
			t.Error("removing a number twice was not noticed")
		}
	}()
	r.remove(number)
}

func TestNumbersInManyGoroutines(t *testing.T) {
	var r registry
	var running sync.WaitGroup
	for goroutine := 0; goroutine < 8; goroutine++ {
		running.Add(1)
		go func() {
			defer running.Done()
			for round := 0; round < 2000; round++ {
				e := &entry{}
				number := r.add(e)
				if r.get(number) != e {
					t.Error("a number stands for the entry of another goroutine")
				}
				r.remove(number)
			}
		}()
	}
	running.Wait()
	if r.used() != 0 {
		t.Errorf("%d numbers are used", r.used())
	}
}

func BenchmarkNumber(b *testing.B) {
	number := numbers.add(&entry{})
	defer numbers.remove(number)
	for index := 0; index < b.N; index++ {
		if numbers.get(number) == nil {
			b.Fatal("lost")
		}
	}
}

func BenchmarkNumberAsCgoHandle(b *testing.B) {
	handle := cgo.NewHandle(&entry{})
	defer handle.Delete()
	for index := 0; index < b.N; index++ {
		if handle.Value().(*entry) == nil {
			b.Fatal("lost")
		}
	}
}
