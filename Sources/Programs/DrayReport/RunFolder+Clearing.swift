// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

// The files of an earlier run are identified by its trace and by the fixed file names. Nothing else is removed.

extension RunFolder {
    /// Removes the files of an earlier run, so that they are not mistaken for the current results: the pictures in its
    /// trace, the trace, and the files generated from it. All other files in the folder stay, because they may belong
    /// to the user.
    package func clear() {
        let pictures = picturesOfTrace  // Includes the associated files.
        for picture in pictures { try? ReportPlace(picture).clear() }
        for folder in Set(pictures.map { $0.deletingLastPathComponent().path }) where folder != self.folder.path {
            rmdir(folder)  // Fails if the folder is not empty, which is intended.
        }
        for file in files + [video, webVideo] { try? ReportPlace(file).clear() }
    }

    /// Removes an earlier `results.json`, so that no program mistakes it for the current one.
    package func clearResults() { try? ReportPlace(results).clear() }

    private var picturesOfTrace: [URL] {
        let lines = (try? Data(reading: trace.path))?.split(separator: TraceFormat.newline) ?? []
        let isAboutPicture = { (line: Data) in String(decoding: line, as: UTF8.self).contains(".png\"") }
        let paths = lines.filter(isAboutPicture).flatMap { line in
            (try? TraceFormat.record(from: Data(line)))?.event.picturePaths ?? []
        }
        // The trace is untrusted; its paths must not leave the folder.
        return paths.filter { path in
            (path.hasSuffix(".png") || path.hasSuffix("-names.txt")) && !path.hasPrefix("/")
                && !path.split(separator: "/").contains("..")
        }
        .map { folder.appendingPathComponent($0) }
    }
}

extension TraceEvent {
    /// The paths of the picture and its associated files, relative to the trace.
    fileprivate var picturePaths: [String] {
        switch self {
        case .picture(let picture): [picture.file, picture.names?.file, picture.difference?.expected].compactMap { $0 }
        case .frame(let frame): [frame.file].compactMap { $0 }
        case .message, .engine, .transfer, .output, .client, .step, .expectation, .note: []
        }
    }
}
