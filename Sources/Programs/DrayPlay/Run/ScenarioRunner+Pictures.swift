// SPDX-License-Identifier: MIT

import DrayCore
import DrayHeadless
import DrayReport
import DrayScenario
import FoundationEssentials
import HeadlessDesktop

// Screenshots for steps and failures: taken, written next to the trace, and compared.

extension ScenarioRunner {
    /// Takes a screenshot for a step, and compares it if the step requires that.
    func take(_ picture: PictureStep) throws {
        let image = try image(of: picture.subject)
        let name = picture.name.value
        let event = try write(image, named: name, caption: caption)
        guard let comparison = picture.comparison else { return record(event) }
        if comparison.isUpdated {
            record(event)
            return try update(comparison, to: image)
        }
        let difference = try PictureDifference(of: image, from: comparison)
        let isAlike = difference.share <= comparison.tolerance
        // Recorded before the picture, because reports show events above the picture that follows them.
        record(
            .expectation(
                .init(
                    text: "\(name) looks like \(comparison.file)",
                    outcome: isAlike ? .held : .failed(seen: difference.words), line: comparison.location.line,
                    file: comparison.location.file)))
        record(event)
        guard !isAlike else { return }
        let expected = "\(name)-expected.png"
        try pictures.write(difference.reference, named: expected)
        record(
            try write(
                difference.picture, named: "\(name)-difference", caption: "differences in \(name)",
                difference: .init(expected: expected, seen: "\(name).png", words: difference.words)))
    }

    /// Replaces a reference image that differs, is missing or is unreadable.
    private func update(_ comparison: PictureStep.Comparison, to image: Screenshot) throws {
        if let difference = try? PictureDifference(of: image, from: comparison),
            difference.share <= comparison.tolerance
        {
            return
        }
        let place = try RegularFile(writing: comparison.file)
        try withExtendedLifetime(place) { try image.writePNG(to: place.path) }
        record(.note(.init(text: "the picture was written to \(comparison.file)")))
    }

    /// Takes a screenshot of all outputs.
    /// - Parameter names: The accessible names in the windows.
    func takePicture(named name: String, caption: String, names: TraceEvent.PictureFile.Names? = nil) throws {
        record(try write(try compositor.captureAll(), named: name, caption: caption, names: names))
    }

    func image(of subject: PictureStep.Subject) throws -> Screenshot {
        switch subject {
        case .whole: return try compositor.captureAll()
        case .output(let name):
            guard let output = compositor.outputs.first(where: { $0.name == name.value }) else {
                throw Problem(text: "the output \(name.value) is not there to take a picture of")
            }
            return try compositor.capture(output)
        case .window(let name):
            guard let window = windows[name.value], window.isMapped else {
                throw Problem(text: "the window \(name.value) is not there to take a picture of")
            }
            return try compositor.capture(in: window.geometry)
        case .dragImage:
            let bounds = host.stage.bounds
            guard !bounds.isEmpty else { throw Problem(text: "there is no drag image to take a picture of") }
            return try compositor.captureLayers(in: bounds)
        }
    }

    /// Writes an image, and returns its trace record.
    private func write(
        _ image: Screenshot, named name: String, caption: String, names: TraceEvent.PictureFile.Names? = nil,
        difference: TraceEvent.PictureFile.Difference? = nil
    ) throws -> TraceEvent {
        let file = "\(name).png"
        try pictures.write(image, named: file)
        return .picture(.init(file: file, name: name, caption: caption, names: names, difference: difference))
    }

    /// The caption: the last message or step.
    private var caption: String {
        for record in recorder.records.reversed() {
            guard case .step(let step) = record.event, let index = Optional(step.index - 1),
                scenario.steps.indices.contains(index), case .say(let text) = scenario.steps[index].action
            else { continue }
            return text
        }
        return ""
    }
}
