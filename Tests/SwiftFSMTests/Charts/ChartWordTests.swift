import SwiftFSM
import Testing

/// What each word of charts does.
@Suite struct ChartWordTests: ChartExample {
    enum State { case a, b, c, p, q, r, s, x, y, z, h, end }
    enum Event { case go, back, next, other }

    let trace = ActionTrace()

    func send(_ events: Event..., to machine: FSM<State, Event>) async {
        for event in events { await machine.handleEvent(event) }
    }

    @Test func defineWithoutABlock() async throws {
        let machine = try machine(in: .a) {
            define(.p) {
                when(.go) | then(.b)
                initial(.a)
                define(.a, onExit: note("exit")*)
                define(.b, onEntry: note("enter")*)
            }
        }
        await send(.go, to: machine)
        #expect(machine.state == .b && trace.take() == "exit enter")
    }

    @Test func initialWithActions() async throws {
        let machine = try machine(in: .c) {
            define(.p, onEntry: note("p")*) {
                initial(.b) | note("default") & note("again")
                define(.a)
                define(.b, onEntry: note("b")*)
            }
            define(.c) {
                when(.go) | then(.p)
                when(.next) | then(.a)
            }
        }
        await send(.go, to: machine)
        #expect(machine.state == .b && trace.take() == "p default again b")
    }

    @Test func theOnlyChildIsTheInitialOne() async throws {
        let machine = try machine(in: .c) {
            define(.p) { define(.a) }
            define(.c) { when(.go) | then(.p) }
        }
        await send(.go, to: machine)
        #expect(machine.states == [.a])
    }

    @Test func parallelWithAnyNumberOfRegions() async throws {
        let machine = try machine(in: .c) {
            parallel(.p, onEntry: note("p")*, onExit: note("exit")*) {
                when(.back) | then(.c)
                [State.x, .y, .z].map { define($0, onEntry: note("\($0)")*) }
            }
            define(.c) { when(.go) | then(.p) }
        }
        await send(.go, to: machine)
        #expect(machine.states == [.x, .y, .z] && machine.state == .p)
        await send(.back, to: machine)
        #expect(machine.states == [.c] && trace.take() == "p x y z exit")
    }

    @Test func finalStatesAndDone() async throws {
        let machine = try machine(in: .a) {
            define(.p) {
                initial(.a)
                define(.a) { when(.go) | then(.end) }
                final(.end, onEntry: note("end")*)
                done | then(.b) | note("done")
            }
            define(.b)
        }
        await send(.go, to: machine)
        #expect(machine.state == .b && trace.take() == "end done" && !machine.isDone)
    }

    @Test func aParallelStateIsDoneWhenAllRegionsAre() async throws {
        let machine = try machine(in: .p) {
            parallel(.p) {
                done { then(.b) | note("done") }
                define(.q) {
                    initial(.a)
                    define(.a) { when(.go) | then(.x) }
                    final(.x)
                }
                define(.r) {
                    initial(.c)
                    define(.c) { when(.next) | then(.y) }
                    final(.y)
                }
            }
            define(.b)
        }
        await send(.go, to: machine)
        #expect(machine.states == [.x, .c])
        await send(.next, to: machine)
        #expect(machine.states == [.b] && trace.take() == "done")
    }

    @Test func alwaysWithConditionsInOrder() async throws {
        nonisolated(unsafe) var isOpen = false
        let machine = try machine(in: .a) {
            define(.a) {
                when(.go) | then(.x)
            }
            define(.x) {
                condition { isOpen } | always | then(.b)
                always | then(.c) | note("closed")
            }
            define(.b)
            define(.c) { when(.back) | then(.a) }
        }
        await send(.go, to: machine)
        #expect(machine.state == .c && trace.take() == "closed")
        isOpen = true
        await send(.back, .go, to: machine)
        #expect(machine.state == .b && trace.take() == "")
    }

    @Test func raiseInRowsAndEntries() async throws {
        let machine = try machine(in: .a) {
            define(.a) { when(.go) | then(.b) | note("go") & raise(.next) & note("raised") }
            define(.b, onEntry: raise(.other)) {
                when(.next) | then(.c) | note("next")
            }
            define(.c) { when(.other) | then() | note("other") }
        }
        await send(.go, to: machine)
        #expect(machine.state == .c && trace.take() == "go raised next other")
    }

