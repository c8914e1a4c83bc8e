// SPDX-License-Identifier: MIT

import DrayReport
import Foundation
import HeadlessDesktop
import Testing

@testable import DrayPlay

/// Each image of a run is written once.
@Suite struct PictureFilesTests {
    private func picture(_ colour: UInt32, width: Int = 30) -> Screenshot {
        Screenshot(width: width, height: 20, pixels: [UInt32](repeating: colour, count: width * 20))
    }

    /// The inode of a path.
    private func identity(_ path: String) throws -> UInt64 {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.systemFileNumber] as? NSNumber).uint64Value
    }

    @Test func equalFramesShareOneFile() throws {
        let ground = try Playground()
        let files = PictureFiles(RunFolder(at: ground.folder.path))
        #expect(try files.write(picture(0xffff_0000), as: "frames/1.png") == "frames/1.png")
        #expect(try files.write(picture(0xff00_ff00), as: "frames/2.png") == "frames/2.png")
        #expect(try files.write(picture(0xffff_0000), as: "frames/3.png") == "frames/1.png")
        // The same number of pixels of the same color, but a different image.
        let turned = Screenshot(width: 20, height: 30, pixels: picture(0xffff_0000).pixels)
        #expect(try files.write(turned, as: "frames/4.png") == "frames/4.png")
        let names = try FileManager.default.contentsOfDirectory(atPath: ground.path("frames")).sorted()
        #expect(names == ["1.png", "2.png", "4.png"])
    }

    @Test func namedPicturesExistAndAreReplacedIndependently() throws {
        let ground = try Playground()
        let files = PictureFiles(RunFolder(at: ground.folder.path))
        try files.write(picture(0xffff_0000), named: "one.png")
        try files.write(picture(0xffff_0000), named: "two.png")
        #expect(try identity(ground.path("one.png")) == identity(ground.path("two.png")))
        try files.write(picture(0xff00_00ff), named: "one.png")
        #expect(try Screenshot(readingPNG: ground.path("one.png")) == picture(0xff00_00ff))
        #expect(try Screenshot(readingPNG: ground.path("two.png")) == picture(0xffff_0000))
        // The file no longer contains the previous image.
        try files.write(picture(0xffff_0000), named: "three.png")
        #expect(try Screenshot(readingPNG: ground.path("three.png")) == picture(0xffff_0000))
        try files.write(picture(0xff00_00ff), named: "two.png")
        #expect(try Screenshot(readingPNG: ground.path("two.png")) == picture(0xff00_00ff))
        #expect(try Screenshot(readingPNG: ground.path("three.png")) == picture(0xffff_0000))
    }

    /// A symbolic link created by a client is not followed.
    @Test func linksAreReplacedAndNotFollowed() throws {
        let ground = try Playground()
        let precious = try ground.write("precious", "precious")
        let folder = ground.path("run")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let files = PictureFiles(RunFolder(at: folder))
        try files.write(picture(0xffff_0000), named: "one.png")
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/two.png", withDestinationPath: precious)
        try files.write(picture(0xffff_0000), named: "two.png")
        #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious")
        #expect(try Screenshot(readingPNG: "\(folder)/two.png") == picture(0xffff_0000))
    }

    @Test func anUnchangedScreenIsWrittenOnce() throws {
        let ground = try Playground()
        let outcome = try ground.run(client: "exec sleep 60", steps: "  - picture: first\n  - picture: second")
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(try identity(ground.path("run/first.png")) == identity(ground.path("run/second.png")))
    }
}
