// SPDX-License-Identifier: MIT

/// A type that the engine can make from one of the source's types (HIG-25).
public struct Conversion: Hashable, Sendable {
    /// The type that is offered to targets.
    public let type: MimeType
    /// The type that is requested from the source: one of its own.
    public let origin: MimeType
    public let recipe: Recipe

    public enum Recipe: Hashable, Sendable {
        /// The bytes are unchanged; only the type differs.
        case same
        case text(from: TextForm, to: TextForm)
        /// Extracts the text of an HTML page.
        case page(from: TextForm, to: TextForm)
        case picture(from: PictureKind, to: PictureKind)
        /// A file in a directory of the engine, offered as a list with its URI.
        case clipping(ClippingKind)
        /// A list of files that a sandboxed application can open, or a key to them.
        case documents(DocumentForm)
    }

    public init(_ type: MimeType, of origin: MimeType, _ recipe: Recipe) {
        self.type = type
        self.origin = origin
        self.recipe = recipe
    }
}

/// The recipes that an engine supports.
public struct ConversionAbility: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let text = ConversionAbility(rawValue: 1)
    /// Requires a conversion program.
    public static let pictures = ConversionAbility(rawValue: 2)
    /// Requires a directory for the files.
    public static let clippings = ConversionAbility(rawValue: 4)
    /// Requires a program that extracts text from HTML pages.
    public static let pages = ConversionAbility(rawValue: 8)
    public static let all: ConversionAbility = [.text, .pictures, .clippings, .pages]
}
