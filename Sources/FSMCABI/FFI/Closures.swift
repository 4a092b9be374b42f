import CLibFFI
import CMemory
import CSwiftFSM
import FSMEngine

/// What a `sfsm_closure *` stands for: a native function whose calls arrive at a handler.
final class Closure {
    fileprivate let signature: Signature
    fileprivate let handler: CHandler
    fileprivate let context: UnsafeMutableRawPointer?
    private var finalization: Finalization?
    private var isPrepared = false
    /// Of the call interface.
    private let memory: UnsafeMutableRawPointer
    private let interface: CallInterface
    private let closure: UnsafeMutablePointer<ffi_closure>
    fileprivate let code: UnsafeMutableRawPointer

    typealias CHandler =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<sfsm_value>?, Int, UnsafeMutablePointer<sfsm_value>?
        ) -> Int32

    /// `nil` if libffi refuses, or there is no memory. The closure, with its code, is libffi's, and is the caller's
    /// until the object is prepared.
    private init?(
        _ signature: Signature, _ handler: @escaping CHandler, context: UnsafeMutableRawPointer?,
        _ closure: UnsafeMutableRawPointer, _ code: UnsafeMutableRawPointer
    ) {
        guard let memory = malloc(CallInterface.size(signature.parameters.count)) else { return nil }
        var cursor = MemoryCursor(memory)
        guard let interface = CallInterface(signature, in: &cursor) else {
            free(memory)
            return nil
        }
        self.signature = signature
        self.handler = handler
        self.context = context
        self.memory = memory
        self.interface = interface
        self.closure = closure.assumingMemoryBound(to: ffi_closure.self)
        self.code = code
    }

    /// A closure that may be called; `nil` if there is no memory, or the system allows no functions to be made.
    fileprivate static func make(
        _ text: UnsafePointer<CChar>, _ handler: @escaping CHandler, context: UnsafeMutableRawPointer?,
        _ finalization: Finalization?
    ) -> Closure? {
        var code: UnsafeMutableRawPointer?
        guard let closure = ffi_closure_alloc(MemoryLayout<ffi_closure>.size, &code) else { return nil }
        guard let code,
            let made = MemoryRegion.none.attempt({ () -> Closure? in
                guard let signature = try? Signature.parse(Text(cString: text)) else { return nil }
                return Closure(signature, handler, context: context, closure, code)
            }), let made, made.prepare(finalization)
        else {
            ffi_closure_free(closure)
            return nil
        }
        return made
    }

    /// Makes the function ready to be called, now that the object has its address. The finalization and libffi's closure
    /// are the object's own from then on.
    private func prepare(_ finalization: Finalization?) -> Bool {
        let user = Unmanaged.passUnretained(self).toOpaque()
        guard ffi_prep_closure_loc(closure, interface.pointer, Self.called, user, code) == FFI_OK else { return false }
        self.finalization = finalization
        isPrepared = true
        return true
    }

    /// What is wrong with a signature, or `SFSM_OK`.
    fileprivate static func fault(_ text: UnsafePointer<CChar>) -> sfsm_status {
        guard let (_, tail) = try? Signature.read(text.utf8, { _ in }) else { return Status.badSignature }
        return tail == .none ? Status.ok : Status.badValue
    }

    deinit {
        if isPrepared { ffi_closure_free(closure) }
        free(memory)
        if isPrepared { finalization?() }
    }

    /// What libffi calls: with the arguments' addresses, and where to write the result.
    private static let called:
        @convention(c) (
            UnsafeMutablePointer<ffi_cif>?, UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
            UnsafeMutableRawPointer?
        ) -> Void = { _, result, arguments, user in
            guard let user else { return }
            OpaquePointer(user).closure.call(arguments, result)
        }

    private func call(
        _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ out: UnsafeMutableRawPointer?
    ) {
        let parameters = signature.parameters
        withUnsafeTemporaryAllocation(of: Value.self, capacity: max(parameters.count, 1)) { values in
            for (index, parameter) in parameters.enumerated() {
                let type = parameter.valueType
                var value = Value(type: type.rawValue, bits: 0)
                if let argument = arguments?[index] {
                    withUnsafeMutableBytes(of: &value.bits) {
                        $0.copyMemory(from: UnsafeRawBufferPointer(start: argument, count: type.size))
                    }
                }
                values.initializeElement(at: index, to: value)
            }
            let answer = ask(UnsafeRawPointer(values.baseAddress!), parameters.count)
            // libffi wants integers as wide as a register.
            if signature.result != .void { out?.storeBytes(of: answer, as: Int.self) }
        }
    }

    /// What the handler has the function return.
    private func ask(_ values: UnsafeRawPointer, _ count: Int) -> Int {
        let type: Int32 =
            switch signature.result {
            case .void: 0
            case .bool: ValueType.bool.rawValue
            case .i32, .state, .event: ValueType.i32.rawValue
            }
        var result = sfsm_value()
        result.type = type
        var answer = handler(context, values.assumingMemoryBound(to: sfsm_value.self), count, &result)
        if answer >= 0 && result.type != type { answer = -1 }
        switch signature.result {
        case .void: return 0
        case .bool: return answer >= 0 && result.as.u8 != 0 ? 1 : 0
        case .i32: return Int(answer < 0 ? answer : result.as.i32)
        case .state, .event: return Int(answer < 0 ? ReservedID.failed : result.as.i32)
        }
    }
}

@c(sfsm_closure_create) @implementation
public func sfsm_closure_create(
    _ signature: UnsafePointer<CChar>?, _ handler: sfsm_closure_handler?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?, _ outClosure: UnsafeMutablePointer<OpaquePointer?>?
) -> sfsm_status {
    outClosure?.pointee = nil
    let finalization = Finalization(finalizer, context)
    var status = Status.nullPointer
    if let signature, let handler, let outClosure {
        status = Closure.fault(signature)
        if status == Status.ok {
            let closure = Closure.make(signature, handler, context: context, finalization)
            if let closure { outClosure.pointee = .owning(closure) } else { status = Status.outOfMemory }
        }
    }
    if status != Status.ok { finalization?() }
    return status
}

@c(sfsm_closure_function) @implementation
public func sfsm_closure_function(_ closure: OpaquePointer?) -> sfsm_any_function? {
    closure.map { unsafeBitCast($0.closure.code, to: sfsm_any_function.self) }
}

@c(sfsm_closure_release) @implementation
public func sfsm_closure_release(_ closure: OpaquePointer?) { closure?.releaseClosure() }
