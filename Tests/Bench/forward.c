// SPDX-License-Identifier: MIT
// A minimal forwarder between clients and their compositor, as a baseline for `dray proxy`: one process for all
// connections, which parses the headers of the messages, and forwards bytes and descriptors without any decision.
//     forward SOCKET UPSTREAM
// Both are paths. Prints "ready" once it listens, and exits by a signal. For measurements only: a peer that does not
// read blocks all others.
#define _GNU_SOURCE
#include <poll.h>

#include "relay.h"

enum { most = 128 };

// One direction: the remainder of the message in which the last bytes ended.
struct way {
    uint8_t header[8];
    uint32_t known, left;
};

static struct pollfd ends[1 + most];  // the listener; then client and compositor alternately
static struct way ways[1 + most];
static int count = 1;

static void walk(void *data, const uint8_t *bytes, size_t length) {
    struct way *way = data;
    while (length > 0) {
        if (way->left > 0) {
            uint32_t step = length < way->left ? (uint32_t)length : way->left;
            way->left -= step, bytes += step, length -= step;
            continue;
        }
        way->header[way->known++] = *bytes++, length--;
        if (way->known < sizeof way->header) continue;
        uint32_t word;
        memcpy(&word, way->header + 4, sizeof word);
        way->known = 0;
        way->left = word >> 16 >= 8 ? (word >> 16) - 8 : 0;
    }
}

// Returns -1 once that end is closed.
static int pass(int index) { return pass_on(ends[index].fd, ends[((index - 1) ^ 1) + 1].fd, walk, &ways[index]); }

static void forget(int client) {
    close(ends[client].fd);
    close(ends[client + 1].fd);
    count -= 2;
    for (int end = 0; end < 2; end++) {
        ends[client + end] = ends[count + end];
        ways[client + end] = ways[count + end];
    }
}

int main(int argument_count, char **arguments) {
    if (argument_count != 3) return 2;
    ends[0] = (struct pollfd){reach(arguments[1], 1), POLLIN, 0};
    puts("ready");
    fflush(stdout);
    while (poll(ends, count, -1) > 0) {
        for (int client = count - 2; client > 0; client -= 2)
            for (int end = client; end < client + 2; end++)
                if (ends[end].revents != 0 && pass(end) < 0) {
                    forget(client);
                    break;
                }
        if (ends[0].revents != 0 && count + 2 <= 1 + most) {
            ends[count] = (struct pollfd){accept4(ends[0].fd, NULL, NULL, SOCK_CLOEXEC), POLLIN, 0};
            ends[count + 1] = (struct pollfd){reach(arguments[2], 0), POLLIN, 0};
            ways[count] = ways[count + 1] = (struct way){0};
            count += 2;
        }
    }
    return 1;
}
