import SwiftState
import Testing

#if canImport(Glibc)
    import Glibc

    /// What the process has in memory.
    private func residentBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, 256, file) != nil else { return 0 }
        let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
            separator: " ")
        return (Int(words[1]) ?? 0) * 4_096
    }

    @Suite struct MemoryTests {
        /// In a process of its own, where nothing else takes memory meanwhile.
        @Test func addsAndRemovesKeepMemoryFlat() async {
            await #expect(processExitsWith: .success) {
                struct Spot: StateType { var number: Int }
                struct Tick: EventType { var number: Int }
                let machine = StateMachine<Spot, Tick>(state: Spot(number: 0)) { machine in
                    machine.addRouteMapping { event, _, _ in event.map { Spot(number: $0.number) } }
                }
                func work(_ rounds: Range<Int>) {
                    for round in rounds {
                        let added = [
                            machine.addRoute(.any => .some(Spot(number: round)), handler: { _ in }),
                            machine.addRoutes(
                                event: Tick(number: round), transitions: [.any => .some(Spot(number: round + 1))],
                                condition: { $0.userInfo == nil }, handler: { _ in }),
                            machine.addErrorHandler { (_: StateMachine<Spot, Tick>.Context) in },
                            machine.addRouteChain(
                                .any => .some(Spot(number: round)) => .any, handler: { _ in }),
                        ]
                        machine <- Spot(number: round)
                        machine <-! Tick(number: round) <-! (Tick(number: round), "again") <-! Tick(number: -round)
                        precondition(machine.state == Spot(number: -round), "the tries of round \(round)")
                        for disposable in added { disposable.dispose() }
                    }
                }
                work(1..<1_000)
                let before = residentBytes()
                work(1_000..<11_000)
                let after = residentBytes()
                precondition(before > 0 && after < before + 524_288, "\(before) bytes in use before, \(after) after")
            }
        }

        /// Any state leads to any other: more transitions than a machine should remember. In a process of its own.
        @Test func handlersOfManyTransitionsKeepMemoryFlat() async {
            await #expect(processExitsWith: .success) {
                struct Spot: StateType { var number: Int }
                let size = 400
                var ran = 0
                let machine = StateMachine<Spot, NoEvent>(state: Spot(number: 0)) { machine in
                    for number in 0..<size { machine.addRoute(.any => Spot(number: number)) }
                    machine.addHandler(.any => .any) { _ in ran += 1 }
                }
                func walk(_ steps: Range<Int>) {
                    for step in steps {
                        for number in 0..<size { machine <- Spot(number: number * step % size) }
                    }
                }
                walk(0..<size / 8)
                let before = residentBytes()
                walk(size / 8..<size)
                let after = residentBytes()
                precondition(ran == size * size, "the handler ran \(ran) times")
                precondition(before > 0 && after < before + 4_194_304, "\(before) bytes in use before, \(after) after")
            }
        }

        @Test func aMachineLeavesNothingBehind() {
            final class Witness {}
            weak var witness: Witness?
            do {
                let own = Witness()
                witness = own
                let machine = PlaceMachine(state: .a) { machine in
                    machine.addRoute(.a => .b, condition: { _ in own === own }, handler: { _ in _ = own })
                    machine.addRoutes(event: .go, transitions: [.a => .c], condition: { _ in own === own })
                    machine.addErrorHandler { (_: PlaceMachine.Context) in _ = own }
                    machine.addRouteMapping { _, _, _ in own === own ? .d : nil }
                }
                machine <- (.b, own)
                machine <-! (.go, own)
                #expect(machine.state == .d)
            }
            #expect(witness == nil)
        }
    }
#endif
