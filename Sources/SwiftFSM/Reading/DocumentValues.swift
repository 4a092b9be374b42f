import FSMInterning

/// The values of a Swift type for the names that a document has for states or events.
///
/// A `String`, or an enumeration with raw values of it, is the name. An integer, or an enumeration with raw values of it, is
/// the number. A case of any other type that is `CaseIterable` is the name of a value in `allCases`.
struct DocumentValues<Value: FSMHashable> {
    private(set) var index: ValueIndex<Value>
    private(set) var faults: [TableFault] = []
    /// "state" or "event"
    private let kind: String
    private let cases: [Value]?
    private let valuesOfCases: [String: Value]

    init(_ names: [DocumentReading.Name], _ kind: String, of reading: DocumentReading) {
        self.kind = kind
        cases = Self.allCases
        valuesOfCases = Dictionary((cases ?? []).map { (Self.name(of: $0), $0) }) { first, _ in first }
        var values = PatternIndex<Value>()
        index = values.index
        guard cases != nil || Self.isRaw else {
            let text = "expected a type that is CaseIterable, or has raw values of String or an integer type"
            faults.append(reading.fault("\(text), for the \(kind)s of the document, found \(Value.self)"))
            return
        }
        for (number, name) in names.enumerated() {
            guard let value = value(of: name) else {
                faults.append(reading.fault(at: name, sentence(for: name)))
                continue
            }
            if faults.isEmpty && values.insert(value) != Int32(number) {
                let text = "expected one name for each \(Value.self), found '\(name.text.escaped)'"
                faults.append(reading.fault(at: name, "\(text) for one that has a name already"))
            }
        }
        addMissing(from: names, reading)
        values.finish()
        index = values.index
    }

    // MARK: - Values

    private func value(of name: DocumentReading.Name) -> Value? {
        if let type = Value.self as? any RawRepresentable.Type, let value = Self.raw(type, name) { return value }
        if let value = Self.plain(Value.self, name) { return value as? Value }
        return Self.isRaw ? nil : valuesOfCases[name.text]
    }

    private static func raw<Raw: RawRepresentable>(_ type: Raw.Type, _ name: DocumentReading.Name) -> Value? {
        (plain(Raw.RawValue.self, name) as? Raw.RawValue).flatMap { Raw(rawValue: $0) as? Value }
    }

    /// The name or the number; `nil` of other types.
    private static func plain(_ type: Any.Type, _ name: DocumentReading.Name) -> Any? {
        if type == String.self { return name.text }
        return (type as? any BinaryInteger.Type).flatMap { integer($0, name.id) }
    }

    private static func integer<Integer: BinaryInteger>(_ type: Integer.Type, _ id: Int32) -> Any? {
        Integer(exactly: id)
    }

    /// Whether values are names or numbers.
    private static var isRaw: Bool { isNamed || isNumbered }
    private static var isNamed: Bool { rawType == String.self }
    private static var isNumbered: Bool { rawType is any BinaryInteger.Type }

    private static var rawType: Any.Type {
        func rawType<Raw: RawRepresentable>(_: Raw.Type) -> Any.Type { Raw.RawValue.self }
        return (Value.self as? any RawRepresentable.Type).map { rawType($0) } ?? Value.self
    }

    // MARK: - Cases

    /// `nil` if the type does not list them, or lists as many as an integer type does.
    private static var allCases: [Value]? {
        func values<Cases: CaseIterable>(_: Cases.Type) -> [Value] { Cases.allCases.compactMap { $0 as? Value } }
        return (Value.self as? any CaseIterable.Type).map { values($0) }
    }

    /// The name that a document has for a case: its raw value, or the case without associated values. Raw identifiers are
    /// without their backticks.
    private static func name(of value: Value) -> String {
        func raw<Raw: RawRepresentable>(_ value: Raw) -> String { "\(value.rawValue)" }
        func caseName<Event: EventWithValues>(_ value: Event) -> String { String(value.caseName) }
        if isRaw, let value = value as? any RawRepresentable { return raw(value) }
        if let value = value as? any EventWithValues { return caseName(value).withoutBackticks }
        return "\(value)".withoutBackticks
    }

    /// Adds a fault for each case that the document does not have.
    private mutating func addMissing(from names: [DocumentReading.Name], _ reading: DocumentReading) {
        let known = Set(names.map { Self.isNumbered ? "\($0.id)" : $0.text })
        for value in cases ?? [] where !known.contains(Self.name(of: value)) {
            let what = Self.isNumbered ? "a \(kind) with the number" : "the \(kind)"
            let text = "expected \(what) \(Self.name(of: value).escaped), as \(Value.self) has a case for it"
            let hint = kind == "event" ? "'named events'" : "'ids states'"
            faults.append(reading.fault("\(text): add it to the document, with \(hint) say, or remove the case"))
        }
    }

    private func sentence(for name: DocumentReading.Name) -> String {
        let found = "the \(kind) '\(name.text.escaped)'" + (Self.isNumbered ? ", which has the number \(name.id)" : "")
        let names = cases.map { $0.prefix(16).map { Self.name(of: $0).escaped } + ($0.count > 16 ? ["…"] : []) } ?? []
        let listed = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
        return "expected a value of \(Value.self)\(listed), found \(found)"
    }
}

extension String {
    /// A raw identifier as a name: `run-out` for the case `` `run-out` ``, which reflection may show with its backticks.
    /// It shows spaces as U+00A0, which no identifier has.
    var withoutBackticks: String {
        let name = count > 2 && hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
        return name.contains("\u{a0}") ? String(name.map { $0 == "\u{a0}" ? " " : $0 }) : name
    }
}
