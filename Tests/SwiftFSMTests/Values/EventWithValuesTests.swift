import SwiftFSM
import Testing

/// Events hash by their case alone, and are compared with what they carry.
struct EventWithValuesTests {
    enum Event: EventWithValues {
        case pass, reset
        case coin(FSMValue<Int>)
        case set(FSMValue<String>)
        case unset(FSMValue<String>)
        case labelled(amount: FSMValue<Int>, note: String)
        case plain(Int)
        case nested(Inner)
        case many(FSMValue<[String: Int]>, FSMValue<Int?>)
        indirect case after(Event)
    }

    enum Inner: EventWithValues { case one(FSMValue<Int>), two, coin(FSMValue<Int>) }

    enum Single: EventWithValues { case only(FSMValue<Int>) }

    enum Generic<Value: FSMHashable>: EventWithValues { case first(FSMValue<Value>), second(FSMValue<Value>), third }

    /// Its text says nothing of its case, and much of what it carries.
    enum Talkative: EventWithValues, CustomStringConvertible {
        case coin(FSMValue<Int>), note(FSMValue<Int>), reset
        var description: String {
            switch self {
            case .coin(let value), .note(let value): "\(value) is the value"
            case .reset: "reset"
            }
        }
    }

    /// Groups of events of one case, each beside the others of its type.
    static let groups: [[Event]] = [
        [.pass], [.reset],
        [.coin(1), .coin(2), .coin(.any)],
        [.set("a"), .set("b(c)"), .set("coin("), .set(""), .set(.any)],
        [.unset("a"), .unset("b(c)"), .unset(.any)],
        [.labelled(amount: 1, note: "("), .labelled(amount: .any, note: ")")],
        [.plain(1), .plain(2)],
        [.nested(.one(1)), .nested(.two), .nested(.coin(1)), .nested(.one(.any))],
        [.many(["(": 1], nil), .many(.any, .any)],
        [.after(.pass), .after(.coin(1)), .after(.after(.reset))],
    ]

    @Test(arguments: groups)
    func eventsOfOneCaseHashAlike(_ events: [Event]) {
        #expect(events.map(\.hashValue) == Array(repeating: events[0].hashValue, count: events.count))
    }

    @Test func eventsOfDifferentCasesHashApart() {
        let hashes = Set(Self.groups.map { $0[0].hashValue })
        #expect(hashes.count == Self.groups.count)
    }

    @Test func enumerationsOfOtherShapes() {
        #expect(Single.only(1).hashValue == Single.only(.any).hashValue)
        #expect(Inner.one(1).hashValue == Inner.one(.any).hashValue)
        #expect(Set([Inner.one(1), .two, .coin(1)].map(\.hashValue)).count == 3)
        #expect(Generic.first("a").hashValue == Generic<String>.first(.any).hashValue)
        #expect(Set([Generic.first("a"), .second("a"), .third].map(\.hashValue)).count == 3)
    }

    @Test func aDescriptionOfItsOwnChangesNothing() {
        #expect(Talkative.coin(1).hashValue == Talkative.coin(2).hashValue)
        #expect(Talkative.coin(1).hashValue == Talkative.coin(.any).hashValue)
        #expect(Set([Talkative.coin(1), .note(1), .reset].map(\.hashValue)).count == 3)
    }

    @Test func equalityIsThatOfTheValues() {
        #expect(Event.coin(1) == .coin(1))
        #expect(Event.coin(1) != .coin(2))
        #expect(Event.coin(1) == .coin(.any))
        #expect(Event.set("a") != .unset("a"))
        #expect(Event.set(.any) != .unset(.any))
        #expect(Event.labelled(amount: .any, note: "a") != .labelled(amount: 1, note: "b"))
        #expect(Event.many(.any, nil) == .many(["a": 1], .any))
        #expect(Event.after(.coin(.any)) == .after(.coin(1)))
    }

    @Test func aRowWithAnyIsFoundByWhateverIsSent() {
        let rows: [Event: String] = [.coin(.any): "coin", .set("a"): "set a", .set("b"): "set b", .pass: "pass"]
        let sent: [Event] = [.coin(50), .set("a"), .set("b"), .set("c"), .pass, .reset, .unset("a")]
        #expect(sent.map { rows[$0] } == ["coin", "set a", "set b", nil, "pass", nil, nil])
    }

    @Test func aStructureHashesByItsTypeAlone() {
        struct Coin: EventWithValues { let amount: FSMValue<Int> }
        #expect(Coin(amount: 1).hashValue == Coin(amount: .any).hashValue)
        #expect(Coin(amount: 1) == Coin(amount: .any))
    }

    @Test func aHashOfItsOwnIsKept() {
        struct Constant: Hashable { let number = 7 }
        struct Coin: EventWithValues {
            let amount: FSMValue<Int>
            func hash(into hasher: inout Hasher) { hasher.combine(Constant()) }
        }
        #expect(Coin(amount: 1).hashValue == Constant().hashValue)
    }

    /// Payloads need not be hashable if the type brings an equality of its own.
    @Test func anEqualityOfItsOwnIsKept() {
        struct Opaque: Sendable { let number: Int }
        enum Reply: EventWithValues {
            case arrived(Opaque), lost
            static func == (lhs: Self, rhs: Self) -> Bool {
                switch (lhs, rhs) {
                case (.arrived, .arrived), (.lost, .lost): true
                default: false
                }
            }
        }
        #expect([Reply.arrived(Opaque(number: 1)): "row"][.arrived(Opaque(number: 2))] == "row")
        #expect([Reply.arrived(Opaque(number: 1)): "row"][.lost] == nil)
    }
}
