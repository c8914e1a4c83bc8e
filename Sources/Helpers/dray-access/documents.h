// SPDX-License-Identifier: MIT

// Shared by the files for the document portal: documents.c, handing.c, handed-files.c.

#ifndef DRAY_DOCUMENTS_H
#define DRAY_DOCUMENTS_H

#include "access.h"

#include <stdio.h>

enum { name_size = 256 };

static const char documents_portal[] = "org.freedesktop.portal.Documents";

/// One list, in its child process.
struct job {
    bool is_key, may_write;
    char target[name_size], source[name_size];
    int word;
    sd_bus *bus;
    /// The host name; empty if it is unknown.
    char host[name_size];
    char mount[1024];
    /// The portal's folder for the source; negative if the source is not sandboxed, or has no such folder.
    int seen;
    char *key;
    bool is_closed;
    unsigned handed;
};

// handing.c

/// Handles a list, and ends the process.
_Noreturn void handing_work(struct job *job, int list, int result);

// handed-files.c

/// Whether a string is a valid application ID.
bool is_application(const char *name);
/// Reads the application ID of a Flatpak process, from a file that the program cannot change.
/// - Parameter process: PID:START, as in `hand`.
/// - Returns: Whether there is one.
bool find_application(const char *process, char *name);
/// Decodes the path of a file URI on this machine, as strictly as PercentEncoding.swift does for the engine.
/// - Parameter host: The host name of this machine.
/// - Returns: False for any other URI, and for a path that is not valid text on one line.
bool decode_uri(const char *uri, const char *host, char *path, size_t size);
/// Writes a percent-encoded path.
void encode_path(const char *path, FILE *out);
/// Opens a file of a list.
/// - Returns: An O_PATH descriptor; negative if the file must not be exported.
int open_handed(const struct job *job, const char *path, bool *is_directory);

#endif
