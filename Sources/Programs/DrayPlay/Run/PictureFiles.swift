// SPDX-License-Identifier: MIT

import DrayReport
import DrayScenario
import FoundationEssentials
import Glibc
import HeadlessDesktop

/// The images of a run as files in its folder, each written once: encoding a PNG of a screen is the most expensive
/// operation of a run, and the screen often stays unchanged.
final class PictureFiles {
    private let folder: URL
    /// The most recent images, for comparison. Only a few are kept, because their bytes are not shared.
    private var written: [(picture: Screenshot, file: String)] = []

    /// The maximum total size of kept images, in bytes: ten screenshots of 1920 x 1080.
    private static let limit = 80 << 20

    init(_ folder: RunFolder) {
        self.folder = folder.folder
    }

    /// Writes an image, unless an equal one exists.
    /// - Parameter file: The file name, relative to the folder.
    /// - Returns: The name of the file with the image: the given one, or that of an earlier equal image.
    func write(_ picture: Screenshot, as file: String) throws -> String {
        if let same = same(as: picture) { return same }
        try put(picture, file)
        return file
    }

    /// Writes an image under a name from the scenario. If an equal image exists, the name becomes a hard link to it.
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
        // A client may have created a link at this path.
        let place = try RegularFile(replacing: file, in: folder.path)
        // The earlier image of that name is overwritten.
        written.removeAll { $0.file == file }
        try place.replaceAll(by: picture.png())
        written.append((picture, file))
        while written.reduce(0, { $0 + $1.picture.pixels.count * MemoryLayout<UInt32>.size }) > Self.limit {
            written.removeFirst()
        }
    }
}
