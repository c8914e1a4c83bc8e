# SPDX-License-Identifier: MIT
# Thin: what to install, and which command does what. `make help` lists the targets.

SWIFT ?= swift
# Debian's packages, by what needs them.
BUILD_PACKAGES = pkg-config libwayland-dev libxkbcommon-dev xkb-data libinput-dev libudev-dev libseat-dev \
	libcairo2-dev libyaml-dev zlib1g-dev libpng-dev libjpeg-dev libtiff-dev liblcms2-dev libgumbo-dev libsystemd-dev \
	libxcb1-dev libxcb-xfixes0-dev libxcb-composite0-dev
CLIENT_PACKAGES = python3 python3-gi python3-gi-cairo gir1.2-gtk-4.0 fonts-dejavu-core fonts-noto-cjk adwaita-icon-theme
TEST_PACKAGES = gir1.2-gtk-3.0 python3-pyqt5 python3-pyqt6 qt6-wayland binutils weston foot wtype seatd chromium firefox-esr \
	mousepad gnome-text-editor thunar nautilus pcmanfm pcmanfm-qt qtwayland5 dbus-daemon wl-clipboard wayland-utils bubblewrap xdg-dbus-proxy \
	at-spi2-core \
	gir1.2-atspi-2.0 xvfb orca speech-dispatcher python3-speechd x11-xkb-utils xdg-desktop-portal xdg-desktop-portal-gtk \
	qt6-xdgdesktopportal-platformtheme gsettings-desktop-schemas libglib2.0-bin ffmpeg xwayland tk tkdnd
CONFORMANCE_PACKAGES = wlcs
HOST_PACKAGES = meson ninja-build gcc libc6-dev binutils libxml2-dev libwayland-bin wayland-protocols libdrm-dev \
	libpixman-1-dev g++ qt6-base-dev qt6-base-private-dev \
	weston sway swaylock valgrind libc6-dbg xvfb xdotool imagemagick wl-clipboard grim util-linux xwayland xclip wayland-utils bubblewrap \
	chromium xdg-desktop-portal \
	libtiff-tools libjpeg-turbo-progs libimage-exiftool-perl python3-pil python3-numpy gir1.2-gdkpixbuf-2.0 \
	qt6-image-formats-plugins \
	$(HOST_PACKAGES_$(RELEASE_NAME))
# What has the version of what is in it in its name: for each release of Debian that is tested.
HOST_PACKAGES_bookworm = libweston-10-dev libwlroots-dev
HOST_PACKAGES_trixie = libweston-14-dev libwlroots-0.18-dev labwc cage phoc
# Debian sid, by the name of what it will be.
HOST_PACKAGES_forky = libweston-16-dev libwlroots-0.19-dev libwlroots-0.20-dev labwc cage wayfire
RELEASE_NAME := $(shell . /etc/os-release 2>/dev/null && echo $$VERSION_CODENAME)
# The Python package, its tests and its wheel.
PYTHON_PACKAGES = mypy python3-pytest python3-pytest-xdist python3-jsonschema python3-pip python3-gi gir1.2-gtk-4.0 python3-pyqt6 \
	qt6-wayland dbus-daemon binutils patchelf gcc libc6-dev at-spi2-core xdg-desktop-portal xdg-desktop-portal-gtk qt6-xdgdesktopportal-platformtheme
# Compositors that load no plugin.
PROXY_PACKAGES = kwin-wayland mutter dbus-daemon glmark2-es2-wayland dolphin libreoffice-writer libreoffice-gtk3

RELEASE = --configuration release --scratch-path .build-release
# Not those above: benchmarks measure what is shipped.
OPTIMIZED = --configuration release --scratch-path .build-optimized -Xswiftc -enable-testing
# Needs no Swift where it is installed, and so is another build than the one above.
# It starts as fast as it can, since scripts call `dray ctl` for each motion: no library that it does not need; of C++'s runtime
# only what it uses, since three quarters of all names that would be looked up are that library's own; no names for others;
# and its 50,000 addresses in a table of 10 KB. The folder's name is left out,
# what Swift notes of modules for builds to come, and symbols for debuggers, which have another order each time and of which the
# build ID would be made: so that the same sources make the same bytes anywhere.
PROGRAM = --configuration release --scratch-path .build-install --static-swift-stdlib -Xswiftc -use-ld=lld \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
	-Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. \
	-Xswiftc -L$(CURDIR)/.build-install/static \
	$(foreach flag,--strip-all --as-needed --gc-sections --icf=safe --version-script=$(CURDIR)/Sources/dray/exports.map \
	-z pack-relative-relocs -z relro -z now,-Xlinker $(flag))
