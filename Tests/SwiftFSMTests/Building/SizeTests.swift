import SwiftFSM
import Testing

/// Large tables, and such as would take for ever if they were looked at in a simple way: the limit is for those.
@Suite(.timeLimit(.minutes(5)))
struct SizeTests: ExpandedSyntaxBuilder {
    typealias State = Int
    typealias Event = Int

    enum P: Int, Predicate { case a, b, c, d, e, f, g, h, i, j }
    enum Q: Int, Predicate { case a, b, c, d, e, f, g, h, i, j }
    enum R: Int, Predicate { case a, b, c, d, e, f, g, h, i, j }

    private func machine(_ type: FSM<Int, Int>.PredicateHandling = .eager) -> FSM<Int, Int> {
        let machine = FSM<Int, Int>(type: type, initialState: 0)
        machine.logHandler = nil
        return machine
    }

    private func faults(of machine: FSM<Int, Int>, _ defines: [Syntax.Define<Int, Int>]) -> [TableFault] {
        do {
            try machine.buildTable { defines }
            return []
        } catch {
            return (error as? SwiftFSMError)?.faults ?? []
        }
    }

    @Test func tenThousandRows() async throws {
        let machine = machine()
        try machine.buildTable {
            (0..<1_000).map { state in
                define(state) {
                    (0..<10).map { event in condition { true } | when(event) | then((state + event) % 1_000) }
                }
            }
        }
        for event in [9, 8, 7] { await machine.handleEvent(event) }
        #expect(machine.state == 24)
        #expect(await machine.handleEvent(10) == .notFound)
    }

    @Test func tenThousandRowsOfOneState() async throws {
        let machine = machine()
        try machine.buildTable { define(0) { (0..<10_000).map { when($0) | then($0) } } }
        #expect(await machine.handleEvent(7_000) == .transitioned(from: 0, to: 7_000))
    }

    @Test func tenThousandDuplicates() {
        let faults = faults(of: machine(), [define(0) { (0..<10_000).map { _ in when(1) | then(2) } }])
        guard case .duplicates(let rows)? = faults.first, faults.count == 1 else {
            Issue.record("not duplicates: \(faults.count) faults")
            return
        }
        #expect(rows.count == 10_000)
    }

    /// The original takes 42 s for this table.
    @Test(arguments: [FSM<Int, Int>.PredicateHandling.eager, .lazy])
    func threeTypesOfTenCases(_ type: FSM<Int, Int>.PredicateHandling) async throws {
        let machine = machine(type)
        try machine.buildTable {
            (0..<10).map { state in
                define(state) {
                    P.allCases.map { matching($0) | when($0.rawValue) | then((state + 1) % 10) }
                    Q.allCases.map { matching($0) | when(10 + $0.rawValue) | then((state + 2) % 10) }
                    R.allCases.map { matching($0) | when(20) | then((state + $0.rawValue) % 10) }
                }
            }
        }
        #expect(await machine.handleEvent(20, predicates: P.a, Q.b, R.j) == .transitioned(from: 0, to: 9))
        #expect(await machine.handleEvent(11, predicates: P.a, Q.b, R.j) == .transitioned(from: 9, to: 1))
        #expect(await machine.handleEvent(11, predicates: P.a, Q.c, R.j) == .notFound)
    }

    /// All of them for one event: whatever they have in common is found out without going through all combinations.
    @Test func allCombinationsOfTenCases() async throws {
        let machine = machine()
        try machine.buildTable {
            define(0) {
                P.allCases.flatMap { p in
                    Q.allCases.map { q in matching(p, and: q) | when(1) | then(1 + p.rawValue * 10 + q.rawValue) }
                }
                P.allCases.map { matching($0) | when(1) | then(0) }
                when(1) | then(200)
            }
        }
        #expect(await machine.handleEvent(1, predicates: P.c, Q.d) == .transitioned(from: 0, to: 24))
    }

    @Test func aChainOfAThousandSuperStates() async throws {
        let machine = machine()
        var last = SuperState { when(0) | then(1) }
        for event in 1..<1_000 { last = SuperState(adopts: last) { when(event) | then(event + 1) } }
        try machine.buildTable { define(0, adopts: last) }
        #expect(await machine.handleEvent(999) == .transitioned(from: 0, to: 1_000))
    }

    @Test func aChainOfAThousandOverrides() async throws {
        let machine = machine()
        var last = SuperState { when(0) | then(1) }
        for state in 2...1_000 { last = SuperState(adopts: last) { overriding { when(0) | then(state) } } }
        try machine.buildTable { define(0, adopts: last) }
        #expect(await machine.handleEvent(0) == .transitioned(from: 0, to: 1_000))
    }

    /// Each superstate adopts the former one twice: the last comes to more than a thousand million.
    @Test(arguments: [true, false]) func diamonds(hasRows: Bool) throws {
        var last = SuperState { when(0) | then(1) }
        for number in 1...30 {
            last = hasRows ? SuperState(adopts: last, last) { when(number) | then() } : SuperState(adopts: last, last)
        }
        let faults = faults(of: machine(), [define(0, adopts: last), define(1, adopts: last)])
        #expect(faults.map { $0.summary(from: #line - 1) } == ["too many superstates: 0"])
    }

    /// As many as are still looked at: here they are 65,536 duplicates.
    @Test func smallerDiamonds() throws {
        var last = SuperState { when(0) | then(1) }
        for _ in 1...16 { last = SuperState(adopts: last, last) }
        let faults = faults(of: machine(), [define(0, adopts: last)])
        guard case .duplicates(let rows)? = faults.first, faults.count == 1 else {
            Issue.record("not duplicates: \(faults.count) faults")
            return
        }
        #expect(rows.count == 65_536)
    }
}
