// SPDX-License-Identifier: MIT

internal import CXCB
internal import Glibc
internal import Synchronization

/// A client's connection to an X server, for use with an external event loop.
///
/// Only the initialisers, ``atoms(_:)`` and ``synchronise()`` block: requests are queued, and answers are passed to
/// closures in ``dispatch(_:)``, in the order of the stream, so that an answer is handled before any event which the
/// server has sent after it. Nothing that the server or another client does ends the process: the error of a request
/// without an answer is reported as ``XEvent/error(_:)``, and a request with an answer receives nil.
///
/// The loop must call ``dispatch(_:)`` when ``descriptor`` is readable, and after requests made elsewhere, instead of
/// ``flush()``: sending may read data that has arrived, after which the descriptor is not readable any more.
public final class XConnection {
    let pointer: OpaquePointer
    /// The root window of the first screen, or of the one in the display's name.
    public let root: XWindow
    public let rootVisual: UInt32
    public let rootDepth: UInt8
    /// In bytes, including the header.
    public let maximumRequestBytes: Int
    /// The bits of an identifier that its client chooses; the others identify the client.
    private let resourceMask: UInt32
    private let xfixesEvent: Int
    public let hasComposite: Bool
    /// Pending answers, in the order of their requests.
    private var waiting: [Waiting] = []
    private var isDispatching = false
    var atomsByName: [String: XAtom] = [:]
    var namesByAtom: [XAtom: String] = [:]

    /// Held while the authorisation cookie is looked up: libXau stores the file name in a buffer that all threads
    /// share.
    private static let authority = Mutex(())

    private struct Waiting {
        let sequence: UInt32
        /// Receives the answer, allocated by libxcb; nil if the request has failed, or the server has exited.
        let handler: (UnsafeRawPointer?) -> Void
    }

    /// Takes ownership of a connected socket, such as that of Xwayland's `-wm`, even on failure. Blocks until the
    /// server has accepted the connection: Xwayland does so once it has written to its `-displayfd`.
    public convenience init(descriptor: Int32) throws(XConnectionError) {
        try Self.load()
        try self.init(Libxcb.calls.connect_to_fd(descriptor, nil), screen: 0)
    }

    /// Connects to a display by name, such as `:1`; nil for `DISPLAY`. Blocks until the server has accepted the
    /// connection.
    public convenience init(display: String? = nil) throws(XConnectionError) {
        try Self.load()
        var screen: Int32 = 0
        // Required by the type alone: the closure runs synchronously under the lock.
        nonisolated(unsafe) var connection: OpaquePointer?
        Self.authority.withLock { _ in connection = Libxcb.calls.connect(display, &screen) }
        try self.init(connection, screen: Int(screen))
    }

    private init(_ connection: OpaquePointer?, screen: Int) throws(XConnectionError) {
        guard let connection else { throw .unreachable(code: 0) }
        let code = Libxcb.calls.connection_has_error(connection)
        guard code == 0 else {
            Libxcb.calls.disconnect(connection)
            throw .unreachable(code: Int(code))
        }
        dray_xcb_prefetch(Libxcb.calls, connection)
        let setup = Libxcb.calls.get_setup(connection)
        var screens = Libxcb.calls.setup_roots_iterator(setup)
        for _ in 0..<screen where screens.rem > 0 { Libxcb.calls.screen_next(&screens) }
        guard let setup, screens.rem > 0, let first = screens.data else {
            Libxcb.calls.disconnect(connection)
            throw .noScreen
        }
        pointer = connection
        root = XWindow(rawValue: first.pointee.root)
        rootVisual = first.pointee.root_visual
        rootDepth = first.pointee.root_depth
        resourceMask = setup.pointee.resource_id_mask
        maximumRequestBytes = Int(Libxcb.calls.get_maximum_request_length(connection)) * 4
        xfixesEvent = Int(dray_xcb_xfixes_event(Libxcb.calls, connection))
        hasComposite = dray_xcb_has_composite(Libxcb.calls, connection) != 0
        // An extension must not be used before its version was queried.
        if xfixesEvent != 0 {
            Libxcb.calls.discard_reply(
                connection, Libxcb.calls.xfixes_query_version(connection, 5, 0).sequence)
        }
        if hasComposite {
            Libxcb.calls.discard_reply(
                connection, Libxcb.calls.composite_query_version(connection, 0, 4).sequence)
        }
    }

    /// The reason why no connection is possible on this machine; nil if it is. Loads the libraries.
    public static var fault: String? { Libxcb.fault }

    private static func load() throws(XConnectionError) {
        if let fault = Libxcb.fault { throw .noLibrary(fault) }
    }

    deinit {
        Libxcb.calls.disconnect(pointer)
    }

    /// Readable when the server has sent something.
    public var descriptor: Int32 { Libxcb.calls.get_file_descriptor(pointer) }

