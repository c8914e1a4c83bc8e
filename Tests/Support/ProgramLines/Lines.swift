// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestTimeout

/// A program that a test writes lines to and reads lines from. It ends with this object, whatever it does with signals.
public final class Lines {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest: [UInt8] = []
    /// The complete lines that the program has written so far.
    public private(set) var lines: [String] = []

    public struct Missing: Error, CustomStringConvertible {
        public let description: String
    }

    /// - Parameter environment: the whole environment of the program, each variable as `NAME=VALUE`.
    public init(_ command: [String], _ environment: [String]) throws {
        // The thread of a test blocks most signals, and a program inherits that. Foundation's `Process` does not reset it. A
        // program that is sent SIGTERM would then never end, nor would what it starts.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["--default-signal"] + command
        process.environment = Dictionary(
            uniqueKeysWithValues: environment.map { variable in
                let parts = variable.split(separator: "=", maxSplits: 1).map(String.init)
                return (parts[0], parts.count > 1 ? parts[1] : "")
            })
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let descriptor = output.fileHandleForReading.fileDescriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL, 0) | O_NONBLOCK)
    }

    deinit { end() }

    public var processID: Int32 { process.processIdentifier }
    public var isRunning: Bool { process.isRunning }

    public func end() {
        guard process.isRunning else { return }
        // Whatever it does or has blocked: it may have been stopped.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    public func tell(_ line: String) {
        input.fileHandleForWriting.write(Data("\(line)\n".utf8))
    }

    /// Reads what has come.
    public func read() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(output.fileHandleForReading.fileDescriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            rest += buffer[..<count]
        }
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(String(decoding: rest[..<end], as: UTF8.self))
            rest.removeSubrange(...end)
        }
    }

    /// Waits until its lines are so.
    /// - Parameter serve: called meanwhile, and takes a while itself.
    public func wait(
        _ what: String, serve: () -> Void = Lines.pause, until holds: ([String]) -> Bool
    ) throws {
        let deadline = ContinuousClock.now + .timeout(30)
        while true {
            read()
            if holds(lines) { return }
            guard ContinuousClock.now < deadline else {
                throw Missing(description: "\(what) did not come; there is: \(lines)")
            }
            serve()
        }
    }

    /// What is done while there is nothing to serve.
    public static func pause() { usleep(5000) }
}
