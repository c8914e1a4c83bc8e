// SPDX-License-Identifier: MIT

public import CDray
internal import DrayTransfer
internal import WaylandServer
internal import WaylandUtil

// The relay for a transfer that the host intercepts with its callback `transfer`, to see the bytes. It needs a display
// but no engine.

@c @implementation
public func dray_relay_create(
    _ options: UnsafePointer<dray_relay_options>!, _ source: UnsafeMutablePointer<CInt>!,
    _ relay: UnsafeMutablePointer<OpaquePointer?>!
) -> dray_status {
    call { () throws(Mistake) in
        relay?.pointee = nil
        source?.pointee = -1
        guard let source, let relay else { throw .null("the int * or struct dray_relay **") }
        let object = try RelayObject(try dray_relay_options.read(options))
        guard let handle = HandleTable.insert({ _ in object }) else {
            object.giveTargetBack()
            throw .memory("handles")
        }
        source.pointee = object.takeSourceEnd()
        relay.pointee = handle
    }
}

@c @implementation
public func dray_relay_destroy(_ relay: OpaquePointer!) -> dray_status {
    guard let relay else { return DRAY_OK }
    return call(relay, RelayObject.self) { object throws(Mistake) in HandleTable.remove(relay) }
}

/// The object behind a `struct dray_relay *`.
private final class RelayObject: HandleObject {
    static var kind: HandleKind { .relay }

    private let display: Display
    private let target: ReceivedDescriptor
    private let relay: TransferRelay

    init(_ options: dray_relay_options) throws(Mistake) {
        guard let display = options.display else { throw .null("struct dray_relay_options: display") }
        let target = ReceivedDescriptor(owning: try openDescriptor(options.target))
        let (data, bytes, ended) = (options.data, options.bytes, options.ended)
        self.display = Display(borrowing: display)
        self.target = target
        let relay = TransferRelay(
            loop: self.display.eventLoop, to: target, showing: bytes == nil ? .count : .bytes
        ) { event in
            switch event {
            case .bytes(let read): read.withUnsafeBytes { bytes?(data, $0.baseAddress, $0.count) }
            case .carried, .sourceClosed: break
            case .finished: ended?(data, DRAY_RELAY_FINISHED)
            case .targetClosed: ended?(data, DRAY_RELAY_TARGET_CLOSED)
            case .sourceFailed: ended?(data, DRAY_RELAY_SOURCE_FAILED)
            }
        }
        guard let relay else {
            _ = target.take()
            throw .memory("descriptors")
        }
        self.relay = relay
    }

    /// Returns the ownership of the target descriptor to the caller, after an error.
    func giveTargetBack() { _ = target.take() }

    func takeSourceEnd() -> CInt { relay.takeSourceEnd()?.take() ?? -1 }

    func log(_ blame: dray_blame, _ text: String) { writeLog(blame, text) }
}
