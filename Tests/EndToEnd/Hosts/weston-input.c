// SPDX-License-Identifier: MIT
// For tests only: a Weston module with a seat that a socket controls, since Weston's headless backend has none.
//
// Listens on $DRAY_TEST_INPUT. With $DRAY_TEST_NO_SEAT it creates no seat, for backends that have one. Each line is a
// command and is answered with a line, "ok …" or "error …":
//     place TITLE X Y     moves the window with this title
//     hide TITLE          moves it to a layer that is not shown, as if it were minimised
//     move X Y            scroll            button CODE 0|1      key CODE 0|1      touch down|move|up|cancel X Y
//     finger ID down|move|up X Y
//     selection TEXT      Weston itself sets the clipboard to a text
//     has-selection       whether there is a clipboard of a client
//     selection-types     the types of the clipboard as Weston has it
//     read-selection      Weston itself reads the clipboard, as Xwayland would
//     light               whether the shell's initial black fade, which covers everything, has ended
//     focus               the title of the window with the keyboard focus, "-" for none
//     stack               the titles of the windows, topmost first
//     icon                the position of the client's icon surface on the screen, in the format of `layers`
//     layers              the pictures of the drag image on the screen, with position, size and opacity
//     record              from now on, keeps the layers of each frame of the first output
//     recorded            these frames, each after "|", and ends the recording
//     picture FILE        all outputs as a PPM file; since Weston 12 only weston-camera.c can do that
//     paint               waits until the next frame is on the screen
//     cursor              the cursor image: width, height, hotspot, and Fletcher's checksum of its bytes (R, G, B, A)
//     seat 1|2            selects the seat of later commands; the second seat is created on first use
//     quit                disconnects all clients and terminates Weston
//     unplug              removes the pointer
//     grab pointer|touch  another part of Weston takes the grab of that device, as menus and shells do
//     end-grab            another part of Weston ends the pointer's grab, as a pointer constraint does
//     leave               destroys the seat, like that of a remote session
//     unplug-output       removes the output
//     plug-output         adds an output to the right of the others
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "weston-versions.h"

// Exported by libweston but not declared in its installed headers.
void weston_seat_init(struct weston_seat *seat, struct weston_compositor *compositor, const char *name);
void weston_seat_release(struct weston_seat *seat);
int weston_seat_init_pointer(struct weston_seat *seat);
void weston_seat_release_pointer(struct weston_seat *seat);
int weston_seat_init_keyboard(struct weston_seat *seat, struct xkb_keymap *keymap);
int weston_seat_init_touch(struct weston_seat *seat);
void weston_touch_device_destroy(struct weston_touch_device *device);
void notify_pointer_frame(struct weston_seat *seat);
void notify_touch_cancel(struct weston_touch_device *device);
void notify_touch_frame(struct weston_touch_device *device);

#define SEATS 2

// The devices of a seat.
struct hands {
    struct weston_seat seat;
    // These grabs do what Weston's default ones do, without a focus; their cancel() does not end them.
    struct weston_pointer_grab pointer_grab;
    struct weston_touch_grab touch_grab;
    struct weston_touch_device *touch;  // NULL if there is no such seat
};

struct input {
    struct weston_compositor *compositor;
    struct weston_layer hidden;
    struct hands all[SEATS], *hands;
    struct wl_listener destroyed, painted, framed;
    FILE *recording;  // writes to `recorded`; NULL without a recording
    char *recorded;
    size_t recorded_size;
#if WESTON_VERSION_MAJOR >= 14
    struct wl_listener asked_for_pictures;
#endif
    struct wl_event_source *listening, *connected, *reader;
    int listener, connection;
    char text[4096];
    size_t length;
    struct weston_data_source own;
    char own_text[256];
};

static void answer(struct input *input, const char *text) {
    if (dprintf(input->connection, "%s\n", text) < 0) perror("weston-input");
}

static struct weston_view *find_view(struct input *input, const char *title) {
    struct weston_view *view;
    wl_list_for_each(view, &input->compositor->view_list, link) {
        char label[256];
        copy_label(view->surface, label, sizeof label);
        if (view->surface->resource != NULL && strstr(label, title) != NULL) return view;
    }
    return NULL;
}

// Appends the quoted part of a window's label.
static void add_title(struct weston_surface *surface, char *text, size_t size) {
    char label[256];
    copy_label(surface, label, sizeof label);
    char *begin = strchr(label, '\''), *end = strrchr(label, '\'');
    if (begin == NULL || end == begin) return;
    snprintf(text + strlen(text), size - strlen(text), " %.*s", (int)(end - begin - 1), begin + 1);
}

