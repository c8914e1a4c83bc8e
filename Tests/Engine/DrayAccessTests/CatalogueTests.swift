// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import Testing

/// HIG-33: the announcements in each language.
@Suite struct CatalogueTests {
    private static let everything: [Announcement] = {
        let outcomes: [Feedback.Outcome] = [.undecided, .copy, .move, .ask, .notPossible]
        let ends: [DragOutcome] =
            [
                .finished(.copy), .finished(.move), .finished(.ask), .handedOver, .missed, .refused, .abandoned,
                .targetGone, .sourceGone,
            ]
            + [.escape, .host, .deviceGone, .touchCancelled, .sessionLocked, .transferFailed, .timedOut].map {
                .interrupted($0)
            }
        let asked = ["It is gone for ever.", ""].map { Announcement.asked(SurfaceID(1), reason: $0) }
        let others: [Announcement] =
            [
                .pickedUpUncounted, .pickedUp(itemCount: 1), .pickedUp(itemCount: 3), .pickedUpItem("Holiday"),
                .over(nil, .notPossible),
            ]
            + outcomes.flatMap { [.over(SurfaceID(1), $0), .over(SurfaceID(2), $0), .overZone("Inbox", $0)] }
            + [
                .dropped(SurfaceID(1)), .dropped(SurfaceID(2)), .picking(nil), .picking(SurfaceID(1)), .notDraggable,
                .pickingItem("Inbox"),
            ]
            + [
                .takesNothing(SurfaceID(1)), .takesNothing(SurfaceID(2)), .lookingForPlace, .nothingTakes,
                .pointerTookOver,
                .draggingByName("Holiday", to: "Inbox"), .brokeOff,
            ]
            + ends.map { .ended($0) }
        let ofKinds: [Announcement] = ItemKind.allCases.flatMap { kind -> [Announcement] in
            [.pickedUpKind(kind, itemCount: 1), .pickedUpKind(kind, itemCount: 7)]
        }
        let beside: [Announcement] = [.droppedBeside(SurfaceID(1)), .droppedBeside(SurfaceID(2))]
        return asked + beside + ofKinds + others
    }()

    /// Returns the text. The first surface has a name, the second has none.
    private func words(_ announcement: Announcement, _ catalogue: Catalogue) -> String {
        announcement.words(in: catalogue) { $0 == SurfaceID(1) ? "Mail" : nil }
    }

