// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestTimeout

/// A program with lines as input and output. It is killed with this object, however it handles signals.
public final class Lines {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest: [UInt8] = []
    /// The complete lines of the program's output so far.
    public private(set) var lines: [String] = []

    public struct Missing: Error, CustomStringConvertible {
        public let description: String
    }

    /// - Parameter environment: the complete environment of the program, each variable as `NAME=VALUE`.
    public init(_ command: [String], _ environment: [String]) throws {
        // Test threads block most signals, and child processes inherit the mask, which Foundation's `Process` does not
        // reset. A program would then ignore SIGTERM, and so would its children.
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
        // Works however the program handles signals, even if it is stopped.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    public func tell(_ line: String) {
        input.fileHandleForWriting.write(Data("\(line)\n".utf8))
    }

    /// Reads available output.
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

    /// Waits until the lines fulfil a condition.
    /// - Parameter serve: called repeatedly; it has to take some time itself.
    public func wait(
        _ what: String, serve: () -> Void = Lines.pause, until holds: ([String]) -> Bool
    ) throws {
        let deadline = ContinuousClock.now + .timeout(30)
        while true {
            read()
            if holds(lines) { return }
            guard ContinuousClock.now < deadline else {
                throw Missing(description: "\(what) is missing; the output is: \(lines)")
            }
            serve()
        }
    }

    /// The default of `serve`.
    public static func pause() { usleep(5000) }
}
