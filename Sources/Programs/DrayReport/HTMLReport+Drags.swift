// SPDX-License-Identifier: MIT

import FoundationEssentials

/// The film of each drag: a strip of its frames, above the layers and events of the selected frame. Frames are selected
/// by click or arrow keys, without JavaScript.
extension HTMLReport {
    /// All films; empty if there was no visible drag.
    var drags: Markup {
        guard !films.isEmpty else { return "" }
        // Many films are collapsed, to keep the rest of the page within reach.
        let isShort = films.count <= Self.openFilmLimit
        let sections = films.enumerated().map { film($1, isOpen: isShort || $0 == 0) }
        return """
            <div class="drags" style="--lanes: \(lanesWidth)px">
            \(Markup(joining: sections, by: "\n"))
            </div>
            """
    }

    /// The maximum number of films that are all expanded; with more, only the first is.
    private static let openFilmLimit = 2

    private func film(_ film: DragFilm, isOpen: Bool) -> Markup {
        let items = film.moments.enumerated().map { moment($1, isFirst: $0 == 0, of: film) }
        let shown = film.moments.count
        let extent: Markup =
            shown == film.frameCount
            ? "\(shown) frames in which something changed"
            : "\(shown) of \(film.frameCount) frames in which something changed"
        return """
            <details class="drag" id="drag-\(film.drag)"\(isOpen ? " open" as Markup : "")>
            <summary><h2>Drag \(film.drag) <span>\(extent)</span></h2></summary>
            <ol class="strip">
            \(Markup(joining: items, by: "\n"))
            </ol>
            </details>
            """
    }

    private func moment(_ moment: DragFilm.Moment, isFirst: Bool, of film: DragFilm) -> Markup {
        let time = TimeText.moment(moment.time)
        let picture: Markup =
            moment.frame.file.map { "<img src=\"\(address(of: $0))\" alt=\"\" loading=\"lazy\">" }
            ?? "<span class=\"gone\">gone</span>"
        let events = moment.story.count { if case .record = $0 { true } else { false } }
        let mark: Markup = events == 0 ? "" : "<i title=\"\(events) events\">\(events)</i>"
        return """
            <li class="moment"><label><input type="radio" name="drag-\(film.drag)"\
            \(isFirst ? " checked" as Markup : "") aria-label="Frame \(moment.frame.number) at \(time)">\
            <span class="cell">\(picture)\(mark)</span><time>\(time)</time></label>
            <div class="panel"><div class="about"><p class="when">Frame \(moment.frame.number) at \(time)</p>\
            \(layers(of: moment.frame))</div>
            <div class="story">\(story(of: moment, isFirst: isFirst))</div></div></li>
            """
    }

    private func layers(of frame: TraceEvent.Frame) -> Markup {
        guard !frame.layers.isEmpty else { return "<p class=\"silence\">The drag is no longer visible.</p>" }
        let rows: [Markup] = frame.layers.reversed().map { layer in
            """
            <tr><th scope="row">\(layer.role)</th><td>\(place(layer.x)), \(place(layer.y))</td>\
            <td>\(place(layer.width)) × \(place(layer.height))</td>\
            <td>\(Int((layer.opacity * 100).rounded())) %</td></tr>
            """
        }
        let redraws: Markup = frame.redraws == 0 ? "" : "<p class=\"silence\">\(frame.redraws) redrawn.</p>"
        return """
            <table><thead><tr><th>Layer</th><th>At</th><th>Size</th><th>Opacity</th></tr></thead>\
            <tbody>\(Markup(joining: rows))</tbody></table>\(redraws)
            """
    }

    private func story(of moment: DragFilm.Moment, isFirst: Bool) -> Markup {
        guard !moment.story.isEmpty else { return "<p class=\"silence\">No events.</p>" }
        let title: Markup = isFirst ? "Since the step began" : "Since the previous frame"
        return """
            <p class="when">\(title)</p>\
            <ol class="rows">\(Markup(joining: moment.story.map(entry), by: "\n"))</ol>
            """
    }

    /// A coordinate with at most one decimal.
    private func place(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return Int(exactly: tenths).map(String.init) ?? "\(tenths)"
    }
}