static void tell_light(struct input *input) {
    struct weston_layer *layer;
    wl_list_for_each(layer, &input->compositor->layer_list, link) {
        if (layer->position == WESTON_LAYER_POSITION_FADE && !wl_list_empty(&layer->view_list.link))
            return answer(input, "error it is dark");
    }
    answer(input, "ok");
}

static void tell_focus(struct input *input) {
    struct weston_keyboard *keyboard = weston_seat_get_keyboard(&input->hands->seat);
    char text[512] = "ok";
    if (keyboard != NULL && keyboard->focus != NULL)
        add_title(weston_surface_get_main_surface(keyboard->focus), text, sizeof text);
    answer(input, text[2] != '\0' ? text : "ok -");
}

static void tell_stack(struct input *input) {
    struct weston_view *view;
    char text[1024] = "ok";
    wl_list_for_each(view, &input->compositor->view_list, link) {
        if (view->surface->resource != NULL && view->parent_view == NULL) add_title(view->surface, text, sizeof text);
    }
    answer(input, text);
}

static void tell_window(struct input *input, const char *title) {
    struct weston_view *view = find_view(input, title);
    char text[64];
    double x, y;
    if (view == NULL) return answer(input, "error no such window");
    get_position(view, &x, &y);
    snprintf(text, sizeof text, "ok %.2f %.2f", x, y);
    answer(input, text);
}

static void hide(struct weston_view *view, struct input *input) {
    damage_below(view);
    put_into(view, &input->hidden);
    weston_compositor_schedule_repaint(input->compositor);
}

static void own_accept(struct weston_data_source *source, uint32_t serial, const char *type) {}
static void own_send(struct weston_data_source *source, const char *type, int32_t fd) {
    struct input *input = wl_container_of(source, input, own);
    if (write(fd, input->own_text, strlen(input->own_text)) < 0) perror("weston-input");
    close(fd);
}
static void own_cancel(struct weston_data_source *source) {}

static void set_own_selection(struct input *input, const char *text) {
    static char type[] = "text/plain;charset=utf-8";
    snprintf(input->own_text, sizeof input->own_text, "%s", text);
    wl_signal_init(&input->own.destroy_signal);
    wl_array_init(&input->own.mime_types);
    *(char **)wl_array_add(&input->own.mime_types, sizeof(char *)) = type;
    input->own.accept = own_accept;
    input->own.send = own_send;
    input->own.cancel = own_cancel;
    weston_seat_set_selection(&input->hands->seat, &input->own, wl_display_next_serial(input->compositor->wl_display));
}

static int handle_selection(int fd, uint32_t mask, void *data) {
    struct input *input = data;
    char text[512] = "ok ";
    ssize_t count = read(fd, text + 3, sizeof text - 4);
    text[count > 0 ? 3 + count : 3] = '\0';
    wl_event_source_remove(input->reader);
    close(fd);
    answer(input, text);
    return 0;
}

static void read_selection(struct input *input) {
    struct weston_data_source *source = input->hands->seat.selection_data_source;
    int ends[2];
    if (source == NULL || pipe(ends) != 0) return answer(input, "error there is no selection");
    input->reader = wl_event_loop_add_fd(wl_display_get_event_loop(input->compositor->wl_display), ends[0],
                                         WL_EVENT_READABLE, handle_selection, input);
    source->send(source, "text/plain;charset=utf-8", ends[1]);
}

static void tell_selection_types(struct input *input) {
    struct weston_data_source *source = input->hands->seat.selection_data_source;
    char text[512] = "ok";
    char **type;
    if (source == NULL) return answer(input, "error there is no selection");
    wl_array_for_each(type, &source->mime_types) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, " %s", *type);
    }
    answer(input, text);
}

static bool is_icon(struct weston_view *view) {
    const char *role = weston_surface_get_role(view->surface);
    return role != NULL && strcmp(role, "wl_data_device-icon") == 0;
}

static void write_layers(struct input *input, FILE *out, bool icons_only) {
    struct weston_layer *layer;
    wl_list_for_each(layer, &input->compositor->layer_list, link) {
        struct weston_view *view;
        if (layer->position != WESTON_LAYER_POSITION_CURSOR - 1) continue;
        wl_list_for_each(view, &layer->view_list.link, layer_link.link) {
            pixman_box32_t *box = pixman_region32_extents(&view->transform.boundingbox);
            if (icons_only && !is_icon(view)) continue;
            fprintf(out, " %d,%d,%d,%d,%.2f", box->x1, box->y1, box->x2 - box->x1, box->y2 - box->y1, view->alpha);
        }
    }
}

