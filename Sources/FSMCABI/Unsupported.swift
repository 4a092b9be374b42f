// What stands in the place of FFI/ in a library that is built without libffi: nothing can be made a callable or closure.
#if SWIFTFSM_WITHOUT_FFI
    import CSwiftFSM
    import FSMEngine

    extension Callable {
        static var isSupported: Bool { false }
    }

    extension CCallbackOwner {
        /// There is no callable that could be bound.
        func bind(_ callable: CallableRecord, _ layout: StepLayout) -> UnsafeMutableRawPointer? { nil }
    }

    extension Callback {
        init(bound: UnsafeMutableRawPointer, isUpdate: Bool) {
            self = Callback(Callable.unboundFunction, context: bound)
        }
    }

    @c(sfsm_closure_create) @implementation
    public func sfsm_closure_create(
        _ signature: UnsafePointer<CChar>?, _ handler: sfsm_closure_handler?, _ context: UnsafeMutableRawPointer?,
        _ finalizer: sfsm_finalizer?, _ outClosure: UnsafeMutablePointer<OpaquePointer?>?
    ) -> sfsm_status {
        outClosure?.pointee = nil
        Finalization(finalizer, context)?()
        return signature == nil || handler == nil || outClosure == nil ? Status.nullPointer : Status.unsupported
    }

    @c(sfsm_closure_function) @implementation
    public func sfsm_closure_function(_ closure: OpaquePointer?) -> sfsm_any_function? { nil }

    @c(sfsm_closure_release) @implementation
    public func sfsm_closure_release(_ closure: OpaquePointer?) {}
#endif
