// SPDX-License-Identifier: MIT

/// The parts of a desktop session, besides the compositor, that are available to the clients of a run.
package struct Session: Equatable, Sendable {
    package var bus: Bus
    package var services: Services
    /// Whether applications expose their user interface through AT-SPI.
    package var isAccessible: Bool
    /// Whether there is a desktop portal, which applications use for file choosers and settings.
    package var hasPortal: Bool
    /// Whether there is an X server for X11 clients.
    package var hasXwayland: Bool

    package init(
        bus: Bus = .one, services: Services = .none, isAccessible: Bool = false, hasPortal: Bool = false,
        hasXwayland: Bool = false
    ) {
        self.bus = bus
        self.services = services
        self.isAccessible = isAccessible
        self.hasPortal = hasPortal
        self.hasXwayland = hasXwayland
    }

    /// The name of the owner of the portal's windows.
    package static let portalName = "portal"

    /// The D-Bus session bus.
    package enum Bus: String, CaseIterable, Sendable {
        /// A single bus for all clients, as on a desktop.
        case one
        /// A separate bus for each client, so that two instances of one application stay separate.
        case each
        case none
    }

    /// The programs that the bus may activate.
    package enum Services: Equatable, Sendable {
        case none
        /// All installed services, as on a desktop.
        case all
        /// Individual services, by the absolute paths of their service files.
        case files([String])
    }
}

extension Session {
    static let shape = Shape<Session>.record { keys in
        let bus = keys.optional(
            "bus", "The D-Bus session bus: `one` for all clients, `each` for one each, or `none`.", Shape<Bus>.word,
            default: .one)
        let services = keys.optional(
            "services", "The services that the bus may activate: `none`, `all` installed ones, or a list of names.",
            servicesShape, default: .none)
        let isAccessible = keys.optional(
            "accessibility", "Whether AT-SPI is available.", .truth, default: false)
        let hasPortal = keys.optional(
            "portal", "Whether a desktop portal is available, for file choosers and settings.",
            .truth, default: false)
        let hasXwayland = keys.optional(
            "xwayland", "Whether Xwayland is available, for X11 clients.", .truth,
            default: false)
        if bus == .none, isAccessible || hasPortal || services != .none {
            keys.reading?.report(
                "services, accessibility and a portal require a bus", at: keys.location,
                help: "`bus: one` or `bus: each`")
            return nil
        }
        guard let reading = keys.reading else { return nil }
        if hasPortal { reading.hasPortal = true }
        do throws(Missing) {
            return try Session(bus: bus, services: services)
                .with(
                    accessibility: isAccessible, portal: hasPortal, xwayland: hasXwayland && reading.skipReason == nil,
                    reading.surroundings)
        } catch {
            reading.report(error.message, at: keys.location, help: "Debian has it in the package \(error.package)")
            return nil
        }
    }
    .named("session")

    /// A service or a program that is not installed.
    package struct Missing: Error {
        package let message: String
        /// The Debian package that contains it.
        package let package: String
    }

    /// The same session with AT-SPI, a portal or an X server added.
    package func with(
        accessibility: Bool, portal: Bool, xwayland: Bool = false, _ surroundings: Surroundings
    ) throws(Missing) -> Session {
        var session = self
        if xwayland {
            let folder = surroundings.scenarioDirectory
            guard surroundings.programExists("Xwayland", from: folder, searchPath: nil) else {
                throw Missing(message: "there is no program Xwayland on the PATH", package: "xwayland")
            }
            session.hasXwayland = true
        }
        (session.isAccessible, session.hasPortal) = (accessibility, portal)
        for (isWanted, what, names) in [
            (accessibility, "accessibility", Self.accessServices), (portal, "a portal", Self.portalServices),
        ] where isWanted {
            for (name, package) in names {
                guard let file = surroundings.serviceFile(name) else {
                    throw Missing(message: "\(what) needs the service \(name)", package: package)
                }
                session.services = session.services.adding(file)
            }
        }
        return session
    }

    /// The services for AT-SPI, with their Debian packages.
    private static let accessServices = [("org.a11y.Bus", "at-spi2-core")]
    /// The portal, its permission store, and the backend for dialogs and settings. The document portal is left out: it
    /// mounts a FUSE file system, which only sandboxed clients need.
    private static let portalServices = [
        ("org.freedesktop.portal.Desktop", "xdg-desktop-portal"),
        ("org.freedesktop.impl.portal.PermissionStore", "xdg-desktop-portal"),
        ("org.freedesktop.impl.portal.desktop.gtk", "xdg-desktop-portal-gtk"),
    ]

    private enum Word: String, CaseIterable, Sendable {
        case none, all
    }

    private static let servicesShape = Shape<Services>.list(
        Shape<[String]>.list(of: service, minimum: 1).map { .files($0) },
        or: Shape<Word>.word.map { word in
            switch word {
            case .none: .none
            case .all: .all
            }
        })

    private static let service = Shape<String>.text.checked { name, node, reading -> String? in
        if let file = reading.surroundings.serviceFile(name) { return file }
        reading.report(
            "there is no service `\(name)`", at: node,
            help: "looked for it in \(reading.surroundings.serviceFolders.joined(separator: ", "))")
        return nil
    }
}

extension Session.Services {
    fileprivate func adding(_ file: String) -> Session.Services {
        switch self {
        case .none: .files([file])
        case .all: .all
        case .files(let files): files.contains(file) ? self : .files(files + [file])
        }
    }
}