static void tell_layers(struct input *input, bool icons_only) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) abort();
    fputs("ok", out);
    write_layers(input, out, icons_only);
    if (fclose(out) != 0) abort();
    answer(input, text);
    free(text);
}

static void handle_frame(struct wl_listener *listener, void *data) {
    struct input *input = wl_container_of(listener, input, framed);
    fputs(" |", input->recording);
    write_layers(input, input->recording, false);
}

static void end_recording(struct input *input) {
    if (input->recording == NULL) return;
    wl_list_remove(&input->framed.link);
    if (fclose(input->recording) != 0) abort();
    input->recording = NULL;
}

static void record(struct input *input) {
    struct weston_output *output = wl_container_of(input->compositor->output_list.next, output, link);
    end_recording(input);
    free(input->recorded);
    input->recorded = NULL;
    input->recording = open_memstream(&input->recorded, &input->recorded_size);
    if (input->recording == NULL) abort();
    fputs("ok", input->recording);
    input->framed.notify = handle_frame;
    wl_signal_add(&output->frame_signal, &input->framed);
}

static void tell_cursor(struct input *input) {
    struct weston_seat *seat;
    // If the backend has a seat of its own, that one.
    seat = wl_container_of(input->compositor->seat_list.next, seat, link);
    struct weston_pointer *pointer = weston_seat_get_pointer(seat);
    if (pointer == NULL || pointer->sprite == NULL || !weston_view_is_mapped(pointer->sprite))
        return answer(input, "error there is no cursor");
    int width, height;
    weston_surface_get_content_size(pointer->sprite->surface, &width, &height);
    size_t size = (size_t)width * height * 4;
    unsigned char *pixels = malloc(size);
    struct weston_surface *surface = pointer->sprite->surface;
    if (pixels == NULL || !copy_content(surface, pixels, width, height)) {
        free(pixels);
        return answer(input, "error the cursor cannot be read");
    }
    unsigned low = 0, high = 0;
    for (size_t index = 0; index < size; index++) {
        low = (low + pixels[index]) % 65535;
        high = (high + low) % 65535;
    }
    free(pixels);
    char text[128];
    snprintf(text, sizeof text, "ok %d %d %d %d %u", width, height, hotspot_x(pointer), hotspot_y(pointer),
             high << 16 | low);
    answer(input, text);
}

// Writes all outputs at their positions; gaps are black.
static void write_picture(struct input *input, const char *path) {
    struct weston_output *output;
    int width = 0, height = 0;
    bool is_written = true;
    wl_list_for_each(output, &input->compositor->output_list, link) {
        const pixman_box32_t *box = pixman_region32_extents(&output->region);
        int scale = output->current_scale;  // the same for all outputs
        if (box->x2 * scale > width) width = box->x2 * scale;
        if (box->y2 * scale > height) height = box->y2 * scale;
    }
    uint32_t *pixels = calloc((size_t)width * height, sizeof *pixels);
    uint32_t *part = calloc((size_t)width * height, sizeof *part);
    FILE *file = fopen(path, "wbe");
    if (pixels == NULL || part == NULL || file == NULL) abort();
    wl_list_for_each(output, &input->compositor->output_list, link) {
        const pixman_box32_t *box = pixman_region32_extents(&output->region);
        int scale = output->current_scale, left = box->x1 * scale, top = box->y1 * scale;
        int columns = box->x2 * scale - left, rows = box->y2 * scale - top;
        is_written &= read_screen(input->compositor, output, part, 0, 0, columns, rows) == 0;
        for (int row = 0; row < rows; row++)
            memcpy(pixels + (size_t)(top + row) * width + left, part + (size_t)row * columns, columns * sizeof *part);
    }
    is_written &= fprintf(file, "P6\n%d %d\n255\n", width, height) > 0;
    for (int index = 0; is_written && index < width * height; index++) {
        fputc(pixels[index] >> 16 & 0xff, file);
        fputc(pixels[index] >> 8 & 0xff, file);
        fputc(pixels[index] & 0xff, file);
    }
    is_written &= fclose(file) == 0;
    free(part);
    free(pixels);
    answer(input, is_written ? "ok" : "error there is no picture");
}

static void handle_painted(struct wl_listener *listener, void *data) {
    struct input *input = wl_container_of(listener, input, painted);
    wl_list_remove(&input->painted.link);
    answer(input, "ok");
}

static void paint(struct input *input) {
    struct weston_output *output = wl_container_of(input->compositor->output_list.next, output, link);
    input->painted.notify = handle_painted;
    wl_signal_add(&output->frame_signal, &input->painted);
    weston_compositor_damage_all(input->compositor);
}

