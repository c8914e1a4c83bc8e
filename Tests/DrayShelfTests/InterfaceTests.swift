// SPDX-License-Identifier: MIT

import Testing

@testable import dray_shelf

/// Where the keyboard is, and what its keys mean (HIG-39).
@Suite struct InterfaceTests {
    private func sample(_ texts: String...) -> Interface {
        var interface = Interface(title: "Shelf", shelf: .sample("a", "b", "c", "d", "e"))
        interface.available = [.selectAll, .remove]
        return interface
    }

    @Test func arrowsGoFromCardToCardAsTheyLie() {
        var interface = sample()
        let ids = interface.shelf.ids(in: .table)
        #expect(interface.focus == .item(ids[0]))
        interface.move(.right)
        #expect(interface.focus == .item(ids[1]))
        interface.move(.down)
        #expect(interface.focus == .item(ids[4]))
        interface.move(.down)
        #expect(interface.focus == .item(ids[4]))
        interface.move(.up)
        interface.move(.left)
        interface.move(.left)
        #expect(interface.focus == .item(ids[0]))
        interface.moveToEnd(isFirst: false)
        #expect(interface.focus == .item(ids[4]))
    }

    @Test func tabGoesRoundAllPartsAndBack() {
        var interface = sample()
        let first = interface.focus
        interface.moveToNextPart(backwards: false)
        #expect(interface.focus == .area(.zone))
        interface.moveToNextPart(backwards: false)
        #expect(interface.focus == .menuButton)
        interface.moveToNextPart(backwards: false)
        #expect(interface.focus == first)
        interface.moveToNextPart(backwards: true)
        #expect(interface.focus == .menuButton)
    }

    @Test func inAnAreaTheKeyboardComesToWhatIsSelected() {
        var interface = sample()
        let id = interface.shelf["c"]
        interface.shelf.select(id)
        interface.focus(on: .menuButton)
        interface.moveToNextPart(backwards: false)
        #expect(interface.focus == .item(id))
    }

    @Test func whatIsGoneDoesNotHaveTheKeyboard() {
        var interface = sample()
        let id = interface.shelf["b"]
        interface.focus(on: .item(id))
        interface.settle()
        interface.shelf.remove(id)
        interface.settle()
        // The next one has it, and at the end the one before.
        #expect(interface.focus == .item(interface.shelf["c"]))
        interface.focus(on: .item(interface.shelf["e"]))
        interface.settle()
        interface.shelf.remove(interface.shelf["e"])
        interface.settle()
        #expect(interface.focus == .item(interface.shelf["d"]))
        interface.shelf.perform(.selectAll)
        interface.shelf.perform(.remove)
        interface.settle()
        #expect(interface.focus == .area(.table))
    }

    /// Cards in the zone leave their places on the table empty.
    @Test func arrowsGoOverGapsAsCardsLie() {
        var interface = sample()
        interface.shelf = .sample("a", "b", "c", "d", "e", "f", "g")
        #expect(interface.shelf.layout.columns(of: .table) == 3)
        for text in ["b", "e"] { interface.shelf.land(interface.shelf[text], .join) }
        func go(_ from: String, _ direction: Interface.Direction) -> String? {
            interface.focus(on: .item(interface.shelf[from]))
            interface.move(direction)
            guard case .item(let id) = interface.focus else { return nil }
            return interface.shelf[id]?.content.text?.plain
        }
        // a – c
        // d – f
        // g
        #expect(go("a", .down) == "d" && go("d", .up) == "a" && go("c", .down) == "f" && go("f", .up) == "c")
        #expect(go("a", .right) == "c" && go("c", .left) == "a" && go("c", .right) == "d")
        #expect(go("f", .down) == "g" && go("g", .up) == "d" && go("g", .down) == "g")
        // A whole row without cards.
        for text in ["d", "f"] { interface.shelf.land(interface.shelf[text], .join) }
        #expect(go("c", .down) == "g" && go("g", .up) == "a")
    }

    @Test func theShredderIsAPartOfItsOwn() {
        var interface = sample()
        interface.shelf.layout = Layout(size: interface.shelf.layout.size, hasZone: true, hasShredder: true)
        interface.focus(on: .menuButton)
        interface.moveToNextPart(backwards: true)
        #expect(interface.focus == .shredder)
        interface.settle()
        #expect(interface.focus == .shredder)
        interface.shelf.layout = Layout(size: interface.shelf.layout.size, hasZone: true)
        interface.settle()
        #expect(interface.focus != .shredder)
        #expect(!interface.commands.contains(.shred))
    }

