// SPDX-License-Identifier: MIT

internal import CXCB

// Selections and client messages, on which XDND and the clipboard are based.

extension XConnection {
    /// Sends a message to a window's client, or, with a mask, to the clients that have selected such events on the
    /// window. The corresponding request is `SendEvent`.
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

    /// Sets the owner of a selection; `.none` to release it.
    public func setOwner(_ window: XWindow, of selection: XAtom, at time: XTime) {
        _ = Libxcb.calls.set_selection_owner(pointer, window.rawValue, selection.rawValue, time.rawValue)
    }

    /// Queries the owner of a selection: nil if the server has exited, `.none` if there is none.
    public func owner(of selection: XAtom, _ then: @escaping (XWindow?) -> Void) {
        wait(for: Libxcb.calls.get_selection_owner(pointer, selection.rawValue).sequence) { answer in
            then(answer.map { XWindow(rawValue: $0.load(as: xcb_get_selection_owner_reply_t.self).owner) })
        }
    }

    /// Requests a selection from its owner. The answer is ``XEvent/selectionConverted(_:)``; there may be none.
    public func convert(_ selection: XAtom, to target: XAtom, into property: XAtom, of window: XWindow, at time: XTime)
    {
        _ = Libxcb.calls.convert_selection(
            pointer, window.rawValue, selection.rawValue, target.rawValue, property.rawValue, time.rawValue)
    }

    /// Answers a requestor: the content is in this property, or `.none` if the request is refused.
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

    /// Reports changes of a selection's owner by ``XEvent/selectionOwnerChanged(_:)`` from now on.
    /// - Parameter window: Any window of this client; the watch ends when it is destroyed.
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
