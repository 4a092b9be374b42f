// Numbers of names, declarations and policies.
extension DocumentWriter {
    /// All names with their numbers, in ascending order of these.
    func writeIDs() {
        definition.forEachMention(
            state: { stateWords.mention($0) }, event: { eventWords.mention($0) },
            predicate: { predicateWords.mention($0) })
        for vocabulary in DocumentVocabulary.all {
            let words = vocabulary == .states ? stateWords : vocabulary == .events ? eventWords : predicateWords
            guard words.isUnique else { return fail(.unwritable) }
            words.forEach { id, name in
                begin(1, "ids ")
                text.append(vocabulary.word)
                text.append(" ")
                text += name
                text.append(" = ")
                text += Text(id)
                endLine()
            }
        }
        // Events that are known without being mentioned.
        for id in definition.eventNames.namedIDs where !eventWords.isMentioned(id) {
            begin(1, "named events")
            add(event: id)
            endLine()
        }
    }

    func writeDeclarations() {
        // First, so that reading asks for these callbacks in the same order.
        for wanted in parts.wanted {
            guard let signature = wanted.signature else { continue }
            begin(1, "callable ")
            text.append(wanted.role.word)
            addName(wanted.name)
            add(signature)
            endLine()
        }
        for number in definition.argumentLists.declarations.indices { writeEvent(number) }
        var isProvided = IndexMap<ID>()
        for predicate in definition.predicates {
            begin(1, "predicate")
            add(predicate: predicate.id)
            addCases(predicate)
            // A provider is said once.
            let next = UInt32(truncatingIfNeeded: isProvided.count)
            if let provider = definition.numberOfProvider[predicate.id],
                isProvided.index(of: predicate.id, orInsert: next) == next
            {
                add(word: "by")
                addCallbacks(definition.providers[Int(provider)].chain)
            }
            endLine()
        }
    }

    private func writeEvent(_ number: Int) {
        let declaration = definition.argumentLists.declarations[number]
        let types = definition.argumentLists.lists[declaration.argumentList]
        begin(1, "event")
        add(event: declaration.event)
        text.append(" (")
        for index in types.indices {
            if index > 0 { text.append(", ") }
            text.append(types[index].word)
            addArgumentName(number, index)
        }
        text.append(")")
        if definition.argumentLists.firstDeclaration(ofEvent: declaration.event) == number {
            addFormerNames(of: declaration.event, isEvent: true)
        }
        endLine()
    }

    /// They come in the order of the declarations.
    private func addArgumentName(_ declaration: Int, _ index: Int) {
        guard nextArgument < parts.argumentNames.count else { return }
        let argument = parts.argumentNames[nextArgument]
        guard argument.declaration == declaration && argument.index == index else { return }
        addName(parts.names[argument.name])
        nextArgument += 1
    }

    private func addCases(_ predicate: PredicateType) {
        var isNamed = false
        for value in 0..<predicate.caseCount where definition.caseNames.name(of: value, in: predicate.id) != nil {
            isNamed = true
        }
        guard isNamed else {
            text.append(" of ")
            text += Text(predicate.caseCount)
            return
        }
        for value in 0..<predicate.caseCount {
            if let name = definition.caseNames.name(of: value, in: predicate.id) {
                addName(name)
            } else {
                add(number: value)
            }
        }
    }

    /// As a row names it: by its name, if that is no other case's and cannot be taken for a number.
    func addCase(_ value: Int32, of predicate: ID) {
        if value == ReservedID.none {
            add(word: "none")
        } else if let name = caseNames.name(of: value, in: predicate) {
            addName(name)
        } else {
            add(number: value)
        }
    }

    private func add(number: Int32) {
        addSpace()
        text += Text(number)
    }

    private func add(_ signature: Text) {
        guard let read = try? Signature.parse(signature) else { return }
        text.append(" ")
        text.append(read.result.word)
        text.append("(")
        var isFirst = true
        func separate() {
            if !isFirst { text.append(", ") }
            isFirst = false
        }
        for parameter in read.parameters {
            separate()
            switch parameter {
            case .context: text.append("context")
            case .event: text.append("event")
            case .source: text.append("source")
            case .target: text.append("target")
            case .step: text.append("step")
            case .time: text.append("time")
            case .argument(let type): text.append(type.word)
            case .predicate(let id):
                text.append("predicate(")
                if let word = predicateWords.word(of: id) { text += word }
                text.append(")")
            }
        }
        if read.tail != .none {
            separate()
            text.append(read.tail == .cases ? "..." : "args...")
        }
        text.append(")")
    }

    func writePolicies() {
        for initial in definition.initials {
            begin(1, "initial")
            add(state: initial.state)
            endLine()
        }
        if definition.guardPolicy == .firstMatch {
            begin(1, "guards first match")
            endLine()
        }
        if definition.entryExit == .always {
            begin(1, "entry exit always")
            endLine()
        }
        if !definition.order.isStandard {
            begin(1, "order")
            for phase in definition.order.phases { text.append(phase.documentWord) }
            endLine()
        }
        writeWarnings()
        line(1, "on unhandled", definition.unhandledHooks)
        line(1, "on step", definition.stepHooks)
    }

    private func writeWarnings() {
        var isFirst = true
        var number = Diagnostic.Kind.unreachableState.rawValue
        while let kind = Diagnostic.Kind(rawValue: number) {
            number += 1
            if definition.warnings.contains(Warnings(kind)) { continue }
            if isFirst { begin(1, "warnings off ") } else { text.append(", ") }
            isFirst = false
            text.append(kind.name)
        }
        if !isFirst { endLine() }
    }
}
