// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// A client's `xdg_popup`: a menu, a tooltip.
final class Popup: ResourceHandler {
    let object: XdgPopup
    /// Nil after the parent is destroyed.
    private(set) weak var parent: ShellSurface?
    /// The rectangle in the coordinates of the parent's window geometry.
    private(set) var placement: Rectangle

    private weak var shell: ShellSurface?
    private var positioner: Positioner
    private var stage = Stage.waiting
    /// The seat with the popup's grab.
    private weak var grabber: (any PopupGrabber)?

    private enum Stage {
        /// Without content so far.
        case waiting
        case open
        /// The client was sent `popup_done`. The popup stays unmapped, whatever the client does.
        case dismissed
    }

    init(_ object: XdgPopup, _ shell: ShellSurface, parent: ShellSurface, positioner: Positioner) {
        self.object = object
        self.shell = shell
        self.parent = parent
        self.positioner = positioner
        placement = Rectangle(origin: .zero, size: positioner.size)
        place()
    }

    var isOpen: Bool {
        switch stage {
        case .open: parent?.isMapped ?? false
        case .waiting, .dismissed: false
        }
    }

    var surface: Surface? { shell?.surface }
    /// The `xdg_surface`, or nil.
    var shellSurface: ShellSurface? { shell }

    func sendConfigure() {
        object.sendConfigure(
            x: Int32(clamping: placement.x), y: Int32(clamping: placement.y), width: Int32(clamping: placement.width),
            height: Int32(clamping: placement.height))
    }

    func opened() {
        guard case .waiting = stage, let parent, parent.isMapped else { return dismiss() }
        stage = .open
        parent.popups.append(self)
        grabber?.popupOpened(self)
        tellScene()
    }

    /// Called when the surface is unmapped.
    func closed() {
        leave()
        if case .open = stage { stage = .waiting }
        tellScene()
    }

    /// Dismisses the popup with `xdg_popup.popup_done`.
    func dismiss() {
        if case .dismissed = stage { return }
        for child in shell?.popups.reversed() ?? [] { child.dismiss() }
        stage = .dismissed
        object.sendPopupDone()
        leave()
        tellScene()
    }

    /// Called when the parent has moved.
    func surroundingsChanged() {
        guard positioner.isReactive else { return }
        let before = placement
        place()
        if placement != before { shell?.reconfigure() }
    }

    func handle(_ request: XdgPopup.Request, on object: XdgPopup) {
        switch request {
        case .destroy:
            if let shell, !shell.popups.isEmpty {
                shell.base.object.postError(.notTheTopmostPopup, "this is not the topmost popup")
            }
        case .grab(let seat, let serial): grab(seat, serial)
        case .reposition(let positioner, let token): reposition(positioner, token)
        }
    }

    func destroyed(_ object: XdgPopup) {
        shell?.endRole()
        leave()
    }

    // MARK: Details

    private func grab(_ seat: WlSeat, _ serial: UInt32) {
        guard case .waiting = stage else {
            // A popup that was dismissed meanwhile may still request a grab.
            if case .open = stage { object.postError(.invalidGrab, "the popup is mapped already") }
            return
        }
        guard let shell else { return }
        switch shell.base.host.askGrab(for: self, by: serial, of: seat) {
        case .granted(let grabber): self.grabber = grabber
        case .refused: dismiss()
        case .notTopmost: object.postError(.invalidGrab, "the parent is not the topmost popup")
        }
    }

    private func reposition(_ object: XdgPositioner, _ token: UInt32) {
        guard let rules = object.handler(as: PositionerHandler.self)?.positioner, rules.isComplete else {
            shell?.base.object.postError(.invalidPositioner, "the positioner has no size or no anchor rectangle")
            return
        }
        positioner = rules
        place()
        self.object.sendRepositioned(token: token)
        shell?.reconfigure()
    }

    private func place() {
        guard let parent, let origin = parent.geometryOrigin else { return }
        let anchor = positioner.anchorRectangle?.center ?? .zero
        let area = parent.base.host.outputArea(at: origin + anchor)
        let everywhere = Rectangle(x: -1e9, y: -1e9, width: 2e9, height: 2e9)
        placement = positioner.place(in: area?.offset(by: Point.zero - origin) ?? everywhere)
    }

    private func tellScene() {
        if let shell { shell.surface.scene.treeChanged(.shell(shell)) }
    }

    private func leave() {
        // If the whole client disconnects, the parent is destroyed too.
        if !object.client.isLeaving { parent?.popups.removeAll { $0 === self } }
        let grabber = grabber
        self.grabber = nil
        grabber?.popupClosed(self)
    }
}

extension Int32 {
    /// Converts a double of any value.
    init(clamping value: Double) {
        self = value.isNaN ? 0 : Int32(Swift.max(-2_147_483_648, Swift.min(2_147_483_647, value)))
    }
}
