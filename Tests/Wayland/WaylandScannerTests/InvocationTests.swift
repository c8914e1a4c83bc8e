// SPDX-License-Identifier: MIT

import Testing

@testable import WaylandScanner

/// The scanner's command line.
@Suite struct InvocationTests {
    @Test func completeCommandLineIsParsed() throws {
        let invocation = try Invocation([
            "--side", "client", "--output", "out", "--importing", "WaylandClient", "a.xml", "b.xml",
        ])
        #expect(invocation.content == .bindings(.client))
        #expect(invocation.importing == "WaylandClient")
        #expect(invocation.access == .public)
        #expect(invocation.output == "out")
        #expect(invocation.files == ["a.xml", "b.xml"])
    }

    @Test func bindingsMayBeInternal() throws {
        let invocation = try Invocation(["--side", "server", "--access", "internal", "--output", "out", "a.xml"])
        #expect(invocation.access == .internal)
    }

    @Test func wireHasOpcodesOnly() throws {
        #expect(try Invocation(["--side", "wire", "--output", "out", "a.xml"]).content == .opcodes)
    }

    @Test(arguments: [
        ([], "--side is server, client or wire"),
        (["--side"], "--side lacks its value"),
        (["--side", "both", "--output", "o", "a.xml"], "--side is server, client or wire"),
        (["--side", "server", "a.xml"], "--output is missing"),
        (["--side", "server", "--output"], "--output lacks its value"),
        (["--side", "server", "--output", "o"], "no protocol file given"),
        (["--side", "server", "--access", "private", "--output", "o", "a.xml"], "--access is public or internal"),
        (["--verbose", "a.xml"], "unknown option --verbose"),
    ])
    func usageErrorIsReported(arguments: [String], reason: String) {
        let error = #expect(throws: Invocation.UsageError.self) { try Invocation(arguments) }
        #expect(error?.reason == reason)
        #expect(error?.description.hasPrefix("error: \(reason)\nusage: WaylandScanner --side") == true)
    }
}
