// SPDX-License-Identifier: MIT

import Glibc
import Repository
import Testing

/// The example compositor as a separate process with GTK applications as clients: it has to pass the same cases, with
/// screenshots, as its counterpart in C.
@Suite(.serialized) struct MinimalCompositorTests {
    static let cases = run("--cases").output.split(separator: "\n").map(String.init)

    @Test func thereAreCases() {
        #expect(Self.cases.contains("content_is_copied") && Self.cases.count >= 8)
    }

    @Test(arguments: cases)
    func holds(_ name: String) throws {
        let compositor = try Self.folder + "/MinimalCompositor"
        let (output, status) = Self.run("'\(compositor)' '' \(name)")
        #expect(status == 0, "\(output.suffix(4000))")
    }

    /// The programs are beside the bundle of these tests.
    private static var folder: String {
        get throws {
            let path = try #require(realpath("/proc/self/exe", nil))
            defer { free(path) }
            let bundle = String(cString: path)
            return String(try #require(bundle.lastIndex(of: "/").map { bundle[..<$0] }))
        }
    }

    /// Runs the cases of `Tests/EndToEnd/Hosts/example.py`, which prints failures.
    private static func run(_ arguments: String) -> (output: String, status: Int32) {
        let program = Repository.root + "/Tests/EndToEnd/Hosts/example.py"
        let command = "PYTHONDONTWRITEBYTECODE=1 timeout 180 '\(program)' \(arguments) 2>&1"
        guard let pipe = popen(command, "r") else { return ("no process", -1) }
        var output: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = fread(&bytes, 1, bytes.count, pipe)
            guard count > 0 else { break }
            output += bytes[..<count]
        }
        return (String(decoding: output, as: UTF8.self), pclose(pipe))
    }
}
