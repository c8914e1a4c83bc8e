// SPDX-License-Identifier: MIT

/// An application that takes part in the scenario.
package struct Client: Equatable, Sendable {
    package var name: Located<String>
    /// The program and its arguments; never empty.
    package var command: [String]
    /// Additions to the environment that the compositor provides, in the order of the file.
    package var environment: [Binding]
    /// The working directory, absolute; nil for the scenario's folder.
    package var directory: String?
    package var windows: [Window]
    /// The timeout for mapping its windows.
    package var startsWithin: Duration
    /// The timeout for exiting after its windows are closed, and again after SIGTERM.
    package var endsWithin: Duration

    package init(
        name: Located<String>, command: [String], environment: [Binding], directory: String? = nil,
        windows: [Window], startsWithin: Duration, endsWithin: Duration = Client.usualEnd
    ) {
        self.name = name
        self.command = command
        self.environment = environment
        self.directory = directory
        self.windows = windows
        self.startsWithin = startsWithin
        self.endsWithin = endsWithin
    }

    /// The default of `ends-within`.
    package static let usualEnd = Duration.seconds(2)

    /// A window that the scenario refers to by name. The name is unique among all clients.
    package struct Window: Equatable, Sendable {
        package var name: Located<String>
        package var match: Match
        /// The position of the top left corner in the compositor's global space; nil lets the compositor choose.
        package var position: ScreenPoint?
        /// The requested size; nil lets the client choose.
        package var size: ScreenSize?

        package init(name: Located<String>, match: Match, position: ScreenPoint? = nil, size: ScreenSize? = nil) {
            self.name = name
            self.match = match
            self.position = position
            self.size = size
        }
    }

    /// The criterion that identifies a window.
    package enum Match: Equatable, Sendable {
        case title(TextMatch)
        case appID(String)
        case both(title: TextMatch, appID: String)
    }
}

extension Client {
    /// The clients, keyed by name.
    static let map = Shape<[(key: Located<String>, value: Body)]>.map(
        of: body, keys: "^[A-Za-z0-9_][A-Za-z0-9._-]*$", entry: isName(of: .client)
    ).map { entries in
        entries.map { entry in
            Client(
                name: entry.key, command: entry.value.command, environment: entry.value.environment,
                directory: entry.value.directory, windows: entry.value.windows,
                startsWithin: entry.value.startsWithin, endsWithin: entry.value.endsWithin)
        }
    }

    /// A client without its name, which is the key of the mapping.
    package struct Body {
        package var command: [String]
        package var environment: [Binding]
        package var directory: String?
        package var windows: [Window]
        package var startsWithin: Duration
        package var endsWithin: Duration

        package init(
            command: [String], environment: [Binding], directory: String? = nil, windows: [Window],
            startsWithin: Duration, endsWithin: Duration
        ) {
            self.command = command
            self.environment = environment
            self.directory = directory
            self.windows = windows
            self.startsWithin = startsWithin
            self.endsWithin = endsWithin
        }
    }

    private static let body = Shape<Body>.record { keys in
        let command = keys.required(
            "command", "The program and its arguments, as a list.", .list(of: Shape<String>.text.located, minimum: 1))
        let environment = keys.optional(
            "environment", "Environment variables for it.", environmentShape, default: [])
        let directory = keys.optional(
            "directory", "The working directory; the scenario's folder if left out.", .directory)
        let windows = keys.optional("windows", "Its windows, by a name of your choice.", windowMap, default: [])
        let startsWithin = keys.optional(
            "starts-within", "The timeout for its windows to appear; 10s if left out.", .duration,
            default: .seconds(10))
        let endsWithin = keys.optional(
            "ends-within",
            "The timeout for exiting after its windows are closed, and again after SIGTERM; 2s if left out.",
            .duration, default: usualEnd)
        guard let command else { return nil }
        checkProgram(
            command[0], directory: directory, searchPath: environment.last { $0.name == "PATH" }?.value, keys.reading)
        return Body(
            command: command.map(\.value), environment: environment, directory: directory, windows: windows,
            startsWithin: startsWithin, endsWithin: endsWithin)
    }
    .named("client")

