// SPDX-License-Identifier: MIT

import DrayInput
import DrayLibseat
import Glibc
import Testing
import VirtualDevices

extension HeadlessDevicesTests {
    /// Devices that are opened by libseat. Session switches are tested with the input of the command line.
    @Suite struct Sessions {
        @Test func theNoopBackendOpensFiles() throws {
            let session = try opened(by: "noop")
            #expect(session.state == .active)
            #expect(session.name == "seat0")
            let opener = session.opener
            let descriptor = try opener.open("/dev/null", O_RDWR | O_NONBLOCK)
            #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0, "libinput must never wait for a device")
            opener.close(descriptor)
            #expect(fcntl(descriptor, F_GETFD) == -1, "nothing stays open")
            #expect(throws: DeviceFailure.notFound) { _ = try opener.open("/dev/input/event99", O_RDWR) }
        }

        @Test func aSessionClosesItsDevicesAtItsEnd() throws {
            var session: SeatSession? = try opened(by: "noop")
            let descriptor = try session!.opener.open("/dev/null", O_RDWR)
            session = nil
            #expect(fcntl(descriptor, F_GETFD) == -1)
        }

        @Test func libinputAsksTheSession() throws {
            let session = try opened(by: "noop")
            #expect(throws: InputError.cannotOpenDevice(path: "/dev/null", .notAnInputDevice)) {
                _ = try LibinputContext(.paths(["/dev/null"]), opener: session.opener)
            }
        }

        @Test func aMissingBackendIsReported() throws {
            let error = #expect(throws: SeatError.self) { try opened(by: "nonsense") }
            #expect(error == .noSeat(backend: "nonsense", errno: EINVAL))
            #expect("\(try #require(error))".contains("LIBSEAT_BACKEND"))
        }

        @Test(.enabled(if: access("/run/seatd.sock", F_OK) != 0))
        func aSessionManagerThatIsNotRunningIsReported() throws {
            let error = #expect(throws: SeatError.self) { try opened(by: "seatd") }
            #expect("\(try #require(error))".contains("\"seatd\" provides none: No such file"))
        }

        private func opened(by backend: String) throws -> SeatSession {
            // Retained, so that no other test changes the environment or runs seatd meanwhile.
            let machine = VirtualMachine()
            defer { machine.end() }
            setenv("LIBSEAT_BACKEND", backend, 1)
            defer { unsetenv("LIBSEAT_BACKEND") }
            return try SeatSession()
        }
    }
}
