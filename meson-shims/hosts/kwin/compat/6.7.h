// SPDX-License-Identifier: MIT
// What kwin-dev 6.7 does not install.
#pragma once

#include <QStringList>

#include <core/output.h>
#include <input_event.h>
#include <optional>
#include <utils/filedescriptor.h>
#include <wayland/display.h>

struct wl_client;

namespace KWin {

class ClientConnection;
class FilteredDisplayPrivate;

// KWin's display, which decides what each client sees.
class KWIN_EXPORT FilteredDisplay : public Display {
    Q_OBJECT
public:
    explicit FilteredDisplay(QObject *parent);
    ~FilteredDisplay() override;
    virtual bool allowInterface(ClientConnection *client, const QByteArray &interface) = 0;

private:
    std::unique_ptr<FilteredDisplayPrivate> d;
};

// Content of a selection or a drag. The members must stay in this order, which is that of KWin's table of virtual
// functions. Actions are enumerations in KWin.
class KWIN_EXPORT AbstractDataSource : public QObject {
    Q_OBJECT
public:
    virtual bool isAccepted() const { return false; }
    virtual void accept(const QString &) {}
    virtual void requestData(const QString &type, FileDescriptor fd) = 0;
    virtual void cancel() = 0;
    virtual QStringList mimeTypes() const = 0;
    virtual int supportedDragAndDropActions() const { return 0; }
    virtual int selectedDndAction() const { return 0; }
    virtual void dropPerformed() { m_isDropped = true; }
    virtual void dndFinished() {}
    virtual void dndAction(int) {}
    virtual void dndCancelled() { m_isCancelled = true; }
    virtual wl_client *client() const { return nullptr; }

Q_SIGNALS:
    void aboutToBeDestroyed();

protected:
    explicit AbstractDataSource(QObject *parent = nullptr);

private:
    std::optional<int> m_exclusiveAction;
    Qt::KeyboardModifiers m_modifiers;
    bool m_isCancelled = false;
    bool m_isDropped = false;
};

}

namespace DrayKWin {

using Screen = KWin::LogicalOutput;

}

#define DRAY_KWIN_TOUCH_EVENTS                                                                                      \
    bool touchDown(KWin::TouchDownEvent *event) override { return fingerDown(event->id, event->pos, event->time); } \
    bool touchMotion(KWin::TouchMotionEvent *event) override {                                                      \
        return fingerMoved(event->id, event->pos, event->time);                                                     \
    }                                                                                                               \
    bool touchUp(KWin::TouchUpEvent *event) override { return fingerUp(event->id); }

#define DRAY_KWIN_TABLET_EVENTS                                                                                   \
    bool tabletToolTipEvent(KWin::TabletToolTipEvent *event) override {                                           \
        if (event->type == KWin::TabletToolTipEvent::Release) return penUp(event->tool);                          \
        return penDown({event->device, event->tool, event->position, event->pressure, event->xTilt, event->yTilt, \
                        event->rotation, event->distance,                                                         \
                        std::chrono::duration_cast<std::chrono::milliseconds>(event->timestamp)});                \
    }                                                                                                             \
    bool tabletToolAxisEvent(KWin::TabletToolAxisEvent *event) override {                                         \
        return penMoved(event->tool, event->position, event->timestamp);                                          \
    }

#define DRAY_KWIN_CONTENT \
    void requestData(const QString &type, KWin::FileDescriptor descriptor) override { send(type, descriptor.take()); }
