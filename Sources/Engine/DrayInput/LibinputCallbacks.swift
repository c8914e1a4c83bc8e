// SPDX-License-Identifier: MIT

import CLibinput

/// The callbacks of libinput: the host's closures, in one object that outlives the context.
final class LibinputCallbacks {
    private let opener: DeviceOpener
    private let failed: (InputError) -> Void
    private let log: (LibinputContext.LogLevel, String) -> Void
    private var attempt: Attempt = .unasked

    /// The result of opening a device by path.
    private enum Attempt {
        /// Not requested by path: a failure is reported to `failed`.
        case unasked
        case notTried
        case opened
        case failed(DeviceFailure)
    }

    init(
        opener: DeviceOpener, failed: @escaping (InputError) -> Void,
        log: @escaping (LibinputContext.LogLevel, String) -> Void
    ) {
        self.opener = opener
        self.failed = failed
        self.log = log
    }

    /// The callbacks, which forward to the object in the user data of a context.
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

    /// The unretained pointer to this object, which must outlive the context.
    var userData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    func listenToLog(of context: OpaquePointer, from level: LibinputContext.LogLevel) {
        Libinput.calls.log_set_priority(context, level.libinput)
        Libinput.calls.log_set_handler(context) { context, priority, format, arguments in
            guard let context, let data = Libinput.calls.get_user_data(context) else { return }
            let level = LibinputContext.LogLevel(libinput: priority)
            LibinputCallbacks.from(data).log(level, logText(format, arguments))
        }
    }

    /// Runs a function that requests one device, and returns the reason if it was not opened.
    ///
    /// - Returns: The reason; nil if libinput did not try to open it.
    func reasonForRefusal(during body: () -> Void) -> DeviceFailure? {
        attempt = .notTried
        defer { attempt = .unasked }
        body()
        return switch attempt {
        case .unasked, .notTried: nil
        case .opened: .notAnInputDevice
        case .failed(let failure): failure
        }
    }

    private static func from(_ data: UnsafeMutableRawPointer) -> LibinputCallbacks {
        Unmanaged.fromOpaque(data).takeUnretainedValue()
    }

    private func open(_ path: String, _ flags: Int32) -> Int32 {
        do {
            let descriptor = try opener.open(path, flags)
            switch attempt {
            case .unasked: break
            case .notTried, .opened, .failed: attempt = .opened
            }
            return descriptor
        } catch {
            switch attempt {
            case .unasked: failed(.cannotOpenDevice(path: path, error))
            case .notTried, .opened, .failed: attempt = .failed(error)
            }
            return error.asResult
        }
    }
}

extension DeviceFailure {
    /// libinput expects the negated number.
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
