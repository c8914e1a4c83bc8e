// SPDX-License-Identifier: MIT

import DrayCore
import Glibc
import HeadlessDesktop
import Testing
import WaylandClient
import WaylandServer

/// `wl_shm` from the clients' point of view.
@Suite struct SharedMemoryTests {
    let fixture: Fixture
    let client: TestClient

    init() throws {
        fixture = try Fixture()
        client = try fixture.makeClient()
    }

    /// A file with these pixels.
    private func file(_ pixels: [UInt32]) -> Int32 {
        var path = Array("/tmp/dray-memory-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        unlink(path)
        let written = pixels.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        #expect(written == pixels.count * 4)
        return file
    }

    private func pool(_ pixels: [UInt32]) -> WaylandClient.WlShmPool {
        let file = file(pixels)
        defer { close(file) }
        let pool = client.shm.createPool(fd: file, size: Int32(pixels.count * 4))
        // An error on an object that the client has destroyed arrives without its interface.
        client.keep(pool)
        return pool
    }

    private func code(of error: Connection.Failure?, on interface: String) -> UInt32? {
        guard case .protocolError(interface, _, let code) = error else { return nil }
        return code
    }

    @Test func aBufferBeginsAtItsOffsetAndSkipsWhatIsBesideItsRows() throws {
        let window = try client.window(4, 4)
        fixture.compositor.place(window.window, at: .zero)
        // One pixel before the buffer, and one after each row, which must not be shown.
        let (skipped, red, blue): (UInt32, UInt32, UInt32) = (0xff00_ff00, 0xffff_0000, 0xff00_00ff)
        let pool = pool([skipped, red, red, skipped, blue, blue, skipped])
        let buffer = pool.createBuffer(offset: 4, width: 2, height: 2, stride: 12, format: .argb8888)
        pool.destroy()
        window.surface.attach(buffer: buffer, x: 0, y: 0)
        window.surface.damage(x: 0, y: 0, width: 2, height: 2)
        window.surface.commit()
        try fixture.roundtrip()
        let picture = try fixture.compositor.capture()
        #expect([picture[0, 0], picture[1, 0], picture[0, 1], picture[1, 1]] == [red, red, blue, blue])
    }

    @Test func aStrideOfFewerBytesThanARowIsAnError() throws {
        let error = client.error {
            _ = pool(Array(repeating: 0, count: 100)).createBuffer(
                offset: 0, width: 10, height: 10, stride: 10, format: .argb8888)
        }
        #expect(code(of: error, on: "wl_shm_pool") == WaylandClient.WlShm.Error.invalidStride.rawValue)
    }

    @Test func aBufferBehindTheEndOfItsPoolIsAnError() throws {
        let error = client.error {
            _ = pool(Array(repeating: 0, count: 100)).createBuffer(
                offset: 4, width: 10, height: 10, stride: 40, format: .argb8888)
        }
        #expect(code(of: error, on: "wl_shm_pool") == WaylandClient.WlShm.Error.invalidStride.rawValue)
    }

    @Test func aFormatThatWasNotAnnouncedIsAnError() throws {
        let error = client.error {
            _ = pool(Array(repeating: 0, count: 100)).createBuffer(
                offset: 0, width: 10, height: 10, stride: 40, format: .rgb565)
        }
        #expect(code(of: error, on: "wl_shm_pool") == WaylandClient.WlShm.Error.invalidFormat.rawValue)
    }

    /// Icons, cursors and windows can only have shared memory buffers in these two formats: the compositor offers no
    /// buffers that it cannot read.
    @Test func noOtherBuffersAreOffered() throws {
        var formats: Set<WaylandClient.WlShm.Format> = []
        let again = try #require(client.globals.bind(WaylandClient.WlShm.self))
        again.onEvent { event in
            if case .format(let format) = event { formats.insert(format) }
        }
        try client.roundtrip()
        #expect(formats == [.argb8888, .xrgb8888])
        let others = client.globals.entries.map(\.interface).filter { name in
            ["buffer", "dmabuf", "drm", "egl"].contains { name.contains($0) }
        }
        #expect(others.isEmpty, "\(others)")
    }

    @Test func aFileThatIsCutShortIsAnErrorOnTheBuffer() throws {
        let window = try client.window(4, 4)
        let file = file(Array(repeating: 0, count: 100))
        defer { close(file) }
        let pool = client.shm.createPool(fd: file, size: 400)
        let buffer = pool.createBuffer(offset: 0, width: 10, height: 10, stride: 40, format: .argb8888)
        try client.roundtrip()
        #expect(ftruncate(file, 12) == 0)
        let error = client.error {
            window.surface.attach(buffer: buffer, x: 0, y: 0)
            window.surface.commit()
        }
        #expect(code(of: error, on: "wl_buffer") == WaylandClient.WlShm.Error.invalidFd.rawValue)
    }

    @Test func aPoolGrowsAndNeverShrinks() throws {
        let pool = pool(Array(repeating: 0, count: 100))
        pool.resize(size: 800)
        _ = pool.createBuffer(offset: 400, width: 10, height: 10, stride: 40, format: .argb8888)
        try client.roundtrip()
        let error = client.error { pool.resize(size: 400) }
        #expect(code(of: error, on: "wl_shm_pool") == WaylandClient.WlShm.Error.invalidFd.rawValue)
    }

    @Test func unreadableFilesAreRejected() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let error = client.error { _ = client.shm.createPool(fd: ends[0], size: 400) }
        #expect(code(of: error, on: "wl_shm") == WaylandClient.WlShm.Error.invalidFd.rawValue)
    }

    /// For instance the memory of the client's own process, in which pages may be provided with any delay.
    @Test(arguments: ["/proc/self/mem", "/proc/self/maps"])
    func generatedFilesAreRejected(path: String) throws {
        let file = open(path, O_RDONLY)
        try #require(file >= 0)
        defer { close(file) }
        let error = client.error { _ = client.shm.createPool(fd: file, size: 400) }
        #expect(code(of: error, on: "wl_shm") == WaylandClient.WlShm.Error.invalidFd.rawValue)
    }

    @Test func clientsHaveManyPoolsButNotAnyNumber() throws {
        let other = try fixture.makeClient()
        // Destroyed pools do not count.
        for _ in 0..<300 { pool([0]).destroy() }
        try client.roundtrip()
        let error = client.error { for _ in 0..<300 { _ = pool([0]) } }
        #expect(code(of: error, on: "wl_display") != nil)
        try other.roundtrip()
    }
}
