// SPDX-License-Identifier: MIT

internal import CRules
internal import CWaylandServer
public import DrayCore
internal import DrayProxy
internal import WaylandServer

/// The rules of a policy for every Wayland client of a display whose drags the compositor runs itself, including
/// clients that are connected already. It needs nothing from the compositor but its display.
///
/// libwayland passes every message to protocol loggers, with the arguments that it sends or dispatches afterwards. That
/// these can be changed is not documented, so the initialiser tests it. The decisions are those of `dray proxy`: a
/// ``ProxyConnection`` for each client. In contrast to the proxy, no message can be removed, and only the events
/// `source_actions` and `action` of drags are added.
///
/// Bound to the thread of the display's event loop.
public final class DisplayRules {
    private let policy: DragPolicy
    private let board: SharedDragTable
    private let writeLine: (String) -> Void
    private var filter: OpaquePointer?
    /// Called when the rules have ended, also with the display.
    public var whenEnded: (() -> Void)?
    private var clients: [OpaquePointer: RuledClient] = [:]
    private var clientListener: Listener?
    private var endListener: Listener?
    private var lastNumber: SharedDragTable.Client = 0
    private var log = ProxyLog()
    /// The violations by the compositor that were logged.
    private var loggedViolations: Set<ProtocolViolation> = []
    /// Whether an event of the rules' own is being sent, which the logger receives as well.
    private var isSending = false

    /// - Parameters:
    ///   - display: a `struct wl_display *`. When it is destroyed, the rules end.
    ///   - log: receives a line about a client or compositor that violates the protocol, once for each kind.
    public init(
        of display: OpaquePointer, policy: DragPolicy = .humanInterface, log: @escaping (String) -> Void
    ) throws(RulesFailure) {
        guard dray_logger_arguments_are_live() else { throw .unsupported }
        guard let board = SharedDragTable() else { throw .outOfMemory }
        self.policy = policy
        self.board = board
        writeLine = log
        // Unretained: `end` ends the log.
        let context = Unmanaged.passUnretained(self).toOpaque()
        filter = dray_message_filter_begin(UnsafeMutableRawPointer(display), Self.handle, context)
        guard filter != nil else { throw .outOfMemory }
        follow(display)
    }

    deinit { end() }

    /// Removes everything that belongs to the rules from the display and its clients. A drag continues by the
    /// compositor's rules. Not to be called by a protocol logger.
    public func end() {
        guard let filter else { return }
        self.filter = nil
        dray_message_filter_end(filter)
        clientListener = nil
        endListener = nil
        clients = [:]
        for line in log.finish() { writeLine(line) }
        whenEnded?()
        whenEnded = nil
    }

    // MARK: Clients

    private func follow(_ display: OpaquePointer) {
        let clientListener = Listener { [unowned self] pointer in
            if let pointer { add(OpaquePointer(pointer)) }
        }
        self.clientListener = clientListener
        wl_display_add_client_created_listener(
            display, clientListener.pointer.assumingMemoryBound(to: wl_listener.self))
        let endListener = Listener { [unowned self] _ in end() }
        self.endListener = endListener
        wl_display_add_destroy_listener(display, endListener.pointer.assumingMemoryBound(to: wl_listener.self))
        guard let list = wl_display_get_client_list(display) else { return }
        var link = list.pointee.next
        while let current = link, current != list {
            let client = wl_client_from_link(current)
            link = current.pointee.next
            if let client { add(client)?.addObjects() }
        }
    }

    @discardableResult
    private func add(_ pointer: OpaquePointer) -> RuledClient? {
        lastNumber += 1
        let client = RuledClient(
            pointer, ProxyConnection(client: lastNumber, policy: policy, board: board, addsLeaves: false),
            number: lastNumber, whenGone: { [unowned self] in remove(pointer) })
        clients[pointer] = client
        return client
    }

    private func remove(_ pointer: OpaquePointer) {
        // The object lives until its listener has returned.
        clients.removeValue(forKey: pointer)?.end()
    }

    // MARK: Messages

    private static let handle: dray_message_handler = { context, isEvent, message in
        guard let context, let message else { return false }
        let logged = message.assumingMemoryBound(to: wl_protocol_logger_message.self)
        return Unmanaged<DisplayRules>.fromOpaque(context).takeUnretainedValue().handle(logged.pointee, isEvent)
    }

    /// - Returns: whether messages of this kind are followed.
    private func handle(_ message: wl_protocol_logger_message, _ isEvent: Bool) -> Bool {
        guard let resource = message.resource, let name = wl_resource_get_class(resource) else { return false }
        let interface = String(cString: name)
        let opcode = UInt16(truncatingIfNeeded: message.message_opcode)
        let isFollowed =
            isEvent
            ? FollowedMessages.contain(event: opcode, of: interface)
            : FollowedMessages.contain(request: opcode, of: interface)
        guard isFollowed, !isSending, let client = clients[wl_resource_get_client(resource)] else { return isFollowed }
        let added = client.handle(message, of: wl_resource_get_id(resource), isEvent: isEvent)
        if !added.isEmpty {
            isSending = true
            client.send(added)
            isSending = false
        }
        for notice in client.takeNotices() { report(notice, of: client) }
        return true
    }

    private func report(_ notice: ProxyNotice, of client: RuledClient) {
        let words: String
        switch notice {
        case .violation(let violation):
            if violation.isByCompositor, !loggedViolations.insert(violation).inserted { return }
            words = violation.words
        case .ended(let reason): words = reason ?? ""
        case .message, .decided, .answerChanged, .actionsHidden, .actionChanged, .leaveAdded, .picked, .dropped,
            .dragEnded, .step, .securityContext:
            return
        }
        let report = ProxyReport(
            client: client.number, name: "a client", process: client.process, time: ProxyReport.now,
            event: .note(words))
        for line in log.hear(report) { writeLine(line) }
    }
}
