// SPDX-License-Identifier: MIT

/// The step that takes a picture of what a person would see, into the run's folder.
package struct PictureStep: Equatable, Sendable {
    /// The name of the file, without its ending; unique in the scenario.
    package var name: Located<String>
    package var subject: Subject
    package var comparison: Comparison?

    package init(name: Located<String>, subject: Subject, comparison: Comparison? = nil) {
        self.name = name
        self.subject = subject
        self.comparison = comparison
    }

    package enum Subject: Equatable, Sendable {
        /// All outputs beside one another, with windows, drag image and pointer, in the pixels of the finest.
        case whole
        /// One output, in its own pixels.
        case output(Located<String>)
        case window(Located<String>)
        case dragImage
    }

    /// What it has to look like.
    package struct Comparison: Equatable, Sendable {
        /// A PNG file, absolute.
        package var file: String
        /// The share of pixels that may differ, 0 to 1.
        package var tolerance: Double
        /// How much one channel of a pixel may differ, 0 to 255, before the pixel counts as different.
        package var channel: Int
        /// Whether the picture takes the file's place where it does not look like it, or where there is none.
        package var isUpdated: Bool
        package var location: Location

        package init(file: String, tolerance: Double, channel: Int, isUpdated: Bool = false, location: Location) {
            self.file = file
            self.tolerance = tolerance
            self.channel = channel
            self.isUpdated = isUpdated
            self.location = location
        }
    }
}

extension PictureStep {
    static let shape = Shape<PictureStep>.scalar(
        fileName.map { PictureStep(name: $0, subject: .whole, comparison: nil) },
        or: .record { keys in
            let name = keys.required("name", "The name of the file, without its ending.", fileName)
            let subject = keys.optional(
                "of", "`whole`, `drag-image`, `{window: name}` or `{output: name}`; `whole` if left out.",
                Subject.shape,
                default: .whole)
            let comparison = keys.optional("compare", "What it has to look like.", Comparison.shape)
            return name.map { PictureStep(name: $0, subject: subject, comparison: comparison) }
        }
    )
    .named("picture")

    private static let fileName = Shape<String>.fileWord.located.checked { name, _, reading -> Located<String>? in
        // Names of files may have 255 bytes, and the run adds to some.
        guard name.value.utf8.count <= 200 else {
            reading.report("the name of a picture is too long", key: name, help: "at most 200 characters")
            return nil
        }
        guard !isReserved(name.value) else {
            reading.report("the run itself may make a picture `\(name.value)`", key: name, help: "choose another name")
            return nil
        }
        return reading.declare(.picture, name) ? name : nil
    }

    /// The names of pictures that a run takes where something goes wrong, of the whole run, and what it makes of one that is
    /// compared.
    private static func isReserved(_ name: String) -> Bool {
        name == "when-it-stopped" || name == "video" || name.hasPrefix("failed-line-") || name.hasSuffix("-difference")
            || name.hasSuffix("-expected")
    }
}

extension PictureStep.Subject {
    static let shape = Shape<Self>.scalar(
        Shape<Word>.word.map { word in
            switch word {
            case .whole: .whole
            case .dragImage: .dragImage
            }
        },
        or: .choice([
            Case("window", "A window, by its name.", .reference(to: .window), Self.window),
            Case("output", "An output, by its name.", .reference(to: .output), Self.output),
        ]))

    private enum Word: String, CaseIterable, Sendable {
        case whole
        case dragImage = "drag-image"
    }
}

extension PictureStep.Comparison {
    fileprivate static let shape = Shape<Self>.record { keys in
        let file = keys.required("file", "A PNG file.", picture)
        let tolerance = keys.optional(
            "tolerance", "The share of pixels that may differ; `0%` if left out.", .percentage, default: 0)
        let channel = keys.optional(
            "channel", "How much a channel may differ, 0 to 255; 0 if left out.", .integer(in: 0...255), default: 0)
        return file.map {
            Self(
                file: $0, tolerance: tolerance, channel: channel,
                isUpdated: keys.reading?.surroundings.updatesPictures ?? false, location: keys.location)
        }
    }

    /// A file that is there, or that the run is to make.
    private static let picture = Shape<String>.text.checked { text, node, reading in
        let surroundings = reading.surroundings
        let path = reading.path(of: text)
        if surroundings.fileExists(path) || surroundings.isMadeByRun(path) { return path }
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        guard surroundings.updatesPictures else {
            let way = surroundings.directoryExists(folder.isEmpty ? "/" : folder) ? "" : "make its folder; then "
            reading.report(
                "there is no picture `\(text)`", at: node,
                help: "looked for \(path); \(way)`dray run --update-pictures` makes it")
            return nil
        }
        if surroundings.directoryExists(folder.isEmpty ? "/" : folder), !surroundings.directoryExists(path) {
            return path
        }
        reading.report("there is no folder for the picture `\(text)`", at: node, help: "looked for \(folder)")
        return nil
    }
}
