// SPDX-License-Identifier: MIT

import DrayCore

/// The drawings of one drag, each made when it is first shown and kept until its content changes. Drawings without
/// client content are in the store.
struct PresentationPictures {
    var stack: Picture?
    /// Present only while a flock gathers or fans out.
    var sheetFront: Picture?
    var sheetBack: Picture?
    /// The sheets of items whose looks are known.
    var sheetLooks: [Int: Picture] = [:]

    mutating func forgetSheets() {
        sheetFront = nil
        sheetBack = nil
        sheetLooks = [:]
    }

    mutating func stack(
        _ image: DragImage, _ items: Int, _ looks: [ItemLook], _ style: PresentationStyle, _ store: PictureStore,
        count: inout Int
    ) -> Picture? {
        if let stack { return stack }
        if image.isSurface, TimelineFlock.sheets(for: items) == 1 { return nil }
        if let standard = StandardStack(image, items: items, looks: looks) {
            stack = store.stack(of: standard, style, count: &count)
            return stack
        }
        count += 1
        stack = ImagePainter(scale: style.scale, palette: style.palette).stack(of: image, items: items, looks: looks)
        return stack
    }

    /// Returns the sheet at an index, 0 in front.
    /// - Parameter look: The look of the item on it.
    mutating func sheet(
        _ index: Int, _ image: DragImage, _ look: ItemLook, _ style: PresentationStyle, _ store: PictureStore,
        count: inout Int
    ) -> Picture? {
        let known: Picture? =
            switch (index, look) {
            case (0, _): sheetFront
            case (_, .unknown): sheetBack
            case (_, .standard), (_, .picture): sheetLooks[index]
            }
        if let known { return known }
        let picture: Picture?
        if let standard = index == 0 ? StandardStack(image) : StandardStack(sheet: look, of: image) {
            picture = store.stack(of: standard, style, count: &count)
        } else {
            count += 1
            let painter = ImagePainter(scale: style.scale, palette: style.palette)
            picture = index == 0 ? painter.frontSheet(of: image) : painter.backSheet(of: image, look)
        }
        switch (index, look) {
        case (0, _): sheetFront = picture
        case (_, .unknown): sheetBack = picture
        case (_, .standard), (_, .picture): sheetLooks[index] = picture
        }
        return picture
    }
}

extension Badge {
    /// The badge with progress in 64 steps, about one pixel of the ring each: a transfer reports every few bytes, and
    /// finer steps would not be visible.
    var withWholeSteps: Badge {
        switch self {
        case .progress(let part): .progress((part * 64).rounded(.down) / 64)
        case .none, .plus, .notPossible, .ask, .count, .countWithPlus, .countWithAsk, .working: self
        }
    }
}
