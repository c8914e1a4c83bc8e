// SPDX-License-Identifier: MIT

public import CDray
internal import DrayCore
internal import DrayPresentation

// The appearance of drags: conversion of the header's styles and images, with checks of their values.

@c @implementation
public func dray_style_init(_ style: UnsafeMutablePointer<dray_style>!) -> dray_status {
    call { () throws(Mistake) in try dray_style.write(dray_style(PresentationStyle()), to: style) }
}

extension dray_style {
    fileprivate init(_ style: PresentationStyle) {
        self = .empty
        dark = style.appearance == .dark ? 1 : 0
        reduce_motion = style.motion == .reduced ? 1 : 0
        hide_badge = style.showsBadge ? 0 : 1
        hide_ring = style.showsRing ? 0 : 1
        opacity = style.opacity
        threshold = style.imageThreshold
        high_contrast = style.contrast == .high ? 1 : 0
    }

    func style() throws(Mistake) -> PresentationStyle {
        guard opacity >= 0, opacity <= 1, threshold >= 0, threshold.isFinite else {
            throw .value("struct dray_style: opacity is \(opacity), threshold is \(threshold)")
        }
        return PresentationStyle(
            appearance: dark == 0 ? .light : .dark, contrast: high_contrast == 0 ? .standard : .high, opacity: opacity,
            motion: reduce_motion == 0 ? .full : .reduced,
            showsBadge: hide_badge == 0, showsRing: hide_ring == 0, imageThreshold: threshold)
    }
}

extension dray_setting {
    static func setting(_ wish: Bool?) -> dray_setting {
        switch wish {
        case nil: DRAY_SETTING_UNKNOWN
        case false?: DRAY_SETTING_NO
        case true?: DRAY_SETTING_YES
        }
    }
}

extension dray_image {
    /// A copy of the pixels, or the size of the surface that the host shows.
    func image() throws(Mistake) -> DragImage {
        var size = try point(points_wide, points_high)
        if bytes != nil, size == .zero { size = Point(x: Double(width), y: Double(height)) }
        let offset = try point(offset_x, offset_y)
        let points = Size(width: size.x, height: size.y)
        guard let bytes else {
            guard size.x > 0, size.y > 0 else { throw .value("struct dray_image: a surface without a size") }
            return DragImage(surface: points, offset: offset)
        }
        let pixelFormat: ClientBuffer.Format
        switch format {
        case DRAY_FORMAT_ARGB8888: pixelFormat = .argb8888
        case DRAY_FORMAT_XRGB8888: pixelFormat = .xrgb8888
        default: throw .value("\(format.rawValue) is not one of enum dray_pixel_format")
        }
        let buffer = ClientBuffer(
            bytes: UnsafeRawBufferPointer(start: bytes, count: byte_count), width: Int(width), height: Int(height),
            stride: Int(stride), format: pixelFormat, size: points)
        guard let image = DragImage(copying: buffer, offset: offset) else {
            throw .value("struct dray_image: the measures do not fit together, or are too large")
        }
        return image
    }
}
