// SPDX-License-Identifier: MIT

public import CDray
internal import Dray

// The parts of the desktop that an engine uses, all of which the program dray-access does.

@c @implementation
public func dray_engine_set_desktop(
    _ engine: OpaquePointer!, _ options: UnsafePointer<dray_desktop_options>!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        object.use(options == nil ? DesktopUse() : try DesktopUse(dray_desktop_options.read(options)))
    }
}

/// What an engine uses of the desktop.
struct DesktopUse: Equatable {
    var parts: DesktopParts = []
    /// The address of the session bus; nil for that of this process's environment.
    var busAddress: String?

    init() {}

    init(_ options: dray_desktop_options) throws(Mistake) {
        parts = DesktopParts(rawValue: options.parts)
        guard parts.isSubset(of: .all) else { throw .value("\(options.parts) is no set of enum dray_desktop_part") }
        busAddress = try options.bus_address.map { pointer throws(Mistake) in try readString(pointer) }
    }

    /// The environment of the helper; nil for that of this process.
    var environment: [String]? {
        busAddress.map { HelperSupervisor.ownEnvironment(replacing: "DBUS_SESSION_BUS_ADDRESS", by: $0) }
    }
}

/// `enum dray_desktop_part`.
struct DesktopParts: OptionSet {
    let rawValue: UInt32

    static let speech = DesktopParts(DRAY_DESKTOP_SPEECH)
    static let names = DesktopParts(DRAY_DESKTOP_NAMES)
    static let files = DesktopParts(DRAY_DESKTOP_FILES)
    /// The settings that drags follow.
    static let settings: DesktopParts = [
        DesktopParts(DRAY_DESKTOP_MOTION), DesktopParts(DRAY_DESKTOP_CONTRAST), DesktopParts(DRAY_DESKTOP_COLOURS),
    ]
    static let all: DesktopParts = [.settings, .speech, .names, .files]

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    private init(_ part: dray_desktop_part) {
        rawValue = UInt32(part.rawValue)
    }
}

extension EngineObject {
    /// Turns parts of the desktop on and off. A part that is on already stays on, unless the bus is another one.
    func use(_ new: DesktopUse) {
        guard let engine else { return }
        let kept = new.busAddress == desktop.busAddress ? desktop.parts : []
        let begins = new.parts.subtracting(kept)
        let ends = desktop.parts.subtracting(new.parts.intersection(kept))
        desktop = new
        let environment = new.environment
        if ends.contains(.speech) { engine.fallSilent() }
        if ends.contains(.names) { engine.refuseNames() }
        if ends.contains(.files) { engine.keepFiles() }
        if begins.contains(.speech), !engine.speak(environment: environment) {
            report("drags are not announced to screen readers")
        }
        if !begins.union(ends).isDisjoint(with: .settings) {
            // The bits of both are the same.
            let followed = DragEngine.DesktopWishes(rawValue: new.parts.intersection(.settings).rawValue)
            if !engine.followDesktop(followed, environment: environment) {
                report("drags do not follow the desktop's settings")
            }
        }
        if begins.contains(.names), !engine.serveNames(environment: environment) {
            report("no program can drag by name", "dray-access is not installed, or XDG_RUNTIME_DIR is not set")
        }
        if begins.contains(.files), !engine.handOverFiles(environment: environment) {
            report("sandboxed programs cannot open files that are dropped on them")
        }
    }

    private func report(_ effect: String, _ cause: String = "dray-access is not installed") {
        log(DRAY_BLAME_NOBODY, "\(cause): \(effect)")  // english: quoted
    }
}
