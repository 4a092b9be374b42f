import CSwiftFSM
import FSMEngine

/// What a `sfsm_diagnostics *` stands for: what building had to tell, with the strings that are lent to C.
final class DiagnosticList {
    let diagnostics: [Diagnostic]
    private let texts: CStrings
    private let files: CStrings
    private let whole: CStrings

    init(_ diagnostics: [Diagnostic], files: [Text]) {
        self.diagnostics = diagnostics
        var sentences: [Text] = []
        for index in diagnostics.indices { sentences.append(diagnostics[index].sentence) }
        texts = CStrings(sentences)
        self.files = CStrings(files)
        whole = CStrings([Self.listing(diagnostics, files)])
    }

    func text(of index: Int) -> UnsafePointer<CChar> { texts[index] }
    func file(of place: Place) -> UnsafePointer<CChar>? { place.file < 0 ? nil : files[Int(place.file)] }
    var listing: UnsafePointer<CChar> { whole[0] }

    /// A line a diagnostic, as compilers print them, and an indented line for each further place.
    private static func listing(_ diagnostics: [Diagnostic], _ files: [Text]) -> Text {
        var text = Text()
        for diagnostic in diagnostics {
            let first = diagnostic.places.first.flatMap { position($0, files) }
            if let first { text += first }
            if diagnostic.column > 0 { text += fill(":%", Text(diagnostic.column)) }
            if first != nil { text.append(": ") }
            text += fill(diagnostic.kind.severity == .error ? "error: %\n" : "warning: %\n", diagnostic.sentence)
            for place in diagnostic.places.dropFirst() {
                if let position = position(place, files) { text += fill("    also %\n", position) }
            }
        }
        return text
    }

    /// `gate.c:12`, or `nil` for a place that nobody named.
    @inline(never)
    private static func position(_ place: Place, _ files: [Text]) -> Text? {
        switch (place.file >= 0, place.line > 0) {
        case (true, true): return fill("%:%", files[Int(place.file)].shownPath, Text(place.line))
        case (true, false): return files[Int(place.file)].shownPath
        case (false, true): return fill("line %", Text(place.line))
        case (false, false): return nil
        }
    }
}

@c(sfsm_diagnostics_count) @implementation
public func sfsm_diagnostics_count(_ diagnostics: OpaquePointer?) -> Int {
    diagnostics?.diagnostics.diagnostics.count ?? 0
}

@c(sfsm_diagnostics_get) @implementation
public func sfsm_diagnostics_get(
    _ diagnostics: OpaquePointer?, _ index: Int, _ outDiagnostic: UnsafeMutablePointer<sfsm_diagnostic>?
) -> sfsm_status {
    guard let outDiagnostic else { return Status.nullPointer }
    guard outDiagnostic.pointee.size >= MemoryLayout<sfsm_diagnostic>.size else { return Status.badSize }
    guard let list = diagnostics?.diagnostics, list.diagnostics.indices.contains(index) else {
        return Status.outOfRange
    }
    let diagnostic = list.diagnostics[index]
    let place = diagnostic.places.first ?? .unknown
    outDiagnostic.pointee.kind = diagnostic.kind.rawValue
    outDiagnostic.pointee.severity = diagnostic.kind.severity.rawValue
    outDiagnostic.pointee.state = diagnostic.state
    outDiagnostic.pointee.event = diagnostic.event
    outDiagnostic.pointee.target = diagnostic.target
    outDiagnostic.pointee.line = place.line
    outDiagnostic.pointee.file = list.file(of: place)
    outDiagnostic.pointee.text = list.text(of: index)
    outDiagnostic.pointee.place_count = diagnostic.places.count
    outDiagnostic.pointee.predicate = diagnostic.predicate
    outDiagnostic.pointee.value = diagnostic.value
    outDiagnostic.pointee.case_count = diagnostic.combination.count
    outDiagnostic.pointee.column = diagnostic.column
    outDiagnostic.pointee.reserved = 0
    return Status.ok
}

@c(sfsm_diagnostics_place) @implementation
public func sfsm_diagnostics_place(
    _ diagnostics: OpaquePointer?, _ index: Int, _ place: Int,
    _ outFile: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ outLine: UnsafeMutablePointer<Int32>?
) -> sfsm_status {
    guard let outFile, let outLine else { return Status.nullPointer }
    guard let list = diagnostics?.diagnostics, list.diagnostics.indices.contains(index),
        list.diagnostics[index].places.indices.contains(place)
    else { return Status.outOfRange }
    let place = list.diagnostics[index].places[place]
    outFile.pointee = list.file(of: place)
    outLine.pointee = place.line
    return Status.ok
}

@c(sfsm_diagnostics_case) @implementation
public func sfsm_diagnostics_case(
    _ diagnostics: OpaquePointer?, _ index: Int, _ number: Int, _ outPredicate: UnsafeMutablePointer<Int32>?,
    _ outValue: UnsafeMutablePointer<Int32>?
) -> sfsm_status {
    guard let outPredicate, let outValue else { return Status.nullPointer }
    guard let list = diagnostics?.diagnostics, list.diagnostics.indices.contains(index),
        list.diagnostics[index].combination.indices.contains(number)
    else { return Status.outOfRange }
    let part = list.diagnostics[index].combination[number]
    outPredicate.pointee = part.predicate
    outValue.pointee = part.value
    return Status.ok
}

@c(sfsm_diagnostics_text) @implementation
public func sfsm_diagnostics_text(_ diagnostics: OpaquePointer?) -> UnsafePointer<CChar>! {
    guard let list = diagnostics?.diagnostics else { return emptyText.cString }
    return list.listing
}

private let emptyText: StaticString = ""

@c(sfsm_diagnostics_release) @implementation
public func sfsm_diagnostics_release(_ diagnostics: OpaquePointer?) { diagnostics?.releaseDiagnostics() }

@c(sfsm_diagnostic_kind_name) @implementation
public func sfsm_diagnostic_kind_name(_ kind: Int32) -> UnsafePointer<CChar>! {
    (Diagnostic.Kind(rawValue: kind)?.name ?? unknownKind).cString
}

private let unknownKind: StaticString = "unknown"

/// Instead of a kind: all kinds of warnings.
private let allWarnings = Int32(SFSM_ALL_WARNINGS)

@c(sfsm_builder_set_warning) @implementation
public func sfsm_builder_set_warning(_ builder: OpaquePointer?, _ kind: Int32, _ isReported: Bool) -> sfsm_status {
    configure(builder, "sfsm_builder_set_warning") {
        let warnings = kind == allWarnings ? .all : Diagnostic.Kind(rawValue: kind).map { Warnings($0) } ?? []
        guard !warnings.isEmpty else { return Status.badValue }
        if isReported {
            $0.definition.warnings.formUnion(warnings)
        } else {
            $0.definition.warnings.subtract(warnings)
        }
        return Status.ok
    }
}
