import CSwiftFSM

@c(sfsm_version) @implementation
public func sfsm_version() -> UInt32 {
    UInt32(SFSM_VERSION_MAJOR) * 1_000_000 + UInt32(SFSM_VERSION_MINOR) * 1_000 + UInt32(SFSM_VERSION_PATCH)
}

@c(sfsm_version_string) @implementation
public func sfsm_version_string() -> UnsafePointer<CChar>! { versionText.cString }

/// Agrees with the three numbers of the header; a test compares them.
private let versionText: StaticString = "0.2.0"
