// SPDX-License-Identifier: MIT

import DrayCore
import Foundation
import HeadlessDesktop
import Testing

/// Animated PNG: each frame of the file, decoded by libpng and drawn at its position, produces the original image.
@Suite struct MovingPictureTests {
    private struct Chunk {
        var kind: String
        var data: Data
        var sum: UInt32
    }

    private func chunks(_ file: Data) -> [Chunk] {
        var chunks: [Chunk] = []
        var rest = file.dropFirst(8)
        while rest.count >= 12 {
            let size = Int(number(rest.prefix(4)))
            let body = rest.dropFirst(4).prefix(4 + size)
            chunks.append(
                Chunk(
                    kind: String(decoding: body.prefix(4), as: UTF8.self), data: Data(body.dropFirst(4)),
                    sum: number(rest.dropFirst(8 + size).prefix(4))))
            #expect(checksum(Data(body)) == chunks.last?.sum)
            rest = rest.dropFirst(12 + size)
        }
        #expect(rest.isEmpty)
        return chunks
    }

    private func number(_ bytes: some Sequence<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

    private func bytes(_ number: UInt32) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }

    /// The checksum of PNG, bit by bit as in its specification.
    private func checksum(_ data: Data) -> UInt32 {
        ~data.reduce(0xffff_ffff as UInt32) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1 }
        }
    }

    private func chunk(_ kind: String, _ data: Data) -> Data {
        bytes(UInt32(data.count)) + Data(kind.utf8) + data + bytes(checksum(Data(kind.utf8) + data))
    }

    @Test func everyFrameComesBack() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/film.png"
        var pictures: [Screenshot] = []
        for step in 0..<6 {
            var pixels = Array(repeating: 0xff10_2030 as UInt32, count: 40 * 30)
            // A moving dot, and two equal frames at the end.
            let place = min(step, 4)
            pixels[(place * 7) * 40 + place * 9] = 0xffff_0000 | UInt32(place)
            pictures.append(Screenshot(width: 40, height: 30, pixels: pixels))
        }
        let film = try MovingPicture(writing: path, width: 40, height: 30)
        for (step, picture) in pictures.enumerated() {
            try film.show(picture, at: Instant(microseconds: UInt64(step) * 100_000))
        }
        try film.show(Screenshot(width: 1, height: 1, pixels: [0]), at: Instant(microseconds: 600_000))
        try film.finish(at: Instant(microseconds: 600_000))
        // Programs without support for APNG show the first frame.
        #expect(try Screenshot(readingPNG: path) == pictures[0])

        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        let all = chunks(file)
        #expect(all.map(\.kind).prefix(4) == ["IHDR", "acTL", "fcTL", "IDAT"])
        #expect(all.last?.kind == "IEND")
        #expect(number(all[1].data.prefix(4)) == 5)
        var canvas = Array(repeating: 0 as UInt32, count: 40 * 30)
        var frame = 0
        var sequence: UInt32 = 0
        var times: [UInt32] = []
        var part = (width: 0, height: 0, x: 0, y: 0)
        for chunk in all {
            switch chunk.kind {
            case "fcTL":
                #expect(number(chunk.data.prefix(4)) == sequence)
                sequence += 1
                let words = (1...4).map { Int(number(chunk.data.dropFirst($0 * 4).prefix(4))) }
                part = (words[0], words[1], words[2], words[3])
                times.append(
                    number(chunk.data.dropFirst(20).prefix(2)) * 1000 / number(chunk.data.dropFirst(22).prefix(2)))
            case "IDAT", "fdAT":
                var data = chunk.data
                if chunk.kind == "fdAT" {
                    #expect(number(data.prefix(4)) == sequence)
                    sequence += 1
                    data = Data(data.dropFirst(4))
                }
                let head = bytes(UInt32(part.width)) + bytes(UInt32(part.height)) + Data([8, 2, 0, 0, 0])
                let single =
                    file.prefix(8) + self.chunk("IHDR", head) + self.chunk("IDAT", data) + self.chunk("IEND", Data())
                try single.write(to: URL(fileURLWithPath: folder.path + "/frame.png"))
                let picture = try Screenshot(readingPNG: folder.path + "/frame.png")
                for y in 0..<part.height {
                    for x in 0..<part.width { canvas[(part.y + y) * 40 + part.x + x] = picture[x, y] }
                }
                #expect(canvas == pictures[frame].pixels, "frame \(frame)")
                frame += 1
            case _: break
            }
        }
        #expect(frame == 5)
        // The last frame is shown for another second.
        #expect(times == [100, 100, 100, 100, 1200])
    }

    @Test func nothingIsWrittenOverAFile() throws {
        let folder = try TemporaryFolder()
        try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.path + "/film.png"))
        #expect(throws: HeadlessError.self) {
            try MovingPicture(writing: folder.path + "/film.png", width: 4, height: 4)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/film.png")) == Data("mine".utf8))
    }
}
