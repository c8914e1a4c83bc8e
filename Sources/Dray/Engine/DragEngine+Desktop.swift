// SPDX-License-Identifier: MIT

public import DrayCore
import DrayPresentation

// Drags move and look as the rest of the desktop does (HIG-18).

extension DragEngine {
    /// What of a desktop's settings is followed.
    public struct DesktopWishes: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Reduced motion.
        public static let motion = DesktopWishes(rawValue: 1 << 0)
        /// High contrast.
        public static let contrast = DesktopWishes(rawValue: 1 << 1)
        /// Dark or light.
        public static let colours = DesktopWishes(rawValue: 1 << 2)
        public static let all: DesktopWishes = [.motion, .contrast, .colours]
    }

    /// From here on drags look as the desktop's settings say, live, in what is asked for; where the desktop says nothing, as
    /// ``style`` does. A process reads them (`dray-access`) from the session's portal, `org.freedesktop.portal.Settings`, with the
    /// keys of GNOME and KDE where that lacks its own; where there is no portal, from GNOME's settings and KDE's files. Nobody waits
    /// for it; without a session bus nothing changes.
    ///
    /// - Parameters:
    ///   - wishes: none, and nothing is followed any more.
    ///   - environment: by which the process finds the session bus, as `NAME=value`; that of this process if left out.
    ///   - program: where `dray-access` is; it is looked for if left out.
    /// - Returns: whether it is there. If not, nothing is followed.
    @discardableResult
    public func followDesktop(
        _ wishes: DesktopWishes = .all, environment: [String]? = nil, program: String? = nil
    ) -> Bool {
        followed = wishes
        if wishes.isEmpty {
            follower = nil
        } else {
            let helper = helper(program, environment)
            if helper == nil || helper !== follower?.helper {
                follower = helper.flatMap { DesktopFollower($0) { [weak self] in self?.desktopChanged() } }
            }
        }
        styleChanged()
        return wishes.isEmpty || follower != nil
    }

    /// What the desktop wishes, as far as it is followed and has said so.
    public var desktop: DesktopSettings { follower?.settings ?? DesktopSettings() }

    private func desktopChanged() {
        styleChanged()
        link.host?.desktopChanged(to: desktop)
    }

    /// The host's own style, or what the desktop wishes, has changed.
    func styleChanged() {
        let before = link.style
        link.style = ownStyle.following(desktop, in: followed)
        guard link.style != before else { return }
        for drag in drags { drag.showPointer() }
        if !drags.isEmpty { link.frameNeeded() }
    }
}

extension PresentationStyle {
    /// With what the desktop says of some things, in place of what the host says of them.
    fileprivate func following(_ desktop: DesktopSettings, in wishes: DragEngine.DesktopWishes) -> PresentationStyle {
        var style = self
        if wishes.contains(.motion), let isReduced = desktop.reducesMotion {
            style.motion = isReduced ? .reduced : .full
        }
        if wishes.contains(.contrast), let isHigh = desktop.hasHighContrast {
            style.contrast = isHigh ? .high : .standard
        }
        if wishes.contains(.colours), let isDark = desktop.isDark { style.appearance = isDark ? .dark : .light }
        return style
    }
}
