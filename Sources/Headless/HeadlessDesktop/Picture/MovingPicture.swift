// SPDX-License-Identifier: MIT

public import DrayCore
internal import Glibc

/// An animated PNG (APNG) that is written frame by frame. Each frame contains only the part that differs from the
/// previous one.
///
/// Browsers show it like any image; programs without support for APNG show the first frame. The file is complete after
/// ``finish(at:)``.
public final class MovingPicture {
    private let path: String
    private let width: Int
    private let height: Int
    private var file: Int32
    /// The current image and its start time. It is written when its duration is known.
    private var shown: (picture: Screenshot, part: Part, since: Instant)?
    private var frameCount: UInt32 = 0
    /// The sequence number of animation chunks.
    private var sequence: UInt32 = 0

    /// The offset of the number of frames in the file, after the signature and IHDR.
    private static let countPlace = 8 + 25
    /// The maximum number of frames; later ones are omitted.
    private static let limit: UInt32 = 20_000

    private struct Part: Equatable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    /// - Parameter path: the file to create, which must not exist.
    public init(writing path: String, width: Int, height: Int) throws(HeadlessError) {
        guard width > 0, height > 0 else { throw .outOfMemory }
        self.path = path
        self.width = width
        self.height = height
        file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw .cannotWrite(path: path, reason: String(cString: strerror(errno))) }
        try write(PNGEncoder.movingHead(width: width, height: height))
    }

    deinit { if file >= 0 { close(file) } }

    /// Shows an image from now on. Images of another size, and those that are equal to the current one, are ignored.
    public func show(_ picture: Screenshot, at time: Instant) throws(HeadlessError) {
        guard picture.width == width, picture.height == height, frameCount < Self.limit else { return }
        guard let before = shown else {
            shown = (picture, Part(x: 0, y: 0, width: width, height: height), time)
            return
        }
        guard let part = Self.difference(before.picture, picture) else { return }
        try writeShown(until: time)
        shown = (picture, part, time)
    }

    /// Ends the animation.
    public func finish(at time: Instant) throws(HeadlessError) {
        guard file >= 0 else { return }
        try writeShown(until: time.advanced(byMicroseconds: 1_000_000))
        try write(PNGEncoder.tail)
        let count = PNGEncoder.animation(frames: max(frameCount, 1))
        let written = count.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, off_t(Self.countPlace)) }
        guard written == count.count else { throw failure() }
        close(file)
        file = -1
    }

    // MARK: Details

    private func writeShown(until time: Instant) throws(HeadlessError) {
        guard let shown else { return }
        self.shown = nil
        let part = shown.part
        var pixels: [UInt32] = []
        pixels.reserveCapacity(part.width * part.height)
        for row in part.y..<(part.y + part.height) {
            let start = row * width + part.x
            pixels += shown.picture.pixels[start..<(start + part.width)]
        }
        let milliseconds = (time.microseconds - min(shown.since.microseconds, time.microseconds)) / 1000
        let frame = PNGEncoder.MovingFrame(
            x: part.x, y: part.y, width: part.width, height: part.height,
            milliseconds: UInt16(clamping: max(milliseconds, 1)), isFirst: frameCount == 0)
        guard let chunks = PNGEncoder.chunks(of: frame, pixels, sequence: &sequence) else { throw .outOfMemory }
        try write(chunks)
        frameCount += 1
    }

    private func write(_ bytes: [UInt8]) throws(HeadlessError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            rest = rest.dropFirst(count)
        }
    }

    private func failure() -> HeadlessError { .cannotWrite(path: path, reason: String(cString: strerror(errno))) }

    /// The bounding box of all pixels that differ; nil if none does.
    private static func difference(_ before: Screenshot, _ now: Screenshot) -> Part? {
        let width = now.width
        return before.pixels.withUnsafeBufferPointer { old in
            now.pixels.withUnsafeBufferPointer { new -> Part? in
                guard let old = old.baseAddress, let new = new.baseAddress else { return nil }
                func differs(_ row: Int) -> Bool { memcmp(old + row * width, new + row * width, width * 4) != 0 }
                guard let top = (0..<now.height).first(where: differs),
                    let bottom = (top..<now.height).last(where: differs)
                else { return nil }
                var left = width
                var right = 0
                for row in top...bottom where differs(row) {
                    let (old, new) = (old + row * width, new + row * width)
                    var column = 0
                    while column < left, old[column] == new[column] { column += 1 }
                    left = min(left, column)
                    column = width - 1
                    while column > right, old[column] == new[column] { column -= 1 }
                    right = max(right, column)
                }
                return Part(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
            }
        }
    }
}
