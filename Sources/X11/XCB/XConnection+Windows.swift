// SPDX-License-Identifier: MIT

internal import CXCB

// Windows: creation, configuration, queries.

extension XConnection {
    public enum WindowKind: Sendable {
        /// With its parent's depth and visual.
        case inputOutput
        /// Invisible.
        case inputOnly
    }

    /// Creates a window, which is not mapped.
    public func createWindow(
        parent: XWindow? = nil, at place: XRectangle, kind: WindowKind = .inputOutput, overridesRedirect: Bool = false,
        events: XEventMask = []
    ) -> XWindow {
        let window = newID()
        let mask = XCB_CW_OVERRIDE_REDIRECT.rawValue | XCB_CW_EVENT_MASK.rawValue
        let class_: UInt16 =
            switch kind {
            case .inputOutput: UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue)
            case .inputOnly: UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue)
            }
        _ = Libxcb.calls.create_window(
            pointer, 0, window, (parent ?? root).rawValue, Int16(clamping: place.x), Int16(clamping: place.y),
            UInt16(clamping: max(1, place.width)), UInt16(clamping: max(1, place.height)), 0, class_, 0, mask,
            [overridesRedirect ? 1 : 0, events.rawValue])
        return XWindow(rawValue: window)
    }

    public func destroy(_ window: XWindow) { _ = Libxcb.calls.destroy_window(pointer, window.rawValue) }
    public func map(_ window: XWindow) { _ = Libxcb.calls.map_window(pointer, window.rawValue) }
    public func unmap(_ window: XWindow) { _ = Libxcb.calls.unmap_window(pointer, window.rawValue) }

    /// Moves, resizes or restacks a window.
    public func configure(_ window: XWindow, _ change: XConfiguration) {
        var mask: UInt32 = 0
        var values: [UInt32] = []
        func add(_ field: xcb_config_window_t, _ value: UInt32?) {
            guard let value else { return }
            mask |= field.rawValue
            values.append(value)
        }
        // The values must be in the order of the mask's bits.
        add(XCB_CONFIG_WINDOW_X, change.x.map { UInt32(bitPattern: Int32(Int16(clamping: $0))) })
        add(XCB_CONFIG_WINDOW_Y, change.y.map { UInt32(bitPattern: Int32(Int16(clamping: $0))) })
        add(XCB_CONFIG_WINDOW_WIDTH, change.width.map { UInt32(UInt16(clamping: max(1, $0))) })
        add(XCB_CONFIG_WINDOW_HEIGHT, change.height.map { UInt32(UInt16(clamping: max(1, $0))) })
        add(XCB_CONFIG_WINDOW_BORDER_WIDTH, change.borderWidth.map { UInt32(UInt16(clamping: $0)) })
        add(XCB_CONFIG_WINDOW_SIBLING, change.sibling?.rawValue)
        add(XCB_CONFIG_WINDOW_STACK_MODE, change.stacking?.rawValue)
        _ = Libxcb.calls.configure_window(pointer, window.rawValue, UInt16(mask), values)
    }

    /// Sends a window's client a synthetic event with the position of the window, in pixels of the root: the answer to
    /// a request that changes nothing (ICCCM 4.1.5). The corresponding request is `SendEvent` with a `ConfigureNotify`.
    public func confirm(_ place: XRectangle, of window: XWindow, overridesRedirect: Bool = false) {
        var event = xcb_configure_notify_event_t()
        event.response_type = UInt8(XCB_CONFIGURE_NOTIFY)
        event.event = window.rawValue
        event.window = window.rawValue
        event.x = Int16(clamping: place.x)
        event.y = Int16(clamping: place.y)
        event.width = UInt16(clamping: place.width)
        event.height = UInt16(clamping: place.height)
        event.override_redirect = overridesRedirect ? 1 : 0
        send(event, to: window, mask: .structureNotify)
    }

    /// Selects the events of a window that this client receives from now on; each client has a mask of its own.
    public func select(_ events: XEventMask, on window: XWindow) {
        _ = Libxcb.calls.change_window_attributes(
            pointer, window.rawValue, XCB_CW_EVENT_MASK.rawValue, [events.rawValue])
    }

    /// Sets the input focus; `.none` clears it.
    public func setInputFocus(_ window: XWindow, at time: XTime) {
        _ = Libxcb.calls.set_input_focus(
            pointer, UInt8(XCB_INPUT_FOCUS_POINTER_ROOT.rawValue), window.rawValue, time.rawValue)
    }

    /// Disconnects the client of a window.
    public func killClient(of window: XWindow) { _ = Libxcb.calls.kill_client(pointer, window.rawValue) }

    /// Redirects the children of a window to off-screen storage, which the compositor shows (Composite, manual).
    public func redirectSubwindows(of window: XWindow) {
        guard hasComposite else { return }
        _ = Libxcb.calls.composite_redirect_subwindows(
            pointer, window.rawValue, UInt8(XCB_COMPOSITE_REDIRECT_MANUAL.rawValue))
    }

    /// Queries the bounds of a window in its parent; nil if it was destroyed.
    public func geometry(of window: XWindow, _ then: @escaping (XRectangle?) -> Void) {
        wait(for: Libxcb.calls.get_geometry(pointer, window.rawValue).sequence) { answer in
            then(
                answer.map {
                    let reply = $0.load(as: xcb_get_geometry_reply_t.self)
                    return XRectangle(reply.x, reply.y, reply.width, reply.height)
                })
        }
    }

    /// Queries the attributes of a window; nil if it was destroyed.
    public func attributes(of window: XWindow, _ then: @escaping (XAttributes?) -> Void) {
        wait(for: Libxcb.calls.get_window_attributes(pointer, window.rawValue).sequence) { answer in
            then(
                answer.map {
                    let reply = $0.load(as: xcb_get_window_attributes_reply_t.self)
                    return XAttributes(
                        isMapped: reply.map_state != 0,
                        isInputOnly: UInt32(reply._class) == XCB_WINDOW_CLASS_INPUT_ONLY.rawValue,
                        overridesRedirect: reply.override_redirect != 0)
                })
        }
    }

    /// Queries the parent and the children of a window, the children from bottom to top; nil if it was destroyed.
    public func tree(of window: XWindow, _ then: @escaping ((parent: XWindow, children: [XWindow])?) -> Void) {
        wait(for: Libxcb.calls.query_tree(pointer, window.rawValue).sequence) { answer in
            guard let answer else { return then(nil) }
            let reply = answer.load(as: xcb_query_tree_reply_t.self)
            let first = MemoryLayout<xcb_query_tree_reply_t>.size
            let children = (0..<Int(reply.children_len)).map {
                XWindow(rawValue: answer.load(fromByteOffset: first + $0 * 4, as: UInt32.self))
            }
            then((XWindow(rawValue: reply.parent), children))
        }
    }

    /// Translates a point from one window to another, and queries the mapped child of the other that contains it
    /// (`.none` if none does). Nil if either was destroyed.
    public func translate(
        x: Int, y: Int, from: XWindow, to: XWindow, _ then: @escaping ((child: XWindow, x: Int, y: Int)?) -> Void
    ) {
        let cookie = Libxcb.calls.translate_coordinates(
            pointer, from.rawValue, to.rawValue, Int16(clamping: x), Int16(clamping: y))
        wait(for: cookie.sequence) { answer in
            then(
                answer.map {
                    let reply = $0.load(as: xcb_translate_coordinates_reply_t.self)
                    return (XWindow(rawValue: reply.child), Int(reply.dst_x), Int(reply.dst_y))
                })
        }
    }
}

/// The attributes of a window.
public struct XAttributes: Equatable, Sendable {
    /// Whether it is mapped; its ancestors may not be.
    public var isMapped: Bool
    public var isInputOnly: Bool
    public var overridesRedirect: Bool

    public init(isMapped: Bool, isInputOnly: Bool, overridesRedirect: Bool) {
        self.isMapped = isMapped
        self.isInputOnly = isInputOnly
        self.overridesRedirect = overridesRedirect
    }
}
