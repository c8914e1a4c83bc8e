// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayPresentation
import WaylandServer

// All that Dray needs of a compositor.

extension Compositor: DragHost {
    func seat(of object: WlSeat) -> SeatID? { Self.seat }

    func mayTakeSelection(on seat: SeatID, client: Client, serial: UInt32) -> Bool {
        drags.entitles(client, by: serial)
    }

    var letsFingersDragBeside: Bool { true }

    func mayBeIcon(_ surface: WlSurface) -> Bool { surface.handler(as: Surface.self)?.isWindow == false }

    func picture(of preview: WlSurface) -> DragImage? { preview.handler(as: Surface.self)?.image }

    func dragBegan(_ drag: DragID, by device: DragDevice, icon: WlSurface?, on seat: SeatID) {
        takeAway(hands.indices.first { self.device($0) == device } ?? 0, by: drag)
        let icon = icon?.handler(as: Surface.self)
        icon?.drag = drag
        icon?.tellIcon()
    }

    func pick(at position: Point, on seat: SeatID) -> Pick? {
        if let surface = window(at: position), let bounds = surface.bounds {
            return Pick(
                surface: surface.object, container: ContainerID(surface.object.resource.id),
                local: position - bounds.origin)
        }
        guard position.y >= Self.window.height else { return nil }
        return Pick(.host(panel), container: .panel, local: position - Point(x: 0, y: Self.window.height))
    }

    func bounds(of surface: WlSurface, on seat: SeatID) -> SurfaceBounds? {
        guard let bounds = surface.handler(as: Surface.self)?.bounds else { return nil }
        let screen = Rectangle(x: 0, y: 0, width: Self.screen.width, height: Self.screen.height)
        return SurfaceBounds(
            origin: bounds.origin, window: bounds, output: screen, isVisible: bounds.x < Self.screen.width)
    }

    func perform(_ effect: HostEffect, on seat: SeatID) {
        switch effect {
        case .released: point(to: window(at: hands[0].position))
        case .activate(let surface): engine.keyboardFocusChanged(to: surface.client, on: Self.seat)
        case .announce(let announcement): say(announcement.words { _ in nil })
        case .show: break  // A compositor with a screen repaints what the frame says is damaged.
        case .began, .keyboardReleased, .ended, .pointerShape, .feedback, .highlight, .haptic, .earlyRead, .transfer,
            .raise,
            .scrollEnters, .scrollLeaves, .carry, .putDown, .keyboardDragBegan, .keyboardDragEnded, .playPointer:
            break
        }
    }

    /// The panel's note is dragged away.
    func dragNote(by index: Int) {
        let note = HostContent(types: ["text/plain"], giving: .bytes(Array("a note".utf8)))
        let start = DragStart(
            device: device(index), position: hands[index].position, modifiers: [], container: .panel)
        if let drag = drags.begin(note, start) { takeAway(index, by: drag) }
    }
}

extension ContainerID {
    /// No surface has this number.
    fileprivate static let panel = ContainerID(0)
}
