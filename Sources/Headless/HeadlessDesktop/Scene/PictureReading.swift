// SPDX-License-Identifier: MIT

internal import WaylandServer

/// A client's buffer that is being copied to the compositor's memory. Large buffers are copied in parts, so that other
/// clients do not wait.
struct PictureReading {
    private let buffer: WlBuffer
    private let content: SharedMemoryContent
    private let pixels: PixelBuffer
    private var nextRow = 0

    /// The maximum number of bytes copied per client and frame: a buffer of 3840 x 2160 pixels.
    private static let bytesPerClient = 32 << 20
    /// The maximum number of bytes copied for all clients per frame, which takes some hundredths of a second.
    private static let bytesPerFrame = 64 << 20
    /// The minimum number of bytes per client and frame when the others have used the total: a window of 1024 x 1024
    /// pixels.
    private static let bytesAtLeast = 4 << 20

    /// The number of bytes that may still be copied for a client before the next frame.
    /// - Parameters:
    ///   - own: the number of bytes copied for the client since the last frame.
    ///   - all: the number of bytes copied for all clients since the last frame.
    static func allowance(own: Int, all: Int) -> Int {
        max(0, min(bytesPerClient - own, max(bytesPerFrame - all, bytesAtLeast - own)))
    }

    init(
        _ buffer: WlBuffer, _ content: SharedMemoryContent, within budget: ClientBudget
    ) throws(PixelBuffer.Failure) {
        self.buffer = buffer
        self.content = content
        pixels = try PixelBuffer(for: content, of: buffer.client, within: budget)
    }

    /// Continues copying.
    /// - Parameter allowance: the number of bytes that may be copied; reduced by the number copied.
    /// - Returns: the pixels when all are copied; the buffer is released to the client then.
    mutating func go(within allowance: inout Int) throws(PixelBuffer.Failure) -> PixelBuffer? {
        let length = 4 * content.width
        let rows = min(max(allowance, 0) / length, content.height - nextRow)
        try pixels.copy(nextRow..<nextRow + rows, of: content)
        nextRow += rows
        allowance -= rows * length
        guard nextRow == content.height else { return nil }
        giveBack()
        return pixels
    }

    /// Releases the buffer.
    func giveBack() {
        if buffer.resource.isAlive { buffer.sendRelease() }
    }

    /// Posts the failure as a protocol error.
    func post(_ failure: PixelBuffer.Failure) { Self.post(failure, on: buffer) }

    static func post(_ failure: PixelBuffer.Failure, on buffer: WlBuffer) {
        switch failure {
        case .tooLarge: buffer.client.postNoMemory()
        case .truncated:
            guard buffer.resource.isAlive else { return buffer.client.postNoMemory() }
            buffer.resource.postError(WlShm.Error.invalidFd.rawValue, "the file is shorter than the pool")
        }
    }
}
