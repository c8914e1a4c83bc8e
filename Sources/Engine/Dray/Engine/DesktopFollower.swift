// SPDX-License-Identifier: MIT

import DrayAccess
import DrayCore
import WaylandServer

/// The desktop settings, as read by `dray-access` from a portal or from the settings of GNOME and KDE (HIG-18). The
/// helper runs from the beginning, and is restarted with a delay if it exits. The engine never blocks on it.
final class DesktopFollower: HelperListener {
    let helper: HelperSupervisor
    private var portal = PortalSettings()
    private let changed: () -> Void
    private var hasAskedForStart = false

    /// - Parameter changed: Called when ``settings`` have changed.
    init?(_ helper: HelperSupervisor, changed: @escaping () -> Void) {
        self.helper = helper
        self.changed = changed
        guard helper.add(self) else { return nil }
    }

    var standing: AccessRequest? { .settings(startsPortal: false) }

    /// The current settings.
    private(set) var settings = DesktopSettings()

    /// Called while content is dragged: the session has clients by then, which need the portal too, so a portal that is
    /// not running is started.
    func dragIsUnderWay() {
        guard !hasAskedForStart else { return }
        hasAskedForStart = true
        if helper.start() { helper.send(.settings(startsPortal: true)) }
    }

    func hear(_ event: AccessHelper.Event) {
        switch event {
        case .said(.setting(let key, let value)):
            portal.set(key, to: value)
            let before = settings
            settings = portal.desktop
            if settings != before { changed() }
        case .said(.listens), .said(.quiet), .said(.application), .said(.object), .said(.text), .said(.done),
            .said(.asked), .said(.documents), .said(.handed), .ended:
            break
        }
    }
}
