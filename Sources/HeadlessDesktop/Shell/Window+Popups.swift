// SPDX-License-Identifier: MIT

public import DrayCore

/// A menu, a tool tip or the like that lies above a window.
public struct OpenPopup {
    public let surface: Surface
    /// What counts as the popup in the compositor's global space: shadows lie outside.
    public let area: Rectangle
    /// Where that begins in the surface's own space.
    public let inset: Point
}

extension Window {
    /// What lies above the window and belongs to it, each after what it lies on.
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
