// SPDX-License-Identifier: MIT

public import CWaylandUtil

/// Writes the arguments of one message, in order, into memory that libwayland reads from. Used by generated code.
///
/// The memory is on the stack, so that sending a message allocates nothing. Code that runs for every message is
/// inlinable: measured with callgrind on `wl_data_device.motion`, the calls between modules cost as much as half of
/// what libwayland itself spends.
@frozen
public struct ArgumentWriter {
    @usableFromInline
    var next: UnsafeMutablePointer<wl_argument>
    /// Whether every required object is alive.
    @usableFromInline
    var isComplete = true

    @inlinable
    init(next: UnsafeMutablePointer<wl_argument>) {
        self.next = next
    }

    /// Calls `body` with a writer for `count` arguments, then `send` with their address.
    ///
    /// If a required object is dead, nothing is sent: libwayland would disconnect the receiver.
    /// - Returns: The result of `send`, or nil if it was not called.
    @inlinable
    @inline(__always)
    @discardableResult
    public static func withArguments<Result>(
        _ count: Int, _ body: (inout ArgumentWriter) -> Void, send: (UnsafeMutableRawPointer) -> Result
    ) -> Result? {
        withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: max(count, 1)) { buffer in
            // The capacity is at least one, so there is an address.
            let base = buffer.baseAddress!
            var writer = ArgumentWriter(next: base)
            body(&writer)
            return writer.isComplete ? send(UnsafeMutableRawPointer(base)) : nil
        }
    }

    @inlinable
    @inline(__always)
    mutating func append(_ argument: wl_argument) {
        next.initialize(to: argument)
        next += 1
    }

    @inlinable
    public mutating func int(_ value: Int32) { append(wl_argument(i: value)) }
    @inlinable
    public mutating func uint(_ value: UInt32) { append(wl_argument(u: value)) }
    @inlinable
    public mutating func fixed(_ value: Fixed) { append(wl_argument(f: value.rawValue)) }
    @inlinable
    public mutating func descriptor(_ value: Int32) { append(wl_argument(h: value)) }
    @inlinable
    public mutating func string(_ value: UnsafePointer<CChar>?) { append(wl_argument(s: value)) }
    /// `value` is the address of a `struct wl_array`.
    @inlinable
    public mutating func array(_ value: UnsafeMutableRawPointer) {
        append(wl_argument(a: value.assumingMemoryBound(to: wl_array.self)))
    }
    /// `value` is a `wl_resource` or `wl_proxy`, or nil for NULL.
    @inlinable
    public mutating func object(_ value: OpaquePointer?) { append(wl_argument(o: value)) }
    /// An object where the protocol does not allow NULL.
    @inlinable
    public mutating func required(_ value: OpaquePointer?) {
        if value == nil { isComplete = false }
        append(wl_argument(o: value))
    }
    /// libwayland fills in the new object's ID.
    @inlinable
    public mutating func newID() { append(wl_argument(n: 0)) }
    @inlinable
    public mutating func interfaceName(of interface: InterfaceReference) { append(wl_argument(s: interface.name)) }
}

/// Passes a string as a zero-terminated C string that is valid during `body`.
public func withWireArgument<Result>(_ text: String, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    text.withCString(body)
}

public func withWireArgument<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let text else { return body(nil) }
    return text.withCString(body)
}

/// Passes an array as a `struct wl_array` that is valid during `body`.
public func withWireArgument<Result>(_ array: WireArray, _ body: (UnsafeMutableRawPointer) -> Result) -> Result {
    array.bytes.withUnsafeBytes { bytes in
        // libwayland only reads; the pointer is mutable because C's struct has no const.
        let memory = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        return withUnsafeMutableBytes(of: wl_array(size: bytes.count, alloc: bytes.count, data: memory)) {
            body($0.baseAddress!)
        }
    }
}

private func withUnsafeMutableBytes<Value, Result>(
    of value: consuming Value, _ body: (UnsafeMutableRawBufferPointer) -> Result
) -> Result {
    var value = value
    return Swift.withUnsafeMutableBytes(of: &value, body)
}
