import Testing

@testable import SwiftFSM

/// Where the case of an enumeration can't be read from its metadata, its name takes the number's place.
struct CaseNameTests {
    @Test func associatedValuesAreNotPartOfTheName() {
        #expect(
            EventWithValuesTests.groups.map { events in events.map(\.caseName) } == [
                ["pass"], ["reset"],
                ["coin", "coin", "coin"],
                ["set", "set", "set", "set", "set"],
                ["unset", "unset", "unset"],
                ["labelled", "labelled"],
                ["plain", "plain"],
                ["nested", "nested", "nested", "nested"],
                ["many", "many"],
                ["after", "after", "after"],
            ])
    }

    @Test func aDescriptionIsUsedOnlyWhereThereAreNoAssociatedValues() {
        typealias Talkative = EventWithValuesTests.Talkative
        #expect(
            [Talkative.coin(1), .coin(.any), .note(1), .reset].map(\.caseName) == ["coin", "coin", "note", "reset"])
    }

    @Test func otherTypesHaveTheirOwnName() {
        struct Coin: EventWithValues { let amount: FSMValue<Int> }
        #expect([Coin(amount: 1), Coin(amount: .any)].map(\.caseName) == ["Coin", "Coin"])
    }

    @Test func numbersAreReadOfEnumerationsOnly() {
        typealias Event = EventWithValuesTests.Event
        let numbers = EventWithValuesTests.groups.map { events in
            Set(events.map { UnsafeEnumHandle<Event>.caseNumber(of: $0) })
        }
        #expect(numbers.map(\.count) == Array(repeating: 1, count: numbers.count))
        #expect(
            UnsafeEnumHandle<FSMValue<Int>>.caseNumber(of: 1) != UnsafeEnumHandle<FSMValue<Int>>.caseNumber(of: .any))
        #expect(UnsafeEnumHandle<Int>.caseNumber(of: 1) == nil)
        #expect(UnsafeEnumHandle<String>.caseNumber(of: "a") == nil)
        #expect(UnsafeEnumHandle<[Event]>.caseNumber(of: [.pass]) == nil)
        #expect(UnsafeEnumHandle<any Hashable>.caseNumber(of: Event.pass) == nil)
        #expect(UnsafeEnumHandle<() -> Void>.caseNumber(of: {}) == nil)
        #expect(UnsafeEnumHandle<(Int, Int)>.caseNumber(of: (1, 2)) == nil)
    }

    @Test func classesHaveNoNumber() {
        final class Coin: EventWithValues {
            static func == (lhs: Coin, rhs: Coin) -> Bool { lhs === rhs }
        }
        #expect(UnsafeEnumHandle<Coin>.caseNumber(of: Coin()) == nil)
        #expect(Coin().hashValue == Coin().hashValue)
        #expect(Coin().caseName == "Coin")
    }
}
