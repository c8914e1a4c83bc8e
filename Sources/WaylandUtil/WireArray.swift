// SPDX-License-Identifier: MIT

/// The bytes of a Wayland `array` argument. What they mean is said by the message: most often 32-bit values.
public struct WireArray: Equatable, Sendable {
    public var bytes: [UInt8]

    public init(bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    public init<Value: FixedWidthInteger>(_ values: [Value]) {
        bytes = values.withUnsafeBytes(Array.init)
    }

    /// The bytes read as values of one width; an incomplete one at the end is left out.
    public func values<Value: FixedWidthInteger>(as type: Value.Type) -> [Value] {
        let width = MemoryLayout<Value>.size
        return bytes.withUnsafeBytes { buffer in
            (0..<buffer.count / width).map { buffer.loadUnaligned(fromByteOffset: $0 * width, as: type) }
        }
    }
}
