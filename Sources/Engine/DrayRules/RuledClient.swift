// SPDX-License-Identifier: MIT

import CWaylandServer
import DrayProxy
import Glibc
import WaylandServer

/// A client of a display with rules.
final class RuledClient {
    private let pointer: OpaquePointer
    /// Nil once the client is not followed any more: its messages stay as they are.
    private var connection: ProxyConnection?
    private var copy = MessageCopy()
    private var notices: [ProxyNotice] = []
    private var listener: Listener?
    let number: SharedDragTable.Client
    /// The process ID; 0 if unknown.
    let process: Int32

    /// - Parameter whenGone: called when the client is destroyed, before its objects are.
    init(
        _ pointer: OpaquePointer, _ connection: ProxyConnection, number: SharedDragTable.Client,
        whenGone: @escaping () -> Void
    ) {
        self.pointer = pointer
        self.connection = connection
        self.number = number
        var process: pid_t = 0
        wl_client_get_credentials(pointer, &process, nil, nil)
        self.process = process
        let listener = Listener { _ in whenGone() }
        self.listener = listener
        wl_client_add_destroy_listener(pointer, listener.pointer.assumingMemoryBound(to: wl_listener.self))
    }

    /// Ends the client's drags.
    func end() {
        connection?.end()
        connection = nil
    }

    /// Adds the objects that the client has already.
    func addObjects() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        wl_client_for_each_resource(
            pointer,
            { resource, context in
                if let resource, let context {
                    Unmanaged<RuledClient>.fromOpaque(context).takeUnretainedValue().add(resource)
                }
                return WL_ITERATOR_CONTINUE
            }, context)
    }

    private func add(_ resource: OpaquePointer) {
        guard let interface = wl_resource_get_class(resource) else { return }
        let version = UInt32(max(wl_resource_get_version(resource), 1))
        try? connection?.add(wl_resource_get_id(resource), interface: String(cString: interface), version: version)
    }

    /// Processes a message of the client's, and changes its arguments.
    /// - Returns: events in wire format that the client is to be sent.
    func handle(_ message: wl_protocol_logger_message, of id: UInt32, isEvent: Bool) -> [UInt8] {
        guard connection != nil, copy.read(message, of: id) else { return [] }
        do throws(WireBreach) {
            let passage = isEvent ? try connection!.event(copy.message) : try connection!.request(copy.message)
            if !isEvent { connection!.removeDestroyed(id) }
            copy.write(to: message)
            notices += connection!.takeNotices()
            switch passage {
            case .passAfter(let bytes), .passAnswering(let bytes): return bytes
            // No event is removed where none is added.
            case .pass, .remove: return []
            }
        } catch {
            end()
            notices.append(.ended("is not followed any more: \(error)"))
            return []
        }
    }

    func takeNotices() -> [ProxyNotice] {
        defer { notices = [] }
        return notices
    }

    /// Sends events of the client's sources and offers, each with one number.
    func send(_ events: [UInt8]) {
        events.withUnsafeBytes { bytes in
            var start = 0
            while start + 12 <= bytes.count {
                let (id, head) = (word(bytes, start), word(bytes, start + 4))
                if let resource = wl_client_get_object(pointer, id), isDragObject(resource) {
                    var argument = wl_argument()
                    argument.u = word(bytes, start + 8)
                    wl_resource_post_event_array(resource, head & 0xffff, &argument)
                }
                start += Int(head >> 16)
            }
        }
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }

    /// Whether a resource has the events that are sent: its client may have destroyed the object and reused its id.
    private func isDragObject(_ resource: OpaquePointer) -> Bool {
        guard let name = wl_resource_get_class(resource), wl_resource_get_version(resource) >= 3 else { return false }
        let interface = String(cString: name)
        return interface == "wl_data_source" || interface == "wl_data_offer"
    }
}
