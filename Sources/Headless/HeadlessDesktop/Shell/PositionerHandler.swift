// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// Handles the requests of one `xdg_positioner`.
final class PositionerHandler: ResourceHandler {
    private(set) var positioner = Positioner()

    func handle(_ request: XdgPositioner.Request, on object: XdgPositioner) {
        switch request {
        case .destroy: break
        case .setSize(let width, let height):
            guard width > 0, height > 0 else { return object.postError(.invalidInput, "size \(width)x\(height)") }
            positioner.size = Size(width: Double(width), height: Double(height))
        case .setAnchorRect(let x, let y, let width, let height):
            guard width >= 0, height >= 0 else {
                return object.postError(.invalidInput, "anchor rectangle \(width)x\(height)")
            }
            positioner.anchorRectangle = Rectangle(x, y, width, height)
        case .setAnchor(let anchor): positioner.anchor = anchor
        case .setGravity(let gravity): positioner.gravity = gravity
        case .setConstraintAdjustment(let adjustment):
            positioner.adjustment = XdgPositioner.ConstraintAdjustment(rawValue: adjustment)
        case .setOffset(let x, let y): positioner.offset = Point(x: Double(x), y: Double(y))
        case .setReactive: positioner.isReactive = true
        // Unused: parents do not change their size while a popup is positioned.
        case .setParentSize, .setParentConfigure: break
        }
    }

    func errorCode(for error: InvalidArgument) -> UInt32? { XdgPositioner.Error.invalidInput.rawValue }
}
