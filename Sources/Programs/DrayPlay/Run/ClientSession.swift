// SPDX-License-Identifier: MIT

import Dray
import DrayHeadless
import DrayScenario
import FoundationEssentials
import Glibc
import HeadlessDesktop
import WaylandServer

/// The environment shared by clients besides the compositor: a runtime folder with its sockets, and a session bus.
final class ClientSession {
    /// A remark for the user; nil if there is none.
    let note: String?

    /// The clients' `XDG_RUNTIME_DIR`.
    var runtimePath: String { runtime.path }
    /// The clients' `WAYLAND_DISPLAY`.
    var socket: String { place.socket }

    private let runtime: RuntimeFolder
    private let compositor: HeadlessCompositor
    private let settings: Session
    private var place: ClientEnvironment.Place
    private var bus: SessionBus?
    private var ownBuses: [String: SessionBus] = [:]
    private var xwayland: Xwayland?

    /// - Parameter home: The clients' home.
    init(_ scenario: Scenario, home: String, _ compositor: HeadlessCompositor) throws {
        runtime = try RuntimeFolder()
        self.compositor = compositor
        settings = scenario.session
        mkdir("\(runtime.path)/\(RuntimeFolder.temporary)", 0o700)
        setenv("XDG_RUNTIME_DIR", runtime.path, 1)
        place = ClientEnvironment.Place(
            runtime: runtime.path, socket: try compositor.display.addSocket(named: "dray"), home: home, bus: nil,
            isAccessible: settings.isAccessible, portal: settings.hasPortal ? PortalFolder.path(in: runtime.path) : nil)
        if settings.hasPortal { try PortalFolder.make(in: runtime.path) }
        let isMissing = settings.bus != .none && !SessionBus.isInstalled
        if isMissing, settings != Session() {
            throw SessionBus.Failure(
                description: "the scenario needs a session bus, but there is no dbus-daemon on the PATH")
        }
        note = isMissing ? "there is no dbus-daemon on the PATH: clients have no session bus" : nil
        if settings.bus == .one, !isMissing {
            let bus = try bus(named: "bus")
            self.bus = bus
            place.bus = bus.address
        }
    }

    /// Starts an X server before the clients, if the scenario needs one.
    /// - Parameter whenGone: Called once if the X server exits unexpectedly.
    func startXwayland(
        _ host: HeadlessDragHost, seat: Seat, whenGone: @escaping (String) -> Void
    ) throws(Xwayland.Failure) {
        guard settings.hasXwayland else { return }
        let server = try Xwayland(
            host, seat: seat, environment: sessionEnvironment(in: place), in: runtime.path, whenGone: whenGone)
        xwayland = server
        place.display = server.display
    }

    /// The clients' `DISPLAY`; nil if there is no X server.
    var display: String? { place.display }

    /// Ends the X server, which needs time to clean up, before all processes are killed.
    func endXwayland() { xwayland?.end() }

    /// The environment of a client. If each client has its own bus, this starts it.
    func environment(of client: Client) throws -> [String: String] {
        var place = place
        let name = client.name.value
        if settings.bus == .each {
            let bus = try ownBuses[name] ?? bus(named: "bus-\(name)")
            ownBuses[name] = bus
            place.bus = bus.address
        }
        return ClientEnvironment.variables(for: client, in: place)
    }

    /// The environment of accessibility clients, as `NAME=value`; nil if there is no shared AT-SPI bus.
    var assistiveEnvironment: [String]? { settings.isAccessible ? busEnvironment : nil }

    /// The environment of session bus clients, as `NAME=value`; nil if there is no shared bus.
    var busEnvironment: [String]? {
        bus.map { _ in sessionEnvironment(in: place).map { "\($0.key)=\($0.value)" }.sorted() }
    }

    /// Connects the engine to the session bus, for announcements, documents and settings. The language of a run is
    /// English, see `ClientEnvironment`.
    func serve(_ engine: DragEngine, _ scenario: Scenario) {
        guard let environment = busEnvironment else { return }
        if settings.isAccessible { engine.speak(in: .english, environment: environment) }
        engine.handOverFiles(environment: environment)
        if settings.hasPortal { engine.followDesktop(.init(leftOpenBy: scenario), environment: environment) }
    }

    /// The environment of processes that belong to no client.
    private func sessionEnvironment(in place: ClientEnvironment.Place) -> [String: String] {
        var environment = ClientEnvironment.variables(in: place)
        environment[ClientProcess.nameVariable] = SessionBus.clientName
        return environment
    }

    /// Starts a bus whose services use the compositor and that bus.
    private func bus(named name: String) throws -> SessionBus {
        try SessionBus(
            named: name, in: runtime.path, services: settings.services, environment: sessionEnvironment(in: place),
            compositor)
    }

    /// The processes of the buses and their descendants.
    static var processes: Set<pid_t> {
        let all = ProcessTree.descendants()
        return Set(
            all.map(\.id).filter {
                let name = ProcessTree.variable(ClientProcess.nameVariable, of: $0)
                return name == SessionBus.clientName || name == Session.portalName || name == Xwayland.program
            })
    }
}
