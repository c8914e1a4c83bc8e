// SPDX-License-Identifier: MIT
// KWin 6.3 writes content of X11 clients with calls that block, on the thread that also serves the readers. A thread of
// the relay reads what KWin writes at once, and passes it on as fast as each reader accepts it. KWin 6.7 does not
// block.
#pragma once

#include <QByteArray>

#include <cstdint>
#include <map>
#include <mutex>
#include <sys/types.h>
#include <thread>

namespace DrayKWin {

class ContentRelay {
public:
    ContentRelay() = default;
    ~ContentRelay();

    // Begins a transfer to a pipe, which the relay owns, for a program. Returns the descriptor to write the content to;
    // -1 if the program has too many.
    int begin(pid_t reader, int pipe);

private:
    struct Transfer {
        pid_t reader;
        int from;  // -1 after the end of the content
        int to;    // -1 if the rest of the content is discarded
        QByteArray waiting;
    };

    void run();
    void wake();
    bool makeRoom(pid_t reader);
    void limitBytes(Transfer &growing);

    std::mutex m_mutex;
    std::map<uint64_t, Transfer> m_transfers;  // in the order of their beginnings
    uint64_t m_lastTransfer = 0;
    int m_wake = -1;
    bool m_isEnding = false;
    std::thread m_thread;  // from the first transfer on
};

}
