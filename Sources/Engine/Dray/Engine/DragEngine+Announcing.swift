// SPDX-License-Identifier: MIT

internal import DrayAccess
public import DrayCore
internal import DrayTransfer
internal import Glibc

// Announcements of drags for assistive technology (HIG-33).

extension DragEngine {
    /// Sends the announcements of drags through AT-SPI to the session's screen reader, if one is running. A helper
    /// process, `dray-access`, does this; it is started with the first drag, and the engine never blocks on it. A host
    /// with a catalogue and a bus connection of its own handles ``HostEffect/announce(_:)`` instead.
    ///
    /// - Parameters:
    ///   - catalogue: The catalogue of announcements; by default, chosen by the locale variables of this process.
    ///   - environment: The environment of the helper, as `NAME=value`, by which it finds the session bus; by default,
    ///     that of this process.
    ///   - program: The path of `dray-access`; by default, it is searched for.
    /// - Returns: Whether the program exists. If not, nothing is announced.
    @discardableResult
    public func speak(
        in catalogue: Catalogue? = nil, environment: [String]? = nil, program: String? = nil
    ) -> Bool {
        guard let helper = helper(program, environment) else { return false }
        announcer?.endLists()
        announcer = Announcer(helper, catalogue: catalogue ?? .ofEnvironment) { [unowned link] id in
            link.surfaces[id].flatMap { link.host?.name(of: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        return announcer != nil
    }

    /// Stops announcing. The helper exits if nothing else uses it.
    public func fallSilent() {
        announcer?.endLists()
        announcer = nil
    }

    /// Lists the objects of a process's applications through AT-SPI, without blocking. Needs
    /// ``speak(in:environment:program:)``.
    /// - Parameters:
    ///   - milliseconds: The timeout.
    ///   - withTexts: Whether to include the contents of text objects, which takes longer.
    ///   - then: Called once, with the objects received within the timeout; called synchronously with an empty partial
    ///     tree if announcements are off.
    public func listObjects(
        of process: Int32, milliseconds: UInt32 = 1000, withTexts: Bool = false,
        then: @escaping (AccessTree) -> Void
    ) {
        guard let announcer else { return then(AccessTree(isPartial: true)) }
        announcer.list(process: process, milliseconds: milliseconds, withTexts ? .texts : .names, then: then)
    }

    /// Allows programs of the same user to drag by name and to list names, at a socket in the runtime directory. `dray
    /// ctl drag --name … --to …` uses it. Programs in a sandbox are refused, and so is every program while the host
    /// reports the session as locked. Windows are asked for the objects in them through AT-SPI. Needs
    /// ``speak(in:environment:program:)``, since every such drag is announced.
    ///
    /// - Parameters:
    ///   - environment: As in ``speak(in:environment:program:)``; must contain `XDG_RUNTIME_DIR`.
    /// - Returns: Whether the socket exists.
    @discardableResult
    public func serveNames(environment: [String]? = nil, program: String? = nil) -> Bool {
        let variables = environment ?? HelperSupervisor.ownEnvironment
        let prefix = "XDG_RUNTIME_DIR="
        guard dragByNameService == nil,
            let folder = variables.first(where: { $0.hasPrefix(prefix) })?.dropFirst(prefix.count),
            folder.hasPrefix("/"), let helper = helper(program, environment)
        else { return dragByNameService != nil }
        let path = "\(folder)/\(Self.nameSocket(ofProcess: getpid()))"
        dragByNameService = DragByNameService(helper, path: path, link: link)
        return dragByNameService != nil
    }

    /// Removes the socket: programs can no longer drag by name.
    public func refuseNames() { dragByNameService = nil }

    /// Returns the name, in the runtime directory, of the socket at which the compositor with this process ID lets
    /// programs drag by name.
    public static func nameSocket(ofProcess process: Int32) -> String { "dray-names-\(process)" }

    /// The process ID of the helper, while it runs.
    public var speaker: Int32? { helpers.first?.processID }

    /// The helpers in use; usually the same one.
    private var helpers: [HelperSupervisor] {
        [announcer?.helper, follower?.helper, dragByNameService?.helper, documents?.helper].compactMap(\.self)
    }

    /// Returns the helper with this program and environment that is already in use, or a new one.
    /// - Returns: Nil if the program does not exist.
    func helper(_ program: String?, _ environment: [String]?) -> HelperSupervisor? {
        guard let program = program ?? SideProgram.find("dray-access", named: "DRAY_ACCESS") else { return nil }
        let environment = environment ?? HelperSupervisor.ownEnvironment
        return helpers.first { $0.program == program && $0.environment == environment }
            ?? HelperSupervisor(program: program, environment: environment, loop: loop)
    }

}

extension EngineLink {
    /// Announces a step of a drag.
    func tell(_ announcement: Announcement, on seat: SeatID) {
        host?.perform(.announce(announcement), on: seat)
        engine?.announcer?.announce(announcement)
        engine?.follower?.dragIsUnderWay()
    }
}
