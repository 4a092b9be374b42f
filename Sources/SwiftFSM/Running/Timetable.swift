import FSMEngine

/// The time of a machine: the clock that tells it, and the values of events that are sent later, which the engine knows by
/// the numbers of their timers.
final class Timetable<State: FSMHashable, Event: FSMHashable> {
    let machine: Machine
    private let table: CompiledTable<State, Event>
    /// The clock that tells the time.
    var clock: MachineClock?
    private var later: [UInt64: Event] = [:]
    /// How many snapshots were restored: timers from before are over.
    private(set) var epoch = 0

    init(_ machine: Machine, _ table: CompiledTable<State, Event>) {
        self.machine = machine
        self.table = table
    }

    /// The present time, in nanoseconds: that of the clock, or what the machine was told last.
    var time: Int64 { max(machine.now, clock?.time() ?? .min) }

    /// Throws if a time is earlier than what the machine was told last.
    func check(_ time: Int64) throws {
        let former = machine.now
        guard time >= former else {
            throw FSMTimeError.timeRunsBackwards(from: .nanoseconds(former), to: .nanoseconds(time))
        }
    }

    /// Tells the clock when the next event is due, which may have changed.
    func noteChange() { clock?.noteChange(due: machine.due, isDone: machine.isDone) }

    /// Sends an event later. Returns the number of its timer; `nil` for an event that no row names, and if there is no
    /// room.
    func sendLater(_ event: Event, after delay: Int64) -> UInt64? {
        // A chart that is done has forgotten them.
        if machine.due == nil { later = [:] }
        let (outcome, timer) = machine.sendLater(table.events.number(of: event), after: delay)
        guard outcome == .ok else { return nil }
        later[timer] = event
        noteChange()
        return timer
    }

    /// Whether a timer has not ended.
    func isWaiting(_ timer: UInt64) -> Bool { later[timer] != nil && machine.due != nil }

    /// Takes the timer of a restored machine.
    func adopt(_ timer: UInt64, _ event: Event) { later[timer] = event }

    /// Ends a timer; `false` if it is over.
    func cancel(_ timer: UInt64) -> Bool {
        guard later[timer] != nil, machine.cancel(timer) == .ok else { return false }
        later[timer] = nil
        return true
    }

    /// The events that are sent later and have other values than the table names.
    var waitingWithValues: [String] {
        if machine.due == nil { return [] }
        return later.sorted { $0.key < $1.key }.map(\.value).filter { event in
            !table.names(event, table.events.number(of: event))
        }.map { "\($0)" }
    }

    /// Tells the machine the time of the clock, so that it knows what is left of timers. What is due by now stays so.
    func tellTime() {
        if clock != nil { tell(time) }
    }

    /// Tells the machine a time, unless its own is later. What is due by then stays so.
    func tell(_ time: Int64) {
        let time = min(time, (machine.due ?? .max).saturatingSum(-1))
        if time > machine.now { _ = machine.takeDue(by: time) }
    }

    /// Forgets the events that a machine had waiting before it was restored.
    func forget() {
        later = [:]
        epoch += 1
    }

    /// Takes out the event that is due first by a time: what was sent later, or what the table says. Without an event the
    /// outcome is `stepLimit` if delays of zero do not come to an end.
    func takeDue(by time: Int64) -> (outcome: Outcome, event: Event?) {
        let (outcome, number, timer) = machine.takeDue(by: time)
        guard outcome == .ok else { return (outcome, nil) }
        let event = later.isEmpty ? nil : later.removeValue(forKey: timer)
        return (outcome, event ?? table.events.values[Int(number)])
    }
}
