// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayPresentation
import Glibc
import WaylandServer
import WaylandUtil

// All that Dray needs of a compositor.

extension Compositor: DragHost {
    func seat(of object: WlSeat) -> SeatID? { Self.seat }

    func mayTakeSelection(on seat: SeatID, client: Client, serial: UInt32) -> Bool {
        hands[0].surface?.object.client == client
    }

    func dragRequested(_ request: RequestedDrag) {
        let origin = request.origin.handler(as: Surface.self), icon = request.icon?.handler(as: Surface.self)
        guard let origin,
            let index = hands.firstIndex(where: { $0.press?.serial == request.serial && $0.surface === origin })
        else { return }
        if let icon, icon.isWindow { return request.device.postError(.role, "the icon is a window") }
        guard let drag = request.begin(start(by: index, container: ContainerID(origin.object.resource.id))) else {
            return
        }
        takeAway(index)
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
        // A compositor with a screen repaints what the frame says is damaged.
        case .show(let drag, let frame): shown[drag] = frame.isLast ? nil : frame
        case .released: point(to: window(at: hands[0].position))
        case .activate(let surface): engine.keyboardFocusChanged(to: surface.client, on: Self.seat)
        case .announce(let announcement): say(announcement.words { _ in nil })
        case .began, .keyboardReleased, .ended, .pointerShape, .feedback, .highlight, .haptic, .earlyRead, .transfer,
            .raise, .carry, .putDown,
            .scrollEnters, .scrollLeaves:
            break
        }
    }

    /// The panel's note is dragged away.
    func dragNote(by index: Int) {
        let note = HostContent(types: [.text]) { _, descriptor in
            guard let file = descriptor.borrowed else { return }
            // So short that no pipe makes it wait.
            let count = "a note".withCString { write(file, $0, strlen($0)) }
            if count < 0 { say("nobody reads the note") }
        }
        if drags.begin(note, start(by: index, container: .panel)) != nil { takeAway(index) }
    }

    private func start(by index: Int, container: ContainerID) -> DragStart {
        DragStart(
            device: device(index), position: hands[index].press?.from ?? hands[index].position, modifiers: [],
            container: container)
    }
}

extension ContainerID {
    /// No surface has this number.
    fileprivate static let panel = ContainerID(0)
}
