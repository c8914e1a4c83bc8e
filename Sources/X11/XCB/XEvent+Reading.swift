// SPDX-License-Identifier: MIT

internal import CXCB

// Conversion from libxcb's structures, by the event code in the first byte.

extension XEvent {
    /// Parses an event of libxcb: 32 bytes, with its code in the first.
    /// - Parameter xfixes: The number of XFixes' first event; 0 if the server has no XFixes.
    init(_ event: UnsafeMutablePointer<xcb_generic_event_t>, xfixes: Int) {
        let raw = UnsafeMutableRawPointer(event)
        func read<Event>(_: Event.Type) -> Event { raw.load(as: Event.self) }
        let kind = Int32(event.pointee.response_type & 0x7f)
        // The high bit marks an event from a client's SendEvent.
        let isSent = event.pointee.response_type & 0x80 != 0
        switch kind {
        case 0:
            let error = read(xcb_generic_error_t.self)
            self = .error(
                XRequestError(
                    code: Int(error.error_code), resource: error.resource_id, request: Int(error.major_code),
                    minor: Int(error.minor_code)))
        case XCB_CREATE_NOTIFY:
            let event = read(xcb_create_notify_event_t.self)
            self = .created(
                XWindow(rawValue: event.window), parent: XWindow(rawValue: event.parent),
                XRectangle(event.x, event.y, event.width, event.height), overridesRedirect: event.override_redirect != 0
            )
        case XCB_DESTROY_NOTIFY:
            self = .destroyed(XWindow(rawValue: read(xcb_destroy_notify_event_t.self).window))
        case XCB_MAP_REQUEST:
            let event = read(xcb_map_request_event_t.self)
            self = .mapRequested(XWindow(rawValue: event.window), parent: XWindow(rawValue: event.parent))
        case XCB_MAP_NOTIFY:
            let event = read(xcb_map_notify_event_t.self)
            self = .mapped(XWindow(rawValue: event.window), overridesRedirect: event.override_redirect != 0)
        case XCB_UNMAP_NOTIFY:
            self = .unmapped(XWindow(rawValue: read(xcb_unmap_notify_event_t.self).window), isSent: isSent)
        case XCB_CONFIGURE_REQUEST:
            let event = read(xcb_configure_request_event_t.self)
            self = .configureRequested(XWindow(rawValue: event.window), XConfiguration(event))
        case XCB_CONFIGURE_NOTIFY:
            let event = read(xcb_configure_notify_event_t.self)
            self = .configured(
                XWindow(rawValue: event.window), XRectangle(event.x, event.y, event.width, event.height),
                above: XWindow(rawValue: event.above_sibling), overridesRedirect: event.override_redirect != 0)
        case XCB_REPARENT_NOTIFY:
            let event = read(xcb_reparent_notify_event_t.self)
            self = .reparented(
                XWindow(rawValue: event.window), parent: XWindow(rawValue: event.parent), x: Int(event.x),
                y: Int(event.y), overridesRedirect: event.override_redirect != 0)
        case XCB_CLIENT_MESSAGE:
            let event = read(xcb_client_message_event_t.self)
            guard event.format == 32 else {
                self = .other(Int(kind))
                return
            }
            let words = event.data.data32
            self = .clientMessage(
                XClientMessage(
                    window: XWindow(rawValue: event.window), type: XAtom(rawValue: event.type),
                    words: [words.0, words.1, words.2, words.3, words.4]))
        case XCB_PROPERTY_NOTIFY:
            let event = read(xcb_property_notify_event_t.self)
            self = .propertyChanged(
                XWindow(rawValue: event.window), XAtom(rawValue: event.atom), isDeleted: event.state == 1,
                XTime(rawValue: event.time))
        case XCB_FOCUS_IN, XCB_FOCUS_OUT:
            let event = read(xcb_focus_in_event_t.self)
            let window = XWindow(rawValue: event.event)
            self =
                kind == XCB_FOCUS_IN
                ? .focusedIn(window, mode: Int(event.mode), detail: Int(event.detail))
                : .focusedOut(window, mode: Int(event.mode), detail: Int(event.detail))
        case XCB_SELECTION_REQUEST:
            let event = read(xcb_selection_request_event_t.self)
            self = .selectionRequested(
                XSelectionRequest(
                    owner: XWindow(rawValue: event.owner), requestor: XWindow(rawValue: event.requestor),
                    selection: XAtom(rawValue: event.selection), target: XAtom(rawValue: event.target),
                    property: XAtom(rawValue: event.property), time: XTime(rawValue: event.time)))
        case XCB_SELECTION_CLEAR:
            let event = read(xcb_selection_clear_event_t.self)
            self = .selectionCleared(
                XAtom(rawValue: event.selection), owner: XWindow(rawValue: event.owner), XTime(rawValue: event.time))
        case XCB_SELECTION_NOTIFY:
            let event = read(xcb_selection_notify_event_t.self)
            self = .selectionConverted(
                XSelectionConversion(
                    requestor: XWindow(rawValue: event.requestor), selection: XAtom(rawValue: event.selection),
                    target: XAtom(rawValue: event.target), property: XAtom(rawValue: event.property),
                    time: XTime(rawValue: event.time)))
        default:
            // XFixes' first event is the selection event.
            guard xfixes != 0, kind == Int32(xfixes) else {
                self = .other(Int(kind))
                return
            }
            self = .selectionOwnerChanged(XSelectionOwner(read(xcb_xfixes_selection_notify_event_t.self)))
        }
    }
}

extension XRectangle {
    init(_ x: Int16, _ y: Int16, _ width: UInt16, _ height: UInt16) {
        self.init(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
    }
}

extension XConfiguration {
    fileprivate init(_ event: xcb_configure_request_event_t) {
        let mask = UInt32(event.value_mask)
        func has(_ field: xcb_config_window_t) -> Bool { mask & field.rawValue != 0 }
        self.init(
            x: has(XCB_CONFIG_WINDOW_X) ? Int(event.x) : nil, y: has(XCB_CONFIG_WINDOW_Y) ? Int(event.y) : nil,
            width: has(XCB_CONFIG_WINDOW_WIDTH) ? Int(event.width) : nil,
            height: has(XCB_CONFIG_WINDOW_HEIGHT) ? Int(event.height) : nil,
            borderWidth: has(XCB_CONFIG_WINDOW_BORDER_WIDTH) ? Int(event.border_width) : nil,
            sibling: has(XCB_CONFIG_WINDOW_SIBLING) ? XWindow(rawValue: event.sibling) : nil,
            stacking: has(XCB_CONFIG_WINDOW_STACK_MODE) ? Stacking(rawValue: UInt32(event.stack_mode)) : nil)
    }
}

extension XSelectionOwner {
    fileprivate init(_ event: xcb_xfixes_selection_notify_event_t) {
        let reason: Reason =
            switch UInt32(event.subtype) {
            case XCB_XFIXES_SELECTION_EVENT_SELECTION_WINDOW_DESTROY.rawValue: .windowDestroyed
            case XCB_XFIXES_SELECTION_EVENT_SELECTION_CLIENT_CLOSE.rawValue: .clientClosed
            case _: .taken
            }
        self.init(
            selection: XAtom(rawValue: event.selection), owner: XWindow(rawValue: event.owner),
            selectionTime: XTime(rawValue: event.selection_timestamp), time: XTime(rawValue: event.timestamp),
            reason: reason)
    }
}
