// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import ProgramLines
import Repository
import TestTimeout

/// A private session bus for a test, which can start only the accessibility bus.
final class AccessBus {
    let environment: [String]
    /// A private folder, removed with the bus.
    let folder: URL
    private let daemon: Lines

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init() throws {
        folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("dray-bus-\(UUID().uuidString)")
        let services = folder.appendingPathComponent("services")
        try FileManager.default.createDirectory(at: services, withIntermediateDirectories: true)
        let launcher = "/usr/share/dbus-1/services/org.a11y.Bus.service"
        guard access(launcher, R_OK) == 0 else { throw Failure(description: "at-spi2-core is not installed") }
        try FileManager.default.createSymbolicLink(
            atPath: services.appendingPathComponent("org.a11y.Bus.service").path, withDestinationPath: launcher)
        let address = "unix:path=\(folder.path)/bus"
        let settings = folder.appendingPathComponent("bus.conf")
        try """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
        <servicedir>\(services.path)</servicedir>
        <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
        <allow own="*"/></policy></busconfig>
        """.write(to: settings, atomically: true, encoding: .utf8)
        environment = [
            "DBUS_SESSION_BUS_ADDRESS=\(address)", "XDG_RUNTIME_DIR=\(folder.path)", "HOME=\(folder.path)",
            "GSETTINGS_BACKEND=memory", "PATH=/usr/bin:/bin", "LANG=C.UTF-8",
        ]
        daemon = try Lines(
            ["/usr/bin/dbus-daemon", "--config-file=\(settings.path)", "--nofork", "--print-address"], environment)
        try daemon.wait("the bus") { !$0.isEmpty }
    }

    deinit {
        daemon.end()
        // Programs on the bus exit shortly after it, and may write to the folder until then.
        let deadline = ContinuousClock.now + .timeout(10)
        while (try? programs().isEmpty) == false, ContinuousClock.now < deadline { usleep(5000) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Returns the processes that have the environment of this bus, with their command lines. They include children of
    /// the bus that do not run their own program yet.
    private func programs() throws -> [(id: Int32, command: String)] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.compactMap { id in
            guard let command = try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8), !command.isEmpty,
                let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ"),
                environment.range(of: Data(folder.path.utf8)) != nil
            else { return nil }
            return (id, command)
        }
    }

    /// Returns the process ID of the accessibility bus, or nil if it is not running.
    func accessBusID() throws -> Int32? {
        try programs().first { $0.command.contains("accessibility.conf") && $0.command.contains(folder.path) }?.id
    }

    /// Starts a screen reader that first performs these commands.
    func reader(_ commands: String...) throws -> Lines {
        let program = Repository.clients + "/screen-reader.py"
        let reader = try Lines(["/usr/bin/python3", program] + commands, environment)
        try reader.wait("the screen reader") { lines in commands.allSatisfy { lines.contains("ok \($0)") } }
        return reader
    }

    /// Starts a program that sends a process forged signals, on the session or the accessibility bus.
    func impostor(_ kind: String, to process: Int32) throws -> Lines {
        let program = Repository.clients + "/impostor.py"
        return try Lines(["/usr/bin/python3", program, kind, "\(process)"], environment)
    }

    /// Returns whether a name on the session bus has an owner.
    func knows(_ name: String) throws -> Bool {
        let asking = try Lines(
            [
                "/usr/bin/dbus-send", "--session", "--print-reply=literal", "--dest=org.freedesktop.DBus", "/",
                "org.freedesktop.DBus.NameHasOwner", "string:\(name)",
            ], environment)
        try asking.wait("an answer") { !$0.isEmpty }
        return asking.lines[0].contains("true")
    }
}

/// An event received by a screen reader.
struct Heard: Equatable {
    var event: String
    var milliseconds: Int
    /// The politeness of an announcement, or the role of an object that appears.
    var number: Int
    var text: String

    init?(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 4).map(String.init)
        guard words.count == 5, words[0] == "said", let time = Int(words[2]), let number = Int(words[3]) else {
            return nil
        }
        (event, milliseconds, self.number, text) = (words[1], time, number, words[4])
    }
}

extension Lines {
    var heard: [Heard] { lines.compactMap(Heard.init) }
}
