// SPDX-License-Identifier: MIT

/// The name of a representation in the spelling of Wayland clients: `text/plain;charset=utf-8`, but also `UTF8_STRING`.
public struct MimeType: RawRepresentable, Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ name: String) {
        self.rawValue = name
    }

    public init(stringLiteral name: String) {
        self.rawValue = name
    }

    public var description: String { rawValue }
}
