// SPDX-License-Identifier: MIT
// The counterpart of gtk4-list.py with unmodified Qt 6: a list of items and two boxes to drop them on.
// usage: qt6-list TITLE [ITEM...]

#include <QtGui/QDrag>
#include <QtGui/QDragEnterEvent>
#include <QtGui/QGuiApplication>
#include <QtGui/QMouseEvent>
#include <QtGui/QShortcut>
#include <QtGui/QWindow>
#include <QtGui/qpa/qplatformnativeinterface.h>
#include <QtCore/QMimeData>
#include <QtCore/QTimer>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>
#include <cmath>
#include <cstdio>

#include "dray-client.h"

enum Container : uint32_t { List = 1, Inbox = 2, Shredder = 3 };

static void say(const QString &line) {
    std::puts(line.toUtf8().constData());
    std::fflush(stdout);
}

// Returns the rectangle of a widget on its window's surface, which includes Qt's own decorations.
static QRect place(const QWidget *widget) {
    const QWidget *window = widget->window();
    const QMargins margins = window->windowHandle()->frameMargins();
    return QRect(widget->mapTo(window, QPoint(margins.left(), margins.top())), widget->size());
}

class Box : public QLabel {
public:
    Box(dray_client **client, const QString &name, Container container)
        : QLabel(name), name(name), container(container), client(client) {
        setAcceptDrops(true);
        setMinimumHeight(90);
        setAlignment(Qt::AlignCenter);
        setFrameShape(QFrame::StyledPanel);
    }

    void makeZone(wl_surface *surface) {
        static const dray_zone_listener listener = {
            [](void *data) { say("enter " + static_cast<Box *>(data)->name); },
            [](void *data) { say("leave " + static_cast<Box *>(data)->name); },
            [](void *data) { say("spring " + static_cast<Box *>(data)->name); },
            nullptr,
        };
        zone = dray_zone_create(*client, surface, name.toUtf8(), DRAY_ZONE_ACCEPTING, &listener, this);
        dray_zone_set_container(zone, container);
    }

    // Moves the zone to the position of the box, with the next commit.
    void placeZone() {
        const QRect bounds = place(this);
        dray_zone_set_rectangle(zone, bounds.x(), bounds.y(), bounds.width(), bounds.height());
    }

    void undo() { dray_taking_undo(taking); }
    void redo() { dray_taking_redo(taking); }

protected:
    void dragEnterEvent(QDragEnterEvent *event) override {
        if (!event->mimeData()->hasText()) return;
        event->acceptProposedAction();
        if (container == Inbox) {
            dray_take_items(*client, 1);
            dray_set_preview_size(*client, 160, 90);
            dray_set_irreversible(*client, nullptr);
            takeBack();
        } else {
            dray_take_items(*client, UINT32_MAX);  // all of them
            dray_set_preview_size(*client, 0, 0);
            dray_set_irreversible(*client, ("What is dropped on " + name + " is gone for ever.").toUtf8());
        }
    }

    void dropEvent(QDropEvent *event) override {
        const QStringList offered = event->mimeData()->text().split('\n');
        taken = container == Inbox ? offered.first(1) : offered;
        show(things + taken);
        say("dropped " + name + " " + taken.join(' '));
        event->acceptProposedAction();
    }

private:
    // Supports undo of the last drop only.
    void takeBack() {
        static const dray_taking_listener listener = {
            [](void *) { say("can undo"); },
            [](void *data) {
                auto box = static_cast<Box *>(data);
                box->show(box->things.first(box->things.size() - box->taken.size()));
                say("target undo");
                return true;
            },
            [](void *data) {
                auto box = static_cast<Box *>(data);
                box->show(box->things + box->taken);
                say("target redo");
                return true;
            },
            [](void *) { say("cannot undo"); },
        };
        dray_taking *next = dray_client_take_back(*client, &listener, this);
        if (!next) return;
        dray_taking_destroy(taking);
        taking = next;
    }

    void show(const QStringList &now) {
        things = now;
        setText((QStringList(name) + things).join('\n'));
    }

    QString name;
    Container container;
    dray_client **client;
    dray_zone *zone = nullptr;
    dray_taking *taking = nullptr;
    QStringList things, taken;
};

// The dragged content at the time of a read: another finger may have added items since the drag began.
class Carried : public QMimeData {
public:
    explicit Carried(const QStringList *things) : things(things) {}
    QStringList formats() const override { return {"text/plain"}; }

protected:
    QVariant retrieveData(const QString &, QMetaType) const override { return things->join('\n'); }

private:
    const QStringList *things;
};

class Window : public QWidget {
public:
    Window(const QString &title, const QStringList &things)
        : things(things), list(things.join('\n')), inbox(&client, "Inbox", Inbox),
          shredder(&client, "Shredder", Shredder) {
        setWindowTitle(title);
        auto rows = new QVBoxLayout(this);
        list.setMinimumHeight(140);
        list.setAlignment(Qt::AlignCenter);
        for (QWidget *row :
             {static_cast<QWidget *>(&list), static_cast<QWidget *>(&inbox), static_cast<QWidget *>(&shredder)})
            rows->addWidget(row);
        connect(new QShortcut(QKeySequence::Undo, this), &QShortcut::activated, this, [this] { inbox.undo(); });
        connect(new QShortcut(QKeySequence::Redo, this), &QShortcut::activated, this, [this] { inbox.redo(); });
        resize(380, 420);
    }

