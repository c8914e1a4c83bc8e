// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayPresentation
import WaylandServer

// The interface that Dray requires of a compositor.

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

    func frameDue(at time: Instant?) -> Bool {
        // A compositor with a screen makes the frame when it draws next. Here a timer does, at sixty frames per second.
        let (now, refresh) = (self.now.microseconds, 16_000 as UInt64)
        let wait = max(refresh, time.map { $0.microseconds > now ? $0.microseconds - now : 0 } ?? 0)
        if frameTimer == nil {
            frameTimer = display.eventLoop.makeTimer { [unowned self] in engine.frame(at: self.now) }
        }
        frameTimer?.arm(milliseconds: Int32(clamping: (wait + 999) / 1000))
        return true
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
        case .pointerShape(let shape):
            // A compositor with a screen shows the first of the cursors that its theme has.
            say("cursor \(shape.flatMap(\.names.first) ?? "default")")
        case .keyboardReleased: break  // A compositor with a keyboard sends wl_keyboard.enter to the focused window.
        case .show: break  // A compositor with a screen repaints the frame's damage.
        case .began, .ended, .feedback, .highlight, .haptic, .earlyRead, .transfer,
            .raise,
            .scrollEnters, .scrollLeaves, .carry, .putDown, .keyboardDragBegan, .keyboardDragEnded, .playPointer:
            break
        }
    }

    /// Begins a drag of the panel's note.
    func dragNote(by index: Int) {
        let note = HostContent(types: ["text/plain"], giving: .bytes(Array("a note".utf8)))
        let start = DragStart(
            device: device(index), position: hands[index].position, modifiers: modifiers, container: .panel)
        if let drag = drags.begin(note, start) { takeAway(index, by: drag) }
    }
}

extension ContainerID {
    /// No surface has this id.
    fileprivate static let panel = ContainerID(0)
}
