// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

// What an earlier run has left is found by its own trace and by the names that every run gives. Nothing else is touched.

extension RunFolder {
    /// Removes what an earlier run has left, so that nobody takes it for what comes now: the pictures that its trace tells
    /// of, the trace and what was made of it. Everything else in the folder stays; it may be anybody's.
    package func clear() {
        let pictures = picturesOfTrace  // And what stands beside them.
        for picture in pictures { try? ReportPlace(picture).clear() }
        for folder in Set(pictures.map { $0.deletingLastPathComponent().path }) where folder != self.folder.path {
            rmdir(folder)  // Which does nothing where something is left in it.
        }
        for file in files + [video, webVideo] { try? ReportPlace(file).clear() }
    }

    /// Takes away what an earlier run has left for those who look for what comes now.
    package func clearResults() { try? ReportPlace(results).clear() }

    private var picturesOfTrace: [URL] {
        let lines = (try? Data(reading: trace.path))?.split(separator: TraceFormat.newline) ?? []
        let isAboutPicture = { (line: Data) in String(decoding: line, as: UTF8.self).contains(".png\"") }
        let paths = lines.filter(isAboutPicture).flatMap { line in
            (try? TraceFormat.record(from: Data(line)))?.event.picturePaths ?? []
        }
        // The trace is a file like any other: what it says may not lead out of the folder.
        return paths.filter { path in
            (path.hasSuffix(".png") || path.hasSuffix("-names.txt")) && !path.hasPrefix("/")
                && !path.split(separator: "/").contains("..")
        }
        .map { folder.appendingPathComponent($0) }
    }
}

extension TraceEvent {
    /// The file of the picture that this tells of, and of what stands beside it, relative to the trace.
    fileprivate var picturePaths: [String] {
        switch self {
        case .picture(let picture): [picture.file, picture.names?.file, picture.difference?.expected].compactMap { $0 }
        case .frame(let frame): [frame.file].compactMap { $0 }
        case .message, .engine, .transfer, .output, .client, .step, .expectation, .note: []
        }
    }
}
