// SPDX-License-Identifier: MIT

/// A step that takes a screenshot of what the user would see, into the run's folder.
package struct PictureStep: Equatable, Sendable {
    /// The file name without extension; unique in the scenario.
    package var name: Located<String>
    package var subject: Subject
    package var comparison: Comparison?

    package init(name: Located<String>, subject: Subject, comparison: Comparison? = nil) {
        self.name = name
        self.subject = subject
        self.comparison = comparison
    }

    package enum Subject: Equatable, Sendable {
        /// All outputs side by side, with windows, drag image and pointer, at the highest output scale.
        case whole
        /// A single output, in its own pixels.
        case output(Located<String>)
        case window(Located<String>)
        case dragImage
    }

    /// The comparison with a reference image.
    package struct Comparison: Equatable, Sendable {
        /// A PNG file, by its absolute path.
        package var file: String
        /// The share of pixels that may differ, 0 to 1.
        package var tolerance: Double
        /// The difference in one channel up to which pixels count as equal, 0 to 255.
        package var channel: Int
        /// Whether the screenshot replaces the reference image if it differs or is missing.
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
            let name = keys.required("name", "The file name, without extension.", fileName)
            let subject = keys.optional(
                "of", "The subject: `whole`, `drag-image`, `{window: name}` or `{output: name}`; `whole` if left out.",
                Subject.shape,
                default: .whole)
            let comparison = keys.optional("compare", "The comparison with a reference image.", Comparison.shape)
            return name.map { PictureStep(name: $0, subject: subject, comparison: comparison) }
        }
    )
    .named("picture")

    private static let fileName = Shape<String>.fileWord.located.checked { name, _, reading -> Located<String>? in
        // File names are limited to 255 bytes, and the run appends suffixes to some.
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

    /// Whether a name is reserved for pictures that the run itself takes: on failures, of the whole run, and of
    /// differences.
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
            "channel", "The tolerated difference in a channel, 0 to 255; 0 if left out.", .integer(in: 0...255),
            default: 0)
        return file.map {
            Self(
                file: $0, tolerance: tolerance, channel: channel,
                isUpdated: keys.reading?.surroundings.updatesPictures ?? false, location: keys.location)
        }
    }

    /// A reference image that exists, or that the run is going to create.
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
