/// The order in which handlers run, low values first. Handlers of the same order run from specific to general, then in
/// the order in which they were added.
public typealias HandlerOrder = UInt8

// swift-format-ignore: NoLeadingUnderscores
/// The default order of handlers.
public let _defaultOrder: HandlerOrder = 100
