import Testing

@testable import FSMEngine

@Suite struct TableTests {
    private func table(_ definition: Definition) throws -> Table {
        let valid = try #require(definition.validate().valid)
        return try #require(valid.compile())
    }

    @Test func smallTablesHaveNarrowCells() throws {
        var definition = Definition()
        for state in 0..<16 { for event in 0..<16 { definition.row(ID(state), ID(event), ID((state + event) % 16)) } }
        let table = try table(definition)
        #expect(table.storage.pointee.layout == .narrow)
        #expect((table.stateCount, table.eventCount, table.rowCount) == (16, 16, 256))
        // Four bytes a cell, and one program for all rows, since none has callbacks.
        #expect(table.size < 16 * 17 * 4 + 1_000)
    }

    @Test func equalRowsShareTheirProgram() throws {
        let recorder = Recorder()
        let (a, b) = (recorder.callback("a"), recorder.callback("b"))
        var definition = Definition()
        for state in 0..<50 {
            for event in 0..<50 { definition.row(ID(state), ID(event), ID(event), actions: [event % 2 == 0 ? a : b]) }
        }
        let compiler = Compiler(try #require(definition.validate().valid), isSparse: false, binding: nil)
        _ = compiler.denseCells()
        #expect(compiler.programs.programs.count == 3)
    }

    @Test func hugeSparseTablesStaySmall() throws {
        var definition = Definition()
        for state in 0..<20_000 { definition.row(ID(state), ID(1_000_000 + state * 3), ID((state + 1) % 20_000)) }
        definition.row(ReservedID.any, 7, 0)
        let table = try table(definition)
        #expect(table.storage.pointee.layout == .sparse)
        #expect(table.size < 20_000 * 200)
        let machine = try Machine.create(table, initial: 5)
        #expect(machine.send(1_000_015) == .transitioned)
        #expect(machine.state == 6)
        #expect(machine.send(1_000_015) == .unhandled)
        #expect(machine.send(7) == .transitioned)
        #expect(machine.state == 0)
        machine.release()
    }

    @Test func manyStatesHaveWideCells() throws {
        var definition = Definition()
        for state in 0..<70_000 { definition.row(ID(state), 1, ID((state + 1) % 70_000)) }
        let table = try table(definition)
        #expect(table.storage.pointee.layout == .wide)
        let machine = try Machine.create(table, initial: 69_998)
        #expect(machine.send(1) == .transitioned && machine.send(1) == .transitioned && machine.state == 0)
        machine.release()
    }

    /// Long lists of callbacks are not copied into every transition.
    @Test func manyExitCallbacksCostMemoryOnce() throws {
        let recorder = Recorder()
        let callback = recorder.callback("")
        var definition = Definition()
        definition.block(0, exit: Array(repeating: callback, count: 1_000))
        for event in 0..<1_000 {
            definition.row(0, ID(event), ID(event + 1), actions: [recorder.callback("")])
            definition.block(ID(event + 1), isFinal: true)
        }
        let table = try table(definition)
        #expect(table.size < 16_000 + 1_001 * 1_001 * 4 + 1_000 * 200)
    }

    @Test func idsAreNumberedBySubtractionWhereTheyAreCompact() {
        let compact = IDIndex<State>([5, 3, 9, 3])
        #expect(compact.isCompact && compact.indexCount == 7 && compact.count == 3)
        #expect(
            [3, 4, 5, 9, 10, 2, ReservedID.none].map { compact.index(of: $0)?.value } == [0, nil, 2, 6, nil, nil, nil])
        let scattered = IDIndex<State>([ID.max, ReservedID.first, 0])
        #expect(!scattered.isCompact && scattered.count == 3)
        #expect(scattered.ids.elements == [ReservedID.first, 0, ID.max])
        #expect([ReservedID.first, 0, ID.max, 1].map { scattered.index(of: $0)?.value } == [0, 1, 2, nil])
        #expect(IDIndex<State>([]).index(of: 0) == nil)
    }

    @Test func ownerLivesAsLongAsTableAndMachines() throws {
        final class Owner: CallbackOwner {
            let tell: () -> Void
            init(_ tell: @escaping () -> Void) { self.tell = tell }
            deinit { tell() }
        }
        var isGone = false
        var definition = Definition()
        definition.row(1, 1, 1)
        let valid = try #require(definition.validate().valid)
        var table: Table? = valid.compile(owner: Owner { isGone = true })
        let machine = try Machine.create(try #require(table), initial: 1)
        table = nil
        #expect(!isGone)
        #expect(machine.send(1) == .transitioned)
        machine.release()
        #expect(isGone)
    }
}