PROGRAM_FILES = .build-install/files
PREFIX ?= /usr/local
HOSTS_BUILD = .build-hosts
ADDRESS = --sanitize=address --scratch-path .build-asan

# What makes a root of another release: debootstrap for root; anybody else needs a namespace of users for it.
ROOT_PACKAGES = git procps util-linux $(if $(filter 0,$(shell id -u)),debootstrap,mmdebstrap uidmap)

INSTALL_PACKAGES = Tests/Debian/install-packages
# Other releases of Debian, each in a root of its own.
IN_ROOT = Tests/Debian/in-root

# Packages come first, and one Swift build takes all cores.
.NOTPARALLEL:
.PHONY: help demo test scenarios soak check-release host-programs hosts-build wheel test-scale test-python test-wheel test-container test-release test-address test-hosts test-proxy test-debian13 \
	test-debian13-all test-debian13-rules test-rules-with test-sid test-rules test-undefined check-32-bits deb check-deb check-reproducible fuzz conformance conformance-page bench \
	bench-page bench-proxy install uninstall program session-files check-program lint format clean \
	packages-root packages-build packages-demo packages-test packages-conformance packages-hosts packages-rules packages-proxy \
	packages-python

help:
	@echo "make demo          drag a text from one GTK 4 application to another; look at dray-demo/report.html"
	@echo "make test          all tests"
	@echo "make scenarios     all scenarios: every toolkit with every other"
	@echo "make test-release  what the optimizer may change, optimised; with OPTIMIZED_TESTS= all tests"
	@echo "make test-address  what touches memory by hand, under AddressSanitizer, with leak checking"
	@echo "make check-release  what is run before a release only: packages, proxies, fuzzing, all in Debian 13 (hours)"
	@echo "make test-hosts    libdray.so, and Dray inside Weston and sway; look at $(HOSTS_BUILD)/tests/pictures"
	@echo "make test-debian13 demo, tests and hosts in a root of Debian 13; 'test-debian13-all' does all of CI there"
	@echo "make test-sid      the rules in every host of Debian sid, in a root of it"
	@echo "make test-undefined  the hosts, with their C built so that undefined behaviour is told"
	@echo "make check-32-bits the C, compiled for a machine of 32 bits"
	@echo "make deb           Debian's packages for DEB_RELEASES (bookworm trixie) in $(DEB_FOLDER); 'check-deb' tries them,"
	@echo "                   'check-reproducible' builds them once more elsewhere, and compares to the byte"
	@echo "make wheel         the Python package with 'dray' in it, in $(WHEEL); 'make test-python' runs its tests,"
	@echo "                   'make test-wheel' the template's with the wheel, 'make test-container' in a container, as root"
	@echo "make test-scale    500 scenarios in one call: memory, -j 1 and -j 16, and ^C at any moment"
	@echo "make test-proxy    dray proxy in front of KWin, mutter, sway and Weston without Dray; 'make bench-proxy' what it costs"
	@echo "make soak          the demo, fifty times in a row"
	@echo "make conformance   WLCS, the Wayland Conformance Test Suite"
	@echo "make bench         what a drag costs in Weston and sway, by themselves and with Dray; look at dray-bench/bench.txt"
	@echo "make fuzz          random clients, for FUZZ_SECONDS (600)"
	@echo "make install       dray and dray-shelf with manual and completions, libdray.so and its header, the modules for Weston"
	@echo "                   and sway, into PREFIX (/usr/local); 'make uninstall' takes them away again"
	@echo "make lint          check the format of the sources; 'make format' mends it"
	@echo "make clean         remove what was built"

demo: packages-demo
	$(SWIFT) build --product dray
	.build/debug/dray run --output dray-demo Tests/Scenarios/demo.yaml

test: packages-test
	$(SWIFT) build --build-tests
	Tests/leaves-nothing Tests/run-tests

