// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayPlay
import DrayReport
import DrayScenario
import FoundationEssentials
import Glibc

/// `dray ctl`: controls a compositor that `dray serve` runs.
struct CtlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ctl", abstract: "Control the pointer, fingers, keys and windows of a running `dray serve`.",
        usage: "dray ctl [--socket <path>] [<command> ...]",
        discussion: """
            \(commands)

            \(ControlHelp.places)

            Without a command, each line of standard input is a command. The socket is that of --socket, else of \
            DRAY_SOCKET, else the one beside WAYLAND_DISPLAY. Weston and sway with Dray accept `drag --name NAME --to \
            NAME` and `names [WINDOW]`; WAYLAND_DISPLAY or --socket selects the compositor. Any program can use the \
            socket: it writes one command per line, and reads any number of lines that begin with "= " and then one \
            line, "ok" or "error" with the reason.

            Exit status: 0 if every command succeeded, 1 if one failed, 2 if no compositor listens.
            """)

    @Option(help: ArgumentHelp("The socket of the compositor.", valueName: "path"))
    var socket: String?

    @Argument(
        parsing: .captureForPassthrough, help: ArgumentHelp("A command and its arguments.", valueName: "command"),
        completion: .list(ControlHelp.entries.map(\.name)))
    var words: [String] = []

    func run() throws {
        if let first = words.first, first == "--help" || first == "-h" { throw CleanExit.helpRequest(self) }
        // The help needs no compositor.
        if words.first == "help" {
            do throws(ControlMistake) {
                for line in try ControlHelp.text(for: words.dropFirst().first) { print(line) }
            } catch {
                fail(error.description)
                throw ExitCode.failure
            }
            return
        }
        let (connection, isForNames) = try connect()
        defer { close(connection) }
        signal(SIGPIPE, SIG_IGN)
        guard words.isEmpty else {
            if try !perform(words, on: connection, isForNames) { throw ExitCode.failure }
            return
        }
        var isFine = true
        while let line = readLine() {
            guard !line.allSatisfy(\.isWhitespace), !line.hasPrefix("#") else { continue }
            if try !perform(try Self.words(of: line), on: connection, isForNames) { isFine = false }
        }
        if !isFine { throw ExitCode.failure }
    }

    private static var commands: String { ControlHelp.lines.map { "  \($0)" }.joined(separator: "\n") }

    private static func words(of line: String) throws -> [String] {
        do throws(ControlMistake) { return try CommandTokens.split(line) } catch {
            throw ValidationError(error.description)
        }
    }

    /// - Returns: the connection, and whether it leads to a compositor that accepts only commands with names.
    private func connect() throws -> (Int32, isForNames: Bool) {
        let environment = ProcessInfo.processInfo.environment
        let beside = environment["WAYLAND_DISPLAY"].flatMap { display in
            display.hasPrefix("/") ? display : environment["XDG_RUNTIME_DIR"].map { "\($0)/\(display)" }
        }
        guard let path = socket ?? environment["DRAY_SOCKET"] ?? beside.map({ $0 + ServeSession.socketSuffix }) else {
            fail("which compositor? set --socket, DRAY_SOCKET or WAYLAND_DISPLAY")
            throw ExitCode(2)
        }
        do throws(LocalSocket.Failure) { return (try LocalSocket.connect(to: path), NameSocket.isAt(path)) } catch {
            do throws(LocalSocket.Failure) {
                if socket == nil, environment["DRAY_SOCKET"] == nil, let display = beside,
                    let connection = try NameSocket.connect(toCompositorOf: display)
                {
                    return (connection, true)
                }
            } catch {
                fail(error.description)
                throw ExitCode(2)
            }
            fail("\(error.description); is `dray serve` running?")
            throw ExitCode(2)
        }
    }

    /// Sends a command and prints the answer. Returns whether the command succeeded.
    private func perform(_ words: [String], on connection: Int32, _ isForNames: Bool) throws -> Bool {
        var words = words
        // Paths are made absolute: the compositor has another working directory.
        let folder = FileManager.default.currentDirectoryPath + "/"
        if ["shot", "compare"].contains(words.first), words.count > 1, !words[1].hasPrefix("/") {
            words[1] = folder + words[1]
        }
        if words.first == "compare" {
            for key in ["seen=", "difference="] {
                words = words.map {
                    $0.hasPrefix(key) && !$0.hasPrefix(key + "/") ? key + folder + $0.dropFirst(key.count) : $0
                }
            }
        }
        let text: String
        do throws(ControlMistake) {
            text = isForNames ? try NameSocket.line(words) : CommandTokens.join(words)
        } catch {
            fail(error.description)
            return false
        }
        let line = Array((text + "\n").utf8)
        // The result is ignored: a compositor that has closed the connection may have sent its reason first.
        _ = write(connection, line, line.count)
        var buffer: [UInt8] = []
        while true {
            guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else {
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = read(connection, &bytes, bytes.count)
                guard count > 0 else { return try hungUp(words) }
                buffer += bytes[..<count]
                continue
            }
            let answer = String(decoding: buffer[..<end], as: UTF8.self)
            buffer.removeFirst(end + 1)
            if answer == "ok" { return true }
            if answer.hasPrefix("= ") {
                print(answer.dropFirst(2))
            } else {
                fail(String(answer.dropFirst("error ".count)))
                return false
            }
        }
    }

    private func hungUp(_ words: [String]) throws -> Bool {
        if words.first == "quit" { return true }
        fail("the compositor has closed the connection")
        throw ExitCode(2)
    }

    private func fail(_ reason: String) {
        StandardStream.errors.write("dray ctl: \(reason)\n")
    }
}