    @Test func theMenuGoesRoundWhatCanBeChosenAndGivesTheKeyboardBack() {
        var interface = sample()
        let before = interface.focus
        interface.openMenu()
        #expect(interface.isMenuOpen && interface.focus == .command(.selectAll))
        interface.move(.down)
        #expect(interface.focus == .command(.remove))
        interface.move(.down)
        #expect(interface.focus == .command(.selectAll))
        interface.moveToNextPart(backwards: true)
        #expect(interface.focus == .command(.remove))
        interface.closeMenu()
        #expect(interface.focus == before && !interface.isMenuOpen)
    }

    @Test func aMenuWithoutAnythingToChooseDoesNotOpen() {
        var interface = sample()
        interface.available = []
        interface.openMenu()
        #expect(!interface.isMenuOpen)
    }

    @Test func everyCommandHasAKeyOfItsOwnThatDoesIt() {
        #expect(Set(Command.allCases.map(\.key)).count == Command.allCases.count)
        #expect(Set(Command.allCases.map(\.title)).count == Command.allCases.count)
        let keys: [(String, KeyStroke.Modifiers, Command)] = [
            ("BackSpace", [], .ontoTable), ("Left", .control, .earlier), ("Right", .control, .later),
            ("d", .control, .duplicate), ("x", .control, .cut), ("c", .control, .copy), ("v", .control, .paste),
            ("a", .control, .selectAll), ("Delete", [], .remove), ("Delete", .shift, .shred), ("f", .control, .fold),
            ("z", .control, .undo), ("z", [.control, .shift], .redo),
        ]
        for (name, modifiers, command) in keys { #expect(KeyStroke(name, modifiers) == .command(command)) }
        #expect(KeyStroke("space", .control) == .selectMore)
        #expect(KeyStroke("c", []) == nil && KeyStroke("c", [.control, .other]) == nil)
    }

    @Test func theMenuSaysHowSelectingSeveralEnds() {
        var interface = sample()
        #expect(interface.key(of: .selectMore) == "Ctrl+Space")
        interface.selectsMore = true
        #expect(
            interface.title(of: .selectMore) == "End selecting several" && interface.key(of: .selectMore) == "Escape")
    }

    /// HIG-34.
    @Test(arguments: [
        Size(width: 480, height: 400), Size(width: 300, height: 700), Size(width: 1200, height: 420),
        Size(width: 240, height: 240), Size(width: 320, height: 200), Size(width: 130, height: 180),
        Size(width: 100, height: 100),
    ])
    func rowsOfTheMenuAreLargeEnoughForAFingerAndDoNotOverlap(size: Size) {
        var seen: [Command] = []
        let count = MenuLayout(in: size, Command.allCases).pageCount
        for page in 0..<count {
            let layout = MenuLayout(in: size, Command.allCases, page: page)
            #expect(layout.entries.contains(.more) == (count > 1))
            for entry in layout.entries {
                let frame = layout.frame(of: entry)!
                #expect(frame.size.width >= 44 && frame.size.height >= 44)
                #expect(frame.origin.x >= 0 && frame.maxX <= size.width && frame.maxY <= size.height)
                #expect(layout.entry(at: frame.centre) == entry)
                guard case .command(let command) = entry else { continue }
                #expect(layout.page(of: command) == page)
                seen.append(command)
            }
        }
        #expect(seen == Command.allCases)
        let button = Layout(size: size, hasZone: true).menuButton
        #expect(button.size.width >= 44 && button.size.height >= 44)
        #expect(Layout.card.width >= 44 && Layout.card.height >= 44)
    }

    @Test func inASmallWindowTheKeyboardTurnsThePagesOfTheMenu() {
        var interface = sample()
        interface.shelf = .sample("a", size: Size(width: 240, height: 240))
        interface.available = Set(interface.commands)
        interface.openMenu()
        let pages = interface.menuLayout.pageCount
        #expect(pages > 2)
        for command in interface.commands {
            #expect(interface.focus == .command(command))
            #expect(interface.menuLayout.frame(of: .command(command)) != nil, "\(command) is not shown")
            interface.move(.down)
        }
        #expect(interface.menuPage == 0)
        interface.move(.up)
        #expect(interface.menuPage == pages - 1)
        // And so does the row that leads on.
        interface.turnMenuPage()
        #expect(interface.menuPage == 0 && interface.focus == .command(interface.commands[0]))
        interface.turnMenuPage()
        #expect(interface.menuLayout.frame(of: .more) != nil && interface.menuPage == 1)
        interface.closeMenu()
        interface.openMenu()
        #expect(interface.menuPage == 0)
    }

    @Test func aTinyWindowHasATinyMenu() {
        let layout = MenuLayout(in: Size(width: 1, height: 1), Command.allCases)
        #expect(layout.entries.allSatisfy { (layout.frame(of: $0)?.size.width ?? 0) >= 44 })
    }
}