static void add_seat(struct input *input) {
    struct hands *hands = input->hands;
    weston_seat_init(&hands->seat, input->compositor, hands == input->all ? "tests" : "second");
    weston_seat_init_pointer(&hands->seat);
    weston_seat_init_keyboard(&hands->seat, NULL);
    weston_seat_init_touch(&hands->seat);
    hands->touch = create_touch_device(hands->seat.touch_state);
}

static void remove_seat(struct hands *hands) {
    weston_touch_device_destroy(hands->touch);
    hands->touch = NULL;
    weston_seat_release(&hands->seat);
}

static void take_pointer(struct hands *hands) {
    struct weston_pointer *pointer = weston_seat_get_pointer(&hands->seat);
    hands->pointer_grab.interface = pointer->default_grab.interface;
    weston_pointer_clear_focus(pointer);
    weston_pointer_start_grab(pointer, &hands->pointer_grab);
}

static void take_touch(struct hands *hands) {
    struct weston_touch *touch = weston_seat_get_touch(&hands->seat);
    hands->touch_grab.interface = touch->default_grab.interface;
    weston_touch_start_grab(touch, &hands->touch_grab);
}

static void touch(struct input *input, struct timespec *time, int id, const char *what, double x, double y) {
    int type = strcmp(what, "down") == 0 ? WL_TOUCH_DOWN : strcmp(what, "up") == 0 ? WL_TOUCH_UP : WL_TOUCH_MOTION;
    move_finger(&input->hands->seat, input->hands->touch, time, id, x, y, type);
    notify_touch_frame(input->hands->touch);
}

static void run(struct input *input, const char *line) {
    struct weston_seat *seat = &input->hands->seat;
    struct timespec time;
    char word[64], path[256];
    double x, y;
    int code, state;
    weston_compositor_get_time(&time);
    if (sscanf(line, "place %63s %lf %lf", word, &x, &y) == 3) {
        struct weston_view *view = find_view(input, word);
        if (view == NULL) return answer(input, "error no such window");
        set_position(view, x, y);
        weston_view_update_transform(view);
        weston_compositor_schedule_repaint(input->compositor);
    } else if (sscanf(line, "hide %63s", word) == 1) {
        struct weston_view *view = find_view(input, word);
        if (view == NULL) return answer(input, "error no such window");
        hide(view, input);
    } else if (sscanf(line, "window %63s", word) == 1) {
        return tell_window(input, word);
    } else if (sscanf(line, "move %lf %lf", &x, &y) == 2) {
        move_pointer(seat, &time, x, y);
        notify_pointer_frame(seat);
    } else if (sscanf(line, "button %i %d", &code, &state) == 2) {
        press_button(seat, &time, code, state);
        notify_pointer_frame(seat);
    } else if (strcmp(line, "scroll") == 0) {
        turn_wheel(seat, &time, 15);
        notify_pointer_frame(seat);
    } else if (sscanf(line, "key %i %d", &code, &state) == 2) {
        press_key(seat, &time, code, state);
    } else if (strcmp(line, "touch cancel") == 0) {
        notify_touch_cancel(input->hands->touch);
    } else if (sscanf(line, "touch %63s %lf %lf", word, &x, &y) == 3) {
        touch(input, &time, 0, word, x, y);
    } else if (sscanf(line, "finger %d %63s %lf %lf", &code, word, &x, &y) == 4) {
        touch(input, &time, code, word, x, y);
    } else if (strncmp(line, "selection ", 10) == 0) {
        set_own_selection(input, line + 10);
    } else if (strcmp(line, "has-selection") == 0) {
        // A client's, not an earlier one of Weston itself.
        struct weston_data_source *source = seat->selection_data_source;
        if (source == NULL || source == &input->own) return answer(input, "error there is no selection");
    } else if (strcmp(line, "selection-types") == 0) {
        return tell_selection_types(input);
    } else if (strcmp(line, "read-selection") == 0) {
        return read_selection(input);
    } else if (strcmp(line, "layers") == 0) {
        return tell_layers(input, false);
    } else if (strcmp(line, "icon") == 0) {
        return tell_layers(input, true);
    } else if (strcmp(line, "record") == 0) {
        record(input);
    } else if (strcmp(line, "recorded") == 0) {
        end_recording(input);
        return answer(input, input->recorded != NULL ? input->recorded : "error nothing was recorded");
    } else if (strcmp(line, "light") == 0) {
        return tell_light(input);
    } else if (strcmp(line, "focus") == 0) {
        return tell_focus(input);
    } else if (strcmp(line, "stack") == 0) {
        return tell_stack(input);
    } else if (sscanf(line, "seat %d", &code) == 1 && code >= 1 && code <= SEATS) {
        input->hands = &input->all[code - 1];
        if (input->hands->touch == NULL) add_seat(input);
    } else if (strcmp(line, "quit") == 0) {
        wl_display_destroy_clients(input->compositor->wl_display);
        // If the shell has run for half a minute, it is restarted as another client.
        wl_display_destroy_clients(input->compositor->wl_display);
        wl_display_terminate(input->compositor->wl_display);
    } else if (strcmp(line, "paint") == 0) {
        return paint(input);
    } else if (sscanf(line, "picture %255s", path) == 1) {
        return write_picture(input, path);
    } else if (strcmp(line, "cursor") == 0) {
        return tell_cursor(input);
    } else if (strcmp(line, "unplug-output") == 0) {
        struct weston_output *output = wl_container_of(input->compositor->output_list.next, output, link);
        weston_output_disable(output);
    } else if (strcmp(line, "plug-output") == 0) {
        if (plug_output(input->compositor) != 0) return answer(input, "error there is no other");
    } else if (strcmp(line, "leave") == 0) {
        remove_seat(input->hands);
        input->hands = &input->all[0];
    } else if (strcmp(line, "grab pointer") == 0) {
        take_pointer(input->hands);
    } else if (strcmp(line, "grab touch") == 0) {
        take_touch(input->hands);
    } else if (strcmp(line, "end-grab") == 0) {
        weston_pointer_end_grab(weston_seat_get_pointer(seat));
    } else if (strcmp(line, "unplug") == 0) {
        weston_seat_release_pointer(seat);
    } else {
        return answer(input, "error not a command");
    }
    answer(input, "ok");
}

