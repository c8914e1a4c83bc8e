// SPDX-License-Identifier: MIT

// Inside the three files that give a portal files: documents.c, handing.c, handed-files.c.

#ifndef DRAY_DOCUMENTS_H
#define DRAY_DOCUMENTS_H

#include "access.h"

#include <stdio.h>

enum { name_size = 256 };

static const char documents_portal[] = "org.freedesktop.portal.Documents";

/// One list, in the process that it has.
struct job {
    bool is_key, may_write;
    char target[name_size], source[name_size];
    int word;
    sd_bus *bus;
    /// The name of this machine; empty if it has none.
    char host[name_size];
    char mount[1024];
    /// What of the portal's files the source sees; below 0 where it sees anything, or nothing.
    int seen;
    char *key;
    bool is_closed;
    unsigned handed;
};

// handing.c

/// Does what a job says, and ends the process.
_Noreturn void handing_work(struct job *job, int list, int result);

// handed-files.c

/// Whether that can be an application's ID.
bool is_application(const char *name);
/// The application ID of a process in a sandbox, as Flatpak has written it where the program cannot.
/// - Parameter process: PID:START, as in `hand`.
bool find_application(const char *process, char *name);
/// The path of a file on this machine, of its URI. Decodes as strictly as PercentEncoding.swift does for the engine.
/// - Parameter host: the name of this machine.
/// - Returns: false for any other URI, and for a path that is not text in one line.
bool decode_uri(const char *uri, const char *host, char *path, size_t size);
void encode_path(const char *path, FILE *out);
/// - Returns: what names the file and opens nothing of it; below 0 if it is not to be handed over.
int open_handed(const struct job *job, const char *path, bool *is_directory);

#endif
