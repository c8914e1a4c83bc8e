// SPDX-License-Identifier: MIT

import DrayInput
import Glibc
import Testing

@Suite struct DeviceOpenerTests {
    @Test func directOpenerSetsCloseOnExec() throws {
        let opener = DeviceOpener.direct
        let descriptor = try opener.open("/dev/null", O_RDONLY)
        #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
        opener.close(descriptor)
    }

    @Test func directOpenerReportsFailures() {
        #expect(throws: DeviceFailure.notFound) { try DeviceOpener.direct.open("/dev/input/no-such-device", O_RDWR) }
        #expect(throws: DeviceFailure.system(errno: ENOTDIR)) { try DeviceOpener.direct.open("/dev/null/x", O_RDWR) }
    }

    @Test func errnoValuesHaveNames() {
        #expect([EACCES, EPERM].allSatisfy { DeviceFailure(errno: $0) == .permissionDenied })
        #expect([ENOENT, ENODEV, ENXIO].allSatisfy { DeviceFailure(errno: $0) == .notFound })
        #expect(DeviceFailure(errno: EBUSY) == .busy)
        #expect(DeviceFailure(errno: EMFILE) == .system(errno: EMFILE))
    }
}
