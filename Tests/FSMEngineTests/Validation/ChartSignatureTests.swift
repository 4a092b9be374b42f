import Testing

@testable import FSMEngine

/// Which events reach the callbacks of states that are nested: what these ask for must be what the events carry.
@Suite struct ChartSignatureTests: ChartSuite {
    /// Where a callback is told to have another signature than an event: the lines of its blocks or rows. Event 10
    /// carries an i32, event 11 a str, others nothing; the callbacks of each state are those of one block more.
    private func lines(
        _ chart: (inout Definition) -> Void, _ callbacks: [(state: ID, event: BlockEvent?, type: String)]
    ) throws -> [Int32] {
        var definition = Definition()
        definition.warnings = []
        for (event, type) in [(ID(10), ValueType.i32), (11, .str)] {
            definition.declare(try #require(EventType(event, arguments: [type])))
        }
        chart(&definition)
        var signatures: [Signature] = []
        for (state, event, type) in callbacks {
            let context = UnsafeMutableRawPointer(bitPattern: signatures.count + 1)
            let callback = Callback({ _, _ in 0 }, context: context)
            signatures.append(try Signature.parse("void(\(type))"))
            let line = Int32(200 + signatures.count)
            let block = definition.add(Block(state: state, place: Place(file: -1, line: line)))
            if let event {
                definition.add(callback, on: event, toBlock: block)
            } else {
                definition.addDefaultAction(callback, toBlock: block)
            }
        }
        let (_, diagnostics) = definition.validate { callback in
            callback.context.map { signatures[Int(bitPattern: $0) - 1] }
        }
        #expect(diagnostics.allSatisfy { $0.kind == .signatureMismatch })
        return diagnostics.compactMap { $0.places.first?.line }
    }

    @Test func statesAroundAreLeftAndEntered() throws {
        let chart: (inout Definition) -> Void = {
            $0.state(1, defaultTo: 2)
            $0.state(2, in: 1)
            $0.state(3, in: 1)
            $0.row(2, 10, 3)
            $0.row(4, 11, 2)
            $0.row(3, 11, 4)
        }
        let all: [(state: ID, event: BlockEvent?, type: String)] = [
            (a, .entry, "str"), (a, .exit, "str"), (b, .entry, "str"), (b, .exit, "i32"), (c, .entry, "i32"),
            (c, .exit, "str"), (d, .entry, "str"), (d, .exit, "str"), (a, nil, "str"),
        ]
        #expect(try lines(chart, all) == [])
        let others = all.map { ($0.state, $0.event, $0.type == "str" ? "i32" : "str") }
        // Nothing is entered by default in A, and nothing comes back.
        #expect(try lines(chart, others) == [201, 202, 203, 204, 205, 206, 207, 208])
        #expect(try lines(chart, [(a, .cycle, "i32"), (a, .cycle, "str")]) == [])
    }

    @Test func defaultsAndTheirActions() throws {
        let chart: (inout Definition) -> Void = {
            Chart.nested(&$0)
            $0.rows.removeAll()
            $0.row(4, 11, 1)
            $0.row(2, 10, 4)
            $0.row(3, 10, 4)
        }
        let wrong: [(state: ID, event: BlockEvent?, type: String)] = [
            (a, nil, "i32"), (b, .entry, "i32"), (c, .entry, "i32"), (c, .exit, "str"),
        ]
        #expect(try lines(chart, wrong) == [201, 202, 204])
    }

    @Test func allRegions() throws {
        let chart: (inout Definition) -> Void = {
            Chart.regions(&$0)
            $0.rows.removeAll()
            $0.row(8, 11, 4)
            $0.row(3, 10, 8)
            $0.row(6, 10, 7)
        }
        // Row 1 enters D, not C, and F by default; row 2 leaves whatever is active in E.
        let wrong: [(state: ID, event: BlockEvent?, type: String)] = [
            (c, .entry, "i32"), (d, .entry, "i32"), (f, .entry, "i32"), (g, .entry, "str"), (g, .exit, "str"),
            (e, .exit, "str"), (d, .exit, "i32"),
        ]
        #expect(try lines(chart, wrong) == [202, 203, 204, 205, 206])
    }

    @Test func historiesMayLeadToAnyChild() throws {
        let chart: (inout Definition) -> Void = {
            Chart.nested(&$0)
            $0.rows.removeAll()
            $0.state(8, in: 1, kind: .shallowHistory)
            $0.row(4, 11, 8)
            $0.row(1, 10, 4)
        }
        #expect(try lines(chart, [(a, .entry, "i32"), (b, .entry, "i32"), (c, .entry, "i32")]) == [201, 202, 203])
        #expect(try lines(chart, [(a, .entry, "str"), (b, .exit, "i32"), (c, .entry, "str")]) == [])
    }

    @Test func whatStaysIsComeBackTo() throws {
        let chart: (inout Definition) -> Void = {
            Chart.nested(&$0)
            $0.rows.removeAll()
            $0.row(1, 11, 1)
            $0.row(2, 10, 2)
            $0.row(3, 10, 3)
        }
        // A stays, but its children are left and entered.
        let right: [(state: ID, event: BlockEvent?, type: String)] = [
            (a, .cycle, "str"), (a, .entry, "i32"), (a, .exit, "i32"), (b, .cycle, "i32"), (b, .entry, "str"),
            (c, .exit, "str"), (c, .cycle, "i32"),
        ]
        #expect(try lines(chart, right) == [])
        let always: (inout Definition) -> Void = {
            chart(&$0)
            $0.entryExit = .always
        }
        #expect(try lines(always, right) == [202, 203, 205, 206])
    }

    @Test func rowsWithoutAnEventCarryNothing() throws {
        let chart: (inout Definition) -> Void = {
            Chart.nested(&$0)
            $0.row(2, ReservedID.eventless, 4)
            $0.row(4, 12, 1)
        }
        #expect(try lines(chart, [(b, .exit, "i32"), (d, .entry, "i32"), (c, .entry, "i32")]) == [201, 202])
    }
}
