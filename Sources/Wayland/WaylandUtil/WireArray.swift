// SPDX-License-Identifier: MIT

/// The bytes of a Wayland `array` argument, whose element type depends on the message: usually 32-bit values.
public struct WireArray: Equatable, Sendable {
    public var bytes: [UInt8]

    public init(bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    public init<Value: FixedWidthInteger>(_ values: [Value]) {
        bytes = values.withUnsafeBytes(Array.init)
    }

    /// Returns the bytes as integers of one width; an incomplete one at the end is left out.
    public func values<Value: FixedWidthInteger>(as type: Value.Type) -> [Value] {
        let width = MemoryLayout<Value>.size
        return bytes.withUnsafeBytes { buffer in
            (0..<buffer.count / width).map { buffer.loadUnaligned(fromByteOffset: $0 * width, as: type) }
        }
    }
}
