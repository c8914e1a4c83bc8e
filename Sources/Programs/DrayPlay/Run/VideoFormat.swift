// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// The format of a run's video.
package enum VideoFormat: String, CaseIterable, Sendable {
    /// An animated image (APNG). It needs no other program, and is byte-identical for runs that look the same.
    case png
    /// WebM, converted from APNG by ffmpeg.
    case webm

    private static let encoder = "ffmpeg"

    package static var hasEncoder: Bool { ProcessStart.find(encoder) != nil }

    /// WebM if an encoder is available.
    package static var best: VideoFormat { hasEncoder ? .webm : .png }

    /// Converts an APNG to WebM.
    /// - Parameters:
    ///   - timeout: The timeout, after which the encoder is ended.
    ///   - isToStop: Polled during the conversion.
    static func encode(
        _ picture: String, as file: String, within timeout: Duration = .seconds(120), isToStop: () -> Bool
    ) throws(VideoFailure) {
        // VP9 preserves the edges of letters; each image keeps its duration.
        let words = [
            encoder, "-nostdin", "-loglevel", "error", "-y", "-f", "apng", "-i", picture, "-an", "-fps_mode", "vfr",
            "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", "-deadline",
            "realtime",
            "-cpu-used", "7", "-row-mt", "1", "-crf", "24", "-b:v", "0", "-f", "webm", file,
        ]
        let process: pid_t
        do throws(ProcessStart.Failure) {
            guard let file = ProcessStart.find(encoder) else { throw .init(code: ENOENT) }
            process = try ProcessStart.start(file, words) { actions in
                for descriptor: Int32 in 0...2 {
                    posix_spawn_file_actions_addopen(
                        &actions, descriptor, "/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY, 0)
                }
            }
        } catch {
            throw .init(description: "\(encoder): \(error)")
        }
        let deadline = ContinuousTime.now + timeout
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            guard ContinuousTime.now < deadline, !isToStop() else {
                kill(process, SIGKILL)
                waitpid(process, &status, 0)
                throw .init(description: "\(encoder) was stopped before it had finished")
            }
            // The encoder's exit makes no descriptor readable, and the user may want to stop in the meantime.
            usleep(10_000)
        }
        guard status == 0 else { throw .init(description: "\(encoder) could not make \(file)") }
    }
}

/// The failure to create a WebM.
struct VideoFailure: Error, CustomStringConvertible {
    let description: String
}
