// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// What a film of a run is.
package enum VideoFormat: String, CaseIterable, Sendable {
    /// A picture that moves (APNG). It needs no other program, and is the same to the byte in every run that looks the same.
    case png
    /// WebM, which ffmpeg makes of that.
    case webm

    private static let encoder = "ffmpeg"

    package static var hasEncoder: Bool { ProcessStart.find(encoder) != nil }

    /// WebM where there is something to make it with.
    package static var best: VideoFormat { hasEncoder ? .webm : .png }

    /// Makes a WebM of an APNG.
    /// - Parameters:
    ///   - patience: it is ended if it takes longer.
    ///   - isToStop: asked meanwhile.
    static func encode(
        _ picture: String, as file: String, within patience: Duration = .seconds(120), isToStop: () -> Bool
    ) throws(VideoFailure) {
        // VP9 keeps the edges of letters; each picture is shown for as long as it was seen.
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
        let deadline = ContinuousTime.now + patience
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            guard ContinuousTime.now < deadline, !isToStop() else {
                kill(process, SIGKILL)
                waitpid(process, &status, 0)
                throw .init(description: "\(encoder) was ended before it had finished")
            }
            // Its end makes nothing readable, and meanwhile somebody may want to stop.
            usleep(10_000)
        }
        guard status == 0 else { throw .init(description: "\(encoder) could not make \(file)") }
    }
}

/// Why there is no WebM.
struct VideoFailure: Error, CustomStringConvertible {
    let description: String
}
