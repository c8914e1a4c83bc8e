// SPDX-License-Identifier: MIT
// For tests only: a KWin plugin with input devices that a socket controls.
//
// Listens on $DRAY_TEST_INPUT. Each line is a command and is answered with a line, "ok …" or "error …":
//     place TITLE X Y     moves the window with this title
//     hide TITLE          minimises it
//     activate TITLE      gives it the keyboard
//     move X Y            scroll            button CODE 0|1      key CODE 0|1      touch cancel
//     finger ID down|move|up X Y
//     pen near|down|move|up|away X Y
//     window TITLE        the position of this window
//     focus               the title of the window with the keyboard focus, "-" for none
//     moving              the title of the window that the user moves, "-" for none
//     stack               the titles of the windows, topmost first
//     paint               waits until the next two frames are on the screen
//     desktop [NUMBER]    shows a virtual desktop; without a number, answers with that of the current one
//     send TITLE NUMBER   sends the window to a virtual desktop
//     variable NAME       an environment variable of KWin's programs, "-" if it is not set
//     unplug              removes the pointer
//     scale NUMBER        sets the scale of all outputs
//     output INDEX SCALE [turned]   sets the scale of an output, and turns it by 90 degrees or back
//     output INDEX off              disables it
//     opacity TITLE       the opacity of the window
#include <QLocalServer>
#include <QLocalSocket>

#include <chrono>
#include <core/inputdevice.h>
#include <core/output.h>
#include <core/outputconfiguration.h>
#include <core/renderloop.h>
#include <input.h>
#include <main.h>
#include <plugin.h>
#include <virtualdesktops.h>
#include <window.h>
#include <workspace.h>

#if KWIN_MINOR >= 7
#include <core/backendoutput.h>
#endif

using namespace KWin;

class Device : public InputDevice {
public:
    enum Kind { Pointer, Keyboard, Touch, Tablet };
    explicit Device(Kind kind) : m_kind(kind) {}
    QString name() const override { return QStringLiteral("test device"); }
    bool isEnabled() const override { return true; }
    void setEnabled(bool) override {}
    bool isKeyboard() const override { return m_kind == Keyboard; }
    bool isPointer() const override { return m_kind == Pointer; }
    bool isTouchpad() const override { return false; }
    bool isTouch() const override { return m_kind == Touch; }
    bool isTabletTool() const override { return m_kind == Tablet; }
    bool isTabletPad() const override { return false; }
    bool isTabletModeSwitch() const override { return false; }
    bool isLidSwitch() const override { return false; }

private:
    Kind m_kind;
};

class Tool : public InputDeviceTabletTool {
public:
    quint64 serialId() const override { return 1; }
    quint64 uniqueId() const override { return 1; }
    Type type() const override { return Pen; }
    QList<Capability> capabilities() const override { return {}; }
};

static std::chrono::microseconds now() {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch());
}

static Window *windowWithTitle(const QString &title) {
    const auto windows = workspace()->windows();
    for (Window *window : windows)
        // Browsers append their own name.
        if ((window->captionNormal() + u' ').startsWith(title + u' ') && window->readyForPainting() &&
            !window->isDeleted())
            return window;
    return nullptr;
}

struct Layout {
#if KWIN_MINOR >= 7
    BackendOutput *output;
#else
    Output *output;
#endif
    qreal scale = 1;
    bool isTurned = false, isEnabled = true;
};

class Input : public Plugin {
    Q_OBJECT
public:
    Input() {
        for (Device *device : {&m_pointer, &m_keyboard, &m_touch, &m_tablet}) input()->addInputDevice(device);
        VirtualDesktopManager::self()->setCount(2);
        // KWin may have been killed before.
        QLocalServer::removeServer(qEnvironmentVariable("DRAY_TEST_INPUT"));
        m_server.listen(qEnvironmentVariable("DRAY_TEST_INPUT"));
        connect(&m_server, &QLocalServer::newConnection, this, [this] {
            QLocalSocket *socket = m_server.nextPendingConnection();
            connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
                while (socket->canReadLine()) {
                    const QString line = QString::fromUtf8(socket->readLine()).trimmed();
                    if (line == "paint") {
                        paint(socket, 2);
                        continue;
                    }
                    socket->write((answer(line) + "\n").toUtf8());
                }
            });
        });
    }
    ~Input() override {
        for (Device *device : {&m_tablet, &m_touch, &m_keyboard, &m_pointer}) input()->removeInputDevice(device);
    }

