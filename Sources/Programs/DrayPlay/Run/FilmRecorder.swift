// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import DrayReport
import DrayScenario
import FoundationEssentials
import HeadlessDesktop

/// Creates trace records of the frames in which the visible parts of a drag have changed, and small images of the
/// relevant ones.
///
/// An image shows only the layers of the drag, so that it does not depend on the progress of the windows beneath.
struct FilmRecorder {
    private let pictures: PictureFiles
    private var reels: [DragID: Reel] = [:]
    /// Whether writing an image failed; the first failure is reported, and no further image is written.
    private var hasFailed = false

    /// The maximum number of images per drag.
    static let pictureLimit = 60
    /// The maximum number of images for mere motion; the others are reserved for changes that matter in reviewing a
    /// drag.
    static let motionLimit = 30
    /// The initial interval between two images of a motion, in microseconds. It doubles after every few images, so that
    /// long drags are covered.
    fileprivate static let firstInterval: UInt64 = 50_000
    fileprivate static let picturesPerInterval = 6
    /// The minimum size of an image around the drag image, in logical pixels; larger drag images extend it up to the
    /// limit.
    private static let size = (width: 240.0, height: 160.0)
    private static let sizeLimit = (width: 480.0, height: 320.0)
    private static let subfolder = "frames"

    /// The state of a drag from its previous frames.
    fileprivate struct Reel {
        var frames = 0
        var pictures = 0
        var motionPictures = 0
        var lastPicture: Instant?
        var layers: [TraceEvent.Frame.Layer] = []
        /// Whether the action has changed since the last frame.
        var isNotable = false
        var isEnding = false
    }

    init(_ pictures: PictureFiles) {
        self.pictures = pictures
    }

    /// Notes effects that make the next frame more than a motion.
    mutating func see(_ effect: HostEffect) {
        switch effect {
        case .feedback(let drag, _): reels[drag]?.isNotable = true
        case .released(let drag), .ended(let drag, _): reels[drag]?.isEnding = true
        case .began, .keyboardReleased, .show, .pointerShape, .highlight, .announce, .haptic, .earlyRead, .transfer,
            .raise, .scrollEnters, .scrollLeaves, .carry, .putDown, .keyboardDragBegan, .keyboardDragEnded,
            .playPointer,
            .activate:
            break
        }
    }

    /// Processes the frame being shown. Returns its records, one for each drag that has changed, and a remark if an
    /// image could not be written.
    mutating func take(_ frame: DragStageFrame, of compositor: HeadlessCompositor) -> [TraceEvent] {
        var drags: [DragID: [DragStageFrame.Part]] = Dictionary(grouping: frame.parts, by: \.drag)
        for (drag, reel) in reels where !reel.layers.isEmpty && drags[drag] == nil { drags[drag] = [] }
        var events: [TraceEvent] = []
        for (drag, parts) in drags.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            events += take(parts, of: drag, in: frame, isAlone: drags.count == 1, compositor)
        }
        return events
    }

    // MARK: Details

    private mutating func take(
        _ parts: [DragStageFrame.Part], of drag: DragID, in frame: DragStageFrame, isAlone: Bool,
        _ compositor: HeadlessCompositor
    ) -> [TraceEvent] {
        var reel = reels[drag] ?? Reel()
        let layers = parts.map(TraceEvent.Frame.Layer.init)
        guard isAlone || layers != reel.layers || frame.redraws > 0 else { return [] }
        reel.frames += 1
        var record = TraceEvent.Frame(
            drag: drag.rawValue, number: reel.frames, redraws: frame.redraws, layers: layers)
        var remarks: [TraceEvent] = []
        if let area = Self.area(of: parts), reel.wantsPicture(of: layers, frame), !hasFailed {
            let file = "\(Self.subfolder)/drag-\(drag.rawValue)-\(Self.padded(reel.frames)).png"
            do {
                record.file = try pictures.write(try compositor.captureLayers(in: area), as: file)
            } catch {
                hasFailed = true
                remarks = [
                    .note(.init(text: "the frames of drags could not be written: \(error)"))
                ]
            }
        }
        reel.layers = layers
        reel.isNotable = false
        reels[drag] = reel
        return [.frame(record)] + remarks
    }

    /// The area of an image in the global space, aligned to whole logical pixels; nil if nothing is visible. The ring
    /// around a target is included only as far as it extends into the area.
    private static func area(of parts: [DragStageFrame.Part]) -> Rectangle? {
        let places = parts.filter { $0.role != .highlight }.map(\.bounds)
        guard let left = places.map(\.x).min(), let top = places.map(\.y).min(),
            let right = places.map(\.maxX).max(), let bottom = places.map(\.maxY).max()
        else { return nil }
        let whole = Rectangle(x: left, y: top, width: right - left, height: bottom - top)
        // The badge appears and disappears beside the drag image, which must stay at the same position in all images.
        let centre = (parts.first { $0.role == .image }?.bounds ?? whole).center
        let width = min(max(whole.width + 32, size.width), sizeLimit.width).rounded(.up)
        let height = min(max(whole.height + 32, size.height), sizeLimit.height).rounded(.up)
        return Rectangle(
            x: (centre.x - width / 2).rounded(), y: (centre.y - height / 2).rounded(), width: width, height: height)
    }

    private static func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension FilmRecorder.Reel {
    /// Decides whether to write an image, and counts it.
    fileprivate mutating func wantsPicture(of now: [TraceEvent.Frame.Layer], _ frame: DragStageFrame) -> Bool {
        guard pictures < FilmRecorder.pictureLimit else { return false }
        let isMotion = !isNotable && !isEnding && frame.redraws == 0 && now.differsOnlyInPlace(from: layers)
        if isMotion {
            guard motionPictures < FilmRecorder.motionLimit else { return false }
            let interval = FilmRecorder.firstInterval << (motionPictures / FilmRecorder.picturesPerInterval)
            if let lastPicture, frame.time < lastPicture.advanced(byMicroseconds: interval) { return false }
            motionPictures += 1
        }
        pictures += 1
        lastPicture = frame.time
        return true
    }
}

extension [TraceEvent.Frame.Layer] {
    fileprivate func differsOnlyInPlace(from before: [TraceEvent.Frame.Layer]) -> Bool {
        count == before.count
            && zip(self, before).allSatisfy { now, before in
                now.role == before.role && now.opacity == before.opacity && now.width == before.width
                    && now.height == before.height
            }
    }
}

extension TraceEvent.Frame.Layer {
    fileprivate init(_ part: DragStageFrame.Part) {
        let role =
            switch part.role {
            case .highlight: "highlight"
            case .failure: "failure"
            case .progress: "progress"
            case .sheet(let index): "sheet \(index + 1)"
            case .previous: "previous"
            case .image: "image"
            case .badge: "badge"
            }
        self.init(
            role: role, x: Self.rounded(part.bounds.x), y: Self.rounded(part.bounds.y),
            width: Self.rounded(part.bounds.width), height: Self.rounded(part.bounds.height),
            opacity: Self.rounded(part.opacity))
    }

    /// Rounds to thousandths, which are below the visible resolution and keep the trace readable.
    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
