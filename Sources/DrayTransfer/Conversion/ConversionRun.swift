// SPDX-License-Identifier: MIT

internal import DrayCore
internal import Glibc
internal import WaylandServer
internal import WaylandUtil

// How one conversion stands, and what leads from one state to the next. A reader that goes ends it in any state.
//
//   state       event                                                  next
//   ----------  -----------------------------------------------------  -----------------------------------------
//   taking      bytes come                                             taking: text and files are made as it comes
//               too many of them, no room, no memory, the time is up   discarding, and it has failed
//               the source closed, its application is up, bytes came   done with the result; a picture, a page, or a
//                                                                      file of one: making; files for a sandbox: handing
//               the same, no bytes; or it is gone; or a fault          done, and it has failed
//   making      the program reports success                            done with the result
//               it ends, or takes too long                             done, and it has failed; a file has no words in its name
//   handing     the portal has the files                               done with the result
//               there is no portal, or it has none of them             done: a list as it was; a key has failed
//               it fails, or takes too long                            done, and it has failed
//   discarding  the source closed, has written a great deal, or takes  done
//                 ten seconds more

/// Content that comes from its source as one type and is made into another (HIG-25).
final class ConversionRun {
    private let conversion: Conversion
    private let workshop: Workshop
    private let parties: TransferParties
    private let life: () -> SourceLife
    private let handOver: FileHandOver?
    private let onEvent: (Event) -> Void
    private var reader: PipeReader?
    private var timer: TimerSource?
    private var state: State
    private var count = 0

    private enum State {
        case taking(Work)
        /// Nil while it waits for its turn.
        case making(ConversionProgram?, Making, output: MemoryFile)
        /// A portal is given the files of a list.
        case handing(MemoryFile, DocumentForm, clipping: Int?)
        /// Reads for the source's sake alone.
        case discarding
        case done
    }

    private enum Work {
        case text(TextConversion, into: MemoryFile)
        case clipping(Clipping)
        /// A picture, a list of files, or what stays as it is: nothing is done before all of it is there.
        case whole(MemoryFile)
    }

    /// The use of the program's output.
    private enum Making {
        case picture(PictureKind)
        /// Text, which is encoded.
        case text(TextForm)
        /// The name of a file.
        case name(Clipping)

        var product: ConversionProgram.Product {
            switch self {
            case .picture(let kind): .picture(kind)
            case .text, .name: .text
            }
        }
    }

    enum Event {
        /// What is to be written to the reader, and which clipping of the container it is about.
        case made(MemoryFile, clipping: Int?)
        case failed(TransferEnd)
        /// The source has been read to its end, and this object can go. Comes last.
        case done
    }

    /// Of what comes, and of what is made of it in here, in bytes.
    static let limit = 64 << 20
    /// The limit of a page's text that is not asked for in UTF-8, in bytes: it is encoded at one go.
    private static let encodingLimit = 4 << 20
    /// What a source may take, in milliseconds: nobody sees anything of it before it is complete.
    static let timeLimit: Int32 = 120_000

    /// The same, once nobody wants what it gives.
    static let discardTime: Int32 = 10_000
    /// What the portal may take, in milliseconds; whoever speaks to it has less patience.
    static let handingTime: Int32 = 60_000

    /// - Parameters:
    ///   - handOver: of lists of files, for a reader in a sandbox; nil for all others.
    ///   - life: asked when the source has closed its end.
    ///   - onEvent: never called from within this initialiser.
    /// - Returns: nil if there are no descriptors left, or no place for a clipping.
    init?(
        _ conversion: Conversion, in workshop: Workshop, _ parties: TransferParties, handOver: FileHandOver? = nil,
        life: @escaping () -> SourceLife, onEvent: @escaping (Event) -> Void
    ) {
        switch conversion.recipe {
        case .text(let from, let to):
            guard let file = MemoryFile() else { return nil }
            state = .taking(.text(TextConversion(from: from, to: to), into: file))
        case .page(let from, _):
            guard let file = MemoryFile() else { return nil }
            state = .taking(.text(TextConversion(from: from, to: .plain(.utf8)), into: file))
        case .clipping(let kind):
            guard let container = workshop.clippings() else { return nil }
            state = .taking(.clipping(Clipping(kind, in: container, of: parties.source, at: .now)))
        case .same, .picture, .documents:
            guard let file = MemoryFile() else { return nil }
            state = .taking(.whole(file))
        }
        self.conversion = conversion
        self.workshop = workshop
        self.parties = parties
        self.handOver = handOver
        self.life = life
        self.onEvent = onEvent
        reader = PipeReader(loop: workshop.loop) { [weak self] in self?.take($0) }
        timer = workshop.loop.makeTimer { [weak self] in self?.timeIsUp() }
        guard reader != nil, timer != nil else { return nil }
        timer?.arm(milliseconds: Self.timeLimit)
    }

