// SPDX-License-Identifier: MIT

public import DrayCore
import DrayPresentation

// Drags follow the desktop's accessibility and appearance settings (HIG-18).

extension DragEngine {
    /// The desktop settings that the engine follows.
    public struct DesktopWishes: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Reduced motion.
        public static let motion = DesktopWishes(rawValue: 1 << 0)
        /// High contrast.
        public static let contrast = DesktopWishes(rawValue: 1 << 1)
        /// Dark or light appearance.
        public static let colours = DesktopWishes(rawValue: 1 << 2)
        public static let all: DesktopWishes = [.motion, .contrast, .colours]
    }

    /// Makes drags follow the desktop's settings, including later changes. A setting that the desktop does not have
    /// keeps its value in ``style``. A helper process, `dray-access`, reads the settings from the session's portal,
    /// `org.freedesktop.portal.Settings`, with the keys of GNOME and KDE where the portal lacks its own, or without a
    /// portal from GNOME's settings and KDE's files. The engine never blocks on it. Without a session bus nothing
    /// changes.
    ///
    /// - Parameters:
    ///   - wishes: The settings to follow; an empty set stops following.
    ///   - environment: The environment of the helper, as `NAME=value`, by which it finds the session bus; by default,
    ///     that of this process.
    ///   - program: The path of `dray-access`; by default, it is searched for.
    /// - Returns: Whether the program exists, or the set is empty. If false, no setting is followed.
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

    /// The current desktop settings, as far as they are followed and known.
    public var desktop: DesktopSettings { follower?.settings ?? DesktopSettings() }

    private func desktopChanged() {
        styleChanged()
        link.host?.desktopChanged(to: desktop)
    }

    /// Applies a change of the host's own style or of the desktop's settings.
    func styleChanged() {
        let before = link.style
        link.style = ownStyle.following(desktop, in: followed)
        guard link.style != before else { return }
        for drag in drags { drag.showPointer() }
        if !drags.isEmpty { link.frameNeeded() }
    }
}

extension PresentationStyle {
    /// Returns the style with the followed desktop settings in place of the host's values.
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
