// SPDX-License-Identifier: MIT

public import CDray
internal import DrayRules
internal import Glibc
internal import Synchronization

@c @implementation
public func dray_display_rules(_ display: OpaquePointer!) -> dray_status {
    call { () throws(Mistake) in
        guard let display else { throw .null("the struct wl_display *") }
        guard RuledDisplays.rules(of: display) == nil else { throw .order("the display has the rules already") }
        let rules: DisplayRules
        do throws(RulesFailure) {
            rules = try DisplayRules(of: display) { writeLog(DRAY_BLAME_NOBODY, oneLine($0)) }  // english: quoted
        } catch {
            switch error {
            case .outOfMemory: throw .memory("memory")
            case .unsupported: throw Mistake(status: DRAY_ERROR_UNSUPPORTED, text: error.description)
            }
        }
        RuledDisplays.add(rules, of: display)
        rules.whenEnded = { RuledDisplays.remove(display) }
    }
}

@c @implementation
public func dray_display_rules_remove(_ display: OpaquePointer!) -> dray_status {
    call { () throws(Mistake) in
        guard let display else { throw .null("the struct wl_display *") }
        guard let entry = RuledDisplays.rules(of: display) else { throw .order("the display has no rules") }
        guard entry.thread == UInt(pthread_self()) else {
            throw Mistake(status: DRAY_ERROR_THREAD, text: "the rules of this display belong to another thread")
        }
        entry.rules.end()
    }
}

/// The displays of this process that have rules. Each display's rules belong to its thread.
private enum RuledDisplays {
    struct Entry: @unchecked Sendable {
        let rules: DisplayRules
        let thread: UInt
    }

    private static let entries = Mutex<[UInt: Entry]>([:])

    static func rules(of display: OpaquePointer) -> Entry? { entries.withLock { $0[UInt(bitPattern: display)] } }

    static func add(_ rules: DisplayRules, of display: OpaquePointer) {
        let entry = Entry(rules: rules, thread: UInt(pthread_self()))
        entries.withLock { $0[UInt(bitPattern: display)] = entry }
    }

    static func remove(_ display: OpaquePointer) {
        // Released outside of the lock.
        _ = entries.withLock { $0.removeValue(forKey: UInt(bitPattern: display)) }
    }
}
