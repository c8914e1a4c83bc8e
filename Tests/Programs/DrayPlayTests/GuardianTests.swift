// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

/// A run killed by SIGKILL leaves nothing behind, whatever its clients do.
@Suite struct GuardianTests {
    /// A client without a window, whose descendants in other sessions do not notice the compositor's end.
    private static let script = """
        setsid sh -c 'trap "" TERM HUP; echo on; sleep 301; true' "$0" &
        (setsid sleep 302 "$0" 2>/dev/null; sleep 303) &
        touch "$TMPDIR/left"
        sleep 304; true
        """

    /// Waits until no processes of a playground are left and a folder is empty.
    private func isEmptied(_ folder: String, of ground: borrowing Playground) -> Bool {
        let end = Date() + 20
        while Date() < end {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            if ground.leftovers.isEmpty, files.isEmpty { return true }
            usleep(10_000)
        }
        return false
    }

    private func temporary(_ ground: borrowing Playground) throws -> String {
        // It contains sockets, whose paths must be short.
        let path = "/tmp/g-\(ground.mark.suffix(12))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    @Test(arguments: [[], ["-j", "2"]]) func aKilledRunLeavesNothing(jobs: [String]) throws {
        let ground = try Playground()
        let folder = try temporary(ground)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let steps = """
              - wait: {output: {client: client, text: on}}
              - say: Everything runs
              - wait: {output: {client: client, text: never}, within: 1000s}
            """
        let yaml = Playground.scenario(client: Self.script, mark: ground.mark, steps: steps)
        let base = ground.folder.path
        var files: [String] = []
        for number in 0...(jobs.count / 2) { files.append(try ground.write("scenario-\(number).yaml", yaml)) }
        let command = try ground.start(
            ["run", "-o", "\(base)/run"] + jobs + files, environment: ["TMPDIR": folder])
        let traces =
            jobs.isEmpty ? ["\(base)/run/trace.jsonl"] : files.indices.map { "\(base)/run/scenario-\($0)/trace.jsonl" }
        let allRun = {
            traces.allSatisfy {
                (try? String(contentsOfFile: $0, encoding: .utf8))?.contains("Everything runs") == true
            }
        }
        let end = Date() + 20
        while !allRun(), Date() < end { usleep(10_000) }
        #expect(allRun())
        #expect(!ground.leftovers.isEmpty)
        command.send(SIGKILL)
        let isEmpty = isEmptied(folder, of: ground)
        #expect(isEmpty, "\(ground.leftovers)")
        _ = command.wait()
    }

    /// The folder with the sockets is shared here, so only the server's own files may be removed.
    @Test func aKilledServerLeavesNothing() throws {
        let ground = try Playground()
        let folder = try temporary(ground)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let command = try ground.start(
            [
                "serve", "--", "sh", "-c", Self.script.replacingOccurrences(of: "touch \"$TMPDIR/left\"", with: ":"),
                ground.mark,
            ],
            environment: ["XDG_RUNTIME_DIR": folder, "TMPDIR": folder])
        #expect(command.waitFor(": on"), "\(command.text)")
        #expect(!ground.leftovers.isEmpty)
        _ = FileManager.default.createFile(atPath: "\(folder)/foreign", contents: nil)
        command.send(SIGKILL)
        let end = Date() + 20
        let rest = { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }
        while rest() != ["foreign"] || !ground.leftovers.isEmpty, Date() < end { usleep(10_000) }
        #expect(rest() == ["foreign"])
        #expect(ground.leftovers.isEmpty)
        _ = command.wait()
    }

    /// A guardian must not outlive a regular exit, because it would keep a terminal or a pipe open.
    @Test func noGuardianOutlivesARun() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            client: "echo on; exec sleep 300", steps: "  - wait: {output: {client: client, text: on}}")
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(ground.leftovers.isEmpty)
    }
}
