// SPDX-License-Identifier: MIT

import DrayReport
import DrayScenario
import FoundationEssentials
import Glibc
import HeadlessDesktop

/// The pictures of a run as files of its folder, each written once: making a PNG of a screen is the dearest thing that a run
/// does, and most of the time nothing changes on one.
final class PictureFiles {
    private let folder: URL
    /// The newest, to compare with. A picture's bytes are shared with nobody, so few are kept.
    private var written: [(picture: Screenshot, file: String)] = []

    /// Of all that is kept, in bytes: ten pictures of a screen of 1920 x 1080.
    private static let limit = 80 << 20

    init(_ folder: RunFolder) {
        self.folder = folder.folder
    }

    /// Writes a picture, unless there is one that looks the same.
    /// - Parameter file: its name, relative to the folder.
    /// - Returns: the name of the file that has it: this, or an earlier one.
    func write(_ picture: Screenshot, as file: String) throws -> String {
        if let same = same(as: picture) { return same }
        try put(picture, file)
        return file
    }

    /// Puts a picture under a name that somebody has asked for. One that looks like an earlier one is that file, by a second
    /// name.
    func write(_ picture: Screenshot, named file: String) throws {
        if let same = same(as: picture) {
            if same == file { return }
            written.removeAll { $0.file == file }
            if (try? RegularFile.link(same, as: file, in: folder.path)) != nil { return }
        }
        try put(picture, file)
    }

    // MARK: Details

    private func same(as picture: Screenshot) -> String? {
        written.last { $0.picture == picture }?.file
    }

    private func put(_ picture: Screenshot, _ file: String) throws {
        let path = folder.appendingPathComponent(file).deletingLastPathComponent().path
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw SystemFailure(path: path) }
        // A client may have put a link there.
        let place = try RegularFile(replacing: file, in: folder.path)
        // What is replaced is no longer what it was.
        written.removeAll { $0.file == file }
        try place.replaceAll(by: picture.png())
        written.append((picture, file))
        while written.reduce(0, { $0 + $1.picture.pixels.count * MemoryLayout<UInt32>.size }) > Self.limit {
            written.removeFirst()
        }
    }
}
