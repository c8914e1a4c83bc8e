// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop
import WaylandServer

/// What counts as something that happens, for `wait: {quiet: …}`.
///
/// Events count, and so does what clients draw, as far as it is seen: a window that is drawn again as it was has not
/// changed, and GTK 3 does that ten times a second while content rests on a text. Pointers do not count: an animated
/// one never rests. Neither does a text cursor that blinks or fades.
struct QuietWatch {
    /// When something happened last.
    private(set) var lastActivity: Instant
    /// What that was, in words.
    private(set) var words = ""

    /// By their roots, the surfaces that were committed since ``look(of:)``.
    private var committed: [SurfaceID: Committed] = [:]
    /// Where a window changed last, if that was no larger than a text cursor.
    private var carets: [SurfaceID: Rectangle] = [:]

    private struct Committed {
        let root: Surface
        let before: SurfaceContent?
        let client: String
        var time: Instant
    }

    /// The largest text cursor, in points. A character that is typed changes more than that.
    private static let largestCaret = Size(width: 4, height: 100)

    init(since time: Instant) { lastActivity = time }

    /// A message, before it has any effect.
    /// - Parameters:
    ///   - client: what the scenario calls the client.
    ///   - surface: gives the surface that the message is about.
    mutating func see(
        _ message: LoggedMessage, of client: String, at time: Instant, surface: () -> Surface?
    ) {
        switch (message.direction, message.interface, message.name) {
        case (.request, "wl_surface", "commit"):
            guard let root = surface()?.root, root.isSeen else { return }
            if committed[root.id] == nil {
                committed[root.id] = Committed(root: root, before: SurfaceContent(root), client: client, time: time)
            }
            committed[root.id]?.time = time
        case (.request, _, _): break
        // Frames and what goes with them, and questions whether a client is there.
        case (.event, "wl_callback", _), (.event, "wl_buffer", "release"), (.event, "wl_display", "delete_id"),
            (.event, "xdg_wm_base", _):
            break
        // A motion follows what the scenario itself does, or tells again that the content rests (HIG-19), which goes on
        // for seconds.
        case (.event, "wl_data_device", "motion"): break
        case (.event, _, _): note("\(client) was sent \(message.interface).\(message.name)", at: time)
        }
    }

    /// Looks at what was drawn.
    mutating func look() {
        for (id, commit) in committed where !commit.root.isReading {
            committed[id] = nil
            let content = SurfaceContent(commit.root)
            switch (commit.before, content) {
            case (nil, nil): break
            case (let before?, let content?): see(content.change(since: before), of: id, commit)
            case (nil, _?), (_?, nil): note("\(commit.client) showed or hid something", at: commit.time)
            }
        }
    }

    private mutating func see(_ change: SurfaceContent.Change, of id: SurfaceID, _ commit: Committed) {
        switch change {
        case .none: return
        case .within(let area):
            let isCaret = area.width <= Self.largestCaret.width && area.height <= Self.largestCaret.height
            let last = carets[id]
            carets[id] = isCaret ? area : nil
            if isCaret, let last, last.contains(area) || area.contains(last) { return }
        case .reshaped: carets[id] = nil
        }
        note("\(commit.client) drew", at: commit.time)
    }

    private mutating func note(_ words: String, at time: Instant) {
        lastActivity = max(lastActivity, time)
        self.words = words
    }
}

extension Surface {
    /// Whether it can be seen, as a part of a window or of a drag.
    fileprivate var isSeen: Bool {
        switch role {
        case .cursor: false
        case .toplevel, .popup, .subsurface, .dragIcon, .itemPreview: true
        case nil: false
        }
    }
}
