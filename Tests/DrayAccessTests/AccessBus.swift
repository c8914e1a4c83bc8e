// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import ProgramLines
import TestTimeout

/// A session bus of a test's own, on which the accessibility bus can be started and nothing else.
final class AccessBus {
    let environment: [String]
    /// Its own, which goes with it.
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
        // What it has started ends with it, a moment later, and may write there until then.
        let deadline = ContinuousClock.now + .timeout(10)
        while (try? accessPrograms().isEmpty) == false, ContinuousClock.now < deadline { usleep(5000) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// The programs of the accessibility bus that this bus has started, and what they were started by.
    private func accessPrograms() throws -> [(id: Int32, command: String)] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.compactMap { id in
            guard let command = try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8),
                command.contains("at-spi"),
                let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ"),
                environment.range(of: Data(folder.path.utf8)) != nil
            else { return nil }
            return (id, command)
        }
    }

    /// The process that is the accessibility bus; nil if there is none.
    func accessBusID() throws -> Int32? {
        try accessPrograms().first { $0.command.contains("accessibility.conf") && $0.command.contains(folder.path) }?.id
    }

    /// A screen reader that carries these commands out first.
    func reader(_ commands: String...) throws -> Lines {
        let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Clients/screen-reader.py").path
        let reader = try Lines(["/usr/bin/python3", program] + commands, environment)
        try reader.wait("the screen reader") { lines in commands.allSatisfy { lines.contains("ok \($0)") } }
        return reader
    }

    /// Somebody who says to a process, on the session or the accessibility bus, what only others may say.
    func impostor(_ kind: String, to process: Int32) throws -> Lines {
        let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Clients/impostor.py").path
        return try Lines(["/usr/bin/python3", program, kind, "\(process)"], environment)
    }

    /// Whether somebody on the session bus has this name.
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

/// What a screen reader heard.
struct Heard: Equatable {
    var event: String
    var milliseconds: Int
    /// Politeness of an announcement, role of what shows.
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
