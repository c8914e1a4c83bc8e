// SPDX-License-Identifier: MIT

internal import Glibc
internal import TestClients
internal import WaylandClient
internal import WaylandUtil

/// Moves the pointer of the compositor's first seat and presses its left button. The compositor has processed the input
/// when a call returns.
public protocol Hand: AnyObject {
    /// Moves the pointer to a position on the screen.
    /// - Parameters:
    ///   - x: from 0 at the left to 1 at the right.
    ///   - y: from 0 at the top to 1 at the bottom.
    func move(toX x: Double, y: Double) throws
    func press() throws
    func release() throws
}

/// The reason why the pointer cannot be controlled.
public struct NoHand: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}

private let leftButton: UInt32 = 0x110

/// A pointer of `zwlr_virtual_pointer_v1`.
public final class VirtualPointer: Hand {
    private let connection: Connection
    private let pointer: ZwlrVirtualPointerV1
    private static let extent: UInt32 = 100_000

    /// - Parameter display: the name of the compositor's socket; nil for `WAYLAND_DISPLAY`.
    public init(display: String?) throws {
        connection = try Connection(to: display)
        let globals = GlobalList(connection)
        try connection.roundtrip()
        guard let manager = globals.bind(ZwlrVirtualPointerManagerV1.self, version: 1) else {
            throw NoHand("the compositor has no zwlr_virtual_pointer_manager_v1, and --input-socket is not set")
        }
        pointer = manager.createVirtualPointer(seat: nil)
        try connection.roundtrip()
    }

    public func move(toX x: Double, y: Double) throws {
        pointer.motionAbsolute(
            time: now, x: UInt32(x * Double(Self.extent)), y: UInt32(y * Double(Self.extent)), xExtent: Self.extent,
            yExtent: Self.extent)
        try finish()
    }

    public func press() throws { try button(.pressed) }
    public func release() throws { try button(.released) }

    private func button(_ state: WlPointer.ButtonState) throws {
        pointer.button(time: now, button: leftButton, state: state)
        try finish()
    }

    private func finish() throws {
        pointer.frame()
        try connection.roundtrip()
    }

    /// In milliseconds.
    private var now: UInt32 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt32(truncatingIfNeeded: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
    }
}

/// A pointer that another program controls by a stream: each line is a command, and is answered by a line that begins
/// with "ok" when the compositor has processed it.
///
///     move X Y                in pixels of the screen
///     button 0x110 1          presses the button
///     button 0x110 0          releases it
public final class LineHand: Hand {
    private let descriptor: Int32
    private let width: Double
    private let height: Double

    /// - Parameters:
    ///   - descriptor: a connected stream, owned by this object.
    ///   - width: the width of the whole screen in pixels.
    ///   - height: the height of the whole screen in pixels.
    public init(owning descriptor: Int32, width: Int, height: Int) {
        self.descriptor = descriptor
        self.width = Double(width)
        self.height = Double(height)
    }

    deinit { close(descriptor) }

    public func move(toX x: Double, y: Double) throws {
        try say("move \(Int(x * (width - 1))) \(Int(y * (height - 1)))")
    }

    public func press() throws { try say("button 0x110 1") }
    public func release() throws { try say("button 0x110 0") }

    private func say(_ line: String) throws {
        let bytes = Array((line + "\n").utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw NoHand("the input socket is closed") }
        var answer: [UInt8] = []
        var byte: [UInt8] = [0]
        while answer.last != UInt8(ascii: "\n") {
            guard read(descriptor, &byte, 1) == 1 else { throw NoHand("the input socket was closed after `\(line)`") }
            answer += byte
        }
        let text = String(decoding: answer.dropLast(), as: UTF8.self)
        guard text.hasPrefix("ok") else { throw NoHand("the answer to `\(line)` is `\(text)`") }
    }
}
