// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop
import WaylandServer

/// Detects activity for `wait: {quiet: …}`.
///
/// Events count as activity, as do visible changes in windows. A window that is redrawn without a change does not
/// count; GTK 3 does that ten times a second while a drag hovers over text. Pointers do not count, because an animated
/// pointer never stops, nor does a blinking or fading text cursor.
struct QuietWatch {
    /// The time of the last activity.
    private(set) var lastActivity: Instant
    /// A description of the last activity.
    private(set) var words = ""

    /// The surfaces committed since the last ``look()``, by their root surface.
    private var committed: [SurfaceID: Committed] = [:]
    /// The last changed area of a window, if no larger than a text cursor.
    private var carets: [SurfaceID: Rectangle] = [:]

    private struct Committed {
        let root: Surface
        let before: SurfaceContent?
        let client: String
        var time: Instant
    }

    /// The maximum size of a text cursor, in logical pixels. Typing a character changes a larger area.
    private static let largestCaret = Size(width: 4, height: 100)

    init(since time: Instant) { lastActivity = time }

    /// Processes a message before it takes effect.
    /// - Parameters:
    ///   - client: The scenario's name of the client.
    ///   - surface: Returns the surface of the message.
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
        // Frame callbacks and related events, and pings.
        case (.event, "wl_callback", _), (.event, "wl_buffer", "release"), (.event, "wl_display", "delete_id"),
            (.event, "xdg_wm_base", _):
            break
        // Motions result from the scenario's own input, or repeat for seconds that the drag hovers (HIG-19).
        case (.event, "wl_data_device", "motion"): break
        case (.event, _, _): note("\(client) was sent \(message.interface).\(message.name)", at: time)
        }
    }

    /// Examines the committed surfaces.
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
    /// Whether the surface is visible, as part of a window or of a drag.
    fileprivate var isSeen: Bool {
        switch role {
        case .cursor: false
        case .toplevel, .popup, .subsurface, .dragIcon, .itemPreview: true
        case nil: false
        }
    }
}