    /// What the source writes into; given away once.
    func takeSourceEnd() -> ReceivedDescriptor? { reader?.takeSourceEnd() }

    /// The program that gives the content.
    var source: TransferParty { parties.source }

    /// The source's connection was closed before it had given all.
    func sourceGone() {
        switch state {
        case .taking, .discarding:
            fail(.sourceClosed(.gone))
            end()
        case .making, .handing, .done: break
        }
    }

    /// Nobody wants the result any more. What the source still writes is read and thrown away.
    func stop() {
        withExtendedLifetime(self) {
            switch state {
            case .taking: discard()
            case .handing(_, _, let clipping):
                if let clipping { workshop.discard(clipping: clipping) }
                end()
            case .making(_, let making, _):
                letGo(of: making)
                end()
            case .discarding, .done: break
            }
        }
    }

    /// Ends it at once, whatever the source is about to write: others need the room.
    func abort() {
        withExtendedLifetime(self) {
            stop()
            end()
        }
    }

    // MARK: What comes

    private func take(_ event: PipeReader.Event) {
        withExtendedLifetime(self) {
            switch (state, event) {
            case (.taking(let work), .bytes(let bytes)):
                count += bytes.count
                guard count <= Self.limit, let next = push(bytes, work, isLast: false) else {
                    return fail(.notConverted)
                }
                state = .taking(next)
            case (.taking(let work), .end(let isComplete)): ended(work, isComplete: isComplete)
            case (.discarding, .bytes(let bytes)):
                count += bytes.count
                if count > PipeReader.discardLimit + Self.limit { end() }
            case (.discarding, .end): end()
            case (.making, _), (.handing, _), (.done, _): break
            }
        }
    }

    private func push(_ bytes: ArraySlice<UInt8>, _ work: Work, isLast: Bool) -> Work? {
        switch work {
        case .text(var text, let file):
            guard file.append(text.push(bytes, isLast: isLast)), file.size <= Self.limit, text.isReadable else {
                return nil
            }
            return .text(text, into: file)
        case .clipping(var clipping):
            return clipping.push(bytes, isLast: isLast) ? .clipping(clipping) : nil
        case .whole(let file):
            return file.append(bytes) ? .whole(file) : nil
        }
    }

    private func ended(_ work: Work, isComplete: Bool) {
        reader?.close()
        let life = life()
        guard isComplete, life == .up, count > 0 else {
            letGo(of: work)
            state = .discarding
            onEvent(.failed(isComplete ? .sourceClosed(count > 0 ? .gone : life) : .sourceFailed))
            return end()
        }
        guard let last = push([], work, isLast: true) else { return fail(.notConverted) }
        switch last {
        case .text(_, let file):
            if case .page(_, let form) = conversion.recipe {
                make(.text(form), of: file)
            } else {
                complete(file, clipping: nil)
            }
        case .clipping(let clipping):
            if workshop.ability.contains(.pages), !clipping.page.isEmpty, let page = MemoryFile(),
                page.append(clipping.page)
            {
                make(.name(clipping), of: page)
            } else {
                complete(clipping)
            }
        case .whole(let file):
            switch conversion.recipe {
            case .documents(let form): hand(file, form)
            case .same: complete(file, clipping: nil)
            case .picture(_, let kind): make(.picture(kind), of: file)
            case .text, .page, .clipping: fail(.notConverted)
            }
        }
    }

    // MARK: What is made

    private func make(_ making: Making, of input: MemoryFile) {
        guard input.seal(size: input.size), let output = MemoryFile() else { return notMade(making) }
        state = .making(nil, making, output: output)
        workshop.whenPictureMayStart(parties) { [weak self, workshop, parties] in
            guard let self, case .making(nil, let making, let output) = state else {
                return workshop.pictureDone(parties)
            }
            start(making, input, output)
        }
    }

    private func start(_ making: Making, _ input: MemoryFile, _ output: MemoryFile) {
        let program = workshop.start(making.product, input: input, output: output) { [weak self] in self?.made($0) }
        guard let program else {
            workshop.pictureDone(parties)
            return notMade(making)
        }
        state = .making(program, making, output: output)
    }