    /// Whether the server has exited: nothing is sent any more, and pending answers are nil in ``dispatch(_:)``.
    public var isBroken: Bool { Libxcb.calls.connection_has_error(pointer) != 0 }

    /// Whether the server has XFixes, which is required to watch selections.
    public var watchesSelections: Bool { xfixesEvent != 0 }

    /// Returns the client that owns a window, identified as long as it is connected.
    public func client(of window: XWindow) -> UInt32 { window.rawValue & ~resourceMask }

    /// Sends the queued requests.
    public func flush() { PipeSignal.withheld { _ = Libxcb.calls.flush(pointer) } }

    /// Returns an identifier for a new resource.
    public func newID() -> UInt32 { Libxcb.calls.generate_id(pointer) }

    /// Handles answers and events until there are none, and sends the requests that their handlers make. Has no effect
    /// in a nested call.
    /// - Parameter limit: The approximate maximum number of answers and events, since other clients may cause any
    ///   number.
    /// - Returns: False if the limit was reached. ``descriptor`` may then not be readable, so this must be called again
    ///   soon.
    @discardableResult
    public func dispatch(atMost limit: Int = .max, _ handle: (XEvent) -> Void) -> Bool {
        guard !isDispatching else { return true }
        isDispatching = true
        defer { isDispatching = false }
        return PipeSignal.withheld { dispatchAll(atMost: limit, handle) }
    }

    private func dispatchAll(atMost limit: Int, _ handle: (XEvent) -> Void) -> Bool {
        for _ in 0..<limit {
            if let event = Libxcb.calls.poll_for_event(pointer) {
                deliver(event, to: handle)
                continue
            }
            // Sending may read data.
            _ = Libxcb.calls.flush(pointer)
            if let event = Libxcb.calls.poll_for_queued_event(pointer) {
                deliver(event, to: handle)
                continue
            }
            // Polling for an answer may read data, too; what the server sent before it is handled first.
            guard let answer = takeAnswer() else {
                guard let event = Libxcb.calls.poll_for_queued_event(pointer) else { return true }
                deliver(event, to: handle)
                continue
            }
            var later: UnsafeMutablePointer<xcb_generic_event_t>?
            while later == nil, let event = Libxcb.calls.poll_for_queued_event(pointer) {
                if Self.reaches(answer.sequence, event.pointee.full_sequence) {
                    later = event
                } else {
                    deliver(event, to: handle)
                }
            }
            answer.give()
            if let later { deliver(later, to: handle) }
        }
        _ = Libxcb.calls.flush(pointer)
        return false
    }

    /// Blocks until the server has processed all requests; for tests.
    public func synchronise() {
        free(Libxcb.calls.get_input_focus_reply(pointer, Libxcb.calls.get_input_focus(pointer), nil))
    }

    func wait(for sequence: UInt32, _ handler: @escaping (UnsafeRawPointer?) -> Void) {
        waiting.append(Waiting(sequence: sequence, handler: handler))
    }

    /// Handles an event, after the answers to the requests that precede it.
    private func deliver(_ event: UnsafeMutablePointer<xcb_generic_event_t>, to handle: (XEvent) -> Void) {
        while let next = waiting.first, Self.reaches(next.sequence, event.pointee.full_sequence),
            let answer = takeAnswer()
        {
            answer.give()
        }
        let read = XEvent(event, xfixes: xfixesEvent)
        free(event)
        handle(read)
    }

    /// Whether a request is the same as another or an earlier one; sequence numbers wrap at 32 bits.
    private static func reaches(_ sequence: UInt32, _ last: UInt32) -> Bool {
        Int32(bitPattern: sequence &- last) <= 0
    }

    /// Returns the next answer, if it has arrived.
    private func takeAnswer() -> Answer? {
        guard let next = waiting.first else { return nil }
        var reply: UnsafeMutableRawPointer?
        var error: UnsafeMutablePointer<xcb_generic_error_t>?
        guard Libxcb.calls.poll_for_reply(pointer, next.sequence, &reply, &error) != 0 else { return nil }
        free(error)
        waiting.removeFirst()
        return Answer(sequence: next.sequence, reply: reply, handler: next.handler)
    }

    /// An answer that has arrived, and has not been handled yet.
    private struct Answer {
        let sequence: UInt32
        let reply: UnsafeMutableRawPointer?
        let handler: (UnsafeRawPointer?) -> Void

        func give() {
            handler(reply)
            free(reply)
        }
    }
}

/// The reason why there is no connection.
public enum XConnectionError: Error, Equatable {
    /// The code is libxcb's `XCB_CONN_…`.
    case unreachable(code: Int)
    case noScreen
    /// libxcb or one of its extensions is not installed.
    case noLibrary(String)
}
