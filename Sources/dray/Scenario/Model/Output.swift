// SPDX-License-Identifier: MIT

/// A screen of the headless compositor.
struct Output: Equatable, Sendable {
    var name: String = "screen"
    /// In logical pixels; a picture of it has `scale` times as many.
    var size = Size(width: 1280, height: 720)
    var scale: Double = 1
    /// Where its top left corner lies in the compositor's global space.
    var position = ScreenPoint(x: 0, y: 0)
    var location = Location(1, 1)
}

extension Output {
    static let shape = Shape<Output>.record { keys in
        let usual = Output()
        let name = keys.optional("name", "Its name; `screen` where it has none.", Shape<String>.fileWord.located)
        let isNew = keys.reading?.declare(.output, name ?? Located(usual.name, at: keys.location)) ?? true
        let output = Output(
            name: name?.value ?? usual.name,
            size: keys.optional(
                "size", "In logical pixels: `800x600` or `[800, 600]`.", Size.shape, default: usual.size),
            scale: keys.optional("scale", "Device pixels per logical one.", .number(in: 0.5...8), default: usual.scale),
            position: keys.optional(
                "position", "Its top left corner, `[x, y]`.", ScreenPoint.shape, default: usual.position),
            location: keys.location)
        return isNew ? output : nil
    }
    .named("output")
}
