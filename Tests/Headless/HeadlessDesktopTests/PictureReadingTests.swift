// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop
import Testing
import WaylandClient

/// Buffers that are too large to be copied at once are shown later, and do not delay other clients.
@Suite struct PictureReadingTests {
    let fixture: Fixture
    let client: TestClient
    let window: TestWindow

    init() throws {
        fixture = try Fixture()
        client = try fixture.makeClient()
        window = try client.window(100, 100)
        fixture.compositor.advance()
    }

    private var width: Double { window.window.surface.state.size.width }

    private func commit(_ buffer: WaylandClient.WlBuffer) throws {
        window.surface.attach(buffer: buffer, x: 0, y: 0)
        window.surface.commit()
        try fixture.roundtrip()
    }

    /// The number of frames until the window has this width.
    private func frames(until width: Double) throws -> Int {
        for count in 0..<20 {
            if self.width == width { return count }
            fixture.compositor.advance()
            try fixture.roundtrip()
        }
        return 20
    }

    @Test func aPictureOf256MiBComesInEightParts() throws {
        try commit(client.zeros(8192, 8192))
        #expect(width == 100)
        #expect(fixture.compositor.isFrameWanted)
        // The first part was copied at once.
        #expect(try frames(until: 8192) == 7)
        #expect(!fixture.compositor.isFrameWanted)
    }

    @Test func aBufferIsReleasedWhenItWasCopied() throws {
        let buffer = client.zeros(8192, 8192)
        var isReleased = false
        buffer.onEvent { _ in isReleased = true }
        try commit(buffer)
        #expect(!isReleased)
        _ = try frames(until: 8192)
        #expect(isReleased)
    }

    @Test func ofManyBuffersOnlyTheLastIsCopied() throws {
        var released: Set<Int> = []
        let buffers = (0..<6).map { index in
            let buffer = client.zeros(8192, Int32(8000 + index))
            buffer.onEvent { _ in released.insert(index) }
            return buffer
        }
        for buffer in buffers { try commit(buffer) }
        #expect(released == [0, 1, 2, 3, 4])
        #expect(width == 100)
        // None of it was copied yet: earlier buffers have used up the allowance of this frame.
        #expect(try frames(until: 8192) == 8)
        #expect(window.window.surface.state.size.height == 8005)
    }

    @Test func laterCommitsAreAppliedInOrder() throws {
        try commit(client.zeros(8192, 8192))
        window.surface.setBufferScale(scale: 2)
        window.surface.commit()
        try fixture.roundtrip()
        #expect(try frames(until: 4096) == 7)
    }

    @Test func contentThatIsTakenAwayIsNotShown() throws {
        try commit(client.zeros(8192, 8192))
        window.surface.attach(buffer: nil, x: 0, y: 0)
        window.surface.commit()
        try fixture.roundtrip()
        for _ in 0..<6 { fixture.compositor.advance() }
        #expect(fixture.compositor.windows.isEmpty)
    }

    @Test func othersAreShownMeanwhile() throws {
        let other = try fixture.makeClient()
        let second = try other.window(50, 50)
        try commit(client.zeros(8192, 8192))
        other.attach(0xff00_ff00, 60, 60, to: second.surface)
        second.surface.commit()
        try fixture.roundtrip()
        #expect(second.window.surface.state.size.width == 60)
        #expect(width == 100)
    }

    /// However many clients show huge buffers, a frame takes no longer than with two of them, and each of them makes
    /// progress.
    @Test func clientsShareWhatAFrameMayRead() throws {
        let clients = try (0..<6).map { _ in try fixture.makeClient() }
        let windows = try clients.map { try $0.window(10, 10) }
        fixture.compositor.advance()
        for (client, window) in zip(clients, windows) {
            window.surface.attach(buffer: client.zeros(4096, 4096), x: 0, y: 0)
            window.surface.commit()
            try fixture.roundtrip()
        }
        func shown() -> Int { windows.count { $0.window.surface.state.size.width == 4096 } }
        // Each has 64 MiB: at 32 MiB per frame and client, two of them need two frames, the next two follow.
        var counts: [Int] = []
        while shown() < windows.count, counts.count < 20 {
            fixture.compositor.advance()
            try fixture.roundtrip()
            counts.append(shown())
        }
        #expect(counts == [2, 2, 4, 4, 6], "\(counts)")
        // A small buffer is not delayed by these.
        let other = try fixture.makeClient()
        let small = try other.window(50, 50)
        for (client, window) in zip(clients, windows) {
            window.surface.attach(buffer: client.zeros(4096, 4096), x: 0, y: 0)
            window.surface.commit()
        }
        try fixture.roundtrip()
        other.attach(0xff00_ff00, 60, 60, to: small.surface)
        small.surface.commit()
        try fixture.roundtrip()
        #expect(small.window.surface.state.size.width == 60)
    }

    @Test func aSurfaceThatGoesMeanwhileLeavesNothing() throws {
        try commit(client.zeros(8192, 8192))
        window.toplevel.destroy()
        window.xdgSurface.destroy()
        window.surface.destroy()
        try fixture.roundtrip()
        #expect(!fixture.compositor.isFrameWanted)
    }
}
