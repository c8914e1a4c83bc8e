// SPDX-License-Identifier: MIT

import WaylandServer
import XCB

/// Finds out which X window takes a drop at a point: the topmost that is `XdndAware`, from a toplevel down, each by its proxy if it
/// has one.
final class XdndWindows {
    private let link: X11Link
    private let source: XWindow

    /// Deeper than programs nest windows that take drops.
    private static let deepest = 16

    /// - Parameter source: a window of ours to translate coordinates by.
    init(_ link: X11Link, source: XWindow) {
        self.link = link
        self.source = source
    }

    /// - Parameter then: nil: none does, or they have gone. Not called once the object is gone.
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
                guard let self, depth < Self.deepest else { return then(nil) }
                let root = link.connection.root
                link.connection.translate(x: x, y: y, from: root, to: window) { [weak self] hit in
                    guard let self, let hit, hit.child != .none else { return then(nil) }
                    find(in: hit.child, x: x, y: y, depth: depth + 1, then)
                }
            }
        }
    }

    /// Where messages for a window go. A proxy says by the same property that it is one: else it is left over from a client
    /// that has died.
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
