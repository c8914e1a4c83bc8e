// SPDX-License-Identifier: MIT
#include "content-relay.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace DrayKWin {

// The maximum number of transfers, and of those of one program.
static constexpr size_t limit = 64, share = 16;
// The maximum number of bytes that wait for all readers, and for one program.
static constexpr size_t byteLimit = 256 << 20, byteShare = 64 << 20;

static void closeEnd(int &end) {
    if (end >= 0) close(end);
    end = -1;
}

ContentRelay::~ContentRelay() {
    if (m_thread.joinable()) {
        {
            const std::lock_guard lock(m_mutex);
            m_isEnding = true;
            wake();
        }
        m_thread.join();
    }
    for (auto &[id, transfer] : m_transfers) {
        closeEnd(transfer.from);
        closeEnd(transfer.to);
    }
    closeEnd(m_wake);
}

void ContentRelay::wake() { eventfd_write(m_wake, 1); }

// Opens a pipe again, and closes it: its client could make writes to the same file description block, as those to most
// other files may. Returns -1 for anything but a pipe.
static int reopen(int pipe) {
    struct stat status;
    const bool isPipe = fstat(pipe, &status) == 0 && S_ISFIFO(status.st_mode);
    const QByteArray path = "/proc/self/fd/" + QByteArray::number(pipe);
    const int end = isPipe ? open(path.constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC) : -1;
    close(pipe);
    return end;
}

int ContentRelay::begin(pid_t reader, int pipe) {
    int to = reopen(pipe);
    if (m_wake < 0) m_wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    const std::lock_guard lock(m_mutex);
    int ends[2];
    if (to < 0 || m_wake < 0 || !makeRoom(reader) || pipe2(ends, O_CLOEXEC) < 0) {
        closeEnd(to);
        return -1;
    }
    m_transfers[++m_lastTransfer] = {reader, ends[0], to, {}};
    if (m_thread.joinable()) wake();
    else m_thread = std::thread([this] { run(); });
    return ends[1];
}

// The rest of a transfer that ends early is read all the same, because an X client may wait forever for KWin to accept
// it.
static void discard(int &to, QByteArray &waiting) {
    closeEnd(to);
    waiting = {};
}

// Makes room for a program's next transfer, in place of the newest one of the program with most. Returns false if the
// program itself has too many.
bool ContentRelay::makeRoom(pid_t reader) {
    std::map<pid_t, size_t> counts;  // also of transfers that are discarded
    size_t total = 0;
    for (const auto &[id, transfer] : m_transfers) {
        counts[transfer.reader]++;
        total += transfer.to >= 0;
    }
    if (counts[reader] >= share) return false;
    if (total < limit) return true;
    const auto least = [](const auto &one, const auto &other) { return one.second < other.second; };
    const auto [heaviest, most] = *std::max_element(counts.begin(), counts.end(), least);
    if (heaviest == reader) return false;
    const auto isOpen = [heaviest = heaviest](const auto &entry) {
        return entry.second.reader == heaviest && entry.second.to >= 0;
    };
    const auto newest = std::find_if(m_transfers.rbegin(), m_transfers.rend(), isOpen);
    if (newest == m_transfers.rend()) return false;
    discard(newest->second.to, newest->second.waiting);
    return true;
}

void ContentRelay::limitBytes(Transfer &growing) {
    size_t own = 0, total = 0;
    Transfer *largest = &growing;
    for (auto &[id, transfer] : m_transfers) {
        const size_t size = transfer.waiting.size();
        total += size;
        if (transfer.reader == growing.reader) own += size;
        if (transfer.waiting.size() > largest->waiting.size()) largest = &transfer;
    }
    if (own > byteShare) discard(growing.to, growing.waiting);
    else if (total > byteLimit) discard(largest->to, largest->waiting);
}

// Moves what can be moved without blocking. Returns false at the end of the content, or of its reader.
static bool carry(int &from, int &to, QByteArray &waiting, const pollfd ends[2]) {
    if (ends[0].revents) {
        char bytes[65536];
        const ssize_t count = read(from, bytes, sizeof bytes);
        if (count <= 0) closeEnd(from);
        else if (to >= 0) waiting.append(bytes, count);
    }
    if (to >= 0 && ends[1].revents & POLLOUT) {
        const ssize_t count = write(to, waiting.constData(), waiting.size());
        if (count < 0 && errno != EAGAIN) discard(to, waiting);
        else waiting.remove(0, std::max<ssize_t>(count, 0));
    } else if (to >= 0 && ends[1].revents) {
        discard(to, waiting);
    }
    return from >= 0 || !waiting.isEmpty();
}

void ContentRelay::run() {
    std::unique_lock lock(m_mutex);
    while (!m_isEnding) {
        std::vector<pollfd> ends = {{m_wake, POLLIN, 0}};
        std::vector<uint64_t> ids;
        for (const auto &[id, transfer] : m_transfers) {
            ids.push_back(id);
            ends.push_back({transfer.from, POLLIN, 0});
            // Without events, poll reports that the reader has closed its end.
            ends.push_back({transfer.to, short(transfer.waiting.isEmpty() ? 0 : POLLOUT), 0});
        }
        lock.unlock();
        const bool hasEvents = poll(ends.data(), ends.size(), -1) > 0;
        lock.lock();
        if (!hasEvents) continue;
        eventfd_t count;
        if (ends[0].revents) eventfd_read(m_wake, &count);
        for (size_t index = 0; index < ids.size(); index++) {
            auto &transfer = m_transfers[ids[index]];
            if (carry(transfer.from, transfer.to, transfer.waiting, &ends[1 + 2 * index])) {
                limitBytes(transfer);
            } else {
                closeEnd(transfer.to);
                m_transfers.erase(ids[index]);
            }
        }
    }
}

}
