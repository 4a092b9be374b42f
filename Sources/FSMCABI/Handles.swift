import CSwiftFSM
import FSMEngine

// The one file that turns C's handles into objects and back. A handle that is not NULL is taken to be what its type
// says: C offers no way to find out.

extension OpaquePointer {
    /// A handle that owns one reference.
    static func owning(_ object: some AnyObject) -> OpaquePointer {
        OpaquePointer(Unmanaged.passRetained(object).toOpaque())
    }

    private func object<Object: AnyObject>() -> Object {
        Unmanaged<Object>.fromOpaque(UnsafeRawPointer(self)).takeUnretainedValue()
    }

    /// The object behind a `sfsm_builder *`.
    var builder: Builder { object() }
    /// The object behind a `sfsm_diagnostics *`.
    var diagnostics: DiagnosticList { object() }
    /// The object behind a `sfsm_table *`.
    var table: Table { object() }

    /// Calls `body` with the object behind a `sfsm_table *`, which its caller keeps meanwhile: no reference is counted.
    @inline(__always)
    func withTable<Result>(_ body: (Table) -> Result) -> Result {
        Unmanaged<Table>.fromOpaque(UnsafeRawPointer(self))._withUnsafeGuaranteedRef(body)
    }

    /// The object behind a `sfsm_callable *`.
    var callable: Callable { object() }
    #if !SWIFTFSM_WITHOUT_FFI
        /// The object behind a `sfsm_closure *`.
        var closure: Closure { object() }
        func releaseClosure() { Unmanaged<Closure>.fromOpaque(UnsafeRawPointer(self)).release() }
    #endif

    /// The machine behind a `sfsm_machine *`.
    @inline(__always)
    var machine: Machine { Machine(handle: UnsafeMutableRawPointer(self)) }

    func releaseBuilder() { Unmanaged<Builder>.fromOpaque(UnsafeRawPointer(self)).release() }
    func releaseDiagnostics() { Unmanaged<DiagnosticList>.fromOpaque(UnsafeRawPointer(self)).release() }
    func releaseTable() { Unmanaged<Table>.fromOpaque(UnsafeRawPointer(self)).release() }
    func releaseCallable() { Unmanaged<Callable>.fromOpaque(UnsafeRawPointer(self)).release() }
    func retainCallable() { _ = Unmanaged<Callable>.fromOpaque(UnsafeRawPointer(self)).retain() }
    func retainTable() { _ = Unmanaged<Table>.fromOpaque(UnsafeRawPointer(self)).retain() }
}

extension Table {
    /// A handle that owns nothing.
    var borrowedHandle: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }
}
