// SPDX-License-Identifier: MIT
// Shares the clipboard with mutter, which has it for the shell, for extensions and for X clients.
#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib-unix.h>
#include <meta/meta-selection.h>

#include "../kit/clipboard.h"
#include "dray-content.h"
#include "dray-gnome.h"

// What a client has copied, as a source of mutter's.
#define DG_TYPE_COPIED (dg_copied_get_type())
G_DECLARE_FINAL_TYPE(DgCopied, dg_copied, DG, COPIED, MetaSelectionSource)

struct _DgCopied {
    MetaSelectionSource parent;
    struct dg_host *host;
    GList *types;
};

G_DEFINE_TYPE(DgCopied, dg_copied, META_TYPE_SELECTION_SOURCE)

static GList *copied_types(MetaSelectionSource *source) {
    return g_list_copy_deep(DG_COPIED(source)->types, (GCopyFunc)(void (*)(void))g_strdup, NULL);
}

static void copied_read(MetaSelectionSource *source, const char *type, GCancellable *cancellable,
                        GAsyncReadyCallback callback, gpointer data) {
    DgCopied *copied = DG_COPIED(source);
    GTask *task = g_task_new(source, cancellable, callback, data);
    GError *error = NULL;
    int ends[2];
    if (copied->host->clipboard != source) {
        g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_CLOSED, "the clipboard was replaced");
    } else if (!g_unix_open_pipe(ends, O_CLOEXEC, &error)) {
        g_task_return_error(task, error);
    } else {
        g_unix_set_fd_nonblocking(ends[0], true, NULL);
        dray_seat_send_selection(copied->host->seat, type, ends[1]);
        g_task_return_pointer(task, g_unix_input_stream_new(ends[0], true), g_object_unref);
    }
    g_object_unref(task);
}

static GInputStream *copied_read_finish(MetaSelectionSource *source, GAsyncResult *result, GError **error) {
    return g_task_propagate_pointer(G_TASK(result), error);
}

static void copied_finalize(GObject *object) {
    g_list_free_full(DG_COPIED(object)->types, g_free);
    G_OBJECT_CLASS(dg_copied_parent_class)->finalize(object);
}

static void dg_copied_class_init(DgCopiedClass *class) {
    MetaSelectionSourceClass *source = META_SELECTION_SOURCE_CLASS(class);
    source->get_mimetypes = copied_types;
    source->read_async = copied_read;
    source->read_finish = copied_read_finish;
    G_OBJECT_CLASS(class)->finalize = copied_finalize;
}

static void dg_copied_init(DgCopied *copied) {}

// ---------------------------------------------------------------------------------------------- From clients to mutter

void dg_clipboard_changed(struct dg_host *host, const char *const *types, size_t count) {
    MetaSelection *selection = meta_display_get_selection(host->desk);
    MetaSelectionSource *former = host->clipboard;
    host->clipboard = NULL;
    if (count > 0) {
        DgCopied *copied = g_object_new(DG_TYPE_COPIED, NULL);
        copied->host = host;
        for (size_t index = 0; index < count; index++)
            copied->types = g_list_append(copied->types, g_strdup(types[index]));
        host->clipboard = META_SELECTION_SOURCE(copied);
        meta_selection_set_owner(selection, META_SELECTION_CLIPBOARD, host->clipboard);
    } else if (former != NULL) {
        meta_selection_unset_owner(selection, META_SELECTION_CLIPBOARD, former);
    }
    if (former != NULL) g_object_unref(former);
}

// ---------------------------------------------------------------------------------------------- From mutter to clients

static void handle_transferred(GObject *object, GAsyncResult *result, gpointer stream) {
    // The reader notices the end of its pipe, however the transfer ends.
    meta_selection_transfer_finish(META_SELECTION(object), result, NULL);
    g_output_stream_close(stream, NULL, NULL);
    g_object_unref(stream);
}

static void send_content(void *data, const char *type, int fd) {
    struct dg_host *host = data;
    // The stream writes in mutter's main loop, and waits there for a reader that is slow.
    g_unix_set_fd_nonblocking(fd, true, NULL);
    GOutputStream *stream = g_unix_output_stream_new(fd, true);
    meta_selection_transfer_async(meta_display_get_selection(host->desk), META_SELECTION_CLIPBOARD, type, -1, stream,
                                  NULL, handle_transferred, stream);
}

static void handle_owner_changed(MetaSelection *selection, MetaSelectionType type, MetaSelectionSource *source,
                                 struct dg_host *host) {
    if (type != META_SELECTION_CLIPBOARD || (source != NULL && source == host->clipboard)) return;
    if (source == NULL) {
        kit_clipboard_offer(host->seat, NULL, send_content, host);
        return;
    }
    g_clear_object(&host->clipboard);
    GList *list = meta_selection_source_get_mimetypes(source);
    GPtrArray *types = g_ptr_array_new();
    for (GList *link = list; link != NULL; link = link->next) g_ptr_array_add(types, link->data);
    struct wl_array array = {.data = types->pdata, .size = types->len * sizeof(char *)};
    kit_clipboard_offer(host->seat, &array, send_content, host);
    g_ptr_array_unref(types);
    g_list_free_full(list, g_free);
}

void dg_clipboard_start(struct dg_host *host) {
    MetaSelection *selection = meta_display_get_selection(host->desk);
    g_signal_connect(selection, "owner-changed", G_CALLBACK(handle_owner_changed), host);
}
