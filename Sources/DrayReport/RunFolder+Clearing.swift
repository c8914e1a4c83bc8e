// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

extension RunFolder {
    /// Removes what an earlier run has left, so that nobody takes it for what comes now: the pictures that its trace tells
    /// of, the trace and what was made of it. Everything else in the folder stays; it may be anybody's.
    package func clear() {
        let pictures = picturesOfTrace
        for picture in pictures { try? ReportPlace(picture).clear() }
        for folder in Set(pictures.map { $0.deletingLastPathComponent().path }) where folder != self.folder.path {
            rmdir(folder)  // Which does nothing where something is left in it.
        }
        for file in files { try? ReportPlace(file).clear() }
    }

    /// Takes away what an earlier run has left for those who look for what comes now.
    package func clearResults() { try? ReportPlace(results).clear() }

    private var picturesOfTrace: [URL] {
        let lines = (try? Data(reading: trace.path))?.split(separator: TraceFormat.newline) ?? []
        let paths = lines.filter { String(decoding: $0, as: UTF8.self).contains(".png\"") }.compactMap { line in
            (try? TraceFormat.record(from: Data(line)))?.event.picturePath
        }
        // The trace is a file like any other: what it says may not lead out of the folder.
        return paths.filter { path in
            path.hasSuffix(".png") && !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
        }
        .map { folder.appendingPathComponent($0) }
    }
}

extension TraceEvent {
    /// The file of the picture that this tells of, relative to the trace.
    fileprivate var picturePath: String? {
        switch self {
        case .picture(let picture): picture.file
        case .frame(let frame): frame.file
        case .message, .engine, .transfer, .output, .client, .step, .expectation, .note: nil
        }
    }
}