static int handle_line(int fd, uint32_t mask, void *data) {
    struct input *input = data;
    ssize_t count = read(fd, input->text + input->length, sizeof input->text - input->length - 1);
    if (count <= 0) {
        wl_event_source_remove(input->connected);
        input->connected = NULL;
        close(fd);
        return 0;
    }
    input->length += count;
    input->text[input->length] = '\0';
    for (char *end; (end = strchr(input->text, '\n')) != NULL;) {
        *end = '\0';
        run(input, input->text);
        input->length -= end + 1 - input->text;
        memmove(input->text, end + 1, input->length + 1);
    }
    return 0;
}

static int handle_connection(int fd, uint32_t mask, void *data) {
    struct input *input = data;
    input->connection = accept(fd, NULL, NULL);
    input->connected = wl_event_loop_add_fd(wl_display_get_event_loop(input->compositor->wl_display), input->connection,
                                            WL_EVENT_READABLE, handle_line, input);
    return 0;
}

static void handle_destroyed(struct wl_listener *listener, void *data) {
    struct input *input = wl_container_of(listener, input, destroyed);
    wl_list_remove(&input->destroyed.link);
#if WESTON_VERSION_MAJOR >= 14
    wl_list_remove(&input->asked_for_pictures.link);
#endif
    if (input->connected != NULL) wl_event_source_remove(input->connected);
    wl_event_source_remove(input->listening);
    end_recording(input);
    free(input->recorded);
    for (int index = 0; index < SEATS; index++)
        if (input->all[index].touch != NULL) remove_seat(&input->all[index]);
    free(input);
}

#if WESTON_VERSION_MAJOR >= 14
static void let_take_pictures(struct wl_listener *listener, struct weston_output_capture_attempt *attempt) {
    attempt->authorized = true;
}
#endif

WL_EXPORT int wet_module_init(struct weston_compositor *compositor, int *argc, char *argv[]) {
    const char *path = getenv("DRAY_TEST_INPUT");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct input *input = calloc(1, sizeof *input);
    if (path == NULL || input == NULL || strlen(path) >= sizeof address.sun_path) return -1;
    strcpy(address.sun_path, path);
    input->compositor = compositor;
    input->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(input->listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(input->listener, 1) != 0)
        return -1;
    weston_layer_init(&input->hidden, compositor);
#if WESTON_VERSION_MAJOR >= 14
    weston_compositor_add_screenshot_authority(compositor, &input->asked_for_pictures, let_take_pictures);
#endif
    input->hands = &input->all[0];
    if (getenv("DRAY_TEST_NO_SEAT") == NULL) add_seat(input);
    input->destroyed.notify = handle_destroyed;
    wl_signal_add(&compositor->destroy_signal, &input->destroyed);
    input->listening = wl_event_loop_add_fd(wl_display_get_event_loop(compositor->wl_display), input->listener,
                                            WL_EVENT_READABLE, handle_connection, input);
    return 0;
}
