// SPDX-License-Identifier: MIT

import DrayCore
import DrayHeadless
import DrayScenario
import FoundationEssentials
import HeadlessDesktop

// Screenshots of the whole screen, an output, a window or the drag image, and comparisons with reference images.

extension ServeSession {
    /// The image of a subject.
    func image(of subject: PictureStep.Subject) throws -> Screenshot {
        switch subject {
        case .whole: return try compositor.captureAll()
        case .output(let name):
            guard let output = compositor.outputs.first(where: { $0.name == name.value }) else {
                throw Problem("there is no output “\(name.value)”")
            }
            return try compositor.capture(output)
        case .window(let name):
            let window = try window(named: name.value)
            return try compositor.capture(in: window.geometry)
        case .dragImage:
            let bounds = host.stage.bounds
            guard !bounds.isEmpty else { throw Problem("there is no drag image") }
            return try compositor.captureLayers(in: bounds)
        }
    }

    /// Saves a screenshot, and records it.
    func shoot(_ subject: PictureStep.Subject, to file: String) throws {
        try save(try image(of: subject), to: file)
        recorder?.shot(URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent, subject)
    }

    /// Throws if an image differs from the reference, after saving the screenshot.
    func compare(
        _ comparison: PictureStep.Comparison, of subject: PictureStep.Subject, seen: String?, difference: String?
    ) throws {
        let image = try image(of: subject)
        do {
            let found = try PictureDifference(of: image, from: comparison)
            guard found.share > comparison.tolerance else { return }
            if let difference { try save(found.picture, to: difference) }
            throw Problem("it does not look like \(comparison.file): \(found.words)")
        } catch {
            if let seen { try save(image, to: seen) }
            throw error
        }
    }

    private func save(_ image: Screenshot, to file: String) throws {
        let place = try RegularFile(writing: file)
        try withExtendedLifetime(place) { try image.writePNG(to: place.path) }
    }
}