    @Test func deferredEventsWait() async throws {
        let machine = try machine(in: .a) {
            define(.a) {
                when(.next, or: .other) | deferred
                when(.go) | then(.b)
            }
            define(.b) {
                when(.next) | then(.c) | note("next")
            }
            define(.c) { when(.other) | then() | note("other") }
        }
        await send(.other, .next, to: machine)
        #expect(machine.state == .a)
        await send(.go, to: machine)
        // `other` came first and found no row in b.
        #expect(machine.state == .c && trace.take() == "next")
    }

    @Test func shallowAndDeepHistory() async throws {
        for depth in [Syntax.HistoryDepth.shallow, .deep] {
            let machine = try machine(in: .p) {
                define(.p) {
                    history(.h, depth) | then(.y) | note("first")
                    define(.q) {
                        initial(.x)
                        define(.x) { when(.next) | then(.y) }
                        define(.y)
                    }
                    when(.go) | then(.c)
                }
                define(.c) { when(.back) | then(.h) }
            }
            await send(.next, .go, .back, to: machine)
            #expect(machine.state == (depth == .deep ? .y : .x))
            #expect(trace.take() == "")
        }
    }

    @Test func theDefaultOfAHistory() async throws {
        let machine = try machine(in: .c) {
            define(.p) {
                initial(.a)
                history(.h) | then(.b) | note("first")
                define(.a)
                define(.b)
            }
            define(.c) { when(.go) | then(.h) }
        }
        await send(.go, to: machine)
        #expect(machine.state == .b && trace.take() == "first")
    }

    @Test func localRowsDoNotLeaveTheirState() async throws {
        let machine = try machine(in: .p) {
            define(.p, onEntry: note("p")*, onExit: note("exit")*) {
                initial(.a)
                local { when(.go) | then(.b) }
                when(.next) | then(.b)
                define(.a)
                define(.b)
            }
        }
        await send(.go, to: machine)
        #expect(machine.state == .b && trace.take() == "")
    }

    @Test func severalTargets() async throws {
        let machine = try machine(in: .c) {
            define(.c) { when(.go) | then(.b, and: .y) | note("go") }
            parallel(.p) {
                define(.q) {
                    initial(.a)
                    define(.a)
                    define(.b)
                }
                define(.r) {
                    initial(.x)
                    define(.x)
                    define(.y)
                }
            }
        }
        await send(.go, to: machine)
        #expect(machine.states == [.b, .y] && trace.take() == "go")
    }

    @Test func conditionsOnActiveStates() async throws {
        let machine = try machine(in: .p) {
            parallel(.p) {
                define(.q) {
                    initial(.a)
                    define(.a) { when(.go) | then(.b) }
                    define(.b)
                }
                define(.r) {
                    condition(in: .a) { when(.next) | then() | note("a") }
                    condition(notIn: .a) | when(.next) | then() | note("not a")
                    when(.other) { condition(in: .b) | then() | note("b") }
                }
            }
        }
        await send(.next, .other, .go, .next, .other, to: machine)
        #expect(trace.take() == "a not a b")
    }

    @Test func superStatesAreAdoptedByNestedStates() async throws {
        let common = SuperState(onEntry: note("common")*) { when(.back) | then(.c) }
        let machine = try machine(in: .c) {
            define(.p) {
                define(.a, adopts: common) { overriding { when(.back) | then(.b) } }
                define(.b, adopts: common)
                initial(.a)
            }
            define(.c) { when(.go) | then(.p) }
        }
        await send(.go, .back, .back, to: machine)
        #expect(machine.state == .c && trace.take() == "common common")
    }

    @Test func executeAlwaysEntersASelfTransition() async throws {
        let machine = try machine(in: .a, actionsPolicy: .executeAlways) {
            define(.p) {
                define(.a, onEntry: note("enter")*, onExit: note("exit")*) { when(.go) | then() | note("go") }
            }
        }
        await send(.go, to: machine)
        #expect(trace.take() == "go exit enter")
    }
}
