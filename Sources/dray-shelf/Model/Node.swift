// SPDX-License-Identifier: MIT

/// A part of the window that the keyboard can be on, or that assistive technology is told of.
enum Node: Hashable {
    case application
    case window
    case menuButton
    /// There where the window has one.
    case shredder
    /// A list of cards, and what the keyboard is on where it has none.
    case area(Layout.Area)
    case item(Item.ID)
    /// There while it is open.
    case menu
    case command(Command)
    /// What leads to the menu's next page, where it has several.
    case more
    /// What says something to those who know no announcements.
    case note
}
