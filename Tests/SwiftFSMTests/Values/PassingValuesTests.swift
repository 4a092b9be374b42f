import SwiftFSM
import Testing

/// The sections "Passing Values in Events" and "FSMValue - incorrect use of .any" of the documents.
///
/// In their code blocks `initialState` is given to `buildTable`, which has no such parameter: here it is given to
/// `FSM`, as everywhere else in the documents. `guard case .coin(let amount) = event` stands in the body of the event
/// itself, which is `self` there, and `when(.coin(50) |` lacks a parenthesis.
@MainActor
final class PassingValuesTests: SyntaxBuilder {
    enum State: FSMHashable { case locked, verifyingPayment, unlocked }

    enum Event: EventWithValues {
        case coin(FSMValue<Int>), pass, note(FSMValue<String>)

        var coinValue: Int? {
            guard case .coin(let amount) = self else { return nil }
            return amount.wrappedValue
        }
    }

    let turnstile = FSM<State, Event>(initialState: .locked)
    let requiredAmount = 50
    var trace: [String] = []

    func verifyPayment(_ event: Event) {
        // here we receive the actual value passed to handleEvent: .coin(50)
        if let amount = event.coinValue {
            if amount >= requiredAmount {
                letThemThrough()
            } else {
                insufficientPayment(shortfall: requiredAmount - amount)
            }
        }
    }

    func letThemThrough() { trace.append("letThemThrough") }
    func insufficientPayment(shortfall: Int) { trace.append("insufficientPayment \(shortfall)") }
    func pass() { trace.append("pass") }
    func note(_ event: Event) { trace.append("\(event)") }

    @Test func theActionReceivesTheValueThatWasSent() async throws {
        try turnstile.buildTable {
            define(.locked) {
                when(.coin(.any)) | then(.verifyingPayment) | verifyPayment
                // here we use .any to match any value
            }
        }

        await turnstile.handleEvent(.coin(50))
        // here we pass a specific value that will be matched by .any
        #expect(trace == ["letThemThrough"])
        #expect(turnstile.state == .verifyingPayment)
    }

    @Test func anyMatchesEveryValueOfItsCase() async throws {
        try turnstile.buildTable {
            define(.locked) {
                when(.coin(.any)) | then() | verifyPayment
                when(.note(.any)) | then() | note
                when(.pass) | then() | pass
            }
        }

        for event in [.coin(20), .coin(50), .pass, .note("coin(5)"), .coin(49), .note("")] as [Event] {
            await turnstile.handleEvent(event)
        }
        #expect(
            trace == [
                "insufficientPayment 30", "letThemThrough", "pass", "note(coin(5))", "insufficientPayment 1", "note()",
            ])
    }

    /// What the table would be without `.any`: a row for each value, and none for those that were forgotten.
    @Test func rowsWithValuesMatchTheseAlone() async throws {
        try turnstile.buildTable {
            define(.locked) {
                when(.coin(1)) | then() | verifyPayment
                when(.coin(2)) | then() | verifyPayment
                when(.coin(3)) | then() | verifyPayment
                when(.coin(4)) | then() | verifyPayment
            }
        }

        for amount in 0...5 { await turnstile.handleEvent(.coin(.some(amount))) }
        #expect(
            trace == [
                "insufficientPayment 49", "insufficientPayment 48", "insufficientPayment 47", "insufficientPayment 46",
            ])
    }

    @Test func aValueBesideAnyIsAClash() throws {
        let error = try #require(throws: SwiftFSMError.self) {
            try turnstile.buildTable {
                define(.locked) {
                    when(.coin(.any)) | then(.verifyingPayment) | verifyPayment
                    when(.coin(50)) | then(.unlocked) | pass
                }
            }
        }
        //💥 error: logical clash
        guard case .clash(let rows) = try #require(error.faults.first) else {
            Issue.record("not a clash: \(error)")
            return
        }
        #expect(rows.compactMap { $0.nextState as? State } == [.verifyingPayment, .unlocked])
    }

    @Test func aValueBesideAnyIsADuplicateIfTheNextStateIsTheSame() throws {
        let error = try #require(throws: SwiftFSMError.self) {
            try turnstile.buildTable {
                define(.locked) {
                    when(.coin(.any)) | then(.unlocked) | verifyPayment
                    when(.coin(50)) | then(.unlocked) | pass
                }
            }
        }
        guard case .duplicates(let rows) = try #require(error.faults.first) else {
            Issue.record("no duplicates: \(error)")
            return
        }
        #expect(rows.compactMap { $0.event as? Event }.map { "\($0)" } == ["coin(FSMValue<Int>.any)", "coin(50)"])
    }

    @Test func differentValuesAreLogicallyDistinct() async throws {
        try turnstile.buildTable {
            define(.locked) {
                when(.coin(20)) | then(.verifyingPayment) | verifyPayment
                when(.coin(50)) | then(.unlocked) | pass
            }
        }
        // ✅ transitions are logically distinct

        await turnstile.handleEvent(.coin(50))
        #expect(trace == ["pass"])
        #expect(turnstile.state == .unlocked)
    }

    /// `.any` in one state takes nothing from the values of another.
    @Test func statesMayDifferInHowTheyMatchACase() async throws {
        try turnstile.buildTable {
            define(.locked) {
                when(.coin(1)) | then(.unlocked) | pass
                when(.coin(2)) | then(.verifyingPayment) | verifyPayment
            }
            define(.unlocked) {
                when(.coin(.any)) | then(.locked) | verifyPayment
            }
            define(.verifyingPayment) {
                when(.coin(3)) | then(.locked) | pass
            }
        }

        var states: [State] = []
        for amount in [3, 1, 1, 1, 2, 2, 1, 3, 1, 3] {
            await turnstile.handleEvent(.coin(.some(amount)))
            states.append(turnstile.state)
        }
        #expect(
            states == [
                .locked, .unlocked, .locked, .unlocked, .locked, .verifyingPayment, .verifyingPayment, .locked,
                .unlocked,
                .locked,
            ])
    }
}

/// The same where an event with its value takes a single byte.
@MainActor
final class SmallValuesTests: SyntaxBuilder {
    enum State: FSMHashable { case off, on, broken }
    enum Event: EventWithValues { case set(FSMValue<Bool>), hit }

    let lamp = FSM<State, Event>(initialState: .off)

    @Test func aByteIsEnoughForAnEventWithItsValue() async throws {
        #expect(MemoryLayout<Event>.size == 1)
        try lamp.buildTable {
            define(.off) {
                when(.set(true)) | then(.on)
                when(.hit) | then(.broken)
            }
            define(.on) {
                when(.set(false)) | then(.off)
                when(.hit) | then(.broken)
            }
            define(.broken) { when(.set(.any)) | then(.off) }
        }

        var states: [State] = []
        for event in [.set(false), .set(true), .set(true), .hit, .hit, .set(true), .hit, .set(false)] as [Event] {
            await lamp.handleEvent(event)
            states.append(lamp.state)
        }
        #expect(states == [.off, .on, .on, .broken, .broken, .off, .broken, .off])
    }
}
