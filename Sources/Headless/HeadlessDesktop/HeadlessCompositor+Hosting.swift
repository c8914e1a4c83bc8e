// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

// The compositor as the host of its parts: scene, seats and shells know it only by these protocols.

extension HeadlessCompositor: SceneObserver {
    func contentChanged() {
        contentRevision &+= 1
        requestFrame()
    }

    func sceneChanged(_ part: ScenePart) {
        contentChanged()
        guard departure == nil else { return }
        switch part {
        case .everything: for window in scene.windows { window.updateOutputs(outputs) }
        case .shell(let shell): shell.updateOutputs(outputs)
        case .surface(let surface): surface.updateOutputs(outputs)
        case .gone: break
        }
        // The surface under the pointer may have changed.
        for seat in seats { seat.pointer.refocus() }
        forEachObserver { $0.sceneChanged() }
    }

    func surfaceMade(_ surface: Surface) { forEachObserver { $0.surfaceMade(surface) } }

    func surfaceDestroyed(_ surface: Surface) {
        for seat in seats { seat.surfaceDestroyed(surface) }
    }
}

extension HeadlessCompositor: SeatHost {
    func keyboardFocusChanged(of seat: Seat) { forEachObserver { $0.keyboardFocusChanged(of: seat) } }
}

extension HeadlessCompositor: ShellHost {
    var toleratesEarlyContent: Bool { configuration.tolerance.contains(.contentBeforeConfigure) }

    func nextSerial() -> UInt32 { display.nextSerial() }

    func outputArea(at point: Point) -> Rectangle? { output(at: point)?.area }

    func placement(for window: Window) -> Point {
        guard let output = window.parent.flatMap({ self.output(at: $0.geometry.center) }) ?? outputs.first else {
            return .zero
        }
        if let parent = window.parent, parent.isMapped {
            return Placement.place(window.geometry.size, over: parent.geometry, on: output.area)
        }
        return Placement.place(
            window.geometry.size, beside: windows.filter { $0 !== window }.map(\.geometry), on: output.area)
    }

    func windowMapped(_ window: Window) {
        if window.isFloating, !window.wasPlaced { window.position = placement(for: window) }
        windows.append(window)
        activate(window)
    }

    func windowUnmapped(_ window: Window) {
        let hasLeft = window.client.isLeaving
        if !hasLeft { windows.removeAll { $0 === window } }
        forEachObserver { $0.windowUnmapped(window) }
        for seat in seats where (seat.grab as? WindowGrab)?.window === window { seat.endGrab() }
        guard !hasLeft else { return }
        for seat in seats where seat.keyboard.isWanted(by: window.surface) {
            seat.keyboard.setFocus(windows.last?.surface)
        }
        updateActivation()
        scene.treeChanged(.gone)
    }

    func overlayMapped(_ shell: OuterShell) {
        overlays.append(shell)
        scene.treeChanged(.shell(shell))
    }

    func overlayUnmapped(_ shell: OuterShell) {
        guard !shell.surface.client.isLeaving else { return }
        overlays.removeAll { $0 === shell }
        scene.treeChanged(.gone)
    }

    func take(_ window: Window, by serial: UInt32, of seat: WlSeat, edges: XdgToplevel.ResizeEdge?) {
        if let seat = Seat.of(seat) { WindowGrab.begin(window, by: serial, of: seat, edges: edges) }
    }

    func askGrab(for popup: Popup, by serial: UInt32, of seat: WlSeat) -> PopupGrabAnswer {
        guard let seat = Seat.of(seat), seat.grab == nil, seat.gaveSerial(serial, to: popup.object.client) else {
            return .refused
        }
        return seat.popupGrab?.accepts(popup) ?? true ? .granted(seat) : .notTopmost
    }

    func baseDestroyed(_ base: ShellBase) { bases.remove(ObjectIdentifier(base)) }
}
