// Lines of a definition that are neither rows nor blocks.
extension DocumentReader {
    /// A line of the first level.
    @inline(never)
    func readStatement() {
        if line.isRow { return readRow(inBlock: Self.noBlock) }
        let labelToken = line.isSame(1, ":") ? line.token : nil
        var label: Int32?
        if labelToken != nil {
            guard let name = takeName("a label") else { return }
            label = name
            line.next += 1
        }
        if beginsBlock { return readBlock(label, labelToken, in: Self.noBlock) }
        if label == nil && line.skip("in") { return continueBlock() }
        readDeclaration(isLabelled: label != nil)
        if let label, let labelToken, !isFaulty { add(label, .other, at: labelToken) }
    }

    private func readDeclaration(isLabelled: Bool) {
        let first = line.token
        if line.skip("initial") { return readInitial() }
        if line.skip("event") { return readEvent() }
        if line.skip("predicate") { return readPredicate() }
        if isLabelled { return expected("a row, a block, 'event', 'predicate' or 'initial' behind a label") }
        if line.skip("format") { return readFormat(first) }
        if line.skip("ids") { return readIDs() }
        if line.skip("named") { return readNamedEvents() }
        if line.skip("guards") { return readGuardPolicy() }
        if line.skip("entry") { return readEntryExitPolicy() }
        if line.skip("order") { return readOrder() }
        if line.skip("callable") { return readCallable() }
        if line.skip("on") { return readHooks() }
        if line.skip("warnings") { return readWarnings() }
        expected("a row with '->', or a line that begins a definition's statement")
    }

    /// `format 1`
    private func readFormat(_ first: DocumentToken) {
        guard isFirstStatement else {
            return fault(at: first.start, "expected 'format' as the first line of a definition")
        }
        let token = line.token
        guard let format = takeNumber("the number of a format", 1...Int64.max) else { return }
        if format > 1 {
            fault(
                at: token.start,
                fill("expected format 1, which this library reads, found format %", Text(number: format)))
        }
    }

    /// `ids states locked = 7 unlocked`: names without a number have the lowest ones that are free.
    private func readIDs() {
        var vocabulary: DocumentVocabulary?
        for candidate in DocumentVocabulary.all where vocabulary == nil {
            if line.skip(candidate.word) { vocabulary = candidate }
        }
        guard let vocabulary else { return expected("'states', 'events' or 'predicates'") }
        guard line.seesName else { return expected(vocabulary.description) }
        while line.seesName && !isFaulty { readID(vocabulary) }
    }

    private func readID(_ vocabulary: DocumentVocabulary) {
        let token = line.token
        let isNumbered = line.isSame(line.next + 1, "=")
        guard let name = takeName(vocabulary.description) else { return }
        if token.kind == .word && DocumentNames.reservedID(name) != nil {
            return fault(at: token.start, "expected a name of your own, found a reserved word: quotes make it a name")
        }
        let known = parts.names.id(of: name, vocabulary)
        guard isNumbered else { return makeID(of: name, at: token, vocabulary) }
        line.next += 1
        let number = line.token
        guard
            let value = takeNumber(
                "a number from -2147483632 to 2147483647", Int64(ReservedID.first)...Int64(ID.max))
        else { return }
        if isForValues { return makeID(of: name, at: token, vocabulary) }
        let id = ID(truncatingIfNeeded: value)
        if known == id { return }
        if let known {
            return fault(
                at: number.start,
                fill("expected no other number for %, which is % already", parts.names[name].quoted, Text(known)))
        }
        guard parts.names.set(id, of: name, vocabulary) else {
            return fault(at: number.start, fill("expected a number that is free: % is another name's", Text(id)))
        }
        notePlace(of: token, vocabulary)
        // An event becomes known to the table where something is said of it.
        if vocabulary != .events { introduce(id, name, vocabulary) }
    }

    /// Gives a name the lowest id that is free, unless it has one.
    private func makeID(of name: Int32, at token: DocumentToken, _ vocabulary: DocumentVocabulary) {
        guard parts.names.id(of: name, vocabulary) == nil else { return }
        let id = parts.names.makeID(of: name, vocabulary)
        notePlace(of: token, vocabulary)
        if vocabulary != .events { introduce(id, name, vocabulary) }
    }

    /// `named events coin pass`
    private func readNamedEvents() {
        guard expect("events") else { return }
        repeat {
            guard takeEvent(ofOwn: true) != nil else { return }
        } while line.seesName
    }

    /// Takes an event, which becomes known.
    func takeEvent(ofOwn isOwn: Bool = false) -> ID? {
        let token = line.token
        guard let id = isOwn ? takeOwnID(.events) : takeID(.events) else { return nil }
        if !ReservedID.contains(id) && definition.eventNames.position(of: id) == nil {
            definition.eventNames.set(line.name(token), for: id)
        }
        return id
    }

    /// `initial locked`
    private func readInitial() {
        guard let state = takeID(.states) else { return }
        definition.declareInitial(state, place: place)
    }