scenarios: packages-test
	$(SWIFT) build --product dray
	$(SWIFT) build --product dray-shelf
	.build/debug/dray run -j 3 --retries 1 -o dray-run $(wildcard Tests/Scenarios/*.yaml)

# One verdict, whatever the machine does meanwhile.
soak: packages-demo
	$(SWIFT) build --product dray
	for round in $$(seq 50); do \
		.build/debug/dray run --output dray-run/soak Tests/Scenarios/demo.yaml || { echo "in round $$round"; exit 1; }; done

# What the optimizer may change: what a motion allocates, the rules, transfers.
OPTIMIZED_TESTS ?= DrayCoreTests DrayInputTests DrayTransferTests HeadlessDevicesTests
test-release: packages-test
	DRAY_TEST_TARGETS="$(OPTIMIZED_TESTS)" $(SWIFT) build $(OPTIMIZED) --product drayPackageTests
	Tests/leaves-nothing Tests/run-tests --bundle .build-optimized/release/drayPackageTests.xctest

# The Python package with the pytest plugin, as it is in the sources.
PYTHON_PACKAGE = packaging/python
test-python: packages-test packages-python
	$(SWIFT) build --product dray
	$(SWIFT) build --product dray-access
	cd $(PYTHON_PACKAGE) && mypy --cache-dir /dev/null
	Tests/leaves-nothing env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$(CURDIR)/$(PYTHON_PACKAGE) PYTEST_PLUGINS=dray_run.plugin \
		DRAY_PROGRAM=$(CURDIR)/.build/debug/dray \
		/usr/bin/python3 -m pytest -p no:cacheprovider --basetemp .build/python-tests -n 2 $(PYTHON_PACKAGE)

# Five hundred scenarios in one call, any number of jobs, and what is interrupted.
test-scale: packages-build
	$(SWIFT) build --product dray
	Tests/Scale/scale.py .build/debug/dray

# Needs no Swift where it is installed.
WHEEL = .build-wheel
wheel: program packages-python
	rm -rf $(WHEEL)
	install -D $(PROGRAM_FILES)/bin/dray -t $(WHEEL)/programs
	$(CC) -O2 -s -Wall -ISources/CPeer/include -ISources/CSpeech/include -o $(WHEEL)/programs/dray-access \
		Sources/dray-access/*.c Sources/CPeer/peer.c Sources/CSpeech/*.c $$(pkg-config --cflags --libs libsystemd)
	$(PYTHON_PACKAGE)/build-wheel $(addprefix $(WHEEL)/programs/,dray dray-access) $(WHEEL)

# What a newcomer copies, with the wheel, where no Swift is.
test-wheel: wheel packages-test
	$(PYTHON_PACKAGE)/check-template $(WHEEL)/*.whl

test-container: wheel
	@$(INSTALL_PACKAGES) buildah debootstrap
	$(PYTHON_PACKAGE)/check-template $(WHEEL)/*.whl --container

# What touches memory by hand. Of the C, dray-convert has its own test with sanitizers, and the adapters run under Valgrind.
ADDRESS_TESTS ?= DrayInputTests DrayServerTests DrayStressTests DrayTransferTests DrayX11Tests DrayXwaylandTests \
	HeadlessDesktopTests WaylandTests XCBTests
test-address: packages-test
	DRAY_TEST_TARGETS="$(ADDRESS_TESTS)" $(SWIFT) build $(ADDRESS) --product drayPackageTests
	ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Support/lsan.supp \
		Tests/leaves-nothing Tests/run-tests --bundle .build-asan/debug/drayPackageTests.xctest

# Programs that are as fast as those installed: the pictures of a host are taken while its image flies.
host-programs:
	$(SWIFT) build $(RELEASE) --product dray
	$(SWIFT) build $(RELEASE) --product MinimalCompositor

hosts-build: host-programs
	test -d $(HOSTS_BUILD) || meson setup $(HOSTS_BUILD) meson-shims
	ninja -C $(HOSTS_BUILD)

test-hosts: packages-hosts hosts-build
	$(SWIFT) build $(RELEASE) --product dray-shelf
	Tests/run-meson -C $(HOSTS_BUILD)

# As much as a newcomer would: both commands of the README, and the hosts.
test-debian13: packages-root
	Tests/Debian/check-in-root trixie
	$(IN_ROOT) trixie make demo test test-hosts

test-debian13-all: packages-root
	$(IN_ROOT) trixie env CI_SECONDS=0 .ci/run

# What takes longer than a change may wait for: before a release.
check-release:
	$(MAKE) test-release OPTIMIZED_TESTS=
	$(MAKE) check-program test-wheel test-scale soak fuzz test-undefined check-32-bits test-proxy
	Tests/CABI/check-subproject.sh .
	$(MAKE) test-debian13 deb check-deb check-reproducible

# The table of cases alone, in each host that this machine has.
test-rules: packages-rules hosts-build
	Tests/run-meson -C $(HOSTS_BUILD) --suite rules

# The table of cases in the hosts of Debian 13, with the library and the programs that are built here: only the C is compiled in
# the root. Their libraries have the same sonames in both releases, and glibc is older here.
DEBIAN13_PROGRAMS = .build-debian13
test-debian13-rules: packages-root packages-rules hosts-build
	install -D -t $(DEBIAN13_PROGRAMS) $(HOSTS_BUILD)/library/libdray.so $(addprefix .build-release/release/,dray MinimalCompositor)
	DRAY_OUTPUT=$(DEBIAN13_PROGRAMS) $(IN_ROOT) trixie make test-rules-with PROGRAMS=/output

# The same with a library and programs that another release has built, in the folder PROGRAMS.
test-rules-with: packages-rules
	rm -rf .build-hosts-with
	meson setup .build-hosts-with meson-shims -Dlibrary=$(PROGRAMS)/libdray.so -Ddray=$(PROGRAMS)/dray \
		-Dminimal-compositor=$(PROGRAMS)/MinimalCompositor
	ninja -C .build-hosts-with
	Tests/run-meson -C .build-hosts-with --suite rules

# What there is after Debian 13, which changes by the day: no part of CI.
test-sid: packages-root
	$(IN_ROOT) sid make test-rules

# Debian's packages, each release's in a clean root of its own; then what installing and removing them does.
DEB_RELEASES ?= bookworm trixie
DEB_FOLDER = .build-deb
deb: packages-root
	set -e; for release in $(DEB_RELEASES); do \
		DRAY_CLEAN=1 DRAY_OUTPUT=$(DEB_FOLDER)/$$release $(IN_ROOT) $$release packaging/build-packages /output; done

check-deb: packages-root
	set -e; for release in $(DEB_RELEASES); do \
		DRAY_CLEAN=1 DRAY_OUTPUT=$(DEB_FOLDER)/$$release $(IN_ROOT) $$release packaging/check-packages /output; done

check-reproducible: packages-root
	set -e; for release in $(DEB_RELEASES); do \
		DRAY_CLEAN=1 DRAY_OUTPUT=$(DEB_FOLDER)/$$release $(IN_ROOT) $$release packaging/check-reproducible /output; done

# The C of the adapters, built so that what C leaves undefined is told, in all that tests of hosts do with it; with characters
# that have no sign, as on arm64.
UNDEFINED_BUILD = .build-undefined
test-undefined: packages-hosts host-programs
	test -d $(UNDEFINED_BUILD) || meson setup $(UNDEFINED_BUILD) meson-shims -Db_sanitize=undefined -Db_lundef=false \
		-Dc_args=-funsigned-char
	ninja -C $(UNDEFINED_BUILD)
	rm -rf $(UNDEFINED_BUILD)/reports
	install -d -m 1777 $(UNDEFINED_BUILD)/reports
	UBSAN_OPTIONS=print_stacktrace=1:log_path=$(CURDIR)/$(UNDEFINED_BUILD)/reports/report \
		Tests/run-meson -C $(UNDEFINED_BUILD) --suite abi --suite hosts --no-suite valgrind
	! grep -r "runtime error" $(UNDEFINED_BUILD)/reports

# Sizes, formats and casts of the C that would only fit 64 bits. What is generated has to be there, and nothing is linked.
check-32-bits: packages-hosts
	@$(INSTALL_PACKAGES) gcc-multilib
	test -d $(HOSTS_BUILD) || meson setup $(HOSTS_BUILD) meson-shims
	ninja -C $(HOSTS_BUILD) $$(ninja -C $(HOSTS_BUILD) -t targets rule CUSTOM_COMMAND | grep '\.[ch]$$')
	Tests/check-32-bits $(HOSTS_BUILD)

test-proxy: packages-proxy
	$(SWIFT) build --product dray
	$(SWIFT) build --product dray-access
	test -d $(HOSTS_BUILD) || meson setup $(HOSTS_BUILD) meson-shims
	ninja -C $(HOSTS_BUILD) tests/weston-input.so
	/usr/bin/python3 Tests/Hosts/proxy-hostile.py .build/debug/dray
	/usr/bin/python3 Tests/Hosts/proxy-attacks.py .build/debug/dray
	/usr/bin/python3 Tests/Hosts/proxy.py .build/debug/dray $(HOSTS_BUILD)/tests/weston-input.so
	/usr/bin/python3 Tests/Hosts/proxy-programs.py .build/debug/dray README.md

bench-proxy: packages-proxy
	$(SWIFT) build $(RELEASE) --product dray
	test -d $(HOSTS_BUILD) || meson setup $(HOSTS_BUILD) meson-shims
	ninja -C $(HOSTS_BUILD) tests/weston-input.so bench/proxy-sync bench/forward bench/bare bench/hop
	/usr/bin/python3 Tests/Bench/proxy.py .build-release/release/dray $(HOSTS_BUILD)/bench/proxy-sync \
		$(HOSTS_BUILD)/bench/forward $(HOSTS_BUILD)/bench/bare $(HOSTS_BUILD)/bench/hop $(HOSTS_BUILD)/tests/weston-input.so

conformance: packages-conformance
	$(SWIFT) build --product DrayConformance
	Tests/Conformance/run .build/debug/libDrayConformance.so

# Renews the page of results in the documentation.
conformance-page: packages-conformance
	$(SWIFT) build --product DrayConformance
	Tests/Conformance/run .build/debug/libDrayConformance.so --markdown Sources/Dray/Dray.docc/Conformance.md

bench: packages-hosts
	$(SWIFT) build $(RELEASE) --product dray
	test -d $(HOSTS_BUILD) || meson setup $(HOSTS_BUILD) meson-shims
	ninja -C $(HOSTS_BUILD)
	Tests/Bench/bench.py --build $(HOSTS_BUILD) --dray .build-release/release/dray --output dray-bench

# Renews the page of figures in the documentation.
bench-page: bench
	cp dray-bench/Benchmark.md Sources/Dray/Dray.docc/Benchmark.md

FUZZ_SECONDS ?= 600
fuzz: packages-test
	$(SWIFT) build --build-tests
	DRAY_FUZZ_SECONDS=$(FUZZ_SECONDS) DRAY_FUZZ_SEED=$${DRAY_FUZZ_SEED:-$$(date +%s)} \
		$(SWIFT) test --disable-xctest --skip-build --filter 'FuzzTests|RandomBytesTests'

# What is installed beside the library.
PROGRAMS = dray dray-shelf

# Of Plasma, which KWin lets do more by their executables: dray proxy steps aside while they start.
ASIDE_UNITS = plasma-plasmashell plasma-krunner
# The same, and they start no other programs: they are told the compositor's own socket.
DIRECT_UNITS = plasma-xdg-desktop-portal-kde

# What is installed is small, and starts at once.
check-program: program
	@$(INSTALL_PACKAGES) valgrind
	Tests/check-program $(PROGRAM_FILES)

# As one folder below PREFIX: the programs, a manual page for each command (man dray-run), and what completes their
# arguments in bash, zsh and fish.
program: packages-build
	rm -rf $(PROGRAM_FILES)
	install -d .build-install/static
	ln -sf $$(clang -print-file-name=libstdc++.a 2>/dev/null || cc -print-file-name=libstdc++.a) \
		.build-install/static/libstdc++.a
	install -d $(addprefix $(PROGRAM_FILES)/,bin share/man/man1 share/bash-completion/completions \
		share/zsh/site-functions share/fish/vendor_completions.d)
	$(SWIFT) build $(PROGRAM) --product generate-manual
	set -e; for program in $(PROGRAMS); do \
		$(SWIFT) build $(PROGRAM) --product $$program; \
		built=.build-install/release/$$program; \
		install -s $$built -t $(PROGRAM_FILES)/bin; \
		.build-install/release/generate-manual $$built --multi-page \
			--date $$(date -u -d @$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || date +%s)} +%F) \
			--output-directory $(PROGRAM_FILES)/share/man/man1; \
		$$built --generate-completion-script bash >$(PROGRAM_FILES)/share/bash-completion/completions/$$program; \
		$$built --generate-completion-script zsh >$(PROGRAM_FILES)/share/zsh/site-functions/_$$program; \
		$$built --generate-completion-script fish >$(PROGRAM_FILES)/share/fish/vendor_completions.d/$$program.fish; \
	done
	$(MAKE) session-files
	cd $(PROGRAM_FILES)/share/man/man1 && rm -f *.help.1 dray.play.1 && \
	for page in *.1; do \
		sed -e 's/^\.Nm "dray \(.*\)"/.Nm dray-\1/; s/^\.Xr dray\./.Xr dray-/; s/^\.Dt DRAY\./.Dt DRAY-/; /^\.Xr dray-\(help\|play\) /d; s/^$$/.Pp/' $$page >page && \
		rm $$page && mv page $$(echo $$page | sed 's/^dray\.\(.*\.1\)$$/dray-\1/'); \
	done

# For sessions with the proxy in front of the compositor; files only, without any build.
session-files: files = $(CURDIR)/$(PROGRAM_FILES)
session-files:
	install -d $(files)/share/man/man1
	cd packaging/session && install -D dray-proxy-session -t $(files)/bin && \
	install -D -m 644 *.1 -t $(files)/share/man/man1 && \
	install -D -m 644 *.desktop -t $(files)/share/wayland-sessions && \
	install -D -m 644 dray-proxy.service dray-proxy-once.service -t $(files)/lib/systemd/user && \
	for unit in $(ASIDE_UNITS); do \
		install -D -m 644 dray-proxy-aside.conf $(files)/lib/systemd/user/$$unit.service.d/dray-proxy.conf; done && \
	for unit in $(DIRECT_UNITS); do \
		install -D -m 644 dray-proxy-direct.conf $(files)/lib/systemd/user/$$unit.service.d/dray-proxy.conf; done

install: packages-hosts program
	test -d $(HOSTS_BUILD) || meson setup $(HOSTS_BUILD) meson-shims
	meson configure $(HOSTS_BUILD) --prefix $(PREFIX)
	meson install -C $(HOSTS_BUILD)
	cd $(PROGRAM_FILES) && find . -type f -exec install -D -m 644 {} $(DESTDIR)$(PREFIX)/{} \;
	chmod 755 $(addprefix $(DESTDIR)$(PREFIX)/bin/,$(PROGRAMS) dray-proxy-session)

# What 'make install' has put below the same PREFIX. Folders that others may use as well stay.
uninstall:
	@grep -q '^$(DESTDIR)$(PREFIX)/' $(HOSTS_BUILD)/meson-logs/install-log.txt 2>/dev/null || { \
		echo "nothing is known to be installed below $(DESTDIR)$(PREFIX): give the PREFIX of 'make install', in the same folder" >&2; \
		exit 1; }
	ninja -C $(HOSTS_BUILD) uninstall
	rm -f $(HOSTS_BUILD)/meson-logs/install-log.txt
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,bin/dray-proxy-session lib/systemd/user/dray-proxy.service lib/systemd/user/dray-proxy-once.service \
		$(patsubst %,lib/systemd/user/%.service.d/dray-proxy.conf,$(ASIDE_UNITS) $(DIRECT_UNITS)) share/wayland-sessions/gnome-dray.desktop \
		share/wayland-sessions/plasma-dray.desktop share/man/man1/dray-*.1 $(foreach program,$(PROGRAMS), \
		bin/$(program) share/man/man1/$(program).1 share/bash-completion/completions/$(program) \
		share/zsh/site-functions/_$(program) share/fish/vendor_completions.d/$(program).fish))

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

clean:
	rm -rf .build .build-* dray-demo dray-run dray-bench

packages-root: ; @$(INSTALL_PACKAGES) $(ROOT_PACKAGES)
packages-build: ; @$(INSTALL_PACKAGES) $(BUILD_PACKAGES)
packages-demo: ; @$(INSTALL_PACKAGES) $(BUILD_PACKAGES) $(CLIENT_PACKAGES)
packages-conformance: ; @$(INSTALL_PACKAGES) $(BUILD_PACKAGES) $(CONFORMANCE_PACKAGES)
packages-hosts: ; @$(INSTALL_PACKAGES) $(BUILD_PACKAGES) $(CLIENT_PACKAGES) $(TEST_PACKAGES) $(HOST_PACKAGES)
packages-rules: ; @$(INSTALL_PACKAGES) $(BUILD_PACKAGES) $(CLIENT_PACKAGES) $(HOST_PACKAGES)
packages-proxy: packages-hosts ; @$(INSTALL_PACKAGES) $(PROXY_PACKAGES)
packages-python: ; @$(INSTALL_PACKAGES) $(PYTHON_PACKAGES)
packages-test: ; @$(INSTALL_PACKAGES) $(BUILD_PACKAGES) $(CLIENT_PACKAGES) $(TEST_PACKAGES)