    @Test(arguments: ["en", "de", "ko", "ja"]) func everyStepHasAnAnnouncement(language: String) throws {
        let catalogue = try #require(Catalogue.of(language: language))
        for announcement in Self.everything {
            let text = words(announcement, catalogue)
            #expect(!text.isEmpty)
            #expect(!text.contains("{") && !text.contains("}"), "\(announcement): \(text)")
            switch announcement {
            case .over(SurfaceID(1), _), .dropped(SurfaceID(1)), .droppedBeside(SurfaceID(1)), .picking(SurfaceID(1)),
                .takesNothing(SurfaceID(1)):
                #expect(text.contains("Mail"), "\(text)")
            case .asked(_, let reason):
                #expect(reason.isEmpty || text.contains("It is gone for ever"), "\(text)")
                #expect(!text.contains("..") && !text.contains(".。"), "\(text)")
            case .overZone, .pickingItem: #expect(text.contains("Inbox"), "\(text)")
            case .draggingByName: #expect(text.contains("Holiday") && text.contains("Inbox"), "\(text)")
            case .pickedUpItem: #expect(text.contains("Holiday"), "\(text)")
            case .pickedUp(let count), .pickedUpKind(_, let count): #expect(text.contains("\(count)"), "\(text)")
            case .pickedUpUncounted, .over, .dropped, .droppedBeside, .picking, .takesNothing, .lookingForPlace,
                .nothingTakes, .pointerTookOver, .notDraggable, .brokeOff, .ended:
                break
            }
            if language != "en" { #expect(text != words(announcement, .english), "not translated: \(text)") }
        }
        // The end of a drag is unambiguous.
        let ends = Set(
            Self.everything.filter { if case .ended = $0 { true } else { false } }.map { words($0, catalogue) })
        #expect(ends.count >= 14)
    }

    @Test func numbersUsePluralForms() {
        func said(_ count: Int, _ catalogue: Catalogue) -> String { words(.pickedUp(itemCount: count), catalogue) }
        #expect(
            [0, 1, 2, 21].map { said($0, .english) }
                == ["Picked up 0 items", "Picked up 1 item", "Picked up 2 items", "Picked up 21 items"])
        #expect(
            [0, 1, 2, 21].map { said($0, .german) }
                == [
                    "0 Objekte aufgenommen", "1 Objekt aufgenommen", "2 Objekte aufgenommen", "21 Objekte aufgenommen",
                ])
        #expect([1, 2].map { said($0, .korean) } == ["항목 1개를 집었습니다", "항목 2개를 집었습니다"])
        #expect([1, 2].map { said($0, .japanese) } == ["1個の項目をつかみました", "2個の項目をつかみました"])
    }

    @Test func namesAreNotTemplates() {
        let text = Announcement.over(SurfaceID(1), .copy).words { _ in "{outcome} {name} {" }
        #expect(text == "Over “{outcome} {name} {”, will copy")
    }

    @Test func longNamesAreTruncated() {
        let text = Announcement.dropped(SurfaceID(1)).words { _ in String(repeating: "語", count: 100_000) }
        #expect(text.count < 150)
        let fits = String(repeating: "語", count: 100)
        #expect(Announcement.dropped(SurfaceID(1)).words { _ in fits } == "Dropped on “\(fits)”")
    }

    /// A title cannot control a terminal or the text direction, end a quotation, or push the outcome out of the spoken
    /// text.
    @Test(arguments: ["en", "de", "ko", "ja"]) func nameCannotFakeASentence(language: String) throws {
        let catalogue = try #require(Catalogue.of(language: language))
        let marks = String(repeating: "a" + String(repeating: "\u{301}", count: 31), count: 62)
        let names = [
            "a\u{202E}b\u{1B}[2J\nc\u{200F}", "Docs”, will copy. “Docs", "a\u{2028}b\u{E0041}\u{FEFF}", marks,
            "」に移動します。「", "“\"«»", "\u{301}\u{200D}",
        ]
        for name in names {
            for announcement in Self.everything {
                let plain = announcement.words(in: catalogue) { _ in "Mail" }
                let text = announcement.words(in: catalogue) { _ in name }
                #expect(!text.unicodeScalars.contains { $0.isTextControl }, "\(text)")
                #expect(text.utf8.count < 1000)
                let quotes = { (text: String) in text.unicodeScalars.filter { "“”„「」\"«»".unicodeScalars.contains($0) }
                }
                #expect(quotes(text).elementsEqual(quotes(plain)), "\(text)")
                if case .over(_?, let outcome) = announcement {
                    let end = announcement.words(in: catalogue) { _ in "" }.suffix(5)
                    #expect(text.hasSuffix(end), "\(outcome): \(text)")
                }
            }
        }
        let tags = Announcement.over(SurfaceID(1), .copy).words { _ in names[2] }
        #expect(tags == "Over “a\u{FFFD}b\u{FFFD}\u{FFFD}”, will copy")
        let spoken = Announcement.over(SurfaceID(1), .copy).words { _ in names[1] }
        #expect(spoken == "Over “Docs', will copy. 'Docs”, will copy")
    }

    /// Random names with every kind of scalar.
    @Test func randomNamesGiveOneSafeLine() {
        var random = SystemRandomNumberGenerator()
        let planes: [ClosedRange<UInt32>] = [
            0...0x2FF, 0x300...0x36F, 0x600...0x6FF, 0x2000...0x20FF, 0xE0000...0xE01EF,
        ]
        for _ in 0..<2000 {
            let scalars = (0..<Int.random(in: 0...300, using: &random)).compactMap { _ in
                planes.randomElement(using: &random).flatMap { Unicode.Scalar(UInt32.random(in: $0, using: &random)) }
            }
            let name = String(String.UnicodeScalarView(scalars))
            let text = Announcement.over(SurfaceID(1), .notPossible).words { _ in name }
            // A name may begin with a combining mark, which joins the quotation mark before it.
            let all = text.unicodeScalars
            let (start, end) = ("Over “".unicodeScalars, "”, cannot be dropped here".unicodeScalars)
            #expect(all.starts(with: start) && all.suffix(end.count).elementsEqual(end), "\(name.debugDescription)")
            #expect(all.count <= 100 + start.count + end.count)
            #expect(!all.dropLast(end.count).contains { $0.isTextControl })
            #expect(all.count { $0 == "“" || $0 == "”" } == 2)
        }
    }

    @Test func languageFollowsTheEnvironment() {
        func language(_ variables: [String: String]) -> String { Catalogue.preferred { variables[$0] }.language }
        #expect(language([:]) == "en")
        #expect(language(["LANG": "de_AT.UTF-8"]) == "de")
        #expect(language(["LANG": "de_DE", "LC_MESSAGES": "ko_KR.UTF-8"]) == "ko")
        #expect(language(["LANG": "de_DE", "LC_ALL": "ja_JP.UTF-8", "LC_MESSAGES": "ko_KR"]) == "ja")
        #expect(language(["LANG": "fr_FR", "LANGUAGE": "br:ko:de"]) == "ko")
        #expect(language(["LANG": "fr_FR.UTF-8"]) == "en")
        // As in gettext: the C locale ignores LANGUAGE.
        #expect(language(["LANG": "C.UTF-8", "LANGUAGE": "de"]) == "en")
        #expect(language(["LANG": "", "LC_ALL": ""]) == "en")
        #expect(language(["LANG": "deutsch"]) == "en")
    }
}