    /// `event coin (i32 cents, str currency) was money`
    private func readEvent() {
        guard let event = takeEvent(ofOwn: true), expect("(") else { return }
        var types: [ValueType] = []
        let declaration = Int32(truncatingIfNeeded: definition.argumentLists.declarations.count)
        while !line.isAtEnd && !line.sees(")") {
            if !types.isEmpty && !expect(",") { return }
            guard types.count < Signature.maximumParameterCount else {
                return fault(.documentLimit, at: line.token.start, "expected at most 64 arguments")
            }
            guard let type = takeType() else {
                return expected("a type: bool, i8 to i64, u8 to u64, f32, f64, str or ptr")
            }
            if line.seesName {
                guard let name = takeName("the name of an argument") else { return }
                parts.argumentNames.append(
                    DocumentParts.ArgumentName(
                        declaration: declaration, index: Int32(truncatingIfNeeded: types.count), name: name))
            }
            types.append(type)
        }
        guard expect(")"), readFormerNames(of: event, isEvent: true),
            let type = EventType(event, arguments: types, place: place)
        else { return }
        if !isForValues { definition.declare(type) }
    }

    private func takeType() -> ValueType? {
        for number in ValueType.bool.rawValue...ValueType.ptr.rawValue {
            if let type = ValueType(rawValue: number), line.skip(type.word) { return type }
        }
        return nil
    }

    /// `was closed shut`: names that a state or an event had before. `false` if there is a fault.
    func readFormerNames(of id: ID, isEvent: Bool) -> Bool {
        guard line.skip("was") else { return true }
        repeat {
            let column = line.column(line.token.start)
            guard let name = takeName("a former name") else { return false }
            parts.formerNames.append(
                DocumentParts.FormerName(name: name, id: id, isEvent: isEvent, place: place, column: column))
        } while line.seesName
        return true
    }

    /// `predicate Policy weak strong by office`, or `predicate Level of 100`
    private func readPredicate() {
        guard let predicate = takeOwnID(.predicates) else { return }
        var names: [Int32] = []
        var count: Int64 = 0
        if line.sees("of") && line.tokens.count > line.next + 1 && line.number(line.tokens[line.next + 1]) != nil {
            line.next += 1
            guard
                let number = takeNumber("a number of cases from 1 to 16384", 1...Int64(PredicateType.maximumCaseCount))
            else { return }
            count = number
        } else {
            while line.seesName && !line.sees("by") {
                guard let name = takeName("the name of a case") else { return }
                names.append(name)
                count += 1
            }
            guard count > 0 else { return expected("the name of a case") }
        }
        guard let type = PredicateType(predicate, caseCount: Int32(truncatingIfNeeded: count), place: place) else {
            return fault(.documentLimit, at: line.start, "expected at most 16384 cases")
        }
        definition.declare(type)
        for (number, name) in names.enumerated() {
            let value = Int32(truncatingIfNeeded: number)
            definition.caseNames.set(parts.names[name], for: value, in: predicate)
            noteCase(value, name, predicate)
        }
        let token = line.token
        guard line.skip("by"), let provider = takeCallback(.provider) else { return }
        if !definition.setProvider(provider, ofPredicate: predicate) {
            fault(at: token.start, "expected one provider for a predicate type, found another")
        }
    }

    // MARK: - Policies

    private func readGuardPolicy() {
        if line.skip("exclusive") {
            definition.guardPolicy = .exclusive
        } else if line.skip("first") {
            if expect("match") { definition.guardPolicy = .firstMatch }
        } else {
            expected("'exclusive' or 'first match'")
        }
    }

    /// `exit on change`, behind `entry`
    private func readEntryExitPolicy() {
        guard expect("exit") else { return }
        if line.skip("always") {
            definition.entryExit = .always
        } else if line.skip("on") {
            if expect("change") { definition.entryExit = .onChange }
        } else {
            expected("'on change' or 'always'")
        }
    }

    /// `order resolve exit actions commit entry`
    private func readOrder() {
        let first = line.token
        var phases: [Phase] = []
        while !line.isAtEnd {
            guard let phase = takePhase() else { return expected("'resolve', 'exit', 'actions', 'commit' or 'entry'") }
            phases.append(phase)
        }
        guard let order = StepOrder(phases) else {
            return fault(at: first.start, "expected each of the five phases once, resolve before commit and entry")
        }
        definition.order = order
    }

    private func takePhase() -> Phase? {
        if line.skip("resolve") { return .resolve }
        if line.skip("exit") { return .exit }
        if line.skip("actions") { return .actions }
        if line.skip("commit") { return .commit }
        return line.skip("entry") ? .entry : nil
    }

    /// `on step note count`
    private func readHooks() {
        let isUnhandled = line.skip("unhandled")
        guard isUnhandled || line.skip("step") else { return expected("'unhandled' or 'step'") }
        repeat {
            guard let hook = takeCallback(isUnhandled ? .unhandled : .step) else { return }
            definition.addHook(hook, forUnhandledEvents: isUnhandled)
        } while line.seesName
    }

    /// `warnings off never taken, unused event`
    private func readWarnings() {
        let isReported = line.skip("on")
        guard isReported || line.skip("off") else { return expected("'on' or 'off'") }
        repeat {
            guard let warnings = takeWarnings() else { return }
            if isReported {
                definition.warnings.formUnion(warnings)
            } else {
                definition.warnings.subtract(warnings)
            }
        } while line.skip(",")
    }

    /// `all`, or the name of a kind.
    private func takeWarnings() -> Warnings? {
        let first = line.next
        var words = Text()
        while line.seesWord {
            if !words.isEmpty { words.append(" ") }
            words += takeText()
        }
        if words == "all" { return .all }
        var number = Diagnostic.Kind.unreachableState.rawValue
        while let kind = Diagnostic.Kind(rawValue: number) {
            if words == Text(kind.name) { return Warnings(kind) }
            number += 1
        }
        line.next = first
        expected("'all' or a kind of warnings")
        return nil
    }
}
