@testable import SwiftFSM

/// The turnstile of a document, with what it has done.
final class DocumentTurnstile {
    enum State: String, CaseIterable { case locked, unlocked, alarming }
    enum Event: EventWithValues, CaseIterable {
        case coin(FSMValue<Int>), pass, reset

        static var allCases: [Event] { [.coin(.any), .pass, .reset] }
    }
    enum Policy: Predicate { case weak, strong }

    static let text = """
        # The turnstile of a museum.
        definition turnstile version 3
          ids states locked = 10 unlocked = 11 alarming = 12
          event coin (i32 cents)
          predicate Policy weak strong
          callable guard enough bool(i32)
          initial locked

          superstate resettable
            reset -> locked / log
          state locked adopts resettable
            entry lock
            exit unlock
            coin ? enough -> unlocked / thank
            pass [Policy weak] -> same / beep
            pass [Policy strong] -> alarming
            overriding reset -> internal / log
          state unlocked adopts resettable
            coin -> same / thank
            pass -> locked
          state alarming adopts resettable
            entry alarmOn
            exit alarmOff

        """

    /// The number of each line of the text that has these words.
    static func line(_ words: String) -> Int {
        (text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(words) } ?? -1) + 1
    }

    static func table(_ text: String = text) throws -> FSMTable<State, Event> {
        try FSMTable(reading: text, file: "turnstile.fsm", predicates: [Policy.self])
    }

    private(set) var trace: [String] = []
    private(set) var cents = 0

    func callback(_ wanted: FSMWantedCallback) -> FSMCallback<Event>? {
        switch (wanted.role, wanted.name) {
        case (.guard, "enough"): .guard { event in event == .coin(150) }
        case (.action, "thank"): .action { [self] event in thank(event) }
        case (.guard, _): nil
        default: .action { [self] in trace.append(wanted.name) }
        }
    }

    private func thank(_ event: Event) {
        if case .coin(let value) = event { cents += value.wrappedValue ?? 0 }
        trace.append("thank")
    }

    func machine(_ table: FSMTable<State, Event>) throws -> FSM<State, Event> {
        let machine = try table.machine(callbacks: callback)
        machine.logHandler = nil
        return machine
    }
}
