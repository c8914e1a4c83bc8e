// SPDX-License-Identifier: MIT

import DrayCore
import Testing

/// Only sandboxed targets are offered a key to the files (WL-06).
struct DocumentKeyTests {
    private static let keys: [MimeType] = ["application/vnd.portal.filetransfer", "application/vnd.portal.files"]
    private static let origin = DragOrigin(
        surface: SurfaceID(1), application: ApplicationID(1), container: ContainerID(1), position: Point(x: 0, y: 0))

    private static func source(_ types: Representations) -> DragSource {
        DragSource(
            types: types, actions: [.copy, .move], dialect: .negotiating,
            further: Conversion.further(than: types, able: .all))
    }

    private static func over(_ types: Representations, takesKeys: Bool = true) -> DragSession {
        var session = DragSession.begin(source(types), from: origin, policy: .wayland).session
        let target = Target(
            surface: SurfaceID(2), application: ApplicationID(2), container: ContainerID(2), dialect: .negotiating,
            takesKeys: takesKeys)
        _ = session.enter(target, global: Point(x: 9, y: 9), local: Point(x: 9, y: 9), offer: OfferID(1))
        return session
    }

    @Test func keysComeAfterAllThatTheSourceHas() {
        #expect(
            Array(Self.over(["text/uri-list", "text/plain"]).offeredTypes) == ["text/uri-list", "text/plain"]
                + Self.keys)
        #expect(Self.over(["text/uri-list"], takesKeys: false).offeredTypes == ["text/uri-list"])
    }

    @Test(
        arguments: [
            ["text/plain"], ["text/uri-list", "application/vnd.portal.filetransfer"],
            ["application/vnd.portal.files", "text/uri-list"], ["text/uri-list", "x-kde-passwordManagerHint"],
        ] as [Representations]) func thereIsNoKeyBesideTheSourcesOwnOrToASecret(types: Representations)
    {
        #expect(Self.over(types).offeredTypes == types)
    }

    /// A key is no copy of the content: it permits the same actions as the files.
    @Test func filesCanBeMovedByAKey() {
        var session = Self.over(["text/uri-list"])
        _ = session.setActions(OfferID(1), mask: .move, preferred: .move)
        let effects = session.accept(OfferID(1), Self.keys[0])
        #expect(session.acceptedType == Self.keys[0])
        #expect(session.action == .move)
        // The source receives its own type.
        #expect(effects.contains(.source(.target("text/uri-list"))))
        #expect(session.verdict(onReading: Self.keys[1], from: OfferID(1)) != .close)
    }

    @Test func targetOutsideOfASandboxCannotReadAKey() {
        var session = Self.over(["text/uri-list"], takesKeys: false)
        _ = session.accept(OfferID(1), Self.keys[0])
        #expect(session.acceptedType == nil)
        #expect(session.verdict(onReading: Self.keys[0], from: OfferID(1)) == .close)
    }

    /// A window that refuses the offered types is offered conversions, with or without keys; each index stands for one
    /// type.
    @Test func keysAndConversionsHaveDistinctIndices() {
        var session = Self.over(["text/uri-list"])
        let before = Array(session.offeredTypes)
        _ = session.setActions(OfferID(1), mask: [], preferred: [])
        _ = session.accept(OfferID(1), nil)
        let surface = SurfaceID(2)
        #expect(session.refusalStood(surface) == [.offerAgain(surface)])
        let target = Target(
            surface: surface, application: ApplicationID(2), container: ContainerID(2), dialect: .negotiating,
            takesKeys: true)
        _ = session.enter(target, global: Point(x: 9, y: 9), local: Point(x: 9, y: 9), offer: OfferID(2))
        let all = Array(session.offeredTypes)
        #expect(Array(all.prefix(before.count)) == before && all.count > before.count)
        _ = session.setActions(OfferID(2), mask: [.copy, .move], preferred: .move)
        for type in all {
            _ = session.accept(OfferID(2), type)
            #expect(session.acceptedType == type)
            // Converted content leaves the source its own.
            #expect(session.action == (before.contains(type) ? .move : .copy), "\(type)")
        }
    }

    @Test func sandboxedTargetReadsListsThroughThePortal() {
        let files = Self.source(["text/uri-list", "text/plain"])
        #expect(
            files.conversionForSandbox(to: "text/uri-list")
                == Conversion("text/uri-list", of: "text/uri-list", .documents(.list)))
        #expect(files.conversionForSandbox(to: "text/plain") == nil)
        #expect(
            files.conversionForSandbox(to: Self.keys[0])
                == Conversion(Self.keys[0], of: "text/uri-list", .documents(.key)))
        #expect(files.conversion(to: Self.keys[0]) == nil)
        // A file that is made from a text is created first.
        let text = Self.source(["text/plain"])
        #expect(text.conversionForSandbox(to: "text/uri-list") == text.conversion(to: "text/uri-list"))
        #expect(files.hasFiles && !text.hasFiles)
        let secret = Self.source(["text/uri-list", "x-kde-passwordManagerHint"])
        #expect(secret.conversionForSandbox(to: "text/uri-list") == nil)
    }
}
