// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport
import FoundationEssentials
import Glibc
import HeadlessDesktop

/// All that is seen in a run, as one picture that moves. Its time is the scenario's: what programs take to start is not in it.
final class RunVideo {
    private let folder: RunFolder
    private let format: VideoFormat
    private var picture: MovingPicture?
    private var last: Instant?
    /// Why nothing more is written.
    private(set) var failure: String?

    /// Between two frames of it, in microseconds: more than that nobody looks at.
    private static let interval: UInt64 = 50_000

    init(_ folder: RunFolder, as format: VideoFormat) {
        self.folder = folder
        self.format = format
    }

    /// The file, once there is one that is whole.
    var file: String? {
        guard picture != nil, failure == nil else { return nil }
        return (isEncoded ? folder.webVideo : folder.video).lastPathComponent
    }

    private var isEncoded = false

    /// Makes what was asked for of the picture that moves, which stays where that cannot be done. Takes its time.
    /// - Returns: why it could not be done, if so.
    func encode(isToStop: () -> Bool) -> String? {
        guard format == .webm, picture != nil, failure == nil else { return nil }
        do throws(VideoFailure) {
            try VideoFormat.encode(folder.video.path, as: folder.webVideo.path, isToStop: isToStop)
        } catch {
            unlink(folder.webVideo.path)
            return error.description
        }
        isEncoded = true
        unlink(folder.video.path)
        return nil
    }

    /// The screen may look different now.
    func see(_ compositor: HeadlessCompositor, at time: Instant) {
        guard failure == nil else { return }
        if let last, time < last.advanced(byMicroseconds: Self.interval) { return }
        last = time
        take(compositor, at: time)
    }

    /// Nothing follows.
    func finish(_ compositor: HeadlessCompositor, at time: Instant) {
        take(compositor, at: time)
        do throws(HeadlessError) { try picture?.finish(at: time) } catch { failure = failure ?? "\(error)" }
    }

    private func take(_ compositor: HeadlessCompositor, at time: Instant) {
        // Without an output there is nothing to be seen.
        guard failure == nil, let screen = try? compositor.captureAll() else { return }
        do throws(HeadlessError) {
            if picture == nil {
                picture = try MovingPicture(
                    writing: folder.video.path, width: screen.width, height: screen.height)
            }
            try picture?.show(screen, at: time)
        } catch { failure = "\(error)" }
    }
}
