import FSMEngine
import Testing

/// Tables of definitions that say nothing, for front ends that allow it.
@Suite struct EmptyTableTests {
    private func outcome(of event: ID, in state: ID, _ table: Table) -> Outcome {
        var step = Step(host: Unmanaged.passUnretained(table).toOpaque())
        return table.plan(.event(event), in: state, &step).outcome
    }

    @Test func aDefinitionWithoutRowsIsAFaultUnlessItMayBeEmpty() throws {
        var definition = Definition()
        #expect(definition.validate().diagnostics.map(\.kind) == [.emptyDefinition])
        definition.mayBeEmpty = true
        let (valid, diagnostics) = definition.validate()
        #expect(diagnostics.isEmpty)
        let table = try #require(valid?.compile())
        #expect([table.stateCount, table.eventCount, table.rowCount, table.transitionCount] == [0, 0, 0, 0])
        #expect(outcome(of: 0, in: 0, table) == .unknownState)
    }

    @Test func statesWithoutRowsKnowNoEvent() throws {
        var definition = Definition()
        definition.mayBeEmpty = true
        for state: ID in 0..<3 { definition.add(Block(state: state, isFinal: true)) }
        let table = try #require(definition.validate().valid?.compile())
        #expect(outcome(of: 0, in: 2, table) == .unknownEvent)
        let machine = try Machine.create(table, initial: 1)
        defer { machine.release() }
        #expect(machine.detachedPlan(0).outcome == .unknownEvent)
        #expect(machine.detachedPlan(.min + 99).outcome == .unknownEvent)
        #expect(machine.send(0) == .unknownEvent)
        #expect(machine.state == 1)
    }

    @Test func otherFaultsAreToldAsEver() {
        var definition = Definition()
        definition.mayBeEmpty = true
        definition.declareInitial(7)
        #expect(definition.validate().diagnostics.map(\.kind) == [.unknownInitial])
    }
}