private:
    void paint(QLocalSocket *socket, int frames) {
#if KWIN_MINOR >= 7
        RenderLoop *loop = workspace()->outputs().first()->backendOutput()->renderLoop();
#else
        RenderLoop *loop = workspace()->outputs().first()->renderLoop();
#endif
        connect(
            loop, &RenderLoop::framePresented, socket,
            [this, socket, frames] {
                if (frames > 1) paint(socket, frames - 1);
                else socket->write("ok\n");
            },
            Qt::SingleShotConnection);
        loop->scheduleRepaint();
    }

    void movePen(const QString &how, const QPointF &point) {
        if (how == "down") m_isTipDown = true;
        if (how == "up") m_isTipDown = false;
        const qreal pressure = m_isTipDown ? 0.5 : 0;
        const bool isNear = how != "away";
#if KWIN_MINOR >= 7
        if (how == "near" || how == "away")
            Q_EMIT m_tablet.tabletToolProximityEvent(point, 0, 0, 0, 0, isNear, 0, &m_tool, now(), &m_tablet);
        else if (how == "move")
            Q_EMIT m_tablet.tabletToolAxisEvent(point, pressure, 0, 0, 0, 0, m_isTipDown, 0, &m_tool, now(), &m_tablet);
        else Q_EMIT m_tablet.tabletToolTipEvent(point, pressure, 0, 0, 0, 0, m_isTipDown, 0, &m_tool, now(), &m_tablet);
#else
        const auto event = how == "near" || how == "away" ? &InputDevice::tabletToolProximityEvent
                           : how == "move"                ? &InputDevice::tabletToolAxisEvent
                                                          : &InputDevice::tabletToolTipEvent;
        Q_EMIT(m_tablet.*event)(point, pressure, 0, 0, 0, 0, m_isTipDown, isNear, &m_tool, now(), &m_tablet);
#endif
    }

    // The outputs from left to right, with those that are disabled.
    QList<Layout> &layOut() {
        if (!m_layout.isEmpty()) return m_layout;
        const auto outputs = workspace()->outputs();
#if KWIN_MINOR >= 7
        for (LogicalOutput *output : outputs) m_layout.append({output->backendOutput()});
#else
        for (Output *output : outputs) m_layout.append({output});
#endif
        return m_layout;
    }

    void applyLayout() {
        OutputConfiguration configuration;
        int left = 0;
        for (const Layout &layout : std::as_const(m_layout)) {
            const auto change = configuration.changeSet(layout.output);
#if KWIN_MINOR >= 7
            change->scaleSetting = layout.scale;
#endif
            change->enabled = layout.isEnabled;
            change->scale = layout.scale;
            change->transform = layout.isTurned ? OutputTransform::Rotate90 : OutputTransform::Normal;
            change->pos = QPoint(left, 0);
            const QSize size = layout.output->modeSize();
            if (layout.isEnabled) left += (layout.isTurned ? size.height() : size.width()) / layout.scale;
        }
        workspace()->applyOutputConfiguration(configuration);
    }

    QString answer(const QString &line) {
        const QStringList words = line.split(u' ');
        const QString &what = words[0];
        auto number = [&words](int index) { return words.value(index).toDouble(); };
        if (what == "move") {
            Q_EMIT m_pointer.pointerMotionAbsolute(QPointF(number(1), number(2)), now(), &m_pointer);
            Q_EMIT m_pointer.pointerFrame(&m_pointer);
        } else if (what == "button") {
            Q_EMIT m_pointer.pointerButtonChanged(
                number(1), number(2) ? PointerButtonState::Pressed : PointerButtonState::Released, now(), &m_pointer);
            Q_EMIT m_pointer.pointerFrame(&m_pointer);
        } else if (what == "scroll") {
            Q_EMIT m_pointer.pointerAxisChanged(PointerAxis::Vertical, 15, 120, PointerAxisSource::Wheel, false, now(),
                                                &m_pointer);
            Q_EMIT m_pointer.pointerFrame(&m_pointer);
        } else if (what == "key") {
            Q_EMIT m_keyboard.keyChanged(number(1), number(2) ? KeyboardKeyState::Pressed : KeyboardKeyState::Released,
                                         now(), &m_keyboard);
        } else if (line == "touch cancel") {
            Q_EMIT m_touch.touchCanceled(&m_touch);
        } else if (what == "finger") {
            const QPointF point(number(3), number(4));
            if (words.value(2) == "down") Q_EMIT m_touch.touchDown(number(1), point, now(), &m_touch);
            else if (words.value(2) == "up") Q_EMIT m_touch.touchUp(number(1), now(), &m_touch);
            else Q_EMIT m_touch.touchMotion(number(1), point, now(), &m_touch);
            Q_EMIT m_touch.touchFrame(&m_touch);
        } else if (what == "pen") {
            movePen(words.value(1), QPointF(number(2), number(3)));
        } else if (what == "unplug") {
            input()->removeInputDevice(&m_pointer);
        } else if (what == "scale") {
            for (Layout &layout : layOut()) layout.scale = number(1);
            applyLayout();
        } else if (what == "output") {
            Layout &layout = layOut()[number(1)];
            layout.isEnabled = words.value(2) != "off";
            if (layout.isEnabled) layout.scale = number(2);
            layout.isTurned = words.value(3) == "turned";
            applyLayout();
        } else if (what == "variable") {
            return "ok " + kwinApp()->processStartupEnvironment().value(words.value(1), QStringLiteral("-"));
        } else if (what == "focus") {
            Window *active = workspace()->activeWindow();
            return "ok " + (active ? active->captionNormal() : QStringLiteral("-"));
        } else if (what == "moving") {
            Window *moving = workspace()->moveResizeWindow();
            return "ok " + (moving ? moving->captionNormal() : QStringLiteral("-"));
        } else if (what == "stack") {
            QStringList titles;
            const auto stack = workspace()->stackingOrder();
            for (Window *window : stack) titles.prepend(window->captionNormal());
            return "ok " + titles.join(u' ');
        } else if (what == "desktop") {
            VirtualDesktopManager *desktops = VirtualDesktopManager::self();
            if (words.size() == 1) return QStringLiteral("ok %1").arg(desktops->current());
            desktops->setCurrent(uint(number(1)));
        } else if (Window *window = windowWithTitle(words.value(1))) {
            if (what == "place") window->move(QPointF(number(2), number(3)));
            else if (what == "hide") window->setMinimized(true);
            else if (what == "activate") workspace()->activateWindow(window);
            else if (what == "window")
                return QStringLiteral("ok %1 %2").arg(window->frameGeometry().x()).arg(window->frameGeometry().y());
            else if (what == "opacity") return QStringLiteral("ok %1").arg(window->opacity());
            else if (what == "send") window->setDesktops({VirtualDesktopManager::self()->desktops()[number(2) - 1]});
            else return QStringLiteral("error no such command");
        } else {
            return QStringLiteral("error no such window or command");
        }
        return QStringLiteral("ok");
    }

    Device m_pointer{Device::Pointer}, m_keyboard{Device::Keyboard}, m_touch{Device::Touch}, m_tablet{Device::Tablet};
    Tool m_tool;
    QList<Layout> m_layout;
    bool m_isTipDown = false;
    QLocalServer m_server;
};

class Factory : public PluginFactory {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID PluginFactory_iid FILE "kwin-input.json")
    Q_INTERFACES(KWin::PluginFactory)
public:
    std::unique_ptr<Plugin> create() const override { return std::make_unique<Input>(); }
};

#include "kwin-input.moc"
