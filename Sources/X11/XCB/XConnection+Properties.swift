// SPDX-License-Identifier: MIT

internal import CXCB

// Window properties: setting, reading in pieces, deleting.

extension XConnection {
    /// Sets a property.
    /// - Returns: False if the value exceeds the maximum size of a request, in which case nothing is set.
    @discardableResult
    public func change(
        _ property: XAtom, of window: XWindow, to value: XPropertyValue, appends: Bool = false
    ) -> Bool {
        let mode = UInt8((appends ? XCB_PROP_MODE_APPEND : XCB_PROP_MODE_REPLACE).rawValue)
        func put(_ type: XAtom, _ format: UInt8, _ raw: UnsafeRawBufferPointer) -> Bool {
            // libxcb closes the connection after a request that is too long.
            guard raw.count <= maximumRequestBytes - Self.head else { return false }
            // libxcb sends data that is larger than its buffer at once.
            PipeSignal.withheld {
                _ = Libxcb.calls.change_property(
                    pointer, mode, window.rawValue, property.rawValue, type.rawValue, format,
                    UInt32(raw.count / Int(format / 8)), raw.baseAddress)
            }
            return true
        }
        switch value {
        case .bytes(let type, let bytes): return bytes.withUnsafeBytes { put(type, 8, $0) }
        case .words(let type, let words): return words.withUnsafeBytes { put(type, 32, $0) }
        }
    }

    public func delete(_ property: XAtom, of window: XWindow) {
        _ = Libxcb.calls.delete_property(pointer, window.rawValue, property.rawValue)
    }

    /// Reads a property, or a piece of it.
    /// - Parameters:
    ///   - type: The requested type; a property of another type is reported with its type and no bytes. `.none` for any
    ///     type.
    ///   - offset: In bytes, a multiple of 4; together with `length`, the piece that is read.
    ///   - deletes: Whether the property is deleted once its end has been read.
    ///   - then: Receives nil if the window was destroyed, or there is no such property.
    public func property(
        _ property: XAtom, of window: XWindow, type: XAtom = .none, offset: Int = 0, length: Int, deletes: Bool = false,
        _ then: @escaping (XProperty?) -> Void
    ) {
        let cookie = Libxcb.calls.get_property(
            pointer, deletes ? 1 : 0, window.rawValue, property.rawValue, type.rawValue, UInt32(clamping: offset / 4),
            UInt32(clamping: (length + 3) / 4))
        wait(for: cookie.sequence) { answer in
            guard let answer else { return then(nil) }
            let reply = answer.load(as: xcb_get_property_reply_t.self)
            guard reply.type != 0 else { return then(nil) }
            let count = Int(reply.value_len) * Int(reply.format) / 8
            let bytes = UnsafeRawBufferPointer(
                start: answer.advanced(by: MemoryLayout<xcb_get_property_reply_t>.size), count: count)
            then(
                XProperty(
                    type: XAtom(rawValue: reply.type), format: Int(reply.format), bytes: Array(bytes),
                    rest: Int(reply.bytes_after)))
        }
    }

    /// The size of a request without its data, in bytes, rounded up: `ChangeProperty` with a 32-bit length.
    private static let head = 64
}
