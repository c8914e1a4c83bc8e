// SPDX-License-Identifier: MIT

import CSDBus

/// Whether the desktop asks for less motion (HIG-18), as the settings portal has it, live. Without a portal it does not.
final class ReducedMotion {
    private var isOn = false
    private let changed: (Bool) -> Void
    private var values: [Key: Double] = [:]

    private struct Key: Hashable {
        let space: String
        let name: String
    }

    /// The keys that ask for it, each with the value that does. Desktops without the first have one of the others.
    private static let wishes = [
        Key(space: "org.freedesktop.appearance", name: "reduced-motion"): 1.0,
        Key(space: "org.gnome.desktop.interface", name: "enable-animations"): 0,
        Key(space: "org.kde.kdeglobals.KDE", name: "AnimationDurationFactor"): 0,
    ]
    private static let portal = "org.freedesktop.portal.Desktop"
    private static let interface = "org.freedesktop.portal.Settings"

    /// - Parameters:
    ///   - bus: the session's.
    ///   - changed: called with whether it does, when that has changed.
    init(_ bus: BusConnection, changed: @escaping (Bool) -> Void) {
        self.changed = changed
        bus.match(
            "type='signal',sender='\(Self.portal)',interface='\(Self.interface)',member='SettingChanged'"
        ) { [weak self] in self?.read(from: $0) }
        bus.call(
            Self.portal, "/org/freedesktop/portal/desktop", Self.interface, "ReadAll",
            { call in call.appendArray(of: "s") { for key in Self.wishes.keys { call.append(key.space) } } }
        ) { [weak self] reply in
            guard !reply.isError else { return }
            reply.readDictionary(of: "sa{sv}") {
                guard let space = reply.readText() else { return }
                reply.readDictionary(of: "sv") { self?.read(from: reply, in: space) }
            }
        }
    }

    /// A key with its value, and its namespace before it unless that is known.
    private func read(from message: BusMessage, in space: String? = nil) {
        guard let space = space ?? message.readText(), let name = message.readText() else { return }
        let key = Key(space: space, name: name)
        guard let value = message.readNumber(), Self.wishes[key] != nil else { return }
        values[key] = value
        let wasOn = isOn
        isOn = values.contains { Self.wishes[$0.key] == $0.value }
        if isOn != wasOn { changed(isOn) }
    }
}
