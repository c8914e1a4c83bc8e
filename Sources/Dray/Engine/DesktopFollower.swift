// SPDX-License-Identifier: MIT

import DrayAccess
import DrayCore
import WaylandServer

/// Knows what the desktop wishes, as `dray-access` reads it from a portal, or from where GNOME and KDE keep it (HIG-18): the process is
/// there from the beginning, and started again by and by if it dies. Nobody waits for it.
final class DesktopFollower: HelperListener {
    let helper: HelperKeeper
    private var portal = PortalSettings()
    private let changed: () -> Void
    private var hasAskedForStart = false

    /// - Parameter changed: called when ``settings`` have changed.
    init?(_ helper: HelperKeeper, changed: @escaping () -> Void) {
        self.helper = helper
        self.changed = changed
        guard helper.add(self) else { return nil }
    }

    var standing: AccessRequest? { .settings(startsPortal: false) }

    /// What is known by now.
    private(set) var settings = DesktopSettings()

    /// Something is dragged: there are clients by now, who need the portal as well. One that nobody has started is started.
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
