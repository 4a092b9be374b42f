import CSwiftFSM
import FSMEngine

/// What a `sfsm_diagnostics *` stands for: what building had to tell, with the strings that are lent to C.
final class DiagnosticList {
    let diagnostics: [Diagnostic]
    private let texts: CStrings
    private let files: CStrings
    private let whole: CStrings

    init(_ diagnostics: [Diagnostic], files: [String]) {
        self.diagnostics = diagnostics
        texts = CStrings(diagnostics.map { $0.text })
        self.files = CStrings(files)
        whole = CStrings([Self.listing(diagnostics, files.map { $0.escaped })])
    }

    func text(of index: Int) -> UnsafePointer<CChar> { texts[index] }
    func file(of place: Place) -> UnsafePointer<CChar>? { place.file < 0 ? nil : files[Int(place.file)] }
    var listing: UnsafePointer<CChar> { whole[0] }

    /// A line a diagnostic, as compilers print them, and an indented line for each further place.
    private static func listing(_ diagnostics: [Diagnostic], _ files: [String]) -> String {
        var text = ""
        for diagnostic in diagnostics {
            let first = diagnostic.places.first.flatMap { position($0, files) }
            let severity = diagnostic.kind.severity == .error ? "error" : "warning"
            text += fill("%%: %\n", first.map { fill("%: ", $0) } ?? "", severity, diagnostic.text)
            for place in diagnostic.places.dropFirst() {
                if let position = position(place, files) { text += fill("    also %\n", position) }
            }
        }
        return text
    }

    /// `gate.c:12`, or `nil` for a place that nobody named.
    @inline(never)
    private static func position(_ place: Place, _ files: [String]) -> String? {
        switch (place.file >= 0, place.line > 0) {
        case (true, true): return fill("%:%", files[Int(place.file)], "\(place.line)")
        case (true, false): return files[Int(place.file)]
        case (false, true): return fill("line %", "\(place.line)")
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
    guard let kind = Diagnostic.Kind(rawValue: kind) else { return unknownKind.cString }
    let name: StaticString
    switch kind {
    case .emptyDefinition: name = "empty definition"
    case .emptyBlock: name = "empty block"
    case .duplicate: name = "duplicate"
    case .clash: name = "clash"
    case .unknownTarget: name = "unknown target"
    case .unknownInitial: name = "unknown initial state"
    case .reservedIDUsed: name = "reserved id used"
    case .twoInitialStates: name = "two initial states"
    case .missingResolver: name = "missing resolver"
    case .unexpectedResolver: name = "unexpected resolver"
    case .misplacedRow: name = "misplaced row"
    case .nothingToOverride: name = "nothing to override"
    case .overrideOutOfOrder: name = "override out of order"
    case .circularAdoption: name = "circular adoption"
    case .unreachableState: name = "unreachable state"
    case .deadEndState: name = "dead end state"
    case .unusedEvent: name = "unused event"
    case .implicitClash: name = "implicit clash"
    case .invalidMatch: name = "invalid match"
    case .undeclaredPredicate: name = "undeclared predicate"
    case .predicateConflict: name = "predicate conflict"
    case .tooComplex: name = "too complex"
    case .signatureMismatch: name = "signature mismatch"
    case .argumentConflict: name = "argument conflict"
    case .neverTaken: name = "never taken"
    case .unusedPredicate: name = "unused predicate"
    }
    return name.cString
}

private let unknownKind: StaticString = "unknown"
