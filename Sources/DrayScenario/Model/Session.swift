// SPDX-License-Identifier: MIT

/// What the clients of a run have of a desktop's session besides the compositor.
package struct Session: Equatable, Sendable {
    package var bus: Bus
    package var services: Services
    /// Whether applications tell assistive technology of themselves, by AT-SPI.
    package var isAccessible: Bool

    package init(bus: Bus = .one, services: Services = .none, isAccessible: Bool = false) {
        self.bus = bus
        self.services = services
        self.isAccessible = isAccessible
    }

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
    /// With AT-SPI, where that is installed.
    package static var accessible: Session? {
        let surroundings = Surroundings(scenarioDirectory: "/", runDirectory: "/", searchPath: "")
        return surroundings.serviceFile("org.a11y.Bus").map { Session(services: .files([$0]), isAccessible: true) }
    }

    static let shape = Shape<Session>.record { keys in
        let bus = keys.optional(
            "bus", "The D-Bus session bus: `one` for all clients, `each` for one each, or `none`.", Shape<Bus>.word,
            default: .one)
        let services = keys.optional(
            "services", "What the bus may start: `none`, `all` that is installed, or a list of names.",
            servicesShape, default: .none)
        let isAccessible = keys.optional(
            "accessibility", "Whether there is AT-SPI, and applications use it.", .truth, default: false)
        if bus == .none, isAccessible || services != .none {
            keys.reading?.report(
                "without a bus there are neither services nor accessibility", at: keys.location,
                help: "`bus: one` or `bus: each`")
            return nil
        }
        guard isAccessible else { return Session(bus: bus, services: services) }
        guard let reading = keys.reading else { return nil }
        guard let launcher = reading.surroundings.serviceFile("org.a11y.Bus") else {
            reading.report(
                "accessibility needs the service org.a11y.Bus", at: keys.location,
                help: "Debian has it in the package at-spi2-core")
            return nil
        }
        return Session(bus: bus, services: services.adding(launcher), isAccessible: true)
    }
    .named("session")

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
