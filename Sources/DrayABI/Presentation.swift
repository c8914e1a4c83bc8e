// SPDX-License-Identifier: MIT

public import CDray
internal import DrayCore
internal import DrayPresentation

@c @implementation
public func dray_style_init(_ style: UnsafeMutablePointer<dray_style>!) -> dray_status {
    call { () throws(Mistake) in try dray_style.write(dray_style(PresentationStyle()), to: style) }
}

@c @implementation
public func dray_presentation_create(
    _ options: UnsafePointer<dray_presentation_options>!, _ presentation: UnsafeMutablePointer<OpaquePointer?>!
) -> dray_status {
    call { () throws(Mistake) in
        guard let presentation else { throw .null("the struct dray_presentation **") }
        presentation.pointee = nil
        let options = try dray_presentation_options.read(options)
        let object = PresentationObject(try options.presentation())
        guard let handle = HandleTable.insert({ _ in object }) else { throw .memory("handles") }
        presentation.pointee = handle
    }
}

@c @implementation
public func dray_presentation_destroy(_ presentation: OpaquePointer!) -> dray_status {
    guard let presentation else { return DRAY_OK }
    return call(presentation, PresentationObject.self) { object throws(Mistake) in
        HandleTable.remove(presentation)
    }
}

@c @implementation
public func dray_presentation_move(_ presentation: OpaquePointer!, _ x: Double, _ y: Double) -> dray_status {
    call(presentation, PresentationObject.self) { object throws(Mistake) in
        object.presentation.move(to: try point(x, y))
    }
}

@c @implementation
public func dray_presentation_set_home(_ presentation: OpaquePointer!, _ x: Double, _ y: Double) -> dray_status {
    call(presentation, PresentationObject.self) { object throws(Mistake) in
        object.presentation.home = try point(x, y)
    }
}

@c @implementation
public func dray_presentation_feedback(
    _ presentation: OpaquePointer!, _ feedback: UnsafePointer<dray_feedback>!
) -> dray_status {
    call(presentation, PresentationObject.self) { object throws(Mistake) in
        object.presentation.show(try dray_feedback.read(feedback).feedback())
    }
}

@c @implementation
public func dray_presentation_progress(_ presentation: OpaquePointer!, _ progress: Double) -> dray_status {
    call(presentation, PresentationObject.self) { object throws(Mistake) in
        guard progress.isFinite else { throw .value("the progress is not finite") }
        object.presentation.show(progress: progress < 0 ? nil : progress)
    }
}

@c @implementation
public func dray_presentation_highlight(
    _ presentation: OpaquePointer!, _ x: Double, _ y: Double, _ width: Double, _ height: Double
) -> dray_status {
    call(presentation, PresentationObject.self) { object throws(Mistake) in
        let (origin, size) = (try point(x, y), try point(width, height))
        let bounds = LayerBounds(x: origin.x, y: origin.y, width: size.x, height: size.y)
        object.presentation.highlight(bounds.isEmpty ? nil : bounds)
    }
}

@c @implementation
public func dray_presentation_flash(_ presentation: OpaquePointer!, _ time: UInt64) -> dray_status {
    call(presentation, PresentationObject.self) { object throws(Mistake) in
        object.presentation.flash(at: Instant(microseconds: time))
    }
}

@c @implementation
public func dray_presentation_item_count(
    _ presentation: OpaquePointer!, _ count: UInt32, _ time: UInt64
) -> dray_status {
    call(presentation, PresentationObject.self) { object throws(Mistake) in
        object.presentation.setItemCount(Int(count), at: Instant(microseconds: time))
    }
}

@c @implementation
public func dray_presentation_gather(
    _ presentation: OpaquePointer!, _ count: UInt32, _ origins: UnsafePointer<dray_point>!, _ originCount: Int,
    _ time: UInt64
) -> dray_status {
    call(presentation, PresentationObject.self) { object throws(Mistake) in
        object.presentation.setItemCount(
            Int(count), origins: try readPoints(origins, originCount), at: Instant(microseconds: time))
    }
}

@c @implementation
public func dray_presentation_image(
    _ presentation: OpaquePointer!, _ image: UnsafePointer<dray_image>!, _ time: UInt64
) -> dray_status {
    call(presentation, PresentationObject.self) { object throws(Mistake) in
        object.presentation.replace(try dray_image.read(image).image(), at: Instant(microseconds: time))
    }
}

