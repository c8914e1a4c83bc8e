// SPDX-License-Identifier: MIT

/// An output of the headless compositor.
package struct Output: Equatable, Sendable {
    package var name: String
    /// In logical pixels; a screenshot has `scale` times as many on each side.
    package var size: ScreenSize
    package var scale: Double
    /// The position of its top left corner in the compositor's global space; nil places it to the right of the previous
    /// outputs.
    package var position: ScreenPoint?

    /// Whether it is present from the start; otherwise a step plugs it in.
    package var isPlugged: Bool
    package var location: Location

    package init(
        name: String = "screen", size: ScreenSize = ScreenSize(width: 1280, height: 720), scale: Double = 1,
        position: ScreenPoint? = nil, isPlugged: Bool = true, location: Location = Location(1, 1)
    ) {
        self.name = name
        self.size = size
        self.scale = scale
        self.position = position
        self.isPlugged = isPlugged
        self.location = location
    }

    /// The maximum number of pixels on a side and in total, limited by clients and image files.
    fileprivate static let pixelLimit = (side: 16_384.0, area: 67_108_864.0)
}

extension Output {
    static let shape = Shape<Output>.record { keys in
        let usual = Output()
        let name = keys.optional("name", "Its name; `screen` if left out.", Shape<String>.fileWord.located)
        let isNew = keys.reading?.declare(.output, name ?? Located(usual.name, at: keys.location)) ?? true
        let output = Output(
            name: name?.value ?? usual.name,
            size: keys.optional(
                "size", "In logical pixels: `800x600` or `[800, 600]`.", ScreenSize.shape, default: usual.size),
            scale: keys.optional(
                "scale", "Device pixels per logical one, such as 1.5.", .number(in: 0.5...8), default: usual.scale),
            position: keys.optional(
                "position", "Its top left corner, `[x, y]`; to the right of the previous outputs if left out.",
                ScreenPoint.shape),
            isPlugged: keys.optional(
                "plugged", "Whether it is present from the start; `true` if left out.", .truth, default: true),
            location: keys.location)
        return isNew && output.isPossible(keys.reading) ? output : nil
    }
    .named("output")

    private func isPossible(_ reading: Reading?) -> Bool {
        let (width, height) = (Double(size.width) * scale, Double(size.height) * scale)
        let limit = Self.pixelLimit
        if max(width, height) <= limit.side, width * height <= limit.area { return true }
        reading?.report(
            "the output has \(Int(width))x\(Int(height)) pixels", at: location,
            help: "at most \(Int(limit.side)) on a side, and \(Int(limit.area)) in all")
        return false
    }
}
