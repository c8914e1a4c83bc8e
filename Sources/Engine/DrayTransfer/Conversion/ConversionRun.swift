// SPDX-License-Identifier: MIT

internal import DrayCore
internal import Glibc
internal import WaylandServer
internal import WaylandUtil

// The states of one conversion, and the transitions between them. Whatever the state, it ends when the reader closes.
//
//   state       event                                                  next
//   ----------  -----------------------------------------------------  -----------------------------------------
//   taking      bytes arrive                                           taking: text and files are written at once
//               too many bytes, no space, no memory, or a timeout      discarding, and it has failed
//               the source closed, its application is up, bytes came   done with the result; images, pages and files
//                                                                      of pages: making; files for a sandbox: handing
//               the same without bytes; the application is gone; or    done, and it has failed
//                 an error
//   making      the program reports success                            done with the result
//               it exits, or times out                                 done, and it has failed; a file keeps its name
//   handing     the portal has the files                               done with the result
//               there is no portal, or it accepted none of them        done: the list unchanged; a key has failed
//               it fails, or times out                                 done, and it has failed
//   discarding  the source closed, the discard limit is exceeded, or   done
//                 ten more seconds have passed

/// A conversion of content that arrives as one type into another (HIG-25).
final class ConversionRun {
    private let conversion: Conversion
    private let converter: ConversionService
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
        /// The program is nil while the conversion waits for a slot.
        case making(ConversionProgram?, Making, output: MemoryFile)
        /// The portal is processing the files of a list.
        case handing(MemoryFile, DocumentForm, clipping: Int?)
        /// Reads only so that the source can finish writing.
        case discarding
        case done
    }

    private enum Work {
        case text(TextConversion, into: MemoryFile)
        case clipping(Clipping)
        /// An image, a list of files, or unchanged content: it is processed when it is complete.
        case whole(MemoryFile)
    }

    /// The purpose of the program's output.
    private enum Making {
        case picture(PictureKind)
        /// Plain text, to be encoded.
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
        /// The content to write to the reader, and the number of its clipping in the container.
        case made(MemoryFile, clipping: Int?)
        case failed(TransferEnd)
        /// The source has been read to its end, and this object can be released. The last event.
        case done
    }

    /// The maximum number of bytes of the content, and of a result that is made in this process.
    static let limit = 64 << 20
    /// The maximum size of a page's text in an encoding other than UTF-8, in bytes. It is encoded in one piece.
    private static let encodingLimit = 4 << 20
    /// The maximum time for the source, in milliseconds. The reader receives nothing before the content is complete.
    static let timeLimit: Int32 = 120_000

    /// The maximum time for the source once its content is discarded, in milliseconds.
    static let discardTime: Int32 = 10_000
    /// The maximum time for the portal, in milliseconds; longer than the timeout of the helper that calls it.
    static let handingTime: Int32 = 60_000

    /// - Parameters:
    ///   - handOver: Passes lists of files to a reader in a sandbox; nil for any other reader.
    ///   - life: Called when the source has closed its end.
    ///   - onEvent: Never called from within this initialiser.
    /// - Returns: Nil if no descriptors are left, or no folder for clippings can be created.
    init?(
        _ conversion: Conversion, in converter: ConversionService, _ parties: TransferParties,
        handOver: FileHandOver? = nil,
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
            guard let container = converter.clippings() else { return nil }
            state = .taking(.clipping(Clipping(kind, in: container, of: parties.source, at: .now)))
        case .same, .picture, .documents:
            guard let file = MemoryFile() else { return nil }
            state = .taking(.whole(file))
        }
        self.conversion = conversion
        self.converter = converter
        self.parties = parties
        self.handOver = handOver
        self.life = life
        self.onEvent = onEvent
        reader = PipeReader(loop: converter.loop) { [weak self] in self?.take($0) }
        timer = converter.loop.makeTimer { [weak self] in self?.timeIsUp() }
        guard reader != nil, timer != nil else { return nil }
        timer?.arm(milliseconds: Self.timeLimit)
    }

    /// The end that the source writes into. Can be taken once.
    func takeSourceEnd() -> ReceivedDescriptor? { reader?.takeSourceEnd() }

    /// The program that provides the content.
    var source: TransferParty { parties.source }

    /// The connection of the source was closed before it had written everything.
    func sourceGone() {
        switch state {
        case .taking, .discarding:
            fail(.sourceClosed(.gone))
            end()
        case .making, .handing, .done: break
        }
    }

    /// Abandons the result. The rest of what the source writes is read and discarded.
    func stop() {
        withExtendedLifetime(self) {
            switch state {
            case .taking: discard()
            case .handing(_, _, let clipping):
                if let clipping { converter.discard(clipping: clipping) }
                end()
            case .making(_, let making, _):
                removeClipping(of: making)
                end()
            case .discarding, .done: break
            }
        }
    }

    /// Ends the conversion at once, without reading the rest, since another one takes its slot.
    func abort() {
        withExtendedLifetime(self) {
            stop()
            end()
        }
    }

    // MARK: Reading

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
            removeClipping(of: work)
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
            if converter.ability.contains(.pages), !clipping.page.isEmpty, let page = MemoryFile(),
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

    // MARK: Processing

    private func make(_ making: Making, of input: MemoryFile) {
        guard input.seal(size: input.size), let output = MemoryFile() else { return notMade(making) }
        state = .making(nil, making, output: output)
        converter.whenPictureMayStart(parties) { [weak self, converter, parties] in
            guard let self, case .making(nil, let making, let output) = state else {
                return converter.pictureDone(parties)
            }
            start(making, input, output)
        }
    }

    private func start(_ making: Making, _ input: MemoryFile, _ output: MemoryFile) {
        let program = converter.start(making.product, input: input, output: output) { [weak self] in self?.made($0) }
        guard let program else {
            converter.pictureDone(parties)
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

    /// Handles a failed process. A clipping is complete even if its name has no words.
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

    // MARK: Portal

    private func complete(_ clipping: Clipping) {
        guard let list = clipping.list, let file = MemoryFile(), file.append(list) else {
            removeClipping(of: .clipping(clipping))
            return fail(.notConverted)
        }
        complete(file, clipping: clipping.number)
    }

    /// Completes the conversion, or first passes a list of files to the portal for a reader in a sandbox.
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
                // The list was sealed before it was lent, so it is unchanged.
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

    // MARK: End

    private func fail(_ reason: TransferEnd) {
        withExtendedLifetime(self) {
            switch state {
            case .taking:
                onEvent(.failed(reason))
                discard()
            case .handing(_, _, let clipping):
                if let clipping { converter.discard(clipping: clipping) }
                onEvent(.failed(reason))
                end()
            case .making(_, let making, _):
                removeClipping(of: making)
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
        removeClipping(of: work)
        timer?.arm(milliseconds: Self.discardTime)
        state = .discarding
        // The source has closed its end already.
        if reader?.isOpen != true { end() }
    }

    private func removeClipping(of work: Work) {
        if case .clipping(let clipping) = work, let number = clipping.number { converter.discard(clipping: number) }
    }

    private func removeClipping(of making: Making) {
        if case .name(let clipping) = making { removeClipping(of: .clipping(clipping)) }
    }

    /// Releases the slot for a process, if this object holds one.
    private func releaseSlot() {
        if case .making(.some, _, _) = state { converter.pictureDone(parties) }
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
