// SPDX-License-Identifier: MIT

import Glibc

/// Opens and closes device files: directly, or through a session manager (logind, seatd) by way of the host.
public struct DeviceOpener {
    /// Opens `path` with the flags of open(2). The caller owns the descriptor.
    public var open: (_ path: String, _ flags: Int32) throws(DeviceFailure) -> Int32
    /// Closes a descriptor that `open` returned.
    public var close: (_ descriptor: Int32) -> Void

    /// Opens the files directly. Requires permission to read them: root, or the group `input`.
    public static var direct: DeviceOpener {
        DeviceOpener(
            open: { path, flags throws(DeviceFailure) in
                let descriptor = Glibc.open(path, flags | O_CLOEXEC)
                guard descriptor >= 0 else { throw DeviceFailure(errno: errno) }
                return descriptor
            },
            close: { descriptor in _ = Glibc.close(descriptor) })
    }

    public init(
        open: @escaping (_ path: String, _ flags: Int32) throws(DeviceFailure) -> Int32,
        close: @escaping (_ descriptor: Int32) -> Void
    ) {
        self.open = open
        self.close = close
    }
}
