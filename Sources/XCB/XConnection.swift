// SPDX-License-Identifier: MIT

internal import CXCB
internal import Glibc
internal import Synchronization

/// A client's connection to an X server, on a loop of somebody else's.
///
/// Nothing waits for the server except the beginning and ``atoms(_:)``: requests are queued, and answers are given to closures
/// from ``dispatch(_:)``, in the order of the stream, so that an answer comes before any event which the server sent after it.
/// Nothing that the server or another client does ends the process: a refused request without an answer is
/// ``XEvent/error(_:)``, one with an answer gets nil.
///
/// The loop calls ``dispatch(_:)`` when ``descriptor`` is readable, and after requests from anywhere else, instead of
/// ``flush()``: sending may read what has arrived, which the descriptor then tells no more.
public final class XConnection {
    let pointer: OpaquePointer
    /// The first screen's, or that which the display's name says.
    public let root: XWindow
    public let rootVisual: UInt32
    public let rootDepth: UInt8
    /// In bytes, the request's head included.
    public let maximumRequestBytes: Int
    /// The bits of an identifier that its client chooses; the others name the client.
    private let resourceMask: UInt32
    private let xfixesEvent: Int
    public let hasComposite: Bool
    /// Answers that are waited for, in the order of their requests.
    private var waiting: [Waiting] = []
    private var isDispatching = false
    var atomsByName: [String: XAtom] = [:]
    var namesByAtom: [XAtom: String] = [:]

    /// Held while the server's cookie is looked up: libXau keeps the name of its file in one place for all threads.
    private static let authority = Mutex(())

    private struct Waiting {
        let sequence: UInt32
        /// The answer, which libxcb has allocated; nil: refused, or the server has gone.
        let handler: (UnsafeRawPointer?) -> Void
    }

    /// Takes over a connected socket, as that of Xwayland's `-wm`, also where this fails. Waits for the server's greeting:
    /// Xwayland gives it once it has written to its `-displayfd`.
    public convenience init(descriptor: Int32) throws(XConnectionError) {
        try Self.load()
        try self.init(Libxcb.calls.connect_to_fd(descriptor, nil), screen: 0)
    }

    /// Connects by a display's name, as `:1`; nil: by `DISPLAY`. Waits for the server's greeting.
    public convenience init(display: String? = nil) throws(XConnectionError) {
        try Self.load()
        var screen: Int32 = 0
        // Unsafe by its type alone: what the lock is held for runs here and now.
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
        // An extension answers only those that have said which version they speak.
        if xfixesEvent != 0 {
            Libxcb.calls.discard_reply(
                connection, Libxcb.calls.xfixes_query_version(connection, 5, 0).sequence)
        }
        if hasComposite {
            Libxcb.calls.discard_reply(
                connection, Libxcb.calls.composite_query_version(connection, 0, 4).sequence)
        }
    }

    /// Why there can be no connection on this machine; nil if there can. Loads what is needed for one.
    public static var fault: String? { Libxcb.fault }

    private static func load() throws(XConnectionError) {
        if let fault = Libxcb.fault { throw .noLibrary(fault) }
    }

    deinit {
        Libxcb.calls.disconnect(pointer)
    }

    /// Readable when the server has said something.
    public var descriptor: Int32 { Libxcb.calls.get_file_descriptor(pointer) }

    /// Whether the server has gone: nothing is sent any more, and who waits for an answer gets nil by ``dispatch(_:)``.
    public var isBroken: Bool { Libxcb.calls.connection_has_error(pointer) != 0 }

    /// Whether the server has XFixes, and so tells of selections.
    public var watchesSelections: Bool { xfixesEvent != 0 }

    /// The client that a window belongs to, for as long as it is connected.
    public func client(of window: XWindow) -> UInt32 { window.rawValue & ~resourceMask }

    /// Sends what is queued.
    public func flush() { PipeSignal.withheld { _ = Libxcb.calls.flush(pointer) } }

    /// A number for a new resource of ours.
    public func newID() -> UInt32 { Libxcb.calls.generate_id(pointer) }

    /// Gives answers and events to those who wait for them, until there are none, and sends what they have asked for. Called
    /// from inside, it does nothing.
    /// - Parameter limit: about so many are given at most: what other clients do may have no end.
    /// - Returns: false if the limit was reached. ``descriptor`` may tell nothing of what is left: it is to be called again soon.
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
                tell(event, to: handle)
                continue
            }
            // Sending may read.
            _ = Libxcb.calls.flush(pointer)
            if let event = Libxcb.calls.poll_for_queued_event(pointer) {
                tell(event, to: handle)
                continue
            }
            // So may asking for an answer: what the server sent before it comes first.
            guard let answer = takeAnswer() else {
                guard let event = Libxcb.calls.poll_for_queued_event(pointer) else { return true }
                tell(event, to: handle)
                continue
            }
            var later: UnsafeMutablePointer<xcb_generic_event_t>?
            while later == nil, let event = Libxcb.calls.poll_for_queued_event(pointer) {
                if Self.reaches(answer.sequence, event.pointee.full_sequence) {
                    later = event
                } else {
                    tell(event, to: handle)
                }
            }
            answer.give()
            if let later { tell(later, to: handle) }
        }
        _ = Libxcb.calls.flush(pointer)
        return false
    }

    /// Waits for the server to have done all that it was asked, as tests do: a round trip.
    public func synchronise() {
        free(Libxcb.calls.get_input_focus_reply(pointer, Libxcb.calls.get_input_focus(pointer), nil))
    }

    func wait(for sequence: UInt32, _ handler: @escaping (UnsafeRawPointer?) -> Void) {
        waiting.append(Waiting(sequence: sequence, handler: handler))
    }

    /// Tells of an event, after the answers to the requests up to that which it came after.
    private func tell(_ event: UnsafeMutablePointer<xcb_generic_event_t>, to handle: (XEvent) -> Void) {
        while let next = waiting.first, Self.reaches(next.sequence, event.pointee.full_sequence),
            let answer = takeAnswer()
        {
            answer.give()
        }
        let read = XEvent(event, xfixes: xfixesEvent)
        free(event)
        handle(read)
    }

    /// Whether one request is the other, or an earlier one: their numbers wrap at 32 bits.
    private static func reaches(_ sequence: UInt32, _ last: UInt32) -> Bool {
        Int32(bitPattern: sequence &- last) <= 0
    }

    /// The next answer, if it is here.
    private func takeAnswer() -> Answer? {
        guard let next = waiting.first else { return nil }
        var reply: UnsafeMutableRawPointer?
        var error: UnsafeMutablePointer<xcb_generic_error_t>?
        guard Libxcb.calls.poll_for_reply(pointer, next.sequence, &reply, &error) != 0 else { return nil }
        free(error)
        waiting.removeFirst()
        return Answer(sequence: next.sequence, reply: reply, handler: next.handler)
    }

    /// An answer that has come, and was not given yet.
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

/// Why there is no connection.
public enum XConnectionError: Error, Equatable {
    /// With libxcb's `XCB_CONN_…`.
    case unreachable(code: Int)
    case noScreen
    /// This machine has no libxcb, or not all of it.
    case noLibrary(String)
}
