// SPDX-License-Identifier: MIT

import DrayCore

/// The drawings of one drag, each made when it is first shown and kept until what it shows changes.
struct PresentationPictures {
    var stack: Picture?
    /// Only while a flock gathers or fans out.
    var sheetFront: Picture?
    var sheetBack: Picture?
    /// Of items whose looks are known.
    var sheetLooks: [Int: Picture] = [:]

    mutating func forgetSheets() {
        sheetFront = nil
        sheetBack = nil
        sheetLooks = [:]
    }

    mutating func stack(
        _ image: DragImage, _ items: Int, _ looks: [ItemLook], _ style: PresentationStyle, count: inout Int
    ) -> Picture? {
        if let stack { return stack }
        if image.isSurface, TimelineFlock.sheets(for: items) == 1 { return nil }
        count += 1
        stack = ImagePainter(scale: style.scale, palette: style.palette).stack(of: image, items: items, looks: looks)
        return stack
    }

    /// The sheet at an index, 0 in front.
    /// - Parameter look: of the item that is on it.
    mutating func sheet(
        _ index: Int, _ image: DragImage, _ look: ItemLook, _ style: PresentationStyle, count: inout Int
    ) -> Picture? {
        let known: Picture? =
            switch (index, look) {
            case (0, _): sheetFront
            case (_, .unknown): sheetBack
            case (_, .standard), (_, .picture): sheetLooks[index]
            }
        if let known { return known }
        count += 1
        let painter = ImagePainter(scale: style.scale, palette: style.palette)
        switch (index, look) {
        case (0, _):
            sheetFront = painter.frontSheet(of: image)
            return sheetFront
        case (_, .unknown):
            sheetBack = painter.backSheet(of: image)
            return sheetBack
        case (_, .standard), (_, .picture):
            sheetLooks[index] = painter.backSheet(of: image, look)
            return sheetLooks[index]
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
