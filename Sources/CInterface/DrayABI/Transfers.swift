// SPDX-License-Identifier: MIT

public import CDray
internal import Dray
internal import DrayCore
internal import DrayTransfer

// Transfers for a host in C: listing and cancellation, and the policy for monitoring and storing. `TransferLedger` does
// the accounting.

@c @implementation
public func dray_transfer_policy_init(_ policy: UnsafeMutablePointer<dray_transfer_policy>!) -> dray_status {
    call { () throws(Mistake) in try dray_transfer_policy.write(dray_transfer_policy(.standard), to: policy) }
}

@c @implementation
public func dray_engine_set_transfer_policy(
    _ engine: OpaquePointer!, _ policy: UnsafePointer<dray_transfer_policy>!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        object.engine?.transferPolicy = policy == nil ? .standard : try dray_transfer_policy.read(policy).policy
    }
}

@c @implementation
public func dray_engine_list_transfers(
    _ engine: OpaquePointer!, _ data: UnsafeMutableRawPointer!,
    _ each: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<dray_transfer>?) -> Void)!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        guard let each else { throw .null("the callback each") }
        guard let ledger = object.engine?.transferLedger else { return }
        for transfer in ledger.recent + ledger.underWay {
            dray_transfer.with(transfer) { pointer in object.duringCallback { each(data, pointer) } }
        }
    }
}

@c @implementation
public func dray_transfer_cancel(_ engine: OpaquePointer!, _ transfer: UInt64) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in object.engine?.cancelTransfer(ReadID(transfer)) }
}

@c @implementation
public func dray_transfer_expect(_ engine: OpaquePointer!, _ transfer: UInt64, _ total: UInt64) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        object.engine?.expect(Int(clamping: total), of: ReadID(transfer))
    }
}

extension dray_transfer_policy {
    init(_ policy: TransferPolicy) {
        self = .empty
        announce_after = policy.announceAfter
        stall_after = policy.stallAfter
        let budgets = [policy.drops, policy.clipboard].map { keeping -> KeepingBudget? in
            switch keeping {
            case .off: nil
            case .within(let budget): budget
            }
        }
        keep_drops = budgets[0] == nil ? 0 : 1
        keep_clipboard = budgets[1] == nil ? 0 : 1
        let budget = budgets[0] ?? budgets[1] ?? KeepingBudget()
        keep_bytes = UInt64(budget.bytes)
        keep_time = budget.time
        direct = policy.way == .direct ? 1 : 0
    }

    var policy: TransferPolicy {
        let keeping = TransferPolicy.Keeping.within(
            KeepingBudget(bytes: Int(clamping: keep_bytes), time: keep_time))
        return TransferPolicy(
            announceAfter: announce_after, stallAfter: stall_after, way: direct == 0 ? .relayed : .direct,
            drops: keep_drops == 0 ? .off : keeping,
            clipboard: keep_clipboard == 0 ? .off : keeping)
    }
}

extension dray_transfer {
    /// Calls `body` with a transfer in the header's structure.
    static func with(_ transfer: Transfer, _ body: (UnsafePointer<dray_transfer>) -> Void) {
        transfer.type.rawValue.withCString { type in
            var value = dray_transfer(transfer)
            value.type = type
            guard let origin = transfer.madeOf else { return body(&value) }
            origin.rawValue.withCString { origin in
                value.made_of = origin
                body(&value)
            }
        }
    }

    private init(_ transfer: Transfer) {
        self = .empty
        self.transfer = transfer.id.rawValue
        switch transfer.channel {
        case .drag(let drag): (channel, self.drag) = (DRAY_CHANNEL_DRAG, drag.rawValue)
        case .clipboard: channel = DRAY_CHANNEL_CLIPBOARD
        case .primarySelection: channel = DRAY_CHANNEL_PRIMARY
        }
        switch transfer.state {
        case .asked: state = DRAY_TRANSFER_ASKED
        case .flowing: state = DRAY_TRANSFER_FLOWING
        case .stalled(let side): (state, waits_for) = (DRAY_TRANSFER_STALLED, dray_side(side))
        case .complete: state = DRAY_TRANSFER_COMPLETE
        case .broken(let fault): (state, self.fault) = (DRAY_TRANSFER_BROKEN, dray_fault(fault))
        case .givenUp: state = DRAY_TRANSFER_GIVEN_UP
        case .unwatched: state = DRAY_TRANSFER_UNWATCHED
        }
        bytes = UInt64(transfer.bytes)
        total = UInt64(transfer.total ?? 0)
        duration = transfer.duration(at: .monotonic)
        time_left = transfer.timeLeft ?? 0
        rate = transfer.rate
    }
}

extension dray_side {
    fileprivate init(_ side: Transfer.Side) {
        switch side {
        case .source: self = DRAY_SIDE_SOURCE
        case .target: self = DRAY_SIDE_TARGET
        }
    }
}

extension dray_fault {
    fileprivate init(_ fault: Transfer.Fault) {
        switch fault {
        case .notAsked: self = DRAY_FAULT_NOT_ASKED
        case .sourceGone: self = DRAY_FAULT_SOURCE_GONE
        case .wroteNothing: self = DRAY_FAULT_WROTE_NOTHING
        case .brokeOff: self = DRAY_FAULT_BROKE_OFF
        case .cancelled: self = DRAY_FAULT_CANCELLED
        case .notConverted: self = DRAY_FAULT_NOT_CONVERTED
        }
    }
}
