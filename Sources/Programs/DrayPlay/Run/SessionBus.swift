// SPDX-License-Identifier: MIT

import DrayScenario
import FoundationEssentials
import Glibc
import HeadlessDesktop
import WaylandServer

/// A private D-Bus session bus for the run's clients.
final class SessionBus {
    /// `DBUS_SESSION_BUS_ADDRESS`.
    let address: String
    private let process: ClientProcess

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The client name in the environment of its processes. It is not a valid name of a client.
    static let clientName = "the session"
    /// The address that makes clients use no bus.
    static let noAddress = "disabled:"
    private static let program = "dbus-daemon"
    /// The timeout for its start.
    private static let startTimeout = Duration.seconds(10)

    /// The prefix command that ends the bus when this process is killed; otherwise it would wait for clients forever.
    /// `setpriv` of util-linux is almost always available; without it, only this protection is missing.
    private static var endingWithParent: [String] {
        let name = "setpriv"
        return ProcessStart.find(name) == nil ? [] : [name, "--pdeathsig", "TERM", "--"]
    }

    /// Whether `dbus-daemon` is installed.
    static var isInstalled: Bool { ProcessStart.find(program) != nil }

    /// Starts a bus, and waits until it accepts connections.
    /// - Parameters:
    ///   - name: The name of its socket and its files in `folder`.
    ///   - environment: The environment of the services that it starts.
    init(
        named name: String, in folder: String, services: Session.Services, environment: [String: String],
        _ compositor: HeadlessCompositor
    ) throws {
        let socket = "\(folder)/\(name)"
        address = "unix:path=\(Self.escaped(socket))"
        let serviceFolder: String?
        switch services {
        case .none, .all: serviceFolder = nil
        case .files(let files):
            let path = "\(socket).services"
            guard mkdir(path, 0o700) == 0 else {
                throw SystemFailure(path: path)
            }
            for file in files {
                let name = file.split(separator: "/").last.map(String.init) ?? file
                // A process with windows is identified by the name in its environment.
                if let text = Self.portalService(file) {
                    try RegularFile(replacing: name, in: path).replaceAll(by: Array(text.utf8))
                    continue
                }
                guard symlink(file, "\(path)/\(name)") == 0 || errno == EEXIST else {
                    throw SystemFailure(path: "\(path)/\(name)")
                }
            }
            serviceFolder = path
        }
        let settings = Self.settings(address: address, services: services, in: serviceFolder)
        try RegularFile(replacing: "\(name).conf", in: folder).replaceAll(by: Array(settings.utf8))
        let state = Start()
        process = try ClientProcess(
            name: Self.clientName,
            command: Self.endingWithParent + [
                Self.program, "--config-file=\(socket).conf", "--nofork", "--print-address",
            ],
            environment: environment, directory: folder, loop: compositor.display.eventLoop
        ) { stream, line in
            switch stream {
            case .standardOutput: state.isReady = true
            // Warnings about missing services are ignored.
            case .standardError: state.lastWords = line
            }
        }
        let deadline = ContinuousTime.now + Self.startTimeout
        while !state.isReady {
            compositor.dispatch(timeout: 20)
            process.reap()
            guard process.state == .running, ContinuousTime.now < deadline else {
                throw Failure(
                    description: "the session bus did not start: "
                        + (state.lastWords.isEmpty ? "dbus-daemon says nothing" : state.lastWords))
            }
        }
    }

    /// The service file of the portal's backend, extended by a client name; nil for another file.
    private static func portalService(_ file: String) -> String? {
        guard file.hasSuffix("/org.freedesktop.impl.portal.desktop.\(PortalFolder.backend).service"),
            let bytes = try? RegularFile(reading: file).bytes()
        else { return nil }
        let start = "Exec="
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map {
            line in
            guard line.hasPrefix(start) else { return String(line) }
            return
                "\(start)/usr/bin/env \(ClientProcess.nameVariable)=\(Session.portalName) "
                + "\(line.dropFirst(start.count))"
        }
        .joined(separator: "\n")
    }

    private final class Start {
        var isReady = false
        var lastWords = ""
    }

    private static func settings(address: String, services: Session.Services, in folder: String?) -> String {
        let places =
            switch services {
            case .none: ""
            case .all: "<standard_session_servicedirs/>"
            case .files: folder.map { "<servicedir>\(markup($0))</servicedir>" } ?? ""
            }
        // The limits are those of Debian's own session bus, high enough for all clients.
        return """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
            <type>session</type>
            <keep_umask/>
            <listen>\(markup(address))</listen>
            <auth>EXTERNAL</auth>
            \(places)
            <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
            </policy>
            <limit name="max_incoming_bytes">1000000000</limit>
            <limit name="max_outgoing_bytes">1000000000</limit>
            <limit name="max_message_size">1000000000</limit>
            <limit name="service_start_timeout">120000</limit>
            <limit name="max_completed_connections">100000</limit>
            <limit name="max_match_rules_per_connection">50000</limit>
            </busconfig>

            """
    }

    private static func markup(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// A path escaped for use in a D-Bus address.
    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                String(UnicodeScalar(byte))
            case _ where "-_/.".utf8.contains(byte): String(UnicodeScalar(byte))
            default: "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
            }
        }
        .joined()
    }
}
