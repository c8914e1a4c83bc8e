// SPDX-License-Identifier: MIT

internal import DrayAccess
public import DrayCore
internal import DrayTransfer
internal import Glibc

// What drags announce is said to assistive technology (HIG-33).

extension DragEngine {
    /// From here on what drags announce is said by AT-SPI, to the screen reader of the session, where one is on. A process does it
    /// (`dray-access`), which is started with the first drag; nobody ever waits for it. A host with words and a bus of its own speaks by
    /// itself instead, when it is told ``HostEffect/announce(_:)``.
    ///
    /// - Parameters:
    ///   - catalogue: whose words they are; those that the environment of this process asks for if left out.
    ///   - environment: by which the process finds the session bus, as `NAME=value`; that of this process if left out.
    ///   - program: where `dray-access` is; it is looked for if left out.
    /// - Returns: whether it is there. If not, nothing is said.
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

    /// Nothing is said any more, and the process ends.
    public func fallSilent() {
        announcer?.endLists()
        announcer = nil
    }

    /// Asks what the applications of a process show, by AT-SPI: nobody waits for them. Needs ``speak(in:environment:program:)``.
    /// - Parameters:
    ///   - milliseconds: how long that may take.
    ///   - withTexts: whether what stands in texts is asked for as well, which takes longer.
    ///   - then: called once, with what has come by then; at once and with nothing where nobody speaks.
    public func listObjects(
        of process: Int32, milliseconds: UInt32 = 1000, withTexts: Bool = false,
        then: @escaping (AccessTree) -> Void
    ) {
        guard let announcer else { return then(AccessTree(isPartial: true)) }
        announcer.list(process: process, milliseconds: milliseconds, withTexts ? .texts : .names, then: then)
    }

    /// From here on programs of the same person may drag by name, and ask what has a name, at a socket in the runtime folder:
    /// `dray ctl drag --name … --to …` does. Not those in a sandbox, nor while the host says that the session is locked. Needs
    /// ``speak(in:environment:program:)``, by which every such drag is announced; windows are asked for what is in them.
    ///
    /// - Parameters:
    ///   - environment: as for that; with `XDG_RUNTIME_DIR` in it, or nothing comes of it.
    /// - Returns: whether it is so.
    @discardableResult
    public func serveNames(environment: [String]? = nil, program: String? = nil) -> Bool {
        let variables = environment ?? HelperKeeper.ownEnvironment
        let prefix = "XDG_RUNTIME_DIR="
        guard nameDoor == nil, let folder = variables.first(where: { $0.hasPrefix(prefix) })?.dropFirst(prefix.count),
            folder.hasPrefix("/"), let helper = helper(program, environment)
        else { return nameDoor != nil }
        nameDoor = NameDoor(helper, path: "\(folder)/\(Self.nameSocket(ofProcess: getpid()))", link: link)
        return nameDoor != nil
    }

    /// No program may any more.
    public func refuseNames() { nameDoor = nil }

    /// How the socket is called at which the compositor with this process lets programs drag by name, in the runtime folder.
    public static func nameSocket(ofProcess process: Int32) -> String { "dray-names-\(process)" }

    /// The process that speaks, while there is one.
    public var speaker: Int32? { helpers.first?.processID }

    /// The processes of those that have one; most often it is the same.
    private var helpers: [HelperKeeper] {
        [announcer?.helper, follower?.helper, nameDoor?.helper, documents?.helper].compactMap(\.self)
    }

    /// The process that does what these would, or one that will.
    /// - Returns: nil if there is no such program.
    func helper(_ program: String?, _ environment: [String]?) -> HelperKeeper? {
        guard let program = program ?? SideProgram.find("dray-access", named: "DRAY_ACCESS") else { return nil }
        let environment = environment ?? HelperKeeper.ownEnvironment
        return helpers.first { $0.program == program && $0.environment == environment }
            ?? HelperKeeper(program: program, environment: environment, loop: loop)
    }

}

extension EngineLink {
    /// A step of a drag, to be told in words.
    func tell(_ announcement: Announcement, on seat: SeatID) {
        host?.perform(.announce(announcement), on: seat)
        engine?.announcer?.announce(announcement)
        engine?.follower?.dragIsUnderWay()
    }
}
