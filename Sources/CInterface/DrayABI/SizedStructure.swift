// SPDX-License-Identifier: MIT

internal import CDray
internal import Glibc

/// A structure of the header whose first field is the size that the host was compiled with.
protocol SizedStructure {
    /// Sets everything to zero.
    init()
    var size: Int { get set }
    /// The size in the first version of the header. Never changes, unlike the current size.
    static var firstSize: Int { get }
}

extension SizedStructure {
    /// A zero structure with its size, to be filled in by Dray or a callback.
    static var empty: Self {
        var value = Self()
        value.size = MemoryLayout<Self>.size
        return value
    }

    /// Returns a copy of the host's structure; fields that the host does not know are zero.
    static func read(_ pointer: UnsafePointer<Self>?) throws(Mistake) -> Self {
        guard let pointer else { throw .null("a struct \(Self.self) *") }
        let size = try hostSize(of: pointer)
        try checkRest(of: pointer, size)
        var value = Self()
        withUnsafeMutableBytes(of: &value) { bytes in
            guard let base = bytes.baseAddress else { return }
            memcpy(base, pointer, min(size, MemoryLayout<Self>.size))
        }
        return value
    }

    /// Fills in the fields of the host's structure that the host knows.
    static func write(_ value: Self, to pointer: UnsafeMutablePointer<Self>?) throws(Mistake) {
        guard let pointer else { throw .null("a struct \(Self.self) *") }
        let size = try hostSize(of: UnsafePointer(pointer))
        var value = value
        value.size = size
        withUnsafeBytes(of: &value) { bytes in
            guard let base = bytes.baseAddress else { return }
            memcpy(pointer, base, min(size, MemoryLayout<Self>.size))
        }
    }

    private static func hostSize(of pointer: UnsafePointer<Self>) throws(Mistake) -> Int {
        let size = UnsafeRawPointer(pointer).load(as: Int.self)
        // No version has structures larger than 4096 bytes, so this detects an uninitialised field.
        guard size >= firstSize, size <= 4096 else {
            throw .size("struct \(Self.self): its field size is \(size); here it has \(MemoryLayout<Self>.size) bytes")
        }
        return size
    }

    /// Checks that the fields which this library does not know are zero: a newer host must not use them.
    private static func checkRest(of pointer: UnsafePointer<Self>, _ size: Int) throws(Mistake) {
        let known = MemoryLayout<Self>.size
        guard size > known else { return }
        let rest = UnsafeRawBufferPointer(start: UnsafeRawPointer(pointer) + known, count: size - known)
        guard rest.allSatisfy({ $0 == 0 }) else {
            throw .size("struct \(Self.self): fields beyond the \(known) bytes that this library knows are set")
        }
    }
}

// The first size is that of the structure, until the structure grows; from then on it is the offset of the first new
// field.
extension dray_policy: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_action_rule: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_engine_options: SizedStructure {
    static var firstSize: Int { MemoryLayout<Self>.offset(of: \.fingers_drag_beside) ?? MemoryLayout<Self>.size }
}
extension dray_host_interface: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_start_request: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_begin: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_pick: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_content: SizedStructure {
    static var firstSize: Int { MemoryLayout<Self>.offset(of: \.bytes) ?? MemoryLayout<Self>.size }
}
extension dray_press: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_beginning: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_feedback: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_result: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_announcement: SizedStructure {
    static var firstSize: Int { MemoryLayout<Self>.offset(of: \.label) ?? MemoryLayout<Self>.size }
}
extension dray_selection: SizedStructure {
    static var firstSize: Int { MemoryLayout<Self>.offset(of: \.send_to) ?? MemoryLayout<Self>.size }
}
extension dray_image: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_style: SizedStructure {
    static var firstSize: Int { MemoryLayout<Self>.offset(of: \.high_contrast) ?? MemoryLayout<Self>.size }
}
extension dray_name: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_named_drag: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_desktop_options: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_desktop: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_bounds: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_place_options: SizedStructure {
    static var firstSize: Int { MemoryLayout<Self>.offset(of: \.types) ?? MemoryLayout<Self>.size }
}
extension dray_answer: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_frame: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_transfer: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_drop: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_transfer_policy: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_relay_options: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_x11_start: SizedStructure { static var firstSize: Int { MemoryLayout<Self>.size } }
extension dray_x11_options: SizedStructure {
    static var firstSize: Int { MemoryLayout<Self>.offset(of: \.tells_places) ?? MemoryLayout<Self>.size }
}
