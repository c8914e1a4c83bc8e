// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayPresentation
import WaylandServer
import WaylandUtil

/// Handles the requests of a `wl_surface`, and keeps its content.
final class Surface: ResourceHandler {
    let object: WlSurface
    unowned let compositor: Compositor
    /// A copy of the last committed content. A compositor with a GPU creates a texture.
    private(set) var content: Pixels?
    /// The drag whose icon the surface is.
    var drag: DragID?
    private var attached = Attached.nothingNew
    private var offset = Point.zero
    private var role = Role.none

    private enum Attached {
        case nothingNew
        case buffer(WlBuffer?)
    }

    private enum Role: Equatable {
        case none
        /// A window, which may wait for its first commit.
        case window(XdgToplevel, XdgSurface)
        case mapped(left: Double)
    }

    init(_ object: WlSurface, _ compositor: Compositor) {
        self.object = object
        self.compositor = compositor
        compositor.surfaces.append(self)
    }

    var isWindow: Bool { role != .none }

    /// The position on the screen; nil if the surface is not a window.
    var bounds: Rectangle? {
        guard case .mapped(let left) = role, let content else { return nil }
        return Rectangle(x: left, y: 0, width: Double(content.width), height: Double(content.height))
    }

    func handle(_ request: WlSurface.Request, on object: WlSurface) {
        switch request {
        case .attach(let buffer, let x, let y):
            attached = .buffer(buffer)
            offset = offset + Point(x: Double(x), y: Double(y))
        case .offset(let x, let y):  // The only way in which GTK 4.18 sets the offset of its icon
            offset = offset + Point(x: Double(x), y: Double(y))
        case .frame(let callback):
            callback.sendDone(callbackData: compositor.now.milliseconds)
            callback.resource.destroy()
        case .commit: commit()
        case .destroy, .damage, .damageBuffer, .setOpaqueRegion, .setInputRegion, .setBufferTransform, .setBufferScale:
            break
        }
    }

    func destroyed(_ object: WlSurface) { compositor.forget(self) }

    /// Handles the requests of its `xdg_surface`.
    func answer(_ shell: XdgSurface) {
        shell.onRequest { [weak self] request in
            switch request {
            case .getToplevel(let id):
                self?.role = .window(id, shell)
                id.resource.whenDestroyed { [weak self] in
                    self?.role = .none
                    self?.compositor.windowsChanged()
                }
            case .getPopup(let id, _, _): id.sendPopupDone()  // Popups are not supported.
            case .destroy, .setWindowGeometry, .ackConfigure: break
            }
        }
    }

    /// The content in the form that Dray displays.
    var image: DragImage? {
        content.map {
            DragImage(pixels: $0, size: Size(width: Double($0.width), height: Double($0.height)), offset: offset)
        }
    }

    /// Sends the content of the icon to Dray.
    func tellIcon() {
        guard let drag else { return }
        compositor.engine.iconChanged(image, of: drag)
    }

    private func commit() {
        let wasVisible = bounds != nil
        defer { if wasVisible != (bounds != nil) { compositor.windowsChanged() } }
        if case .buffer(let buffer) = attached {
            content = buffer?.withSharedBuffer { Pixels(copying: $0) } ?? nil
            buffer?.sendRelease()
            attached = .nothingNew
        }
        tellIcon()
        compositor.engine.previewChanged(object)
        guard case .window(let toplevel, let shell) = role else { return }
        // Without a shadow: the whole surface is the window.
        toplevel.sendConfigure(
            width: Int32(Compositor.window.width), height: Int32(Compositor.window.height),
            states: WireArray([XdgToplevel.State.maximized.rawValue]))
        shell.sendConfigure(serial: compositor.display.nextSerial())
        role = .mapped(left: compositor.nextColumn())
    }
}

extension Pixels {
    fileprivate convenience init?(copying buffer: SharedBuffer) {
        self.init(
            copying: ClientBuffer(
                bytes: buffer.bytes, width: buffer.width, height: buffer.height, stride: buffer.stride,
                format: buffer.format == .xrgb8888 ? .xrgb8888 : .argb8888))
    }
}
