// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// A temporary folder for one test, in which the built `dray` plays small scenarios.
struct Playground: ~Copyable {
    let folder: URL

    /// The result of a command.
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String
        var duration: Double
    }

    init() throws {
        folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("dray-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// A killed process may write for a moment longer, which would make the removal of the folder fail.
    deinit {
        for _ in 0..<200 {
            try? FileManager.default.removeItem(at: folder)
            guard FileManager.default.fileExists(atPath: folder.path) else { return }
            usleep(20_000)
        }
    }

    /// A text that only processes of this playground have in their arguments.
    var mark: String { folder.lastPathComponent }

    /// The program of the same build as the tests.
    static var program: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("dray")
    }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        return path(name)
    }

    /// Starts `dray` with arguments.
    /// - Parameter isTypedTo: Whether the test types input; otherwise standard input is empty.
    func start(
        _ arguments: [String], isTypedTo: Bool = false, environment: [String: String] = [:]
    ) throws -> Command {
        try Command(
            arguments, output: path("stdout-\(UUID().uuidString)"), errors: path("stderr-\(UUID().uuidString)"),
            input: isTypedTo ? Pipe() : nil, environment: environment)
    }

    /// Runs `dray` with arguments and waits for its exit.
    func dray(_ arguments: String...) throws -> Outcome {
        try start(arguments).wait()
    }

    /// Runs a scenario with one client, a shell script, and returns the result.
    func run(client script: String, steps: String, timeLimit: Int = 60) throws -> Outcome {
        try run(yaml: Self.scenario(client: script, mark: mark, steps: steps), timeLimit: timeLimit)
    }

    func run(yaml: String, timeLimit: Int = 60) throws -> Outcome {
        let file = try write("scenario.yaml", yaml)
        return try dray("run", "--time-limit", "\(timeLimit)", "-o", path("run"), file)
    }

    /// The client receives the mark as an argument, as do the processes that it starts with `"$0"`.
    static func scenario(client script: String, mark: String, steps: String) -> String {
        let body = script.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n")
        return """
            name: test
            clients:
              client:
                command:
                  - sh
                  - -c
                  - |
            \(body)
                  - \(mark)
                windows: {window: {title: Nothing, position: [0, 0]}}
                starts-within: 500ms
            steps:
            \(steps)
            """
    }

    /// `results.json` of the last call; the keys of a single run are at the top level, next to `runs`.
    func results(in name: String = "run") throws -> [String: Any] {
        let data = try Data(contentsOf: folder.appendingPathComponent("\(name)/results.json"))
        let all = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        guard let runs = all["runs"] as? [[String: Any]], runs.count == 1 else { return all }
        return all.merging(runs[0]) { file, _ in file }
    }

    /// The processes with the mark that have not ended.
    var leftovers: [String] { Self.processes(mentioning: mark) }

    /// The arguments of other processes that contain a text.
    static func processes(mentioning text: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { Int32($0) != nil && $0 != "\(getpid())" }.compactMap { id in
            let line = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") ?? Data()
            let words = String(decoding: line, as: UTF8.self).replacingOccurrences(of: "\0", with: " ")
            return words.contains(text) ? words : nil
        }
    }
}

/// A running `dray`.
final class Command {
    private let process = Process()
    private let output: String
    private let errors: String
    private let begin = Date()
    private let input: Pipe?
    /// Closed when the process has ended.
    private let life = Pipe()

    init(_ arguments: [String], output: String, errors: String, input: Pipe? = nil, environment: [String: String] = [:])
        throws
    {
        (self.output, self.errors, self.input) = (output, errors, input)
        process.executableURL = Playground.program
        process.arguments = arguments
        if !environment.isEmpty {
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        }
        for path in [output, errors] { _ = FileManager.default.createFile(atPath: path, contents: nil) }
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle(forWritingAtPath: errors)
        process.standardInput = input?.fileHandleForReading ?? FileHandle.nullDevice
        process.terminationHandler = { [life] _ in try? life.fileHandleForWriting.close() }
        try process.run()
    }

    /// Types a line.
    func type(_ line: String) throws { try input?.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8)) }

    /// Closes the input.
    func endInput() throws { try input?.fileHandleForWriting.close() }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    var isRunning: Bool { process.isRunning }

    /// The standard output so far.
    var text: String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }

    /// Waits until the output contains a text.
    func waitFor(_ text: String, seconds: Double = 20) -> Bool {
        waitFor(seconds: seconds) { $0.contains(text) }
    }

    /// Waits until the output meets a condition.
    func waitFor(seconds: Double, _ holds: (String) -> Bool) -> Bool {
        guard let watch = try? FolderWatch(URL(fileURLWithPath: output).deletingLastPathComponent()) else {
            return false
        }
        return watch.wait(seconds: seconds, orUntil: life.fileHandleForReading.fileDescriptor) {
            holds(self.text)
        }
    }

    func wait() -> Playground.Outcome {
        process.waitUntilExit()
        return Playground.Outcome(
            status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: text, errors: (try? String(contentsOfFile: errors, encoding: .utf8)) ?? "",
            duration: Date().timeIntervalSince(begin))
    }
}
