// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import Testing

/// HIG-33: the words, in each language.
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

    /// The first surface has a name, the second has none.
    private func words(_ announcement: Announcement, _ catalogue: Catalogue) -> String {
        announcement.words(in: catalogue) { $0 == SurfaceID(1) ? "Mail" : nil }
    }

    @Test(arguments: ["en", "de", "ko", "ja"]) func everyStepHasWords(language: String) throws {
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
        // Nobody takes one end for another.
        let ends = Set(
            Self.everything.filter { if case .ended = $0 { true } else { false } }.map { words($0, catalogue) })
        #expect(ends.count >= 14)
    }

    @Test func numbersHaveTheFormsOfTheirLanguage() {
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

    @Test func whatIsInANameIsNoTemplate() {
        let text = Announcement.over(SurfaceID(1), .copy).words { _ in "{outcome} {name} {" }
        #expect(text == "Over “{outcome} {name} {”, will copy")
    }

    @Test func aNameIsNoNovel() {
        let text = Announcement.dropped(SurfaceID(1)).words { _ in String(repeating: "語", count: 100_000) }
        #expect(text.count < 150)
        let fits = String(repeating: "語", count: 100)
        #expect(Announcement.dropped(SurfaceID(1)).words { _ in fits } == "Dropped on “\(fits)”")
    }

    @Test func theLanguageIsTheEnvironments() {
        func language(_ variables: [String: String]) -> String { Catalogue.preferred { variables[$0] }.language }
        #expect(language([:]) == "en")
        #expect(language(["LANG": "de_AT.UTF-8"]) == "de")
        #expect(language(["LANG": "de_DE", "LC_MESSAGES": "ko_KR.UTF-8"]) == "ko")
        #expect(language(["LANG": "de_DE", "LC_ALL": "ja_JP.UTF-8", "LC_MESSAGES": "ko_KR"]) == "ja")
        #expect(language(["LANG": "fr_FR", "LANGUAGE": "br:ko:de"]) == "ko")
        #expect(language(["LANG": "fr_FR.UTF-8"]) == "en")
        // As gettext has it: who wants no language has no wishes.
        #expect(language(["LANG": "C.UTF-8", "LANGUAGE": "de"]) == "en")
        #expect(language(["LANG": "", "LC_ALL": ""]) == "en")
        #expect(language(["LANG": "deutsch"]) == "en")
    }
}
