// SPDX-License-Identifier: MIT
import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import TestClients
import Testing
import WaylandClient

@Suite struct TempTests {
    @Test(arguments: [1, 2] as [Int32]) func look(_ scale: Int32) throws {
        let stage = try Stage(scale: scale, pointer: PointerConfiguration())
        var frames: [Picture] = []
        frames.append(try stage.capture())
        stage.fixture.seat.pointer.move(to: Stage.start)
        frames.append(try stage.capture())
        try stage.begin(types: ["text/uri-list"])
        try stage.move(to: Stage.start + Point(x: 10, y: 0))
        frames.append(try stage.capture())
        try stage.move(to: Stage.beside)
        frames.append(try stage.capture())
        try stage.move(to: Stage.over)
        try stage.acceptCopy()
        try stage.rest()
        frames.append(try stage.capture())
        try StagePicture.row(frames.map { $0.cropped(to: Rectangle(x: 30, y: 20, width: 300, height: 215), scale: Double(scale)) }).writePNG(to: "/tmp/v/theme-\(scale).png")
    }
}
