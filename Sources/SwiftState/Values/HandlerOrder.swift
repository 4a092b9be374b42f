/// When a handler runs: those of a low order first. Of the same order, the more particular first, then as they were
/// added.
public typealias HandlerOrder = UInt8

// swift-format-ignore: NoLeadingUnderscores
/// The order of handlers for which nothing else is said.
public let _defaultOrder: HandlerOrder = 100