@c @implementation
public func dray_presentation_style(
    _ presentation: OpaquePointer!, _ style: UnsafePointer<dray_style>!
) -> dray_status {
    call(presentation, PresentationObject.self) { object throws(Mistake) in
        object.presentation.setStyle(try dray_style.read(style).style())
    }
}

@c @implementation
public func dray_presentation_end(
    _ presentation: OpaquePointer!, _ ending: dray_image_ending, _ x: Double, _ y: Double, _ time: UInt64
) -> dray_status {
    call(presentation, PresentationObject.self) { object throws(Mistake) in
        let kind = try known(ending.ending(at: try point(x, y)), "dray_image_ending")
        object.presentation.end(kind, at: Instant(microseconds: time))
    }
}

@c @implementation
public func dray_presentation_lose_home(_ presentation: OpaquePointer!, _ time: UInt64) -> dray_status {
    call(presentation, PresentationObject.self) { object throws(Mistake) in
        object.presentation.loseHome(at: Instant(microseconds: time))
    }
}

@c @implementation
public func dray_highlight_reach() -> Double { DragPresentation.highlightReach }

@c @implementation
public func dray_presentation_frame(
    _ presentation: OpaquePointer!, _ time: UInt64, _ frame: UnsafeMutablePointer<dray_frame>!
) -> dray_status {
    call(presentation, PresentationObject.self) { object throws(Mistake) in
        try dray_frame.write(object.frame(at: Instant(microseconds: time)), to: frame)
    }
}

/// The points of an array that the host passes.
private func readPoints(_ points: UnsafePointer<dray_point>?, _ count: Int) throws(Mistake) -> [Point] {
    guard count != 0 else { return [] }
    guard let points else { throw .null("an array of points") }
    guard (1...65536).contains(count) else { throw .value("an array of \(UInt(bitPattern: count)) points") }
    var result: [Point] = []
    for index in 0..<count { result.append(try point(points[index].x, points[index].y)) }
    return result
}

extension dray_presentation_options {
    fileprivate func presentation() throws(Mistake) -> DragPresentation {
        let image: DragImage
        if self.image != nil {
            image = try dray_image.read(self.image).image()
        } else {
            image = DragImage(StandardImage(try readStrings(types, type_count).map { MimeType($0) }))
        }
        let style = style == nil ? PresentationStyle() : try dray_style.read(style).style()
        return DragPresentation(
            image: image, itemCount: Int(item_count), pointer: try point(x, y), at: Instant(microseconds: time),
            style: style)
    }
}

extension dray_image {
    /// A copy of the picture.
    fileprivate func image() throws(Mistake) -> DragImage {
        guard let bytes else { throw .null("struct dray_image: bytes") }
        let size = try point(points_wide, points_high)
        let pixelFormat: ClientBuffer.Format
        switch format {
        case DRAY_FORMAT_ARGB8888: pixelFormat = .argb8888
        case DRAY_FORMAT_XRGB8888: pixelFormat = .xrgb8888
        default: throw .value("\(format.rawValue) is not one of enum dray_pixel_format")
        }
        let buffer = ClientBuffer(
            bytes: UnsafeRawBufferPointer(start: bytes, count: byte_count), width: Int(width), height: Int(height),
            stride: Int(stride), format: pixelFormat, size: TimelineSize(width: size.x, height: size.y))
        guard let image = DragImage(copying: buffer, offset: try point(offset_x, offset_y)) else {
            throw .value("struct dray_image: the measures do not fit together, or are too large")
        }
        return image
    }
}

extension dray_style {
    fileprivate init(_ style: PresentationStyle) {
        self = .empty
        dark = style.appearance == .dark ? 1 : 0
        reduce_motion = style.motion == .reduced ? 1 : 0
        badge_above = style.badgePlace == .aboveFinger ? 1 : 0
        scale = style.scale
        opacity = style.opacity
    }

    fileprivate func style() throws(Mistake) -> PresentationStyle {
        guard scale > 0, scale.isFinite, opacity >= 0, opacity <= 1 else {
            throw .value("struct dray_style: scale is \(scale), opacity is \(opacity)")
        }
        return PresentationStyle(
            appearance: dark == 0 ? .light : .dark, scale: scale, opacity: opacity,
            motion: reduce_motion == 0 ? .full : .reduced, badgePlace: badge_above == 0 ? .besidePointer : .aboveFinger)
    }
}