    private func made(_ isDone: Bool) {
        guard case .making(_, let making, let output) = state else { return }
        withExtendedLifetime(self) {
            guard isDone, let size = output.sizeNow, size > 0 else { return notMade(making) }
            output.extend(to: size)
            switch making {
            case .picture: finish(output, clipping: nil)
            case .text(let form):
                guard let file = encoded(output, form) else { return fail(.notConverted) }
                finish(file, clipping: nil)
            case .name(var clipping):
                clipping.rename(text: output.read(count: Clipping.nameBytes) ?? [])
                complete(clipping)
            }
        }
    }

    /// A file without words in its name is a file all the same.
    private func notMade(_ making: Making) {
        switch making {
        case .picture, .text: fail(.notConverted)
        case .name(let clipping): complete(clipping)
        }
    }

    private func encoded(_ text: MemoryFile, _ form: TextForm) -> MemoryFile? {
        if form.writtenEncoding == .utf8 { return text.size <= Self.limit ? text : nil }
        guard text.size <= Self.encodingLimit, let bytes = text.read(count: text.size), let file = MemoryFile()
        else { return nil }
        var conversion = TextConversion(from: .plain(.utf8), to: form)
        return file.append(conversion.push(bytes, isLast: true)) ? file : nil
    }

    // MARK: What a portal has

    private func complete(_ clipping: Clipping) {
        guard let list = clipping.list, let file = MemoryFile(), file.append(list) else {
            letGo(of: .clipping(clipping))
            return fail(.notConverted)
        }
        complete(file, clipping: clipping.number)
    }

    /// What was made is complete, and may be a list of files for a reader in a sandbox.
    private func complete(_ file: MemoryFile, clipping: Int?) {
        if handOver != nil, conversion.type.isURIList {
            hand(file, .list, clipping)
        } else {
            finish(file, clipping: clipping)
        }
    }

    private func hand(_ list: MemoryFile, _ form: DocumentForm, _ clipping: Int? = nil) {
        guard let handOver, list.seal(size: list.size), let output = MemoryFile(), let reading = list.descriptor,
            let writing = output.descriptor
        else { return fail(.notConverted) }
        releaseSlot()
        state = .handing(list, form, clipping: clipping)
        timer?.arm(milliseconds: Self.handingTime)
        let files = FileHandOver.Files(form: form, areOwn: clipping != nil, list: reading, result: writing)
        let isUnderWay = handOver.begin(files) { [weak self] in self?.handed($0, output) }
        if !isUnderWay { handed(.none, output) }
    }

    private func handed(_ answer: FileHandOver.Answer, _ output: MemoryFile) {
        guard case .handing(let list, let form, let clipping) = state else { return }
        withExtendedLifetime(self) {
            switch (answer, form) {
            case (.done, _):
                guard let size = output.sizeNow, size > 0 else { return fail(.notConverted) }
                output.extend(to: size)
                finish(output, clipping: clipping)
            case (.none, .list):
                // Nobody changes it any more since it was lent.
                onEvent(.made(list, clipping: clipping))
                end()
            case (.none, .key), (.failed, _): fail(.notConverted)
            }
        }
    }

    private func finish(_ file: MemoryFile, clipping: Int?) {
        guard file.seal(size: file.size) else { return fail(.notConverted) }
        onEvent(.made(file, clipping: clipping))
        end()
    }

    // MARK: The end

    private func fail(_ reason: TransferEnd) {
        withExtendedLifetime(self) {
            switch state {
            case .taking:
                onEvent(.failed(reason))
                discard()
            case .handing(_, _, let clipping):
                if let clipping { workshop.discard(clipping: clipping) }
                onEvent(.failed(reason))
                end()
            case .making(_, let making, _):
                letGo(of: making)
                onEvent(.failed(reason))
                end()
            case .discarding, .done: break
            }
        }
    }

    private func timeIsUp() {
        switch state {
        case .taking, .handing: fail(.notConverted)
        case .discarding: end()
        case .making, .done: break
        }
    }

    private func discard() {
        guard case .taking(let work) = state else { return }
        letGo(of: work)
        timer?.arm(milliseconds: Self.discardTime)
        state = .discarding
        // Its source has closed its end already.
        if reader?.isOpen != true { end() }
    }

    private func letGo(of work: Work) {
        if case .clipping(let clipping) = work, let number = clipping.number { workshop.discard(clipping: number) }
    }

    private func letGo(of making: Making) {
        if case .name(let clipping) = making { letGo(of: .clipping(clipping)) }
    }

    /// Allows the next process to start, if this object has one.
    private func releaseSlot() {
        if case .making(.some, _, _) = state { workshop.pictureDone(parties) }
    }

    private func end() {
        if case .done = state { return }
        releaseSlot()
        state = .done
        timer = nil
        reader?.close()
        onEvent(.done)
    }
}
