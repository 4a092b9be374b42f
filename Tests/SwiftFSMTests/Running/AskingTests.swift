import SwiftFSM
import Testing

/// Conditions, and functions that tell the next state, cannot send events into the middle of the step that asks them.
@Suite @MainActor struct AskingTests {
    enum State: FSMHashable { case a, b, c }
    enum Event: FSMHashable { case asked, computed(Int), other }

    @MainActor final class Machine: ExpandedSyntaxBuilder {
        typealias State = AskingTests.State
        typealias Event = AskingTests.Event

        let machine = FSM<State, Event>(initialState: .a)
        var trace: [String] = []

        init(isObserved: Bool, isComputed: Bool) throws {
            machine.logHandler = isObserved ? { [unowned self] in trace.append("\($0.event)") } : nil
            try machine.buildTable {
                define(.a, onExit: note("leave a")) {
                    condition(ask) | when(.asked) | then(.b)
                    when(.other) | then(.c)
                    isComputed ? [when(any: .computed(0)) | then(to: target)] : []
                }
                define(.b, onEntry: note("enter b")) { when(.other) | then(.a) }
                define(.c, onEntry: note("enter c"), onExit: note("leave c")) { when(.other) | then(.a) }
            }
        }

        private func note(_ text: String) -> [AnyAction] { [AnyAction { [unowned self] in trace.append(text) }] }

        func ask() -> Bool {
            #expect(throws: FSMHandlingError.otherEventUnderWay) { try self.machine.handleEventAtOnce(.other) }
            return true
        }

        func target(_ event: Event) -> State { ask() ? .b : .a }
    }

    @Test(arguments: [false, true]) func ofAMachine(isObserved: Bool) async throws {
        for isComputed in [false, true] {
            let machine = try Machine(isObserved: isObserved, isComputed: isComputed)
            #expect(try machine.machine.handleEventAtOnce(.asked) == .transitioned(from: .a, to: .b))
            #expect(machine.trace.filter { $0 != "asked" } == ["leave a", "enter b"])
            #expect(machine.trace.filter { $0 == "asked" }.count == (isObserved ? 1 : 0))
            #expect(try machine.machine.handleEventAtOnce(.other) == .transitioned(from: .b, to: .a))
            #expect(await machine.machine.handleEvent(.asked) == .transitioned(from: .a, to: .b))
        }
    }

    @Test func ofATargetThatIsComputed() async throws {
        let machine = try Machine(isObserved: false, isComputed: true)
        #expect(try machine.machine.handleEventAtOnce(.computed(1)) == .transitioned(from: .a, to: .b))
        #expect(await machine.machine.handleEvent(.other) == .transitioned(from: .b, to: .a))
        #expect(await machine.machine.handleEvent(.computed(1)) == .transitioned(from: .a, to: .b))
        #expect(machine.trace == ["leave a", "enter b", "leave a", "enter b"])
    }

    @Test func theErrorSaysWhatToDo() {
        #expect("\(FSMHandlingError.otherEventUnderWay)".hasSuffix("cannot send events: send them from an action"))
    }

    // MARK: - With a context

    final class Owner {
        weak var machine: FSMContextTable<State, Event, Owner>.Machine?
        var trace: [String] = []

        func ask() -> Bool {
            #expect(throws: FSMHandlingError.otherEventUnderWay) { try machine?.handleEventAtOnce(.other) }
            #expect(machine?.canHandle(.other) == true)
            return true
        }
    }

    struct Behaviour: ContextSyntaxBuilder {
        typealias State = AskingTests.State
        typealias Event = AskingTests.Event
        typealias Context = Owner

        var rules: Rules {
            define(.a) {
                onExit | { $0.trace.append("leave a") }
                condition { $0.ask() } | when(.asked) | then(.b)
                when(any: .computed(0)) | then { owner, _ in owner.ask() ? .b : .a }
                when(.other) | then(.c)
            }
            define(.b) {
                onEntry | { $0.trace.append("enter b") }
                when(.other) | then(.a)
            }
            define(.c) {
                onEntry | { $0.trace.append("enter c") }
                onExit | { $0.trace.append("leave c") }
                when(.other) | then(.a)
            }
        }
    }

    @Test(arguments: [FSMConditionPolicy.exclusive, .firstMatch], [Event.asked, .computed(1)])
    func withAContext(policy: FSMConditionPolicy, event: Event) async throws {
        for isObserved in [false, true] {
            let owner = Owner()
            let machine = try FSMContextTable(Behaviour(), initialState: .a, conditions: policy).machine(owner)
            owner.machine = machine
            let trace = isObserved ? machine.trace() : nil
            #expect(try machine.handleEventAtOnce(event) == .transitioned(from: .a, to: .b))
            #expect(await machine.handleEvent(.other) == .transitioned(from: .b, to: .a))
            #expect(await machine.handleEvent(event) == .transitioned(from: .a, to: .b))
            #expect(machine.canHandle(.other))
            #expect(owner.trace == ["leave a", "enter b", "leave a", "enter b"])
            #expect(trace?.states == (isObserved ? [.a, .b, .a, .b] : nil))
        }
    }
}
