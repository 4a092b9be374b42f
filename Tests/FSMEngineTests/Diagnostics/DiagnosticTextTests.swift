import Testing

@testable import FSMEngine

/// What building tells, word by word: a sentence that names the states and says what to mend.
@Suite struct DiagnosticTextTests {
    private let any = ReservedID.any

    private var turnstile: Definition {
        var definition = Definition()
        for (id, name) in [(1, "LOCKED"), (2, "UNLOCKED"), (3, "BROKEN")] {
            definition.stateNames.set(name, for: ID(id))
        }
        for (id, name) in [(10, "COIN"), (11, "PASS")] { definition.eventNames.set(name, for: ID(id)) }
        definition.row(1, 10, 2)
        definition.row(2, 11, 1)
        return definition
    }

    /// Everything that validation says, each with its lines.
    private func tells(_ change: (inout Definition) -> Void) -> [String] {
        var definition = turnstile
        change(&definition)
        return definition.validate().diagnostics.map { diagnostic in
            let lines = diagnostic.places.map { "\($0.line)" }.joined(separator: ",")
            return "\(diagnostic.kind.severity) \(lines): \(diagnostic.text)"
        }
    }

    @Test func nothingToTell() {
        #expect(tells { _ in } == [])
    }

    @Test func emptyDefinition() {
        #expect(
            Definition().validate().diagnostics.map { $0.text } == [
                "the definition has no rows: add at least one"
            ])
    }

    @Test func emptyBlock() {
        let told = tells {
            $0.block(1)
            $0.block(3)
        }
        #expect(
            told == [
                "error 102: the block of state BROKEN is empty: give it rows or callbacks, "
                    + "mark the state as final, or remove the block",
                "warning 102: no row leads out of state BROKEN: add a row, or mark the state as final",
            ])
    }

    @Test func duplicate() {
        let told = tells {
            $0.row(1, 10, 2)
            $0.row(1, 10, 2)
        }
        #expect(told == ["error 1,3,4: (LOCKED, COIN) -> UNLOCKED is defined 3 times: keep one of these rows"])
    }

    @Test func duplicateOfAnotherSpelling() {
        let told = tells {
            $0.row(1, 11, 1)
            $0.row(1, 11, ReservedID.same)
        }
        #expect(told == ["error 3,4: (LOCKED, PASS) -> LOCKED is defined 2 times: keep one of these rows"])
    }

    @Test func clash() {
        let told = tells {
            $0.row(1, 10, 1)
            $0.row(1, 10, ReservedID.internal)
        }
        #expect(
            told == [
                "error 1,3,4: (LOCKED, COIN) leads to UNLOCKED, to LOCKED and to internal: keep one of these rows"
            ])
    }

    @Test func clashOfRowsWithGuards() {
        let told = tells { $0.row(1, 10, 1, guards: [Recorder().callback("")]) }
        #expect(
            told == [
                "error 1,3: (LOCKED, COIN) leads to UNLOCKED and to LOCKED: keep one of these rows, "
                    + "or let guards choose among them by declaring first match"
            ])
    }

    @Test func firstMatchLetsGuardsAndOrderChoose() {
        let recorder = Recorder()
        let (a, b) = (recorder.callback("a"), recorder.callback("b"))
        let told = tells {
            $0.guardPolicy = .firstMatch
            $0.row(1, 11, 2, guards: [a])
            $0.row(1, 11, 1, guards: [b])
            $0.row(1, 11, 2, guards: [a, b])
            $0.row(1, 11, 1)
            $0.row(1, 11, 1, guards: [b])
        }
        #expect(told == ["error 4,7: (LOCKED, PASS) -> LOCKED is defined 2 times: keep one of these rows"])
    }

    @Test func unknownTarget() {
        #expect(
            tells { $0.row(1, 11, 4) } == [
                "error 3: (LOCKED, PASS) -> 4 leads to a state that has no rows and no block: "
                    + "correct the target, or declare 4 with a block (as final, if nothing leaves it)"
            ])
    }

    @Test func unknownInitialState() {
        #expect(
            tells { $0.declareInitial(3) } == [
                "error 0: the initial state BROKEN has no row and no block: correct it, or add rows that leave it"
            ])
    }

    @Test func twoInitialStates() {
        let told = tells {
            $0.declareInitial(1)
            $0.declareInitial(1)
            $0.declareInitial(2)
        }
        #expect(
            told == [
                "error 0,0,0: LOCKED and UNLOCKED are both declared as the initial state: keep one of them"
            ])
    }

    @Test func reservedIDs() {
        let told = tells {
            $0.row(ReservedID.same, 10, 1)
            $0.row(1, ReservedID.internal, 1)
            $0.row(1, 11, any)
            $0.row(1, 11, ID.min + 15)
            $0.block(ReservedID.none)
            $0.declareInitial(ReservedID.dynamic)
        }
        let mending = "from -2147483632 up"
        let mendingRow = "use one of your own (\(mending)), or quotes for a name in a document"
        #expect(
            told == [
                "error 0: the initial state is the reserved id dynamic: name a state of your own (\(mending))",
                "error 3: (same, COIN) -> LOCKED has a reserved id as its source: \(mendingRow)",
                "error 4: (LOCKED, internal) -> LOCKED has a reserved id as its event: \(mendingRow)",
                "error 5: (LOCKED, PASS) -> any has a reserved id as its target: \(mendingRow)",
                "error 6: (LOCKED, PASS) -> reserved id -2147483633 has a reserved id as its target: "
                    + mendingRow,
                "error 101: the state of a block is the reserved id none: name a state of your own (\(mending))",
            ])
    }

    @Test func resolvers() {
        let told = tells {
            $0.row(1, 11, ReservedID.dynamic)
            $0.row(2, 10, 1, resolver: Recorder().callback(""))
        }
        #expect(
            told == [
                "error 3: (LOCKED, PASS) -> dynamic has no resolver to name its target: add one",
                "error 4: (UNLOCKED, COIN) -> LOCKED has a resolver, but its target is not dynamic: "
                    + "make it dynamic, or remove the resolver",
            ])
    }

    @Test func misplacedRow() {
        let told = tells {
            $0.block(2)
            $0.row(1, 11, 1, block: 0)
        }
        #expect(
            told == [
                "error 3,101: (LOCKED, PASS) -> LOCKED is in the block of state UNLOCKED: "
                    + "make that its source, or move the row"
            ])
    }

    @Test func unreachableState() {
        let told = tells {
            $0.declareInitial(1)
            $0.row(3, 10, 1)
        }
        #expect(
            told == [
                "warning 3: no row leads to state BROKEN from the initial state LOCKED: add a row, or remove the state"
            ])
    }

    @Test func unusedEvent() {
        let told = tells { $0.eventNames.set("KICK", for: 12) }
        #expect(told == ["warning : event KICK is named, but no row uses it: add a row, or remove the name"])
    }

    @Test func rowsThatAreNeverTaken() {
        let told = tells {
            $0.guardPolicy = .firstMatch
            $0.row(1, 10, 1)
            $0.row(any, 11, 1, guards: [Recorder().callback("")])
            $0.row(1, any, ReservedID.same)
            $0.row(2, any, 1)
            $0.row(any, any, 1)
        }
        let mending = "since other rows always come before it: remove it, or the rows before it"
        #expect(
            told == [
                "warning 3: (LOCKED, COIN) -> LOCKED is never taken, \(mending)",
                "warning 4: (any, PASS) -> LOCKED is never taken, \(mending)",
                "warning 7: (any, any) -> LOCKED is never taken, \(mending)",
            ])
    }

    @Test func deadEndState() {
        let told = tells { $0.row(3, any, 3) }
        #expect(told == ["warning 3: no row leads out of state BROKEN: add a row, or mark the state as final"])
        #expect(tells { $0.block(3, isFinal: true) } == [])
    }

    @Test func everythingAtOnceErrorsFirst() {
        let told = tells {
            $0.declareInitial(1)
            $0.row(3, 10, 3)
            $0.row(1, 10, 9)
            $0.row(2, 11, 1)
        }
        #expect(
            told.map { $0.prefix(12) } == [
                "error 1,4: (", "error 2,5: (", "error 4: (LO", "warning 3: n", "warning 3: n",
            ])
    }
}
