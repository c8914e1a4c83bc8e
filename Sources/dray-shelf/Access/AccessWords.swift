// SPDX-License-Identifier: MIT

/// AT-SPI's numbers and names of what a part of the window is.
enum AccessRole: UInt32 {
    case frame = 23
    case list = 31
    case listItem = 32
    case menuItem = 35
    case popupMenu = 41
    case pushButton = 43
    case application = 75
    case notification = 101

    var name: String {
        switch self {
        case .frame: "frame"
        case .list: "list"
        case .listItem: "list item"
        case .menuItem: "menu item"
        case .popupMenu: "popup menu"
        case .pushButton: "push button"
        case .application: "application"
        case .notification: "notification"
        }
    }
}

/// AT-SPI's states; the raw value is its bit field of 64.
struct AccessStates: OptionSet, Equatable {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }
    private init(bit: Int) { rawValue = 1 << bit }

    static let active = AccessStates(bit: 1)
    static let busy = AccessStates(bit: 3)
    static let enabled = AccessStates(bit: 8)
    static let expandable = AccessStates(bit: 9)
    static let expanded = AccessStates(bit: 10)
    static let focusable = AccessStates(bit: 11)
    static let focused = AccessStates(bit: 12)
    static let multiselectable = AccessStates(bit: 18)
    static let selectable = AccessStates(bit: 22)
    static let selected = AccessStates(bit: 23)
    static let sensitive = AccessStates(bit: 24)
    static let showing = AccessStates(bit: 25)
    static let visible = AccessStates(bit: 30)
    static let hasPopup = AccessStates(bit: 42)

    /// Of what can be used and seen.
    static let shown: AccessStates = [.enabled, .sensitive, .showing, .visible]

    /// Those that are told of as they change, by AT-SPI's names.
    static let told: [(state: AccessStates, name: String)] = [
        (.active, "active"), (.busy, "busy"), (.enabled, "enabled"), (.sensitive, "sensitive"), (.showing, "showing"),
        (.expanded, "expanded"), (.selected, "selected"), (.focused, "focused"),
    ]
}

/// What assistive technology can have done with a part of the window.
enum AccessAction: Equatable {
    /// Selects a card.
    case select
    /// Opens the menu.
    case press
    case command(Command)

    /// As programs call it: it stays the same in every language.
    var name: String {
        switch self {
        case .select: "select"
        case .press: "press"
        case .command(let command): command.rawValue
        }
    }

    /// As people are told.
    var title: String {
        switch self {
        case .select: "Select"
        case .press: "Press"
        case .command(let command): command.title
        }
    }

    var key: String {
        switch self {
        case .select: "space"
        case .press: "F10"
        case .command(let command): command.key
        }
    }
}
