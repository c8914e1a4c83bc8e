// SPDX-License-Identifier: MIT

public import CDray
internal import Dray
internal import DrayCore
internal import DrayPresentation
internal import Glibc

// Texts and names for hosts that have none of their own: the English announcement of a step, and the names of a pointer
// shape in cursor themes.

@c @implementation
public func dray_pointer_name(_ shape: dray_shape, _ index: Int) -> UnsafePointer<CChar>! {
    let names: [UnsafePointer<CChar>] =
        switch shape {
        case DRAY_SHAPE_DEFAULT: PointerNames.shared.arrow
        default: shape.shape.flatMap { PointerNames.shared.names[$0] } ?? []
        }
    return names.indices.contains(index) ? names[index] : nil
}

@c @implementation
public func dray_announcement_text(
    _ announcement: UnsafePointer<dray_announcement>!, _ name: UnsafePointer<CChar>!,
    _ text: UnsafeMutablePointer<CChar>!, _ size: Int
) -> dray_status {
    call { () throws(Mistake) in
        guard let text else { throw .null("the text buffer") }
        guard size > 0 else { throw .value("the size of the text buffer is 0") }
        text[0] = 0
        let step = try dray_announcement.read(announcement).announcement()
        let called = name == nil ? nil : try readString(name)
        copy(step.words { _ in called }, to: text, size)
    }
}

/// Copies a text, truncated between characters to `size` bytes including the zero byte.
func copy(_ words: String, to text: UnsafeMutablePointer<CChar>, _ size: Int) {
    var used = 0
    for character in words {
        let bytes = character.utf8
        guard used + bytes.count < size else { break }
        for byte in bytes {
            text[used] = CChar(bitPattern: byte)
            used += 1
        }
    }
    text[used] = 0
}

extension dray_announcement {
    /// The engine's announcement that this structure was made from.
    fileprivate func announcement() throws(Mistake) -> Announcement {
        // The text does not depend on the surface.
        let place = SurfaceID(0)
        switch step {
        case DRAY_STEP_PICKED_UP:
            if label != nil { return .pickedUpItem(try readString(label)) }
            guard let kind = try item_kind.known() else { return .pickedUp(itemCount: Int(item_count)) }
            return .pickedUpKind(kind, itemCount: Int(item_count))
        case DRAY_STEP_OVER:
            let outcome = try known(outcome.outcome, "dray_outcome")
            if label != nil { return .overZone(try readString(label), outcome) }
            // A place of the host's has no surface either; over nothing the outcome is always `notPossible`.
            return .over(surface == nil && outcome == .notPossible ? nil : place, outcome)
        case DRAY_STEP_DROPPED: return .dropped(place)
        case DRAY_STEP_DROPPED_BESIDE: return .droppedBeside(place)
        case DRAY_STEP_ENDED:
            guard let result else { throw .null("struct dray_announcement: result") }
            return .ended(try known(try dray_result.read(result).outcome, "dray_end"))
        case DRAY_STEP_BROKE_OFF: return .brokeOff
        case DRAY_STEP_PICKING where label != nil: return .pickingItem(try readString(label))
        case DRAY_STEP_PICKING: return .picking(surface == nil ? nil : place)
        case DRAY_STEP_NOT_DRAGGABLE: return .notDraggable
        case DRAY_STEP_TAKES_NOTHING: return .takesNothing(place)
        case DRAY_STEP_LOOKING: return .lookingForPlace
        case DRAY_STEP_NOTHING_TAKES: return .nothingTakes
        case DRAY_STEP_POINTER_TOOK_OVER: return .pointerTookOver
        case DRAY_STEP_DRAGGING_BY_NAME:
            return .draggingByName(try readString(label), to: try readString(target))
        case DRAY_STEP_ASKED: return .asked(place, reason: label == nil ? "" : try readString(label))
        default: throw .value("\(step.rawValue) is not one of enum dray_step")
        }
    }
}

extension dray_item_kind {
    init(_ kind: ItemKind) {
        self =
            switch kind {
            case .picture: DRAY_ITEM_KIND_PICTURE
            case .video: DRAY_ITEM_KIND_VIDEO
            case .sound: DRAY_ITEM_KIND_SOUND
            case .text: DRAY_ITEM_KIND_TEXT
            case .folder: DRAY_ITEM_KIND_FOLDER
            }
    }

    /// The kind; nil for items without a specific name.
    fileprivate func known() throws(Mistake) -> ItemKind? {
        switch self {
        case DRAY_ITEM_KIND_ANY: return nil
        case DRAY_ITEM_KIND_PICTURE: return .picture
        case DRAY_ITEM_KIND_VIDEO: return .video
        case DRAY_ITEM_KIND_SOUND: return .sound
        case DRAY_ITEM_KIND_TEXT: return .text
        case DRAY_ITEM_KIND_FOLDER: return .folder
        default: throw .value("\(rawValue) is not one of enum dray_item_kind")
        }
    }
}

/// The cursor names as C strings, which live as long as the process.
///
/// `@unchecked Sendable` because the bytes are written once, before the object is published.
private final class PointerNames: @unchecked Sendable {
    static let shared = PointerNames()

    let names: [PointerShape: [UnsafePointer<CChar>]]
    let arrow: [UnsafePointer<CChar>]

    private init() {
        var names: [PointerShape: [UnsafePointer<CChar>]] = [:]
        for shape in PointerShape.allCases {
            // Never freed.
            names[shape] = shape.names.compactMap { name in strdup(name).map { UnsafePointer($0) } }
        }
        self.names = names
        arrow = PointerShape.arrowNames.compactMap { name in strdup(name).map { UnsafePointer($0) } }
    }
}
