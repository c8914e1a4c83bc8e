// SPDX-License-Identifier: MIT

import WaylandServer
import XCB

/// Finds the X window that accepts a drop at a point: the topmost one that is `XdndAware`, from a toplevel down, each
/// through its proxy if it has one.
final class XdndWindows {
    private let link: X11Link
    private let source: XWindow

    /// The maximum depth of the search, more than any program nests windows that accept drops.
    private static let depthLimit = 16

    /// - Parameter source: A window of the bridge for the translation of coordinates.
    init(_ link: X11Link, source: XWindow) {
        self.link = link
        self.source = source
    }

    /// - Parameter then: Receives nil if no window accepts drops, or the windows were destroyed. Not called once this
    ///   object is destroyed.
    func find(in window: XWindow, x: Int, y: Int, _ then: @escaping (XdndTarget?) -> Void) {
        find(in: window, x: x, y: y, depth: 0, then)
        link.flushSoon()
    }

    private func find(in window: XWindow, x: Int, y: Int, depth: Int, _ then: @escaping (XdndTarget?) -> Void) {
        recipient(of: window) { [weak self] recipient in
            self?.version(of: recipient) { [weak self] version in
                if let version {
                    return then(XdndTarget(window: window, recipient: recipient, version: version))
                }
                guard let self, depth < Self.depthLimit else { return then(nil) }
                let root = link.connection.root
                link.connection.translate(x: x, y: y, from: root, to: window) { [weak self] hit in
                    guard let self, let hit, hit.child != .none else { return then(nil) }
                    find(in: hit.child, x: x, y: y, depth: depth + 1, then)
                }
            }
        }
    }

    /// Returns the window that messages are sent to. A valid proxy has the same property itself; otherwise the property
    /// is a leftover of a client that has exited.
    private func recipient(of window: XWindow, _ then: @escaping (XWindow) -> Void) {
        proxy(of: window) { [weak self] proxy in
            guard let self, let proxy else { return then(window) }
            self.proxy(of: proxy) { then($0 == proxy ? proxy : window) }
        }
    }

    private func proxy(of window: XWindow, _ then: @escaping (XWindow?) -> Void) {
        link.connection.property(link.atoms[.proxy], of: window, type: .window, length: 4) {
            then($0?.windows.first)
        }
    }

    private func version(of window: XWindow, _ then: @escaping (Int?) -> Void) {
        link.connection.property(link.atoms[.aware], of: window, length: 4) { property in
            guard let version = property?.words.first, version >= XdndVersion.oldest else { return then(nil) }
            then(min(Int(version), XdndVersion.ours))
        }
    }
}
