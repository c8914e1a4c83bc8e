// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayCore
import DrayPlay
import DrayReport
import FoundationEssentials

/// `dray replay TRACE`: plays the engine's side of a run again, without its clients.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Play the engine's side of a trace again, and compare what it does.",
        discussion: """
            Gives every event of the trace's drags to the engine of this version, and compares what the engine wants \
            done with what it wanted then. Applications are neither needed nor started.

            Exit status: 0 if all is the same, 1 if something differs, 64 if a trace cannot be read.
            """)

    @Argument(help: "Traces: trace.jsonl of a run's folder.", completion: .file(extensions: ["jsonl"]))
    var traces: [String]

    /// So many differences are shown of a trace; one usually leads to many.
    private static let limit = 10

    func run() throws {
        var isSame = true
        for path in traces {
            let replay = try Self.replay(path)
            let numbers =
                "\(count(replay.dragCount, "drag")), \(count(replay.eventCount, "event")), "
                + "\(count(replay.effectCount, "effect"))"
            if replay.differences.isEmpty {
                print("\(path): \(numbers): the same")
                continue
            }
            isSame = false
            print("\(path): \(numbers): \(count(replay.differences.count, "difference"))")
            for difference in replay.differences.prefix(Self.limit) {
                print("  \(VisibleText.singleLine(difference.description))")
            }
        }
        if !isSame { throw ExitCode.failure }
    }

    private static func replay(_ path: String) throws -> Replay {
        let reader: TraceReader
        do throws(FileFailure) { reader = try TraceReader(contentsOf: URL(fileURLWithPath: path)) } catch {
            throw ValidationError("\(path): \(error.reason)")
        }
        if let bad = reader.badLines.first { throw ValidationError("\(path): \(bad)") }
        return Replay(zip(reader.lineNumbers, reader.records).map { (line: $0, record: $1) })
    }

    private func count(_ number: Int, _ what: String) -> String { number == 1 ? "1 \(what)" : "\(number) \(what)s" }
}
