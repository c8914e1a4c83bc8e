// SPDX-License-Identifier: MIT

import CLibinput

/// What libinput calls back: the host's closures, in one object that outlives the context.
final class LibinputCallbacks {
    private let opener: DeviceOpener
    private let failed: (InputError) -> Void
    private let log: (LibinputContext.LogLevel, String) -> Void
    /// Why the last device could not be opened, while somebody waits to be told.
    private var awaited: Awaited = .nothing

    private enum Awaited {
        /// Nobody asked for a device: a failure goes to `failed`.
        case nothing
        case outcome
        case failure(DeviceFailure)
    }

    init(
        opener: DeviceOpener, failed: @escaping (InputError) -> Void,
        log: @escaping (LibinputContext.LogLevel, String) -> Void
    ) {
        self.opener = opener
        self.failed = failed
        self.log = log
    }

    /// Calls back to whatever object the user data of a context names.
    static var interface: libinput_interface {
        libinput_interface(
            open_restricted: { path, flags, data in
                guard let path, let data else { return DeviceFailure.notFound.asResult }
                return LibinputCallbacks.from(data).open(String(cString: path), flags)
            },
            close_restricted: { descriptor, data in
                guard let data else { return }
                LibinputCallbacks.from(data).opener.close(descriptor)
            })
    }

    /// The object itself, for a context that is gone before the object is.
    var userData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    func listenToLog(of context: OpaquePointer, from level: LibinputContext.LogLevel) {
        libinput_log_set_priority(context, level.libinput)
        libinput_log_set_handler(context) { context, priority, format, arguments in
            guard let context, let data = libinput_get_user_data(context) else { return }
            let level = LibinputContext.LogLevel(libinput: priority)
            LibinputCallbacks.from(data).log(level, logText(format, arguments))
        }
    }

    /// Runs something that may open one device.
    ///
    /// - Returns: why it could not be opened, nil if that was not the problem.
    func failureOfOpening(during body: () -> Void) -> DeviceFailure? {
        awaited = .outcome
        defer { awaited = .nothing }
        body()
        return if case .failure(let failure) = awaited { failure } else { nil }
    }

    private static func from(_ data: UnsafeMutableRawPointer) -> LibinputCallbacks {
        Unmanaged.fromOpaque(data).takeUnretainedValue()
    }

    private func open(_ path: String, _ flags: Int32) -> Int32 {
        do {
            return try opener.open(path, flags)
        } catch {
            switch awaited {
            case .nothing: failed(.cannotOpenDevice(path: path, error))
            case .outcome, .failure: awaited = .failure(error)
            }
            return error.asResult
        }
    }
}

extension DeviceFailure {
    /// libinput expects the negative number.
    fileprivate var asResult: Int32 { -errno }
}

extension LibinputContext.LogLevel {
    fileprivate init(libinput priority: libinput_log_priority) {
        self =
            switch priority {
            case LIBINPUT_LOG_PRIORITY_DEBUG: .debug
            case LIBINPUT_LOG_PRIORITY_INFO: .info
            default: .error
            }
    }

    fileprivate var libinput: libinput_log_priority {
        switch self {
        case .debug: LIBINPUT_LOG_PRIORITY_DEBUG
        case .info: LIBINPUT_LOG_PRIORITY_INFO
        case .error: LIBINPUT_LOG_PRIORITY_ERROR
        }
    }
}
