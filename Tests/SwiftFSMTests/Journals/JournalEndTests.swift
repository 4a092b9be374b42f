import SwiftFSM
import Testing

/// What ends a journal, and what does not.
extension JournalTests {
    @Test func aWriterThatFailsEndsIt() throws {
        let (machine, records) = (try turnstile(), Records())
        records.room = 2
        try machine.startJournal(to: records.write)
        try machine.handleEvent(.start)
        #expect(machine.journalError == nil)
        #expect(try machine.handleEvent(.stop) == .transitioned(from: .on, to: .off))
        #expect(machine.journalError is Records.DiskFull)
        records.room = .max
        try machine.handleEvent(.start)
        #expect(records.all.count == 2)
        try machine.startJournal(to: records.write)
        try machine.handleEvent(.stop)
        #expect(records.all.count == 4 && machine.journalError == nil)
    }

    @Test func aWriterThatFailsAtOnceIsTold() throws {
        let (machine, records) = (try turnstile(), Records())
        records.room = 0
        #expect(throws: Records.DiskFull.self) { try machine.startJournal(to: records.write) }
        records.room = .max
        try machine.handleEvent(.start)
        #expect(records.all.isEmpty && machine.journalError == nil)
    }

    @Test func itCanBeEnded() throws {
        let (machine, records) = (try turnstile(), Records())
        try machine.endJournal()
        try machine.startJournal(to: records.write)
        try machine.endJournal()
        try machine.handleEvent(.start)
        #expect(records.all.count == 1 && machine.state == .on)
    }

    @Test func anotherTakesItsPlace() throws {
        let (machine, first, second) = (try turnstile(), Records(), Records())
        try machine.startJournal(to: first.write)
        try machine.startJournal(.json, to: second.write)
        try machine.handleEvent(.start)
        #expect(first.all.count == 1 && second.all.count == 2)
    }

    @Test func deferredEventsWithValuesEndIt() throws {
        let (machine, records) = (try chart(), Records())
        try machine.startJournal(to: records.write)
        try machine.handleEvent(.start)
        try machine.handleEvent(.load(1))
        #expect(machine.journalError == nil)
        let count = records.all.count
        try machine.handleEvent(.pour(2))
        #expect(machine.journalError as? FSMSnapshotError == .waitsWithValues(["pour(2)"]))
        #expect(records.all.count == count)
        #expect(throws: FSMSnapshotError.waitsWithValues(["pour(2)"])) {
            try machine.startJournal(to: records.write)
        }
    }

    @Test func laterEventsWithValuesEndIt() throws {
        let (machine, records) = (try turnstile(), Records())
        try machine.startJournal(to: records.write)
        machine.sendLater(.load(.any), after: .seconds(1))
        #expect(machine.journalError == nil && records.all.count == 2)
        machine.sendLater(.load(7), after: .seconds(1))
        #expect(machine.journalError as? FSMSnapshotError == .waitsWithValues(["load(7)"]))
        #expect(records.all.count == 2)
    }

    @Test func laterEventsThatNoRowNamesDoNotEndIt() throws {
        let (machine, records) = (try turnstile(), Records())
        try machine.startJournal(to: records.write)
        #expect(machine.sendLater(.pour(3), after: .seconds(1)) == nil)
        #expect(machine.journalError == nil)
    }

    /// The function that writes may not end it, or begin another, at which the machine would still write.
    @Test func aWriterCannotEndIt() throws {
        for machine in [try turnstile(), try chart()] {
            var (count, errors): (Int, [FSMSnapshotError]) = (0, [])
            try machine.startJournal(.json) { [unowned machine] _ in
                count += 1
                do { try machine.startJournal { _ in } } catch { errors.append(error as! FSMSnapshotError) }
                do { try machine.endJournal() } catch { errors.append(error as! FSMSnapshotError) }
            }
            try machine.handleEvent(.start)
            machine.sendLater(.stop, after: .seconds(1))
            try machine.advance(to: .seconds(5))
            // In the first snapshot there is none yet that could be ended.
            #expect(count > 3 && errors == Array(repeating: .actionsUnderWay, count: 2 * count - 1))
            #expect(machine.journalError == nil && machine.state == .off)
        }
    }
}
