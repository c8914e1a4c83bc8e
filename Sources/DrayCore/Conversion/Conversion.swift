// SPDX-License-Identifier: MIT

/// A type that the engine can make of one of the source's (HIG-25).
public struct Conversion: Hashable, Sendable {
    /// What targets are offered.
    public let type: MimeType
    /// What the source is asked for: one of its own.
    public let origin: MimeType
    public let recipe: Recipe

    public enum Recipe: Hashable, Sendable {
        /// The bytes stay; only the name is another.
        case same
        case text(from: TextForm, to: TextForm)
        /// The text of a page of HTML.
        case page(from: TextForm, to: TextForm)
        case picture(from: PictureKind, to: PictureKind)
        /// A file in a container of the engine's, told as a list with its URI.
        case clipping(ClippingKind)
        /// A list of files that a program in a sandbox can open, or a key to them.
        case documents(DocumentForm)
    }

    public init(_ type: MimeType, of origin: MimeType, _ recipe: Recipe) {
        self.type = type
        self.origin = origin
        self.recipe = recipe
    }
}

/// The recipes that an engine can carry out.
public struct ConversionAbility: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let text = ConversionAbility(rawValue: 1)
    /// There is a program that does it.
    public static let pictures = ConversionAbility(rawValue: 2)
    /// There is a place for the files.
    public static let clippings = ConversionAbility(rawValue: 4)
    /// There is a program that makes text of pages of HTML.
    public static let pages = ConversionAbility(rawValue: 8)
    public static let all: ConversionAbility = [.text, .pictures, .clippings, .pages]
}
