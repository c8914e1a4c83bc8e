// SPDX-License-Identifier: MIT

/// What the clients of a run have of a desktop's session besides the compositor.
package struct Session: Equatable, Sendable {
    package var bus: Bus
    package var services: Services
    /// Whether applications tell assistive technology of themselves, by AT-SPI.
    package var isAccessible: Bool
    /// Whether there is a desktop portal, and applications use it for choosing files and for their settings.
    package var hasPortal: Bool
    /// Whether there is an X server for clients that know X11 alone.
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

    /// Whose the windows of the portal are, as if it were a client.
    package static let portalName = "portal"

    /// The D-Bus session bus.
    package enum Bus: String, CaseIterable, Sendable {
        /// One for all clients, as on a desktop.
        case one
        /// One for each client, so that two of one application do not become one.
        case each
        case none
    }

    /// The programs that a bus may start when somebody calls them by name.
    package enum Services: Equatable, Sendable {
        case none
        /// All that are installed, as on a desktop.
        case all
        /// The files that tell of these, absolute.
        case files([String])
    }
}

extension Session {
    static let shape = Shape<Session>.record { keys in
        let bus = keys.optional(
            "bus", "The D-Bus session bus: `one` for all clients, `each` for one each, or `none`.", Shape<Bus>.word,
            default: .one)
        let services = keys.optional(
            "services", "What the bus may start: `none`, `all` that is installed, or a list of names.",
            servicesShape, default: .none)
        let isAccessible = keys.optional(
            "accessibility", "Whether there is AT-SPI, and applications use it.", .truth, default: false)
        let hasPortal = keys.optional(
            "portal", "Whether there is a desktop portal, by which applications choose files and learn of settings.",
            .truth, default: false)
        let hasXwayland = keys.optional(
            "xwayland", "Whether there is an X server, Xwayland, for clients that know X11 alone.", .truth,
            default: false)
        if bus == .none, isAccessible || hasPortal || services != .none {
            keys.reading?.report(
                "without a bus there are neither services nor accessibility nor a portal", at: keys.location,
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
        /// Debian's, which has it.
        package let package: String
    }

    /// The same with AT-SPI, with a portal, and with an X server.
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

    /// With Debian's packages that have them.
    private static let accessServices = [("org.a11y.Bus", "at-spi2-core")]
    /// The portal itself, what it keeps permissions in, and the backend that shows dialogs and reads settings. That for documents
    /// is left out: it mounts a file system, which nobody but a sandbox needs.
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
