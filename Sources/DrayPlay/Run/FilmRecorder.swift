// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import DrayReport
import DrayScenario
import FoundationEssentials
import HeadlessDesktop

/// Makes trace records of the frames in which what is seen of a drag has changed, and small pictures of those that are
/// worth one.
///
/// A picture shows the layers alone, so that it is the same whatever the windows beneath have drawn yet.
struct FilmRecorder {
    private let pictures: PictureFiles
    private var reels: [DragID: Reel] = [:]
    /// Whether no picture could be written; the first time is told, and no other is tried.
    private var hasFailed = false

    /// So many pictures are taken of a drag.
    static let pictureLimit = 60
    /// So many of them while it only moves; the others are for what a drag is judged by.
    static let motionLimit = 30
    /// The time between two pictures of a motion at first, in microseconds. It doubles after every few, so that long drags are covered too.
    fileprivate static let firstInterval: UInt64 = 50_000
    fileprivate static let picturesPerInterval = 6
    /// A picture covers so much around the image, in points, and more where the image is larger, up to the limit.
    private static let size = (width: 240.0, height: 160.0)
    private static let sizeLimit = (width: 480.0, height: 320.0)
    private static let subfolder = "frames"

    /// What is known of a drag from its earlier frames.
    fileprivate struct Reel {
        var frames = 0
        var pictures = 0
        var motionPictures = 0
        var lastPicture: Instant?
        var layers: [TraceEvent.Frame.Layer] = []
        /// What a drop would do has changed since the last frame.
        var isNotable = false
        var isEnding = false
    }

    init(_ pictures: PictureFiles) {
        self.pictures = pictures
    }

    /// Learns when a frame is more than a motion.
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

    /// Takes in a frame while it is shown. Returns the records of it, one for each drag that has changed in it, and a
    /// remark where a picture could not be written.
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

    /// The place of a picture in the global space, on whole points; nil where nothing is to be seen. The ring around a
    /// target is shown as far as it reaches into it.
    private static func area(of parts: [DragStageFrame.Part]) -> Rectangle? {
        let places = parts.filter { $0.role != .highlight }.map(\.bounds)
        guard let left = places.map(\.x).min(), let top = places.map(\.y).min(),
            let right = places.map(\.maxX).max(), let bottom = places.map(\.maxY).max()
        else { return nil }
        let whole = Rectangle(x: left, y: top, width: right - left, height: bottom - top)
        // The badge comes and goes beside the image, which is to stay where it is from picture to picture.
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
    /// Decides, and counts.
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

    /// Thousandths are finer than anybody sees, and keep the trace readable.
    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
