// SPDX-License-Identifier: MIT

internal import WaylandServer

/// A client's buffer on its way into the compositor's memory. Large ones come in parts, so that nobody else waits for them.
struct PictureReading {
    private let buffer: WlBuffer
    private let content: SharedMemoryContent
    private let pixels: PixelBuffer
    private var nextRow = 0

    /// What a client may have read from one frame to the next, in bytes: a screen of 3840 x 2160.
    private static let bytesPerClient = 32 << 20
    /// What all clients together may have read from one frame to the next, in bytes. Reading so much takes some hundredths of
    /// a second.
    private static let bytesPerFrame = 64 << 20
    /// What is left to each client when others have used that up, in bytes: a window of 1024 x 1024.
    private static let bytesAtLeast = 4 << 20

    /// How much more of a client's pictures may be read before the next frame, in bytes.
    /// - Parameters:
    ///   - own: what was read of the client's since the last frame.
    ///   - all: what was read of all clients' since the last frame.
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

    /// Reads on.
    /// - Parameter allowance: what may be read, in bytes; what was read is taken off.
    /// - Returns: the pixels once all are there; the client has its buffer back then.
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

    /// It is not needed any more, or was read.
    func giveBack() {
        if buffer.resource.isAlive { buffer.sendRelease() }
    }

    /// Tells the client why there is no picture.
    func post(_ failure: PixelBuffer.Failure) { Self.post(failure, on: buffer) }

    static func post(_ failure: PixelBuffer.Failure, on buffer: WlBuffer) {
        switch failure {
        case .tooLarge: buffer.client.postNoMemory()
        case .truncated:
            guard buffer.resource.isAlive else { return buffer.client.postNoMemory() }
            buffer.resource.postError(WlShm.Error.invalidFd.rawValue, "the file is shorter than its pool")
        }
    }
}
