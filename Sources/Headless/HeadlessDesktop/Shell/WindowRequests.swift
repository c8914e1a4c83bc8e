// SPDX-License-Identifier: MIT

public import WaylandServer
internal import WaylandUtil

// The requests of `xdg_toplevel`.

extension Window {
    /// The window of a client's `xdg_toplevel`; nil if it was destroyed or belongs to another compositor.
    public static func of(toplevel: Resource) -> Window? {
        XdgToplevel(toplevel).handler(as: WindowRequests.self)?.window
    }

    /// The window's `xdg_toplevel`; nil for a window of another shell, and after the object is destroyed.
    public var toplevel: Resource? { object?.resource }
}

/// Handles the requests of one `xdg_toplevel`.
final class WindowRequests: ResourceHandler {
    let window: Window

    init(_ window: Window) {
        self.window = window
    }

    func handle(_ request: XdgToplevel.Request, on object: XdgToplevel) {
        switch request {
        case .destroy: break
        case .setParent(let parent): setParent(parent, on: object)
        case .setTitle(let title): window.title = title
        case .setAppId(let appId): window.appID = appId
        case .showWindowMenu: break  // There is no window menu.
        case .move(let seat, let serial): window.take(by: serial, of: seat, edges: nil)
        case .resize(let seat, let serial, let edges): window.take(by: serial, of: seat, edges: edges)
        case .setMaxSize(let width, let height), .setMinSize(let width, let height):
            if width < 0 || height < 0 { object.postError(.invalidSize, "the limit is \(width)x\(height)") }
        case .setMaximized: window.setMaximized(true)
        case .unsetMaximized: window.setMaximized(false)
        case .setFullscreen: window.setFullscreen(true)
        case .unsetFullscreen: window.setFullscreen(false)
        case .setMinimized: break  // A minimised window could not be restored.
        }
    }

    func destroyed(_ object: XdgToplevel) {
        window.shell?.endRole()
    }

    func errorCode(for error: InvalidArgument) -> UInt32? {
        error.message == "resize" ? XdgToplevel.Error.invalidResizeEdge.rawValue : nil
    }

    private func setParent(_ parent: XdgToplevel?, on object: XdgToplevel) {
        let parent = parent?.handler(as: WindowRequests.self)?.window
        var ancestor = parent
        while let current = ancestor {
            guard current !== window else { return object.postError(.invalidParent, "a cycle of parents") }
            ancestor = current.parent
        }
        // By the protocol, an unmapped parent means no parent.
        window.parent = parent.flatMap { $0.isMapped ? $0 : nil }
    }
}
