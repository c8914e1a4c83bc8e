// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport
import FoundationEssentials
import HeadlessDesktop

/// All that is seen in a run, as one picture that moves. Its time is the scenario's: what programs take to start is not in it.
final class RunVideo {
    private let folder: RunFolder
    private var picture: MovingPicture?
    private var last: Instant?
    /// Why nothing more is written.
    private(set) var failure: String?

    /// Between two frames of it, in microseconds: more than that nobody looks at.
    private static let interval: UInt64 = 50_000

    init(_ folder: RunFolder) {
        self.folder = folder
    }

    /// The file, once there is one that is whole.
    var file: String? { picture == nil || failure != nil ? nil : folder.video.lastPathComponent }

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
