// SPDX-License-Identifier: MIT

internal import CXCB

// Selections, and the messages by which programs of X speak to each other: what XDND and the clipboard are made of.

extension XConnection {
    /// Sends a message to a window's client, or, with a mask, to those that have asked the window for such events. The
    /// corresponding request is `SendEvent`.
    public func send(_ message: XClientMessage, to window: XWindow, mask: XEventMask = []) {
        var event = xcb_client_message_event_t()
        event.response_type = UInt8(XCB_CLIENT_MESSAGE)
        event.format = 32
        event.window = message.window.rawValue
        event.type = message.type.rawValue
        let words = message.words
        event.data.data32 = (words[0], words[1], words[2], words[3], words[4])
        send(event, to: window, mask: mask)
    }

    /// `.none`: nobody owns it any more.
    public func setOwner(_ window: XWindow, of selection: XAtom, at time: XTime) {
        _ = Libxcb.calls.set_selection_owner(pointer, window.rawValue, selection.rawValue, time.rawValue)
    }

    /// Nil if the server has gone; `.none` if nobody has it.
    public func owner(of selection: XAtom, _ then: @escaping (XWindow?) -> Void) {
        wait(for: Libxcb.calls.get_selection_owner(pointer, selection.rawValue).sequence) { answer in
            then(answer.map { XWindow(rawValue: $0.load(as: xcb_get_selection_owner_reply_t.self).owner) })
        }
    }

    /// Asks a selection's owner for it. The answer is ``XEvent/selectionConverted(_:)``, or never.
    public func convert(_ selection: XAtom, to target: XAtom, into property: XAtom, of window: XWindow, at time: XTime)
    {
        _ = Libxcb.calls.convert_selection(
            pointer, window.rawValue, selection.rawValue, target.rawValue, property.rawValue, time.rawValue)
    }

    /// Tells who wanted a selection that it lies in this property; `.none`: that it gets nothing.
    public func answer(_ request: XSelectionRequest, with property: XAtom) {
        var event = xcb_selection_notify_event_t()
        event.response_type = UInt8(XCB_SELECTION_NOTIFY)
        event.requestor = request.requestor.rawValue
        event.selection = request.selection.rawValue
        event.target = request.target.rawValue
        event.property = property.rawValue
        event.time = request.time.rawValue
        send(event, to: request.requestor, mask: [])
    }

    /// From now on ``XEvent/selectionOwnerChanged(_:)`` tells who owns it.
    /// - Parameter window: any of ours; the watch ends with it.
    public func watch(_ selection: XAtom, on window: XWindow) {
        guard watchesSelections else { return }
        let mask =
            XCB_XFIXES_SELECTION_EVENT_MASK_SET_SELECTION_OWNER.rawValue
            | XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_WINDOW_DESTROY.rawValue
            | XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_CLIENT_CLOSE.rawValue
        _ = Libxcb.calls.xfixes_select_selection_input(pointer, window.rawValue, selection.rawValue, mask)
    }

    func send<Event>(_ event: Event, to window: XWindow, mask: XEventMask) {
        // The server reads 32 bytes, whatever the event.
        var bytes = [CChar](repeating: 0, count: 32)
        bytes.withUnsafeMutableBytes { target in
            withUnsafeBytes(of: event) { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(32))) }
        }
        _ = Libxcb.calls.send_event(pointer, 0, window.rawValue, mask.rawValue, bytes)
    }
}
