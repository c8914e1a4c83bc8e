// SPDX-License-Identifier: MIT

public import DrayCore

/// A popup above a window, such as a menu or a tooltip.
public struct OpenPopup {
    public let surface: Surface
    /// The window geometry of the popup in global coordinates, without shadows.
    public let area: Rectangle
    /// The position of that geometry in surface coordinates.
    public let inset: Point
}

extension Window {
    /// The popups of the window, parents first.
    public var openPopups: [OpenPopup] { (shell.map(Self.popups) ?? []) + overlays }

    private var overlays: [OpenPopup] {
        surface.scene.windows.compactMap { shell in
            guard let overlay = shell as? OuterShell, overlay.shownWindow == nil, !overlay.isPassedThrough,
                overlay.window === self, let origin = overlay.surfaceOrigin
            else { return nil }
            return OpenPopup(
                surface: overlay.surface, area: Rectangle(origin: origin, size: overlay.windowGeometry.size),
                inset: .zero)
        }
    }

    private static func popups(on role: any ShellRole) -> [OpenPopup] {
        role.children.filter(\.isMapped).flatMap { child -> [OpenPopup] in
            guard let origin = child.surfaceOrigin else { return [] }
            let geometry = child.windowGeometry
            let popup = OpenPopup(
                surface: child.surface, area: Rectangle(origin: origin + geometry.origin, size: geometry.size),
                inset: geometry.origin)
            return [popup] + popups(on: child)
        }
    }
}
