// SPDX-License-Identifier: MIT

import Foundation

/// `WaylandScanner --side server|client|wire [--importing MODULE] [--access public|internal]
/// [--versions FILE.json] --output DIR FILE.xml…`
///
/// Reads protocol files and writes one Swift file for each. For a server or a client, the files contain bindings, and
/// `Interfaces.swift` describes all interfaces; for the wire, they contain the opcodes only. A later file can extend an
/// interface of an earlier one; `--versions` gives the supported versions. Run by the `WaylandProtocols` plugin in
/// every build; an error in a file is printed as `file:line: error: reason`.
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
        let models = try invocation.files.map { try ProtocolParser.parse(try read($0), file: $0) }
        let combiner = ProtocolCombiner(versions: try invocation.versions.map(versions) ?? [:])
        let protocols = combiner.combine(models)
        switch invocation.content {
        case .bindings(let side): try writeBindings(protocols, side, invocation)
        case .opcodes:
            for model in protocols {
                let opcodes = OpcodesGenerator(model: model, access: invocation.access)
                try write(opcodes.generate(), to: "\(model.fileStem).swift", in: invocation.output)
            }
        }
    }

    private static func writeBindings(
        _ protocols: [ProtocolModel], _ side: BindingsGenerator.Side, _ invocation: Invocation
    ) throws {
        let bindings = protocols.map {
            BindingsGenerator(model: $0, side: side, importing: invocation.importing, access: invocation.access)
        }
        for binding in bindings {
            try write(binding.generate(), to: "\(binding.model.fileStem).swift", in: invocation.output)
        }
        let table = TableGenerator(
            protocols: bindings, importing: invocation.importing, access: invocation.access)
        try write(table.generate(), to: "Interfaces.swift", in: invocation.output)
    }

    private static func versions(_ file: String) throws -> [String: UInt32] {
        do {
            return try JSONDecoder().decode([String: UInt32].self, from: try read(file))
        } catch let error as DecodingError {
            throw ScannerError(file: file, line: 0, reason: "is not an object of interfaces and versions: \(error)")
        }
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