    private static func checkProgram(
        _ program: Located<String>, directory: String?, searchPath: String?, _ reading: Reading?
    ) {
        guard let reading, reading.skipReason == nil || program.value.isEmpty else { return }
        let directory = directory ?? reading.surroundings.scenarioDirectory
        guard !reading.surroundings.programExists(program.value, from: directory, searchPath: searchPath) else {
            return
        }
        guard !program.value.isEmpty else { return reading.report("the name of the program is missing", key: program) }
        let places = program.value.contains("/") ? "looked for it from \(directory)" : "looked for it on the PATH"
        reading.report("there is no program `\(program.value)`", key: program, help: places)
    }

    private static let environmentShape = Shape<[(key: Located<String>, value: String)]>.map(
        of: .text, keys: "^[^=]+$", entry: isVariable
    ).map { entries in
        entries.map { Binding(name: $0.key.value, value: $0.value) }
    }

    private static let isVariable: @Sendable (Located<String>, Reading) -> Bool = { name, reading in
        if !name.value.isEmpty, !name.value.contains("="), !name.value.contains("\0") { return true }
        reading.report("`\(name.value)` cannot be the name of a variable", key: name, help: "anything without `=`")
        return false
    }

    private static let windowMap = Shape<[(key: Located<String>, value: WindowBody)]>.map(
        of: windowBody, keys: "^[A-Za-z0-9_][A-Za-z0-9._-]*$", entry: isName(of: .window)
    ).map { entries in
        entries.map { entry in
            Window(
                name: entry.key, match: entry.value.match, position: entry.value.position, size: entry.value.size)
        }
    }

    private struct WindowBody {
        var match: Match
        var position: ScreenPoint?
        var size: ScreenSize?
    }

    private static let windowBody = Shape<WindowBody>.record { keys in
        let names = keys.atLeastOne([
            Case("title", "Its title, or `{matches: …}`.", TextMatch.wholeShape) { NamePart.title($0) },
            Case("app-id", "Its application ID.", .text) { NamePart.appID($0) },
        ])
        let position = keys.optional(
            "position", "The position of its top left corner, `[x, y]`; chosen by the compositor if left out.",
            ScreenPoint.shape)
        let size = keys.optional("size", "The size requested from it.", ScreenSize.shape)
        guard let match = Match(names.map(\.value)) else { return nil }
        return WindowBody(match: match, position: position, size: size)
    }
    .named("window")

    /// The name that a step assigns to a window.
    static let newWindowName = Shape<String>.fileWord.located.checked { name, _, reading in
        isName(of: .window)(name, reading) ? name : nil
    }

    /// Rejects an invalid name or one that is already declared.
    private static func isName(of kind: Reading.Name) -> @Sendable (Located<String>, Reading) -> Bool {
        { name, reading in
            let isWord = name.value.unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": true
                default: false
                }
            }
            guard isWord, let first = name.value.first, first != ".", first != "-" else {
                reading.report(
                    "`\(name.value)` cannot be the name of \(kind.words)", key: name,
                    help: "letters, digits, `.`, `_` and `-`")
                return false
            }
            return reading.declare(kind, name)
        }
    }
}

private enum NamePart {
    case title(TextMatch)
    case appID(String)
}

extension Client.Match {
    fileprivate init?(_ parts: [NamePart]) {
        var title: TextMatch?
        var appID: String?
        for part in parts {
            switch part {
            case .title(let text): title = text
            case .appID(let text): appID = text
            }
        }
        switch (title, appID) {
        case (let title?, let appID?): self = .both(title: title, appID: appID)
        case (let title?, nil): self = .title(title)
        case (nil, let appID?): self = .appID(appID)
        case (nil, nil): return nil
        }
    }
}

extension Shape where Value == String {
    /// A folder that must exist, as an absolute path.
    fileprivate static var directory: Shape {
        text.checked { text, node, reading in
            let path = reading.surroundings.path(of: text)
            if reading.surroundings.directoryExists(path) || reading.surroundings.isMadeByRun(path) { return path }
            reading.report("there is no folder `\(text)`", at: node, help: "looked for \(path)")
            return nil
        }
    }
}
