// SPDX-License-Identifier: MIT

import WaylandServer
import XCB

/// Requests the list of targets from the owner of a selection: one conversion to `TARGETS`. Must be retained until it
/// is answered.
final class SelectionTargets {
    private let link: X11Link
    private var window = XWindow.none
    private var timer: TimerSource?
    private var then: ((SelectionTargets, [String]?) -> Void)?

    /// The timeout for the owner, in milliseconds.
    private static let timeout: Int32 = 5000

    /// - Parameter then: Receives the names of the targets; nil if there are none, or the owner has exited. Never
    ///   called from within this initialiser.
    init(
        _ link: X11Link, _ selection: XAtom, at time: XTime,
        then: @escaping (SelectionTargets, [String]?) -> Void
    ) {
        self.link = link
        self.then = then
        window = link.makeWindow { [weak self] in self?.handle($0) }
        timer = link.loop.makeTimer { [weak self] in self?.end(nil) }
        timer?.arm(milliseconds: Self.timeout)
        link.connection.convert(
            selection, to: link.atoms[.targets], into: link.atoms[.transfer], of: window, at: time)
        link.flushSoon()
    }

    deinit {
        if then != nil { link.destroy(window) }
    }

    /// Abandons the request.
    func stop() { end(nil) }

    private func handle(_ event: XEvent) {
        guard case .selectionConverted(let conversion) = event else { return }
        guard conversion.property != .none else { return end(nil) }
        link.connection.property(
            link.atoms[.transfer], of: window, length: TypeMapping.typeLimit * 4, deletes: true
        ) { [weak self] property in
            guard let self, let property else { return self?.end(nil) ?? () }
            link.connection.names(of: property.atoms) { [weak self] in self?.end($0.compactMap(\.self)) }
        }
    }

    private func end(_ names: [String]?) {
        guard let then else { return }
        self.then = nil
        withExtendedLifetime(self) {
            timer = nil
            link.destroy(window)
            then(self, names)
        }
    }
}
