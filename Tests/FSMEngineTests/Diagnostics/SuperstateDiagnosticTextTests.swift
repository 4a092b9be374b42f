import Testing

@testable import FSMEngine

/// What building tells of superstates, word by word.
@Suite struct SuperstateDiagnosticTextTests {
    /// Everything that validation says, each with its lines.
    private func tells(_ change: (inout Definition) -> Void) -> [String] {
        var definition = Definition()
        for (id, name) in [(1, "LOCKED"), (2, "UNLOCKED")] { definition.stateNames.set(name, for: ID(id)) }
        for (id, name) in [(10, "COIN"), (11, "PASS")] { definition.eventNames.set(name, for: ID(id)) }
        definition.row(1, 10, 2)
        definition.row(2, 11, 1)
        change(&definition)
        return definition.validate().diagnostics.map { diagnostic in
            let lines = diagnostic.places.map { "\($0.line)" }.joined(separator: ",")
            return "\(diagnostic.kind.severity) \(lines): \(diagnostic.text)"
        }
    }

    /// A superstate with a name.
    private func superstate(_ name: String, in definition: inout Definition, adopts: [Int] = []) -> Int {
        let block = definition.superstate(adopts: adopts)
        definition.superstateNames.set(name, for: ID(block))
        return block
    }

    @Test func superstates() {
        let told = tells {
            _ = $0.superstate()
            let base = $0.superstate()
            $0.row(ReservedID.none, 11, 1, block: base)
            $0.row(1, 12, 1, block: base)
            $0.row(ReservedID.none, 11, 1)
            $0.block(1, adopts: [base])
        }
        #expect(
            told == [
                "error 4,102: (LOCKED, 12) -> LOCKED is in a superstate, whose rows have the states that adopt it as "
                    + "their source: make none its source, or move the row",
                "error 5: (none, PASS) -> LOCKED has no source, and no block: name its source, or the superstate that "
                    + "it belongs to",
                "error 101: a superstate is empty: give it rows, callbacks or superstates to adopt, or remove it",
            ])
    }

    @Test func overriding() {
        let told = tells {
            let base = $0.superstate()
            $0.row(ReservedID.none, 12, 1, block: base, isOverriding: true)
            $0.row(ReservedID.none, 13, 1, block: base, isOverriding: true)
            let late = $0.superstate()
            $0.row(ReservedID.none, 13, 2, block: late)
            $0.block(1, adopts: [base, late])
            $0.block(2, adopts: [base, late])
        }
        #expect(
            told == [
                "error 3: (LOCKED, 12) -> LOCKED overrides nothing, since no other block has a row for (LOCKED, 12) before it: "
                    + "adopt the superstate that has one, or do not mark the row as overriding",
                "error 4,5: (LOCKED, 13) -> LOCKED cannot override (LOCKED, 13) -> UNLOCKED of another block, which comes "
                    + "after it: adopt the superstate of the overriding row last",
            ])
    }

    @Test func adoption() {
        let told = tells {
            let one = $0.superstate()
            let two = $0.superstate(adopts: [one])
            let closes = $0.adopt(superstate: two, intoBlock: one)
            let state = $0.block(1, isFinal: true)
            let adoptsState = $0.adopt(superstate: state, intoBlock: one)
            #expect(closes && !adoptsState)
        }
        #expect(
            told == [
                "error 101: a superstate adopts itself, directly or through others: remove one of these adoptions"
            ])
    }

    @Test func waysOverWaysAreTooMany() {
        let told = tells {
            var last = $0.superstate(entry: [Recorder().callback("")])
            for _ in 0..<40 { last = $0.superstate(adopts: [last, last]) }
            $0.block(1, adopts: [last])
        }
        #expect(
            told == [
                "error 142: state LOCKED brings the paths along which states adopt superstates to more than 1048576: "
                    + "adopt each superstate along one path"
            ])
    }

    @Test func diamondsAreReportedOnce() {
        let told = tells {
            let base = $0.superstate()
            $0.row(ReservedID.none, 12, 1, block: base)
            let left = $0.superstate(adopts: [base])
            let right = $0.superstate(adopts: [base])
            $0.block(1, adopts: [left, right])
            $0.block(2, adopts: [left, right])
        }
        #expect(
            told == [
                "error 3,3: (LOCKED, 12) -> LOCKED is inherited 2 times from a superstate: adopt that along one path "
                    + "only"
            ])
    }

    @Test func aClashWithAnInheritedRow() {
        let told = tells {
            let common = superstate("Common", in: &$0)
            $0.row(ReservedID.none, 11, 1, block: common)
            $0.row(1, 11, 2, guards: [Recorder().callback("")])
            $0.block(1, adopts: [common])
        }
        #expect(
            told == [
                "error 3,4: (LOCKED, PASS) leads to LOCKED (in superstate Common) and to UNLOCKED: keep one of these "
                    + "rows, or mark the row of state LOCKED as overriding, or let guards choose among them by "
                    + "declaring first match"
            ])
    }

    @Test func aDuplicateOfAnInheritedRow() {
        let told = tells {
            let common = $0.superstate()
            $0.row(ReservedID.none, 11, 1, block: common)
            $0.row(1, 11, 1)
            $0.block(1, adopts: [common])
        }
        #expect(
            told == [
                "error 3,4: (LOCKED, PASS) -> LOCKED is defined 2 times (one of them in a superstate): keep one of these "
                    + "rows, or mark the row of state LOCKED as overriding"
            ])
    }

    @Test func aClashOfSuperstates() {
        let told = tells {
            let one = superstate("One", in: &$0)
            let two = superstate("Two", in: &$0)
            $0.row(ReservedID.none, 11, 1, block: one)
            $0.row(ReservedID.none, 11, 2, block: two)
            $0.block(1, adopts: [one, two])
        }
        #expect(
            told == [
                "error 3,4: (LOCKED, PASS) leads to LOCKED (in superstate One) and to UNLOCKED (in superstate Two): "
                    + "keep one of these rows, or mark the row of superstate Two as overriding"
            ])
    }

    @Test func aClashOfBlocksOfOneState() {
        let told = tells {
            let one = $0.block(1)
            let two = $0.block(1)
            $0.row(1, 11, 1, block: one)
            $0.row(1, 11, 2, block: two)
        }
        #expect(
            told == [
                "error 3,4: (LOCKED, PASS) leads to LOCKED and to UNLOCKED: keep one of these rows, or mark the row of "
                    + "the last block as overriding"
            ])
    }

    @Test func whatOneOverridingRowWouldNotSettle() {
        let told = tells {
            let common = superstate("Common", in: &$0)
            $0.row(ReservedID.none, 11, 1, block: common)
            $0.row(1, 11, 2)
            $0.row(1, 11, ReservedID.internal)
            $0.block(1, adopts: [common])
        }
        #expect(
            told == [
                "error 3,4,5: (LOCKED, PASS) leads to LOCKED (in superstate Common), to UNLOCKED and to internal: keep "
                    + "one of these rows"
            ])
    }

    @Test func duplicatesThatDifferInTheirGuards() {
        let told = tells {
            $0.row(1, 11, 2, guards: [Recorder().callback("")])
            $0.row(1, 11, 2)
            $0.row(1, 12, 2, actions: [Recorder().callback("")])
            $0.row(1, 12, 2)
        }
        #expect(
            told == [
                "error 3,4: (LOCKED, PASS) -> UNLOCKED is defined 2 times: keep one of these rows, or let guards choose "
                    + "among them by declaring first match",
                "error 5,6: (LOCKED, 12) -> UNLOCKED is defined 2 times: keep one of these rows",
            ])
    }

    @Test func rowsThatAreOverriddenEverywhere() {
        let told = tells {
            let common = superstate("Common", in: &$0)
            $0.row(ReservedID.none, 11, 1, block: common)
            let block = $0.block(1, adopts: [common])
            $0.row(1, 11, 2, block: block, isOverriding: true)
        }
        #expect(
            told == [
                "warning 3: (superstate Common, PASS) -> LOCKED is never taken, since other rows override it: remove it, "
                    + "or do not mark them as overriding"
            ])
    }

    @Test func superstatesThatNoStateAdopts() {
        let told = tells {
            let inner = superstate("Inner", in: &$0)
            $0.row(ReservedID.none, 11, 1, block: inner)
            _ = superstate("Outer", in: &$0, adopts: [inner])
        }
        #expect(told == ["warning 102: no state adopts superstate Outer: let a state adopt it, or remove it"])
    }

    @Test func namesAreUsedEverywhere() {
        let told = tells {
            let common = superstate("Common", in: &$0)
            _ = superstate("Empty", in: &$0, adopts: [])
            $0.row(1, 11, 1, block: common)
            $0.row(ReservedID.none, ReservedID.none, 1, block: common)
            let circle = superstate("Circle", in: &$0)
            let closes = $0.adopt(superstate: circle, intoBlock: circle)
            #expect(closes)
        }
        #expect(
            told == [
                "error 3,101: (LOCKED, PASS) -> LOCKED is in superstate Common, whose rows have the states that adopt it "
                    + "as their source: make none its source, or move the row",
                "error 4: (superstate Common, none) -> LOCKED has a reserved id as its event: use one of your own "
                    + "(from -2147483632 up), or quotes for a name in a document",
                "error 102: superstate Empty is empty: give it rows, callbacks or superstates to adopt, or remove it",
                "error 103: superstate Circle adopts itself, directly or through others: remove one of these adoptions",
            ])
    }

    @Test func aFinalStateThatARowLeaves() {
        let told = tells { $0.block(1, isFinal: true) }
        #expect(
            told == [
                "warning 1,101: state LOCKED is final, but (LOCKED, COIN) -> UNLOCKED leaves it: remove the row, or do "
                    + "not mark the state as final"
            ])
    }

    @Test func warningsAreChosen() {
        func change(_ definition: inout Definition) {
            definition.block(1, isFinal: true)
            definition.row(3, 10, 3)
            definition.declareInitial(1)
        }
        #expect(tells(change).count == 3)
        let told = tells {
            change(&$0)
            $0.warnings = .deadEndState
        }
        #expect(told == ["warning 3: no row leads out of state 3: add a row, or mark the state as final"])
        let nothing = tells {
            change(&$0)
            $0.warnings = []
        }
        #expect(nothing == [])
    }

    @Test func nothingHasToBeSaidWhereADefinitionMayBeEmpty() {
        var definition = Definition()
        definition.mayBeEmpty = true
        definition.block(1)
        _ = definition.superstate()
        #expect(definition.validate().valid != nil)
    }
}
