// SPDX-License-Identifier: MIT

import Foundation

/// `WaylandScanner --side server|client [--importing MODULE] --output DIR FILE.xml…`
///
/// Reads protocol files and writes one Swift file for each, and `Interfaces.swift` for all of them together. Run by the
/// `WaylandProtocols` plugin with every build; a mistake in a file is printed as `file:line: error: reason`.
@main
struct WaylandScanner {
    static func main() {
        do {
            try run(Invocation(Array(CommandLine.arguments.dropFirst())))
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ invocation: Invocation) throws {
        let bindings = try invocation.files.map { file in
            BindingsGenerator(
                model: try ProtocolParser.parse(try read(file), file: file), side: invocation.side,
                importing: invocation.importing)
        }
        for binding in bindings {
            try write(binding.generate(), to: "\(binding.model.fileStem).swift", in: invocation.output)
        }
        let table = TableGenerator(protocols: bindings, importing: invocation.importing)
        try write(table.generate(), to: "Interfaces.swift", in: invocation.output)
    }

    private static func read(_ file: String) throws -> Data {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw ScannerError(file: file, line: 0, reason: "cannot be read: \(String(cString: strerror(errno)))")
        }
        return data
    }

    private static func write(_ text: String, to name: String, in folder: String) throws {
        let url = URL(fileURLWithPath: folder).appendingPathComponent(name)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }
}
