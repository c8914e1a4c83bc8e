// SPDX-License-Identifier: MIT
// What kwin-dev 6.3 does not install.
#pragma once

#include <QStringList>

#include <core/output.h>
#include <input_event.h>
#include <wayland/display.h>

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
    virtual void requestData(const QString &type, qint32 fd) = 0;
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
    Qt::KeyboardModifiers m_modifiers;
    bool m_isCancelled = false;
    bool m_isDropped = false;
};

}

namespace DrayKWin {

using Screen = KWin::Output;

}

#define DRAY_KWIN_TOUCH_EVENTS                                                                   \
    bool touchDown(qint32 id, const QPointF &point, std::chrono::microseconds time) override {   \
        return fingerDown(id, point, time);                                                      \
    }                                                                                            \
    bool touchMotion(qint32 id, const QPointF &point, std::chrono::microseconds time) override { \
        return fingerMoved(id, point, time);                                                     \
    }                                                                                            \
    bool touchUp(qint32 id, std::chrono::microseconds) override { return fingerUp(id); }

#define DRAY_KWIN_TABLET_EVENTS                                                                                     \
    bool tabletToolTipEvent(KWin::TabletEvent *event) override {                                                    \
        if (event->type() == QEvent::TabletRelease) return penUp(event->tool());                                    \
        return penDown({event->device(), event->tool(), event->globalPosition(), event->pressure(), event->xTilt(), \
                        event->yTilt(), event->rotation(), event->z(),                                              \
                        std::chrono::milliseconds(event->timestamp())});                                            \
    }                                                                                                               \
    bool tabletToolAxisEvent(KWin::TabletEvent *event) override {                                                   \
        return penMoved(event->tool(), event->globalPosition(), std::chrono::milliseconds(event->timestamp()));     \
    }

#define DRAY_KWIN_CONTENT \
    void requestData(const QString &type, qint32 descriptor) override { send(type, descriptor); }
