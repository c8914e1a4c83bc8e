// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Whole drags at scale 1 and 2, light and dark; see the images in `References`.
@Suite struct WholeDragTests {
    struct Look: CustomStringConvertible, Sendable {
        let scale: Int32
        let appearance: Appearance
        var description: String { "\(appearance) at scale \(scale)" }
        var suffix: String { "\(appearance)-\(scale)" }
    }

    static let looks = [
        Look(scale: 1, appearance: .light), Look(scale: 1, appearance: .dark), Look(scale: 2, appearance: .light),
        Look(scale: 2, appearance: .dark),
    ]

    @Test(arguments: looks) func oneFileIsCopied(_ look: Look) throws {
        let stage = try Stage(scale: look.scale, style: PresentationStyle(appearance: look.appearance))
        var frames: [Screenshot] = []
        try stage.begin(types: ["text/uri-list"])
        try stage.move(to: Point(x: 80, y: 80))
        frames.append(try stage.capture())
        try stage.move(to: Stage.beside)
        frames.append(try stage.capture())
        try stage.move(to: Stage.over)
        try stage.acceptCopy()
        try stage.rest()
        frames.append(try stage.capture())
        try stage.fixture.release()
        stage.target.dragOffer?.object.finish()
        try stage.fixture.settle()
        try stage.rest(milliseconds: 100)
        frames.append(try stage.capture())
        try stage.rest()
        frames.append(try stage.capture())
        try compare(frames, "oneFileIsCopied", look)
    }

    @Test(arguments: looks) func aPreviewFliesBack(_ look: Look) throws {
        let stage = try Stage(scale: look.scale, style: PresentationStyle(appearance: look.appearance))
        var frames: [Screenshot] = []
        let icon = try stage.beginWithIcon()
        try stage.draw(on: icon, width: 72, height: 48, bufferScale: look.scale, offset: Point(x: -12, y: -20))
        try stage.move(to: Point(x: 80, y: 80))
        try stage.move(to: Stage.beside)
        frames.append(try stage.capture())
        try stage.fixture.release()
        icon.destroy()
        for milliseconds in [50, 60, 150] {
            try stage.rest(milliseconds: milliseconds)
            frames.append(try stage.capture())
        }
        try stage.rest()
        #expect(stage.parts.isEmpty)
        try compare(frames, "aPreviewFliesBack", look)
    }

    @Test(arguments: looks) func severalPhotosFanOut(_ look: Look) throws {
        let stage = try Stage(scale: look.scale, style: PresentationStyle(appearance: look.appearance))
        var frames: [Screenshot] = []
        let icon = stage.makeIcon()
        let list = Array("file:///one\r\nfile:///two\r\nfile:///three\r\nfile:///four\r\n".utf8)
        try stage.begin(list: list, icon: icon)
        try stage.draw(on: icon, width: 60, height: 44, bufferScale: look.scale, offset: Point(x: -30, y: -24))
        try stage.fixture.move(to: Point(x: 76, y: 84))
        try stage.rest(milliseconds: 100)
        frames.append(try stage.capture())
        try stage.move(to: Stage.over)
        frames.append(try stage.capture())
        try stage.acceptCopy()
        try stage.rest()
        frames.append(try stage.capture())
        try stage.fixture.release()
        stage.target.dragOffer?.object.finish()
        try stage.fixture.settle()
        for milliseconds in [66, 100] {
            try stage.rest(milliseconds: milliseconds)
            frames.append(try stage.capture())
        }
        try compare(frames, "severalPhotosFanOut", look)
    }

    @Test(arguments: looks) func withReducedMotionNothingTravels(_ look: Look) throws {
        let stage = try Stage(
            scale: look.scale, style: PresentationStyle(appearance: look.appearance, motion: .reduced))
        var frames: [Screenshot] = []
        try stage.begin(types: ["image/png"])
        try stage.fixture.move(to: Stage.beside)
        for milliseconds in [67, 500] {
            try stage.rest(milliseconds: milliseconds)
            frames.append(try stage.capture())
        }
        try stage.fixture.release()
        for milliseconds in [67, 100] {
            try stage.rest(milliseconds: milliseconds)
            frames.append(try stage.capture())
        }
        try compare(frames, "withReducedMotionNothingTravels", look)
    }

    private func compare(_ frames: [Screenshot], _ name: String, _ look: Look) throws {
        let sheet = StagePicture.row(frames)
        let difference = try StagePicture.difference(of: sheet, from: "\(name)-\(look.suffix)")
        #expect(difference == nil)
    }
}
