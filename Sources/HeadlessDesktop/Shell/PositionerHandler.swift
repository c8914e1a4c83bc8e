// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// Answers one `xdg_positioner`.
final class PositionerHandler: ResourceHandler {
    private(set) var positioner = Positioner()

    func handle(_ request: XdgPositioner.Request, on object: XdgPositioner) {
        switch request {
        case .destroy: break
        case .setSize(let width, let height):
            guard width > 0, height > 0 else { return object.postError(.invalidInput, "a size of \(width)x\(height)") }
            positioner.size = Size(width: Double(width), height: Double(height))
        case .setAnchorRect(let x, let y, let width, let height):
            guard width >= 0, height >= 0 else {
                return object.postError(.invalidInput, "an anchor rectangle of \(width)x\(height)")
            }
            positioner.anchorRectangle = Rectangle(x, y, width, height)
        case .setAnchor(let anchor): positioner.anchor = anchor
        case .setGravity(let gravity): positioner.gravity = gravity
        case .setConstraintAdjustment(let adjustment):
            positioner.adjustment = XdgPositioner.ConstraintAdjustment(rawValue: adjustment)
        case .setOffset(let x, let y): positioner.offset = Point(x: Double(x), y: Double(y))
        case .setReactive: positioner.isReactive = true
        // Parents do not change their size here while a popup is being placed.
        case .setParentSize, .setParentConfigure: break
        }
    }

    func errorCode(for error: InvalidArgument) -> UInt32? { XdgPositioner.Error.invalidInput.rawValue }
}
