// SPDX-License-Identifier: MIT

import CCairo

/// An image that is being drawn, in device pixels.
///
/// All dimensions are rounded to whole device pixels first (`pixels(_:)`), so that straight edges are as sharp at a
/// scale of 1.25 as at 2.
struct Canvas: ~Copyable {
    let target: Pixels
    let scale: Double
    private let context: OpaquePointer

    /// Creates a canvas of the given number of device pixels, or nil if there is no memory for it.
    init?(width: Int, height: Int, scale: Double) {
        guard let target = Pixels(width: width, height: height, scale: scale) else { return nil }
        self.init(on: target)
    }

    private init?(on target: Pixels) {
        guard let context = cairo_create(target.surface) else { return nil }
        guard cairo_status(context) == CAIRO_STATUS_SUCCESS else {
            cairo_destroy(context)
            return nil
        }
        self.target = target
        self.scale = target.scale
        self.context = context
    }

    deinit {
        // cairo reports an invalid call only through its status, and draws nothing from then on.
        assert([CAIRO_STATUS_SUCCESS, CAIRO_STATUS_NO_MEMORY].contains(cairo_status(context)))
        cairo_destroy(context)
    }

    /// Converts points to whole device pixels, at least `least`.
    static func pixels(_ points: Double, scale: Double, least: Double = 1) -> Double {
        max((points * scale).rounded(), least)
    }

    func pixels(_ points: Double, least: Double = 1) -> Double {
        Self.pixels(points, scale: scale, least: least)
    }

    // MARK: Paths

    func move(_ x: Double, _ y: Double) { cairo_move_to(context, x, y) }
    func line(_ x: Double, _ y: Double) { cairo_line_to(context, x, y) }
    func close() { cairo_close_path(context) }

    func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x3: Double, _ y3: Double) {
        cairo_curve_to(context, x1, y1, x2, y2, x3, y3)
    }

    func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        cairo_rectangle(context, x, y, width, height)
    }

    func circle(_ x: Double, _ y: Double, radius: Double) {
        cairo_new_sub_path(context)
        cairo_arc(context, x, y, max(radius, 0), 0, 2 * .pi)
    }

    /// Adds an arc, clockwise, in fractions of a turn from the top: 0 to 0.25 is the upper right quarter.
    func arc(_ x: Double, _ y: Double, radius: Double, from start: Double, to end: Double) {
        cairo_new_sub_path(context)
        cairo_arc(context, x, y, max(radius, 0), (start - 0.25) * 2 * .pi, (end - 0.25) * 2 * .pi)
    }

    func roundedRectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double) {
        let radius = max(min(radius, width / 2, height / 2), 0)
        cairo_new_sub_path(context)
        cairo_arc(context, x + width - radius, y + radius, radius, -0.5 * .pi, 0)
        cairo_arc(context, x + width - radius, y + height - radius, radius, 0, 0.5 * .pi)
        cairo_arc(context, x + radius, y + height - radius, radius, 0.5 * .pi, .pi)
        cairo_arc(context, x + radius, y + radius, radius, .pi, 1.5 * .pi)
        cairo_close_path(context)
    }

    // MARK: Paint

    func fill(_ colour: Colour) {
        set(colour)
        cairo_fill(context)
    }

    /// Fills the path with a vertical gradient.
    func fill(from top: Colour, at y: Double, to bottom: Colour, at end: Double) {
        let pattern = cairo_pattern_create_linear(0, y, 0, end)
        cairo_pattern_add_color_stop_rgba(pattern, 0, top.red, top.green, top.blue, top.alpha)
        cairo_pattern_add_color_stop_rgba(pattern, 1, bottom.red, bottom.green, bottom.blue, bottom.alpha)
        cairo_set_source(context, pattern)
        cairo_pattern_destroy(pattern)
        cairo_fill(context)
    }

    /// Strokes the path with round caps and joins.
    func stroke(_ colour: Colour, width: Double) {
        set(colour)
        cairo_set_line_width(context, width)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_stroke(context)
    }

    /// Restricts drawing to the current path until `body` returns.
    func clipped(_ body: () -> Void) {
        cairo_save(context)
        cairo_clip(context)
        body()
        cairo_restore(context)
    }

    /// Translates the origin until `body` returns.
    func translated(_ x: Double, _ y: Double, _ body: () -> Void) {
        cairo_save(context)
        cairo_translate(context, x, y)
        body()
        cairo_restore(context)
    }

    /// Paints an image into a rectangle, with interpolation only if its size differs. Paints nothing into an empty
    /// rectangle, since cairo rejects a scale of 0.
    func paint(_ picture: Pixels, x: Double, y: Double, width: Double, height: Double, opacity: Double = 1) {
        guard width > 0, height > 0 else { return }
        cairo_save(context)
        cairo_translate(context, x, y)
        cairo_rectangle(context, 0, 0, width, height)
        cairo_clip(context)
        cairo_scale(context, width / Double(picture.width), height / Double(picture.height))
        cairo_set_source_surface(context, picture.surface, 0, 0)
        let isExact = width == Double(picture.width) && height == Double(picture.height)
        cairo_pattern_set_filter(cairo_get_source(context), isExact ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
        // Without it, the edges of an enlarged image would fade to transparent.
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_paint_with_alpha(context, opacity)
        cairo_restore(context)
    }

    /// The maximum number of pixels of a blurred shadow, about the size of a flock of standard pages at scale 3. A
    /// larger image gets a coarser shadow: the difference is not visible in a blur, but blurring an icon as large as a
    /// window would delay a frame.
    private static let shadowPixelLimit = 65536.0

    /// Paints the blurred shadow or glow of a path, and clears the path; `blur` and `drop` in device pixels.
    func shadow(_ colour: Colour, blur: Double, drop: Double, path: (borrowing Canvas) -> Void) {
        let area = Double(target.width) * Double(target.height)
        let grain = max((blur / 4).rounded(.down), (area / Self.shadowPixelLimit).squareRoot().rounded(.up), 1)
        let width = Int((Double(target.width) / grain).rounded(.up))
        let height = Int((Double(target.height) / grain).rounded(.up))
        guard let layer = Canvas(width: width, height: height, scale: scale) else { return }
        cairo_scale(layer.context, 1 / grain, 1 / grain)
        layer.translated(0, drop) {
            path(layer)
            layer.fill(.black)
        }
        layer.target.soften(radius: Int(max(blur / 2 / grain, 1).rounded()))
        cairo_save(context)
        cairo_scale(context, grain, grain)
        set(colour)
        cairo_mask_surface(context, layer.target.surface, 0, 0)
        cairo_restore(context)
    }

    /// Clears the area inside the path.
    func erase() {
        cairo_save(context)
        cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
        cairo_fill(context)
        cairo_restore(context)
    }

    private func set(_ colour: Colour) {
        cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.alpha)
    }
}
