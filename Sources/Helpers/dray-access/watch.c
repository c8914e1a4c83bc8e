// SPDX-License-Identifier: MIT

// Watches files with inotify. Both the file itself, or the target of a link, and its folder are watched, since most
// programs replace a file rather than write to it. If the folder does not exist, its nearest existing ancestor is
// watched.

#include "access.h"

#include <limits.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

enum {
    watch_limit = 16,
    of_folder = IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF |
                IN_ONLYDIR,
    of_file = IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF,
};

static struct watch {
    char path[PATH_MAX];
    unsigned kind;
    /// inotify watch descriptors; -1 for none.
    int folder, file;
    /// The offset in the path of the name that is awaited in the watched folder.
    size_t awaited;
} watches[watch_limit];

static int count, notifier = -1;

int watch_descriptor(void) { return notifier; }

/// The length of the parent's path of a name at this offset.
static size_t parent_length(size_t name) { return name > 1 ? name - 1 : 1; }

/// The offset of the name before this one.
static size_t name_before(const char *path, size_t name) {
    size_t place = parent_length(name);
    while (place > 0 && path[place - 1] != '/') place--;
    return place;
}

static size_t name_length(const struct watch *watch) { return strcspn(watch->path + watch->awaited, "/"); }

/// Removes an inotify watch, unless another entry uses the same one.
static void let_go(int *descriptor) {
    int own = *descriptor;
    *descriptor = -1;
    if (own < 0) return;
    for (int i = 0; i < count; i++)
        if (watches[i].folder == own || watches[i].file == own) return;
    inotify_rm_watch(notifier, own);
}

static void arm(struct watch *watch) {
    let_go(&watch->folder);
    let_go(&watch->file);
    size_t name = strlen(watch->path);
    while (name > 0 && watch->path[name - 1] != '/') name--;
    char path[PATH_MAX];
    for (;;) {
        size_t length = parent_length(name);
        memcpy(path, watch->path, length);
        path[length] = '\0';
        watch->awaited = name;
        watch->folder = inotify_add_watch(notifier, path, of_folder);
        if (watch->folder >= 0 || name <= 1) break;
        name = name_before(watch->path, name);
    }
    watch->file = inotify_add_watch(notifier, watch->path, of_file);
}

/// Whether the awaited folder was created before its parent was watched.
static bool has_come(const struct watch *watch) {
    size_t end = watch->awaited + name_length(watch);
    if (watch->path[end] == '\0') return false;
    char path[PATH_MAX];
    memcpy(path, watch->path, end);
    path[end] = '\0';
    return access(path, X_OK) == 0;
}

static void look_for(struct watch *watch) {
    // Limited, in case a program creates and removes folders endlessly.
    for (int i = 0; i < 8; i++) {
        arm(watch);
        if (watch->folder < 0 || !has_come(watch)) return;
    }
}

void watch_add(unsigned kind, const char *path) {
    if (*path != '/' || strlen(path) >= PATH_MAX || count == watch_limit) return;
    if (notifier < 0 && (notifier = inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) < 0) return;
    struct watch *watch = &watches[count++];
    *watch = (struct watch){.kind = kind, .folder = -1, .file = -1};
    strcpy(watch->path, path);
    look_for(watch);
}

void watch_end(void) {
    if (notifier >= 0) close(notifier);
    notifier = -1;
    count = 0;
}

static bool concerns(const struct inotify_event *event, const struct watch *watch) {
    if ((event->mask & IN_Q_OVERFLOW) != 0) return true;
    if (event->wd == watch->file) return true;
    if (event->wd != watch->folder) return false;
    if (event->len == 0) return (event->mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)) != 0;
    size_t length = name_length(watch);
    return strncmp(event->name, watch->path + watch->awaited, length) == 0 && event->name[length] == '\0';
}

unsigned watch_look(void) {
    unsigned changed = 0;
    bool is_concerned[watch_limit] = {false};
    _Alignas(struct inotify_event) char events[4096];
    ssize_t size;
    // A limited number of events at a time; the rest makes the descriptor readable again.
    if (notifier < 0 || (size = read(notifier, events, sizeof events)) <= 0) return 0;
    for (const char *next = events; next < events + size;) {
        const struct inotify_event *event = (const struct inotify_event *)next;
        next += sizeof *event + event->len;
        for (int i = 0; i < count; i++)
            if (concerns(event, &watches[i])) is_concerned[i] = true;
    }
    for (int i = 0; i < count; i++)
        if (is_concerned[i]) {
            changed |= watches[i].kind;
            look_for(&watches[i]);
        }
    return changed;
}