    void begin() {
        QPlatformNativeInterface *native = QGuiApplication::platformNativeInterface();
        auto display = static_cast<wl_display *>(native->nativeResourceForIntegration("wl_display"));
        auto surface = static_cast<wl_surface *>(native->nativeResourceForWindow("surface", windowHandle()));
        static const dray_client_listener clientListener = {
            [](void *, wl_surface *, uint32_t items) { say("content " + QString::number(items)); },
            [](void *) { say("left"); },
            [](void *, uint32_t reason) { say("content failed " + QString::number(reason)); },
            [](void *, const char *type, uint32_t items) { say(QString("kind %1 %2").arg(type).arg(items)); },
        };
        static const dray_origin_listener originListener = {
            [](void *) { say("deselect"); },
            [](void *, uint32_t reason) { say("failed " + QString::number(reason)); },
            nullptr,
        };
        client = dray_client_create(display, &clientListener, this);
        origin = dray_origin_create(client, surface, &originListener, this);
        dray_origin_set_container(origin, List);
        inbox.makeZone(surface);
        shredder.makeZone(surface);
        placeZones();
        windowHandle()->installEventFilter(this);
        say(client ? "ready with" : "ready without");
    }

    void placeZones() {
        inbox.placeZone();
        shredder.placeZone();
        dray_zones_commit(client);
    }

    ~Window() override { dray_client_destroy(client); }

protected:
    // At the first paint event the surface exists and the layout is done.
    void paintEvent(QPaintEvent *) override {
        if (!hasBegun) QTimer::singleShot(0, this, [this] { begin(); });
        hasBegun = true;
    }

    // The layout is updated after this event.
    void resizeEvent(QResizeEvent *) override {
        if (client) QTimer::singleShot(0, this, [this] { placeZones(); });
    }

    // While one finger drags, Qt sends the events of the others to the window.
    bool eventFilter(QObject *object, QEvent *event) override {
        if (isCarrying && (event->type() == QEvent::TouchBegin || event->type() == QEvent::TouchUpdate))
            for (const QEventPoint &point : static_cast<QTouchEvent *>(event)->points())
                if (point.state() == QEventPoint::Pressed) tap(point.position().toPoint());
        return QWidget::eventFilter(object, event);
    }

    void mousePressEvent(QMouseEvent *event) override { pressed = event->position().toPoint(); }

    void mouseMoveEvent(QMouseEvent *event) override {
        const QPoint way = event->position().toPoint() - pressed;
        if (!list.geometry().contains(pressed) || way.manhattanLength() < QApplication::startDragDistance()) return;
        dray_origin_clear_items(origin);
        for (int i = 0; i < things.size(); i++) add(i);
        carried = things;
        auto drag = new QDrag(this);
        drag->setMimeData(new Carried(&carried));
        drag->setPixmap(list.grab());
        isCarrying = true;
        drag->exec(Qt::CopyAction | Qt::MoveAction, Qt::CopyAction);
        isCarrying = false;
        say("drag over");
    }

private:
    void add(int i) {
        const QRect bounds = place(&list);
        const int height = bounds.height() / std::max<int>(things.size(), 1);
        dray_origin_set_item(origin, i, things[i].toUtf8(), "text/plain", bounds.x(), bounds.y() + i * height,
                             bounds.width(), height);
        const QImage look = list.grab(QRect(0, i * height, bounds.width(), height))
                                .toImage()
                                .convertToFormat(QImage::Format_ARGB32_Premultiplied);
        dray_origin_draw_item(origin, i, look.constBits(), look.width(), look.height(), look.bytesPerLine(),
                              int(std::lround(look.devicePixelRatio())));
    }

    // A tap with another finger adds an item to the drag or removes it. One item must remain.
    void tap(const QPoint &point) {
        if (!list.geometry().contains(point) || things.isEmpty()) return;
        const int i = (point.y() - list.y()) * things.size() / list.height();
        if (!carried.contains(things[i])) {
            carried += things[i];
            add(i);
        } else if (carried.size() > 1) {
            carried.removeOne(things[i]);
            dray_origin_remove_item(origin, i);
        }
        say("carries " + carried.join(' '));
    }

    QStringList things, carried;
    bool isCarrying = false;
    dray_client *client = nullptr;
    dray_origin *origin = nullptr;
    QLabel list;
    Box inbox, shredder;
    QPoint pressed;
    bool hasBegun = false;
};

int main(int argc, char **argv) {
    QApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    if (arguments.size() < 2) {
        std::fputs("usage: qt6-list TITLE [ITEM...]\n", stderr);
        return 64;
    }
    Window window(arguments[1], arguments.mid(2));
    window.show();
    return application.exec();
}
