// SPDX-License-Identifier: MIT

import CSDBus
import Glibc

/// A connection to a bus. Nothing is waited for: what is asked is answered from the event loop.
final class BusConnection: LoopGuest {
    /// Answers a call, or leaves it to sd-bus for false.
    var answer: (BusMessage) -> Bool = { _ in false }
    /// Called when the bus has gone.
    var closed: () -> Void = {}

    private let bus: OpaquePointer
    /// For what is written in C.
    var raw: OpaquePointer { bus }
    private var waiting: [Call] = []
    private(set) var isOpen = true

    /// What an answer, or a signal, is for.
    private final class Call {
        let handler: (BusMessage) -> Void
        init(_ handler: @escaping (BusMessage) -> Void) { self.handler = handler }
    }

    /// A bus that reads nothing is not told without end.
    private static let backlog: UInt64 = 1000
    /// How long an answer may take, in microseconds.
    private static let patience: UInt64 = 10_000_000

    /// The person's session.
    init?(session: Void) {
        var bus: OpaquePointer?
        guard sd_bus_open_user(&bus) >= 0, let bus else { return nil }
        sd_bus_set_method_call_timeout(bus, Self.patience)
        self.bus = bus
    }

    init?(address: String) {
        var bus: OpaquePointer?
        guard sd_bus_new(&bus) >= 0, let bus else { return nil }
        sd_bus_set_method_call_timeout(bus, Self.patience)
        guard sd_bus_set_address(bus, address) >= 0, sd_bus_set_bus_client(bus, 1) >= 0, sd_bus_start(bus) >= 0 else {
            sd_bus_unref(bus)
            return nil
        }
        self.bus = bus
    }

    deinit {
        sd_bus_close_unref(bus)
    }

    /// As others call us. To be asked once the bus has answered something.
    var name: String {
        var name: UnsafePointer<CChar>?
        guard sd_bus_get_unique_name(bus, &name) >= 0, let name else { return "" }
        return String(cString: name)
    }

    /// Lets `answer` have all calls to objects below a path.
    func serve(_ path: String) {
        let me = Unmanaged.passUnretained(self).toOpaque()
        sd_bus_add_fallback(
            bus, nil, path,
            { raw, data, _ in
                guard let raw, let data else { return 0 }
                let me = Unmanaged<BusConnection>.fromOpaque(data).takeUnretainedValue()
                return me.answer(BusMessage(raw: raw)) ? 1 : 0
            }, me)
    }

    /// Asks somebody something. The handler gets an error where there is no answer.
    func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String,
        _ fill: (BusMessage) -> Void = { _ in }, then handler: @escaping (BusMessage) -> Void
    ) {
        var raw: OpaquePointer?
        guard sd_bus_message_new_method_call(bus, &raw, destination, path, interface, member) >= 0, let raw else {
            return
        }
        fill(BusMessage(raw: raw))
        sd_bus_call_async(bus, nil, raw, Self.heard, keep(handler), 0)
        sd_bus_message_unref(raw)
    }

    /// Hears the signals that a rule of D-Bus describes, from now on.
    func match(_ rule: String, _ handler: @escaping (BusMessage) -> Void) {
        sd_bus_add_match_async(bus, nil, rule, Self.heard, nil, keep(handler))
    }

    func reply(to call: BusMessage, _ fill: (BusMessage) -> Void) {
        var raw: OpaquePointer?
        guard sd_bus_message_new_method_return(call.raw, &raw) >= 0, let raw else { return }
        fill(BusMessage(raw: raw))
        sd_bus_send(nil, raw, nil)
        sd_bus_message_unref(raw)
    }

    func refuse(_ call: BusMessage, _ name: String, _ text: String) {
        var error = sd_bus_error()
        sd_bus_error_set(&error, name, text)
        sd_bus_reply_method_error(call.raw, &error)
        sd_bus_error_free(&error)
    }

    func signal(_ path: String, _ interface: String, _ member: String, _ fill: (BusMessage) -> Void) {
        var queued: UInt64 = 0
        guard sd_bus_get_n_queued_write(bus, &queued) >= 0, queued < Self.backlog else { return }
        var raw: OpaquePointer?
        guard sd_bus_message_new_signal(bus, &raw, path, interface, member) >= 0, let raw else { return }
        fill(BusMessage(raw: raw))
        sd_bus_send(bus, raw, nil)
        sd_bus_message_unref(raw)
    }

    /// Kept as long as the connection: an answer may come at any time.
    private func keep(_ handler: @escaping (BusMessage) -> Void) -> UnsafeMutableRawPointer {
        let call = Call(handler)
        waiting.append(call)
        return Unmanaged.passUnretained(call).toOpaque()
    }

    private static let heard: sd_bus_message_handler_t = { raw, data, _ in
        guard let raw, let data else { return 0 }
        Unmanaged<Call>.fromOpaque(data).takeUnretainedValue().handler(BusMessage(raw: raw))
        return 0
    }

    // MARK: The event loop

    var descriptor: Int32 { isOpen ? sd_bus_get_fd(bus) : -1 }
    var events: Int16 { isOpen ? Int16(clamping: max(sd_bus_get_events(bus), 0)) : 0 }

    var deadline: UInt64? {
        var time: UInt64 = .max
        guard isOpen, sd_bus_get_timeout(bus, &time) >= 0, time != .max else { return nil }
        return time
    }

    func process() {
        guard isOpen else { return }
        while true {
            let result = sd_bus_process(bus, nil)
            guard result < 0 else {
                if result == 0 { return }
                continue
            }
            isOpen = false
            return closed()
        }
    }
}
