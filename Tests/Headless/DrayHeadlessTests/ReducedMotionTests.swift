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

/// "Reduce motion" replaces every movement by a short fade (HIG-18): each final animation, and each change of an image.
@Suite struct ReducedMotionTests {
    /// The ways in which a drag ends, by the animation that they would have with motion.
    enum Ending: CaseIterable, Sendable {
        /// Released without a target: the image would fly back.
        case flyBack
        /// Accepted: it would shrink into the drop point.
        case landing
        /// Its origin is hidden: it would grow.
        case evaporating
        /// Its origin is unmapped during the fly-back: the image would start to grow.
        case losingItsHome
        /// Its client is killed.
        case dying
    }

    /// The maximum duration of a fade in milliseconds, plus one frame.
    private static let fade = 170
    private static let size = 40.0

    private func shown() throws -> Stage {
        let stage = try Stage(style: PresentationStyle(motion: .reduced))
        try stage.beginShowing(width: Int32(Self.size), height: Int32(Self.size))
        return stage
    }

    /// Ends a drag.
    /// - Returns: the last bounds of its image.
    private func end(_ stage: Stage, _ ending: Ending) throws -> Rectangle {
        let window = try #require(stage.compositor.window(titled: "source"))
        switch ending {
        case .flyBack, .losingItsHome: break
        case .evaporating: stage.compositor.place(window, at: Point(x: -500, y: 0))
        case .landing:
            try stage.move(to: Stage.over)
            try stage.acceptCopy()
        case .dying: break
        }
        let place = try #require(stage.image).bounds
        switch ending {
        case .flyBack, .evaporating, .losingItsHome: try stage.fixture.release()
        case .landing:
            try stage.fixture.release()
            stage.target.dragOffer?.object.finish()
            try stage.fixture.settle()
        case .dying: stage.fixture.kill(stage.source)
        }
        return place
    }

    @Test(arguments: Ending.allCases) func everyEndingIsAShortFadeInPlace(_ ending: Ending) throws {
        let stage = try shown()
        let place = try end(stage, ending)
        var opacities: [Double] = []
        for frame in 0..<(Self.fade * 60 / 1000) {
            if ending == .losingItsHome, frame == 3 {
                stage.sourceWindow.surface.attach(buffer: nil, x: 0, y: 0)
                stage.sourceWindow.surface.commit()
                try stage.fixture.settle()
            }
            stage.compositor.advance()
            guard let image = stage.image else { break }
            #expect(image.bounds == place, "it does not move")
            opacities.append(image.opacity)
        }
        #expect(opacities.count > 2, "it fades")
        #expect(zip(opacities, opacities.dropFirst()).allSatisfy { $0 >= $1 } && opacities.last ?? 1 < 0.4)
        // The fade may start again when the origin is lost.
        try stage.rest(milliseconds: ending == .losingItsHome ? 84 : 34)
        #expect(stage.parts.isEmpty)
    }

    @Test(arguments: Ending.allCases) func withMotionEachOfThemMoves(_ ending: Ending) throws {
        let stage = try Stage()
        try stage.beginShowing(width: Int32(Self.size), height: Int32(Self.size))
        let place = try end(stage, ending)
        try stage.rest(milliseconds: 100)
        #expect(try #require(stage.image).bounds != place)
    }

    @Test func anotherSizeFadesOverWithoutGrowing() throws {
        let stage = try Stage(style: PresentationStyle(motion: .reduced))
        let icon = try stage.beginShowing(width: 40, height: 30)
        try stage.draw(on: icon, width: 80, height: 60)
        stage.compositor.advance()
        #expect(stage.image?.bounds.width == 80)
    }
}
