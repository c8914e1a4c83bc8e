// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario
import HeadlessDesktop
import WaylandServer

/// Places on the screen, on windows and on objects in them.
extension ScenarioRunner {
    /// The point of a place in the compositor's global space. A point outside of its object is an error, because the
    /// input would reach something else.
    func point(_ place: Place) throws -> Point {
        let point =
            switch place {
            case .screen(let point): Point(point)
            case .window(let name, let anchor): try self.point(anchor, of: window(name).geometry, place)
            case .content(let name, let anchor): try self.point(anchor, of: area(of: window(name).surface), place)
            case .named(let name, let window, let anchor): try self.point(of: name, in: window, anchor)
            }
        if let beyond = compositor.words(forPlaceBeyondScreen: point) {
            throw Problem(text: "\(place.words) is \(beyond)")
        }
        return point
    }

    /// The point of a place for a press or a drop, which must not be covered.
    func openPoint(_ place: Place) throws -> Point {
        let point = try point(place)
        guard let name = place.window, let other = cover(of: try window(name), at: point) else { return point }
        throw Problem(text: "\(place.words) is covered by \(other)")
    }

    private func point(_ anchor: Place.Anchor, of area: Rectangle, _ place: Place) throws -> Point {
        guard let point = anchor.point(within: area) else {
            throw Problem(
                text:
                    "\(place.words) is outside: the area is \(area.sizeWords) at \(area.cornerWords); for a point "
                    + "outside of a window, use `{screen: [x, y]}`")
        }
        return point
    }

    private func point(of name: AccessName, in label: Located<String>, _ anchor: Place.Anchor?) throws -> Point {
        let window = try window(label)
        let place = try find(name, in: window, called: label.value)
        let area = Rectangle(origin: window.geometry.origin + place.area.origin, size: place.area.size)
        let point = anchor.map { $0.point(on: area) } ?? window.geometry.origin + place.point
        if let other = cover(of: window, at: point) {
            throw Problem(text: "\(name.words) in \(label.value) is covered by \(other)")
        }
        return point
    }

    /// The name of the window that covers another one at a point.
    private func cover(of window: Window, at point: Point) -> String? {
        compositor.cover(of: window, at: point).map(label)
    }

    /// The scenario's name of a window; its title if it has no name.
    func label(of window: Window) -> String {
        windows.first { $0.value === window }?.key ?? "the window \(window.quoted)"
    }

    private func area(of surface: Surface) -> Rectangle {
        let corner = surface.globalPosition ?? .zero
        let size = surface.state.size
        return Rectangle(x: corner.x, y: corner.y, width: size.width, height: size.height)
    }
}
