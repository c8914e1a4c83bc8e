// SPDX-License-Identifier: MIT

import DrayCore

@testable import DrayPresentation

/// All drawings, each with a reference image: light and dark at scale 1, then both at scale 2.
enum Visual: String, CaseIterable, CustomStringConvertible {
    case badgePlus, badgeNotPossible, badgeAsk, badgeCountOfOneDigit, badgeCountOfTwoDigits, badgeCountOverLimit
    case badgeCountWithPlus, badgeCountWithAsk, badgeProgress
    case allDigits
    case pageText, pagePicture, pageFile, pageGeneric
    case flockOfPages, flockOfPhotos
    case highlightRing
    case dragWithCopyBadge, gatherHalfway, flyBackHalfway, evaporateHalfway, landHalfway, fanOutHalfway

    var description: String { rawValue }

    /// The image that is compared.
    func render() -> Pixels {
        Screen.row([
            screen(1, .light), screen(1, .dark), screen(2, .light), screen(2, .dark),
        ])
    }

    func screen(_ scale: Double, _ appearance: Appearance) -> Screen {
        let size = size
        let screen = Screen(
            width: size.width, height: size.height, scale: scale, background: Screen.background(appearance))
        paint(on: screen, PresentationStyle(appearance: appearance, scale: scale))
        return screen
    }

    private var size: Size {
        switch self {
        case .badgePlus, .badgeNotPossible, .badgeAsk, .badgeCountOfOneDigit, .badgeProgress:
            Size(width: 36, height: 36)
        case .badgeCountOfTwoDigits, .badgeCountOverLimit, .badgeCountWithPlus, .badgeCountWithAsk:
            Size(width: 64, height: 36)
        case .allDigits: Size(width: 192, height: 36)
        case .pageText, .pagePicture, .pageFile, .pageGeneric: Size(width: 76, height: 88)
        case .flockOfPages: Size(width: 84, height: 96)
        case .flockOfPhotos: Size(width: 124, height: 96)
        case .highlightRing: Size(width: 128, height: 84)
        case .dragWithCopyBadge, .gatherHalfway, .flyBackHalfway, .evaporateHalfway, .landHalfway, .fanOutHalfway:
            Size(width: 190, height: 120)
        }
    }

    private func paint(on screen: Screen, _ style: PresentationStyle) {
        let badges = BadgePainter(scale: style.scale, palette: style.palette)
        let images = ImagePainter(scale: style.scale, palette: style.palette)
        func badge(_ badge: Badge, x: Double = 18) {
            screen.paint(badges.picture(of: badge)!, hotspotAt: Point(x: x, y: 18))
        }
        func page(_ page: StandardImage, items: Int = 1) {
            let hotspot = StandardImage.hotspot
            let picture = images.stack(of: DragImage(page), items: items)!
            screen.paint(picture, hotspotAt: hotspot + Point(x: 14, y: 13))
        }
        func ending(_ ending: DragEnding, items: Int, milliseconds: UInt64) {
            var drag = DragPresentation(
                image: DragImage(.file), itemCount: items, pointer: Point(x: 95, y: 60), at: .zero, style: style)
            drag.end(ending, at: Instant(microseconds: 1_000_000))
            drag.frame(at: Instant(microseconds: 1_000_000 + milliseconds * 1000))
            screen.paint(drag.layers)
        }
        switch self {
        case .badgePlus: badge(.plus)
        case .badgeNotPossible: badge(.notPossible)
        case .badgeAsk: badge(.ask)
        case .badgeCountOfOneDigit: badge(.count(3))
        case .badgeCountOfTwoDigits: badge(.count(12))
        case .badgeCountOverLimit: badge(.count(4711))
        case .badgeCountWithPlus: badge(.countWithPlus(24))
        case .badgeCountWithAsk: badge(.countWithAsk(5))
        case .badgeProgress: badge(.progress(0.36))
        case .allDigits:
            badge(.count(104))
            badge(.count(235), x: 64)
            badge(.count(678), x: 110)
            badge(.count(99), x: 156)
        case .pageText: page(.text)
        case .pagePicture: page(.picture)
        case .pageFile: page(.file)
        case .pageGeneric: page(.generic)
        case .flockOfPages: page(.file, items: 7)
        case .flockOfPhotos:
            let image = Samples.photoImage()
            screen.paint(images.stack(of: image, items: 3)!, hotspotAt: image.hotspot + Point(x: 16, y: 16))
        case .highlightRing:
            var layers: [Layer] = []
            HighlightRing(style: style)!.append(
                around: Rectangle(x: 24, y: 20, width: 80, height: 44), to: &layers)
            screen.paint(layers)
        case .dragWithCopyBadge:
            screen.paintStripes(style.appearance)
            var drag = DragPresentation(
                image: DragImage(.text), pointer: Point(x: 80, y: 60), at: .zero, style: style)
            drag.show(Feedback(outcome: .copy))
            drag.frame(at: Instant(microseconds: 1_000_000))
            screen.paint(drag.layers)
        case .gatherHalfway:
            var drag = DragPresentation(
                image: DragImage(.picture), itemCount: 3, pointer: Point(x: 90, y: 56), at: .zero, style: style)
            drag.frame(at: Instant(microseconds: 60_000))
            screen.paint(drag.layers)
        case .flyBackHalfway:
            screen.paintStripes(style.appearance)
            var drag = DragPresentation(
                image: Samples.photoImage(), pointer: Point(x: 56, y: 44), at: .zero, style: style)
            drag.move(to: Point(x: 150, y: 90))
            drag.show(Feedback(outcome: .notPossible))
            drag.end(.flyBack, at: Instant(microseconds: 1_000_000))
            drag.frame(at: Instant(microseconds: 1_090_000))
            screen.paint(drag.layers)
        case .evaporateHalfway: ending(.evaporate, items: 1, milliseconds: 120)
        case .landHalfway: ending(.land(at: Point(x: 95, y: 60)), items: 1, milliseconds: 100)
        case .fanOutHalfway: ending(.land(at: Point(x: 95, y: 60)), items: 3, milliseconds: 120)
        }
    }
}
