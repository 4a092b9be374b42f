import SwiftFSM
import Testing

#if canImport(Glibc)
    @_silgen_name("malloc_usable_size")
    private func usableSize(_ memory: UnsafeMutableRawPointer) -> Int
#endif

/// One table for many machines, which are a state and a context.
@Suite struct ContextTableTests {
    typealias Gate = GateRules.Gate

    @Test func actionsAreThoseOfTheContext() async throws {
        let table = try GateRules.table()
        let (north, south) = (Gate(), Gate())
        let (first, second) = (table.machine(north), table.machine(south))
        #expect(await first.handleEvent(.coin) == .transitioned(from: .locked, to: .unlocked))
        #expect(await first.handleEvent(.pass) == .transitioned(from: .unlocked, to: .locked))
        #expect(await second.handleEvent(.pass) == .transitioned(from: .locked, to: .alarming))
        #expect(await second.handleEvent(.coin) == .notFound)
        #expect(await second.handleEvent(.reset) == .transitioned(from: .alarming, to: .locked))
        #expect(await second.handleEvent(.reset) == .transitioned(from: .locked, to: .locked))
        #expect(await second.handleEvent(.never) == .notFound)
        // Actions of the row, exit, entry.
        #expect(north.trace == ["unlock", "note coin", "enter", "leave", "lock", "enter"])
        #expect(south.trace == ["note pass", "enter", "lock", "enter", "nothing to reset"])
        #expect(table.warnings.isEmpty)
    }

    @Test func conditionsAskTheContext() throws {
        let gate = Gate()
        let machine = try GateRules.table().machine(gate)
        gate.isOpen = false
        #expect(!machine.canHandle(.coin))
        #expect(try machine.handleEvent(.coin) == .notExecuted)
        #expect(machine.state == .locked && gate.trace.isEmpty)
        gate.isOpen = true
        #expect(machine.canHandle(.coin))
        #expect(try machine.handleEvent(.coin) == .transitioned(from: .locked, to: .unlocked))
        gate.isOpen = false
        #expect(try machine.handleEvent(.pass) == .notExecuted)
        #expect(machine.state == .unlocked)
    }

    @Test func machinesAreMadeInAStoredState() throws {
        let table = try FSMContextTable(Few(), initialState: .one)
        #expect(try table.machine((), in: .two).state == .two)
        #expect(table.machine(()).state == .one)
        #expect(throws: SwiftFSMError.self) { try table.machine((), in: .three) }
    }

    struct Few: ContextSyntaxBuilder {
        enum State { case one, two, three }
        typealias Event = Int
        typealias Context = Void

        var rules: Rules { define(.one) { when(1, or: 2) | then(.two) } }
    }

    @Test func nothingIsRetainedInACircle() throws {
        let table = try GateRules.table()
        var released = 0
        for _ in 0..<100 {
            let machine = table.machine(Gate { released += 1 })
            try machine.handleEvent(.coin)
        }
        #expect(released == 100)
    }

    #if canImport(Glibc)
        @Test func aMachineIsSmall() throws {
            let machine = try GateRules.table().machine(Gate())
            let size = usableSize(Unmanaged.passUnretained(machine).toOpaque())
            #expect(size <= 64)
        }
    #endif

    @Test func oneTableServesManyTasks() async throws {
        let table = try GateRules.table()
        let steps = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    let gate = Gate()
                    let machine = table.machine(gate)
                    for _ in 0..<20 {
                        await machine.handleEvent(.coin)
                        await machine.handleEvent(.pass)
                    }
                    return gate.trace.count
                }
            }
            return await group.reduce(0, +)
        }
        #expect(steps == 20 * 20 * 6)
    }

    @Test func eventsFromActionsAreHandledInTheNewState() throws {
        let relay = Relay()
        let machine = try FSMContextTable(RelayRules(), initialState: 0).machine(relay)
        relay.machine = machine
        try machine.handleEvent(.go)
        relay.machine = nil
        #expect(relay.trace == ["in 1", "in 2", "out 2"])
        #expect(machine.state == 2)
    }

    final class Relay {
        var machine: FSMContextTable<Int, RelayRules.Event, Relay>.Machine?
        var trace: [String] = []

        func send() {
            trace.append("in \(machine?.state ?? -1)")
            _ = try? machine?.handleEvent(.further)
            trace.append("out \(machine?.state ?? -1)")
        }
    }

    struct RelayRules: ContextSyntaxBuilder {
        enum Event { case go, further }
        typealias State = Int
        typealias Context = Relay

        var rules: Rules {
            define(0) { when(.go) | then(1) | Relay.send }
            define(1) { when(.further) | then(2) | { $0.trace.append("in \($0.machine?.state ?? -1)") } }
        }
    }
}
