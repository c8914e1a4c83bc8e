// SPDX-License-Identifier: MIT

import DrayCore

/// The drawings of one drag, each made when it is first shown and kept until what it shows changes.
struct PresentationPictures {
    var stack: Picture?
    /// Only while a flock gathers or fans out.
    var sheetFront: Picture?
    var sheetBack: Picture?

    mutating func stack(
        _ image: DragImage, _ items: Int, _ style: PresentationStyle, count: inout Int
    ) -> Picture? {
        if let stack { return stack }
        if image.isSurface, TimelineFlock.sheets(for: items) == 1 { return nil }
        count += 1
        stack = ImagePainter(scale: style.scale, palette: style.palette).stack(of: image, items: items)
        return stack
    }

    /// The sheet at an index, 0 in front.
    mutating func sheet(
        _ index: Int, _ image: DragImage, _ style: PresentationStyle, count: inout Int
    ) -> Picture? {
        if let picture = index == 0 ? sheetFront : sheetBack { return picture }
        count += 1
        let painter = ImagePainter(scale: style.scale, palette: style.palette)
        if index == 0 {
            sheetFront = painter.frontSheet(of: image)
            return sheetFront
        } else {
            sheetBack = painter.backSheet(of: image)
            return sheetBack
        }
    }
}

extension Badge {
    /// Progress in 64 steps, about one pixel of the ring each: a transfer tells of every few bytes, and finer steps
    /// would be drawn without being seen.
    var withWholeSteps: Badge {
        switch self {
        case .progress(let part): .progress((part * 64).rounded(.down) / 64)
        case .none, .plus, .notPossible, .ask, .count, .countWithPlus, .countWithAsk, .working: self
        }
    }
}
