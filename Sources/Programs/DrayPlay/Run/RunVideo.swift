// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport
import FoundationEssentials
import Glibc
import HeadlessDesktop

/// Records the screen during a run as an animated image. Its time is scenario time, so the start of programs is not
/// included.
final class RunVideo {
    private let folder: RunFolder
    private let format: VideoFormat
    private var picture: MovingPicture?
    private var last: Instant?
    /// The reason why recording has stopped.
    private(set) var failure: String?

    /// The minimum interval between two frames, in microseconds.
    private static let interval: UInt64 = 50_000

    init(_ folder: RunFolder, as format: VideoFormat) {
        self.folder = folder
        self.format = format
    }

    /// The file; nil until it is complete.
    var file: String? {
        guard picture != nil, failure == nil else { return nil }
        return (isEncoded ? folder.webVideo : folder.video).lastPathComponent
    }

    private var isEncoded = false

    /// Converts the animated image to the requested format; the image is kept if that fails. This may take long.
    /// - Returns: The reason for a failure; nil on success.
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

    /// Notes that the screen may have changed.
    func see(_ compositor: HeadlessCompositor, at time: Instant) {
        guard failure == nil else { return }
        if let last, time < last.advanced(byMicroseconds: Self.interval) { return }
        last = time
        take(compositor, at: time)
    }

    /// Completes the recording.
    func finish(_ compositor: HeadlessCompositor, at time: Instant) {
        take(compositor, at: time)
        do throws(HeadlessError) { try picture?.finish(at: time) } catch { failure = failure ?? "\(error)" }
    }

    private func take(_ compositor: HeadlessCompositor, at time: Instant) {
        // Without an output nothing is visible.
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
