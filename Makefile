# SPDX-License-Identifier: MIT
# The packages that each target needs, and the commands. `make help` lists the targets.

SWIFT ?= swift
# Debian's packages by the targets that need them. docs/packaging.md has their versions.
BUILD_PACKAGES = pkg-config libwayland-dev libxkbcommon-dev xkb-data libinput-dev libudev-dev libseat-dev \
	libcairo2-dev libyaml-dev libpcre2-dev zlib1g-dev libpng-dev libjpeg-dev libtiff-dev liblcms2-dev \
	libgumbo-dev libsystemd-dev libxcb1-dev libxcb-xfixes0-dev libxcb-composite0-dev
CLIENT_PACKAGES = python3 python3-gi python3-gi-cairo gir1.2-gtk-4.0 fonts-dejavu-core fonts-noto-cjk adwaita-icon-theme
TEST_PACKAGES = gir1.2-gtk-3.0 python3-pyqt5 python3-pyqt6 qt6-wayland binutils weston foot wtype seatd chromium \
	firefox-esr mousepad gnome-text-editor thunar nautilus pcmanfm pcmanfm-qt qtwayland5 dbus-daemon wl-clipboard \
	wayland-utils bubblewrap xdg-dbus-proxy at-spi2-core xvfb orca speech-dispatcher python3-speechd \
	x11-xkb-utils xdg-desktop-portal xdg-desktop-portal-gtk \
	qt6-xdgdesktopportal-platformtheme gsettings-desktop-schemas libglib2.0-bin ffmpeg xwayland tk tkdnd
CONFORMANCE_PACKAGES = wlcs
HOST_PACKAGES = meson ninja-build gcc libc6-dev binutils libxml2-dev libwayland-bin wayland-protocols libdrm-dev \
	libpixman-1-dev g++ qt6-base-dev qt6-base-private-dev \
	weston sway swaylock valgrind libc6-dbg xvfb xdotool imagemagick wl-clipboard grim util-linux xwayland xclip \
	wayland-utils bubblewrap chromium xdg-desktop-portal \
	libtiff-tools libjpeg-turbo-progs libimage-exiftool-perl python3-pil python3-numpy gir1.2-gdkpixbuf-2.0 \
	qt6-image-formats-plugins \
	$(HOST_PACKAGES_$(RELEASE_NAME))
# Packages with a version in their names, for each tested release of Debian.
HOST_PACKAGES_bookworm = libweston-10-dev libwlroots-dev
HOST_PACKAGES_trixie = libweston-14-dev libwlroots-0.18-dev labwc cage phoc $(KWIN_PACKAGES) libmutter-16-dev \
	$(GNOME_PACKAGES)
# Debian sid, by the name of the next release.
HOST_PACKAGES_forky = libweston-16-dev libwlroots-0.19-dev libwlroots-0.20-dev labwc cage wayfire $(KWIN_PACKAGES) \
	libmutter-51-dev $(GNOME_PACKAGES)
# Debian 12 has KWin 5, in which Dray has no plugin.
KWIN_PACKAGES = kwin-wayland kwin-dev qt6-declarative-dev libkf6config-dev libkf6coreaddons-dev libepoxy-dev dbus-daemon
# Debian 12 has GNOME Shell 43, for which Dray has no library.
GNOME_PACKAGES = gnome-shell gnome-shell-extension-dashtodock gobject-introspection libx11-xcb-dev libglib2.0-bin \
	dbus-daemon
RELEASE_NAME := $(shell . /etc/os-release 2>/dev/null && echo $$VERSION_CODENAME)
# The Python package, its tests and its wheel.
PYTHON_PACKAGES = mypy python3-pytest python3-pytest-xdist python3-jsonschema python3-pip python3-gi gir1.2-gtk-4.0 \
	python3-pyqt6 qt6-wayland dbus-daemon binutils patchelf gcc libc6-dev at-spi2-core xdg-desktop-portal \
	xdg-desktop-portal-gtk qt6-xdgdesktopportal-platformtheme
# Compositors without plugins, and programs for the tests of the proxy.
PROXY_PACKAGES = kwin-wayland mutter dbus-daemon glmark2-es2-wayland dolphin libreoffice-writer libreoffice-gtk3

# A debug build of whole modules takes a sixth less time than one file by file. `swift build` without these flags builds
# everything again.
BUILD = $(SWIFT) build -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -index-ignore-system-modules
# Programs for hosts and benchmarks share their modules with libdray.so.
RELEASE_BUILD = meson-shims/library/swift-build $(SWIFT) $(CURDIR) .build-release
OPTIMIZED = --configuration release -Xswiftc -enable-testing -Xswiftc -num-threads -Xswiftc 2
# A build of its own, because benchmarks measure the build that is shipped.
OPTIMIZED_BUILD = $(SWIFT) build $(OPTIMIZED) --scratch-path .build-optimized
# Optimised, so that one build serves both kinds of tests in CI.
ADDRESS_BUILD = $(SWIFT) build $(OPTIMIZED) --scratch-path .build-asan --sanitize=address
# The build that is installed. It needs no Swift runtime on the user's machine, and starts fast, because scripts call
# `dray ctl` for each motion: only needed libraries, the used parts of libstdc++ (whose names are three quarters of
# those that would be resolved), no exported names, and packed relocations (10 KB for 50,000). To be reproducible, it
# contains neither the name of its folder, nor Swift's notes for incremental builds, nor debugger symbols, whose order
# differs between builds.
PROGRAM = --configuration release --scratch-path .build-install --static-swift-stdlib -Xswiftc -use-ld=lld \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
	-Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. \
	-Xswiftc -L$(CURDIR)/.build-install/static \
	$(foreach flag,--strip-all --as-needed --gc-sections --icf=safe \
	--version-script=$(CURDIR)/Sources/Programs/dray/exports.map \
	-z pack-relative-relocs -z relro -z now,-Xlinker $(flag))
PROGRAM_FILES = .build-install/files
PREFIX ?= /usr/local
HOSTS_BUILD = .build-hosts
SET_UP_HOSTS = test -d $(HOSTS_BUILD) || meson setup $(HOSTS_BUILD) meson-shims -Dscratch=$(CURDIR)/.build-release

DOCS_PACKAGES = doxygen
# For `make lint`, which needs a Swift toolchain as well.
LINT_PACKAGES = git clang-format
# The tools that create a root of another release: debootstrap for root, mmdebstrap and a user namespace otherwise.
ROOT_PACKAGES = git procps util-linux $(if $(filter 0,$(shell id -u)),debootstrap,mmdebstrap uidmap)

INSTALL_PACKAGES = Tests/Tools/Debian/install-packages
# Runs a command in a root of another release of Debian.
IN_ROOT = Tests/Tools/Debian/in-root

# Packages are installed first, and one Swift build uses all cores.
.NOTPARALLEL:
.PHONY: help demo demo-picture test tested-programs firefox-template scenarios soak check-release host-programs \
	hosts-build wheel test-scale test-python test-wheel test-container test-release test-address test-hosts \
	test-proxy test-debian13 test-debian13-all test-debian13-rules test-rules-with test-sid test-rules \
	test-undefined check-32-bits deb check-deb check-reproducible fuzz conformance conformance-page bench bench-page \
	bench-proxy install uninstall program session-files check-program lint format docs clean packages-root \
	packages-lint packages-docs \
	packages-build packages-demo packages-test packages-conformance packages-hosts packages-rules packages-proxy \
	packages-python

help:
	@echo "make demo          drag a text from one GTK 4 window to another; open dray-demo/report.html"
	@echo "make test          all Swift tests; FILTER=DrayCoreTests those whose names match"
	@echo "make scenarios     all scenarios: each toolkit with each other one"
	@echo "make test-release  tests of code that the optimizer may change; with OPTIMIZED_TESTS= all tests"
	@echo "make test-address  the same and tests of unsafe code, optimised, under AddressSanitizer with leak checking"
	@echo "make check-release everything that only a release needs: packages, proxies, fuzzing, Debian 13 (hours)"
	@echo "make test-hosts    libdray.so, and Dray in Weston and sway; screenshots in $(HOSTS_BUILD)/tests/pictures"
	@echo "make test-debian13 demo, tests and hosts in a root of Debian 13; 'test-debian13-all' runs all of CI there"
	@echo "make test-sid      the rules in every host of Debian sid, in a root"
	@echo "make test-undefined  the tests of hosts, with C under UndefinedBehaviorSanitizer"
	@echo "make check-32-bits compile the C for a 32-bit target"
	@echo "make deb           Debian packages for DEB_RELEASES (bookworm trixie) in $(DEB_FOLDER);"
	@echo "                   'check-deb' tests them, 'check-reproducible' builds them again and compares them"
	@echo "make wheel         the Python package with 'dray' in $(WHEEL); 'test-python' runs its tests,"
	@echo "                   'test-wheel' the template's tests, 'test-container' the same in a container, as root"
	@echo "make test-scale    500 scenarios in one call: memory, -j 1 and -j 16, and ^C at any time"
	@echo "make test-proxy    dray proxy in front of KWin, mutter, sway and Weston; 'bench-proxy' measures its cost"
	@echo "make soak          the demo, fifty times in a row"
	@echo "make conformance   WLCS, the Wayland Conformance Test Suite; 'conformance-page' writes the page of results"
	@echo "make bench         the cost of a drag in Weston and sway, with Dray and without; see dray-bench/bench.txt;"
	@echo "                   'bench-page' writes the page of results"
	@echo "make fuzz          random clients, for FUZZ_SECONDS (600)"
	@echo "make install       programs, manual pages, completions, libdray.so with its headers, and the adapters,"
	@echo "                   into PREFIX (/usr/local); 'make uninstall' removes them"
	@echo "make lint          check format, English and links; 'make format' formats Swift, C and C++"
	@echo "make docs          the interface for C as pages"
	@echo "make clean         remove all builds"

demo: packages-demo
	$(BUILD) --product dray
	.build/debug/dray run --output dray-demo Tests/EndToEnd/Scenarios/demo.yaml

test: packages-test
	$(BUILD) --build-tests
	Tests/Tools/leaves-nothing Tests/Tools/run-tests \
		$(if $(FILTER),--filter '$(FILTER)',--skip '^DrayStressTests\.')

# The programs that scenarios and the Python package run. HOSTS_BUILT=1 takes the optimised ones of the hosts, which
# need half the time.
TESTED = .build$(if $(HOSTS_BUILT),-release/release,/debug)
tested-programs: packages-test
	$(if $(HOSTS_BUILT),,$(BUILD) --product dray)
	$(if $(HOSTS_BUILT),,$(BUILD) --product dray-access)

# Firefox starts in three quarters of its processor time with these files.
FIREFOX_TEMPLATE = $(CURDIR)/.build/firefox-template
firefox-template: packages-test
	Tests/Support/Clients/firefox-template.py $(FIREFOX_TEMPLATE)

scenarios: tested-programs firefox-template
	$(BUILD) --product dray-shelf
	FIREFOX_TEMPLATE=$(FIREFOX_TEMPLATE) \
		$(TESTED)/dray run -j 3 -o dray-run $(wildcard Tests/EndToEnd/Scenarios/*.yaml)

# Writes the moving picture of the README.
demo-picture: tested-programs
	$(TESTED)/dray run -o dray-demo --video --video-format png Tests/EndToEnd/Scenarios/demo.yaml
	cp dray-demo/video.png docs/images/demo-moving.png

# Fifty runs, which must all pass whatever the load of the machine.
soak: packages-demo
	$(BUILD) --product dray
	for round in $$(seq 50); do \
		.build/debug/dray run --output dray-run/soak Tests/EndToEnd/Scenarios/demo.yaml || \
			{ echo "in round $$round"; exit 1; }; done

# Tests of code that the optimizer may change: allocations of a motion, the rules, transfers. And tests that take long
# without it: deaths at every step, random clients, ten thousand drags. `make test` leaves DrayStressTests to this
# target and to test-address.
OPTIMIZED_TESTS ?= DrayCoreTests DrayInputTests DrayStressTests DrayTransferTests HeadlessDevicesTests
test-release: packages-test
	DRAY_TEST_TARGETS="$(OPTIMIZED_TESTS)" $(OPTIMIZED_BUILD) --product drayPackageTests
	Tests/Tools/leaves-nothing Tests/Tools/run-tests --bundle .build-optimized/release/drayPackageTests.xctest

# The Python package with the pytest plugin, from the sources.
PYTHON_PACKAGE = packaging/python
test-python: tested-programs packages-python
	cd $(PYTHON_PACKAGE) && mypy --cache-dir /dev/null
	Tests/Tools/leaves-nothing env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$(CURDIR)/$(PYTHON_PACKAGE) \
		PYTEST_PLUGINS=dray_run.plugin DRAY_PROGRAM=$(CURDIR)/$(TESTED)/dray \
		/usr/bin/python3 -m pytest -p no:cacheprovider --basetemp .build/python-tests -n 2 $(PYTHON_PACKAGE)

# Five hundred scenarios in one call, with one job and many, and interrupted calls.
test-scale: packages-build
	$(BUILD) --product dray
	Tests/EndToEnd/Scale/scale.py .build/debug/dray

# The wheel needs no Swift where it is installed.
WHEEL = .build-wheel
wheel: program packages-python
	rm -rf $(WHEEL)
	install -D $(PROGRAM_FILES)/bin/dray -t $(WHEEL)/programs
	$(CC) -O2 -s -Wall -ISources/Wayland/CPeer/include -ISources/Helpers/CAccessible/include \
		-ISources/Helpers/CSpeech/include \
		-o $(WHEEL)/programs/dray-access Sources/Helpers/dray-access/*.c Sources/Wayland/CPeer/peer.c \
		Sources/Helpers/CAccessible/*.c Sources/Helpers/CSpeech/*.c $$(pkg-config --cflags --libs libsystemd)
	$(PYTHON_PACKAGE)/build-wheel $(addprefix $(WHEEL)/programs/,dray dray-access) $(WHEEL)

# The template's tests with the wheel, without Swift.
test-wheel: wheel packages-test
	$(PYTHON_PACKAGE)/check-template $(WHEEL)/*.whl

test-container: wheel
	@$(INSTALL_PACKAGES) buildah debootstrap
	$(PYTHON_PACKAGE)/check-template $(WHEEL)/*.whl --container

# Tests of unsafe code, of code that the optimizer may change (allocations of a motion, the rules, transfers), and tests
# that take long without it. The C has tests of its own: dray-convert with sanitizers, the adapters under Valgrind.
ADDRESS_TESTS ?= $(OPTIMIZED_TESTS) DrayServerTests DrayX11Tests DrayXwaylandTests HeadlessDesktopTests WaylandTests \
	XCBTests
test-address: packages-test
	DRAY_TEST_TARGETS="$(ADDRESS_TESTS)" $(ADDRESS_BUILD) --product drayPackageTests
	ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Support/lsan.supp \
		Tests/Tools/leaves-nothing Tests/Tools/run-tests --bundle .build-asan/release/drayPackageTests.xctest

# Optimised programs, because the tests take screenshots of a host while its image flies.
host-programs:
	set -e; for product in dray dray-access MinimalCompositor dray-shelf; do $(RELEASE_BUILD) --product $$product; done

hosts-build: host-programs
	$(SET_UP_HOSTS)
	ninja -C $(HOSTS_BUILD)

test-hosts: packages-hosts hosts-build firefox-template
	FIREFOX_TEMPLATE=$(FIREFOX_TEMPLATE) Tests/Tools/run-meson -C $(HOSTS_BUILD)

# Both commands of the README, and the hosts.
test-debian13: packages-root
	Tests/Tools/Debian/check-in-root trixie
	$(IN_ROOT) trixie make demo test test-hosts

test-debian13-all: packages-root
	$(IN_ROOT) trixie env CI_SECONDS=0 .ci/run

# Tests that take too long for every change.
check-release:
	$(MAKE) test-release OPTIMIZED_TESTS=
	$(MAKE) check-program test-wheel test-scale soak fuzz test-undefined check-32-bits test-proxy
	Tests/CInterface/check-subproject.sh .
	$(MAKE) test-debian13 deb check-deb check-reproducible

# Only the table of cases, in each host of this machine.
test-rules: packages-rules hosts-build
	Tests/Tools/run-meson -C $(HOSTS_BUILD) --suite rules

# The table of cases in the hosts of Debian 13, with the library and the programs of this build; only the C is compiled
# in the root. This works because both releases have the same sonames, and glibc is older here. HOSTS_BUILT=1 takes the
# library and the programs as they are: SwiftPM compiles some modules again when a program is built after the library.
DEBIAN13_PROGRAMS = .build-debian13
test-debian13-rules: packages-root packages-rules $(if $(HOSTS_BUILT),,hosts-build)
	install -D -t $(DEBIAN13_PROGRAMS) $(HOSTS_BUILD)/library/libdray.so \
		$(addprefix .build-release/release/,dray MinimalCompositor)
	DRAY_OUTPUT=$(DEBIAN13_PROGRAMS) $(IN_ROOT) trixie make test-rules-with PROGRAMS=/output

# The table of cases with the library and the programs in the folder PROGRAMS, built on another release, in the
# compositors of this one. The headless compositor and the examples are the same programs in both.
test-rules-with: packages-rules
	rm -rf .build-hosts-with
	meson setup .build-hosts-with meson-shims -Dlibrary=$(PROGRAMS)/libdray.so -Ddray=$(PROGRAMS)/dray \
		-Dminimal-compositor=$(PROGRAMS)/MinimalCompositor
	ninja -C .build-hosts-with
	Tests/Tools/run-meson -C .build-hosts-with --suite rules --no-suite ours

# Debian sid changes daily, so this is not part of CI.
test-sid: packages-root
	$(IN_ROOT) sid make test-rules

# Debian packages, in a clean root of each release, and tests that install and remove them.
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

# The tests of hosts with the C of the adapters under UndefinedBehaviorSanitizer, and with unsigned char, as on arm64.
UNDEFINED_BUILD = .build-undefined
test-undefined: packages-hosts host-programs
	test -d $(UNDEFINED_BUILD) || meson setup $(UNDEFINED_BUILD) meson-shims -Db_sanitize=undefined -Db_lundef=false \
		-Dc_args=-funsigned-char
	ninja -C $(UNDEFINED_BUILD)
	rm -rf $(UNDEFINED_BUILD)/reports
	install -d -m 1777 $(UNDEFINED_BUILD)/reports
	UBSAN_OPTIONS=print_stacktrace=1:log_path=$(CURDIR)/$(UNDEFINED_BUILD)/reports/report \
		Tests/Tools/run-meson -C $(UNDEFINED_BUILD) --suite abi --suite hosts --no-suite valgrind
	! grep -r "runtime error" $(UNDEFINED_BUILD)/reports

# Compiles the C for 32 bits, which finds sizes, formats and casts that fit only 64. Generated files must exist first.
check-32-bits: packages-hosts
	@$(INSTALL_PACKAGES) gcc-multilib
	$(SET_UP_HOSTS)
	ninja -C $(HOSTS_BUILD) $$(ninja -C $(HOSTS_BUILD) -t targets rule CUSTOM_COMMAND | grep '\.[ch]$$')
	Tests/Tools/check-32-bits $(HOSTS_BUILD)

test-proxy: packages-proxy tested-programs
	$(SET_UP_HOSTS)
	ninja -C $(HOSTS_BUILD) tests/weston-input.so tests/plain-compositor
	/usr/bin/python3 Tests/EndToEnd/Proxy/proxy-hostile.py $(TESTED)/dray
	/usr/bin/python3 Tests/EndToEnd/Proxy/proxy-attacks.py $(TESTED)/dray
	/usr/bin/python3 Tests/EndToEnd/Proxy/proxy.py $(TESTED)/dray $(HOSTS_BUILD)/tests/weston-input.so \
		$(HOSTS_BUILD)/tests/plain-compositor
	ninja -C $(HOSTS_BUILD) hosts/rules/libdray-rules.so
	/usr/bin/python3 Tests/EndToEnd/Proxy/display-rules.py $(HOSTS_BUILD)/hosts/rules/libdray-rules.so \
		$(HOSTS_BUILD)/tests/plain-compositor $(HOSTS_BUILD)/tests/weston-input.so
	/usr/bin/python3 Tests/EndToEnd/Proxy/proxy-programs.py $(TESTED)/dray docs/results/proxy.md

bench-proxy: packages-proxy
	$(RELEASE_BUILD) --product dray
	$(SET_UP_HOSTS)
	ninja -C $(HOSTS_BUILD) tests/weston-input.so bench/proxy-sync bench/forward bench/bare bench/hop
	/usr/bin/python3 Tests/Bench/proxy.py .build-release/release/dray $(HOSTS_BUILD)/bench/proxy-sync \
		$(HOSTS_BUILD)/bench/forward $(HOSTS_BUILD)/bench/bare $(HOSTS_BUILD)/bench/hop \
		$(HOSTS_BUILD)/tests/weston-input.so

conformance: packages-conformance
	$(BUILD) --product DrayConformance
	Tests/Conformance/run .build/debug/libDrayConformance.so

# Writes the page of results.
conformance-page: packages-conformance
	$(BUILD) --product DrayConformance
	Tests/Conformance/run .build/debug/libDrayConformance.so --markdown docs/results/conformance.md

bench: packages-hosts
	$(RELEASE_BUILD) --product dray
	$(SET_UP_HOSTS)
	ninja -C $(HOSTS_BUILD)
	Tests/Bench/bench.py --build $(HOSTS_BUILD) --dray .build-release/release/dray --output dray-bench

# Writes the page of results.
bench-page: bench
	cp dray-bench/Benchmark.md docs/results/benchmark.md

FUZZ_SECONDS ?= 600
fuzz: packages-test
	$(BUILD) --build-tests
	DRAY_FUZZ_SECONDS=$(FUZZ_SECONDS) DRAY_FUZZ_SEED=$${DRAY_FUZZ_SEED:-$$(date +%s)} \
		$(SWIFT) test --disable-xctest --skip-build --filter 'FuzzTests|RandomBytesTests'

# The programs that are installed.
PROGRAMS = dray dray-shelf

# Units of Plasma whose executables have additional permissions in KWin: dray proxy steps aside while they start.
ASIDE_UNITS = plasma-plasmashell plasma-krunner
# The same, but they start no other programs, so they are given the compositor's own socket.
DIRECT_UNITS = plasma-xdg-desktop-portal-kde

# Checks that the installed program is small and starts fast.
check-program: program
	@$(INSTALL_PACKAGES) valgrind
	Tests/Tools/check-program $(PROGRAM_FILES)

# A folder with the layout of PREFIX: the programs, a manual page for each command (man dray-run), and completions for
# bash, zsh and fish.
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
		sed -e 's/^\.Nm "dray \(.*\)"/.Nm dray-\1/; s/^\.Xr dray\./.Xr dray-/; s/^\.Dt DRAY\./.Dt DRAY-/' \
			-e '/^\.Xr dray-\(help\|play\) /d; s/^$$/.Pp/' $$page >page && \
		rm $$page && mv page $$(echo $$page | sed 's/^dray\.\(.*\.1\)$$/dray-\1/'); \
	done

# Session entries and units for the proxy in front of the compositor; files only, without a build.
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
	$(SET_UP_HOSTS)
	meson configure $(HOSTS_BUILD) --prefix $(PREFIX)
	meson install -C $(HOSTS_BUILD)
	cd $(PROGRAM_FILES) && find . -type f -exec install -D -m 644 {} $(DESTDIR)$(PREFIX)/{} \;
	chmod 755 $(addprefix $(DESTDIR)$(PREFIX)/bin/,$(PROGRAMS) dray-proxy-session)

# Removes what 'make install' has installed below the same PREFIX. Shared folders stay.
uninstall:
	@grep -q '^$(DESTDIR)$(PREFIX)/' $(HOSTS_BUILD)/meson-logs/install-log.txt 2>/dev/null || { \
		echo "nothing is installed below $(DESTDIR)$(PREFIX): use the folder and the PREFIX of 'make install'" >&2; \
		exit 1; }
	ninja -C $(HOSTS_BUILD) uninstall
	rm -f $(HOSTS_BUILD)/meson-logs/install-log.txt
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,bin/dray-proxy-session \
		lib/systemd/user/dray-proxy.service lib/systemd/user/dray-proxy-once.service \
		$(patsubst %,lib/systemd/user/%.service.d/dray-proxy.conf,$(ASIDE_UNITS) $(DIRECT_UNITS)) \
		share/wayland-sessions/gnome-dray.desktop share/wayland-sessions/plasma-dray.desktop share/man/man1/dray-*.1 \
		$(foreach program,$(PROGRAMS), \
		bin/$(program) share/man/man1/$(program).1 share/bash-completion/completions/$(program) \
		share/zsh/site-functions/_$(program) share/fish/vendor_completions.d/$(program).fish))

# clang-format for all files of C and C++. Debian 12's version decides: others break some lines differently, so nothing
# is done with them.
FORMAT_C = clang-format --version | grep -q 'version 14\.' || { echo "skipped: C, without clang-format 14"; exit 0; }; \
	git ls-files -z '*.c' '*.h' '*.cpp' | xargs -0 -n 40 -P $$(nproc) clang-format

# The interface for C as pages; a comment that names a parameter wrongly fails.
DOCS_FOLDER = .build/docs
docs: packages-docs
	mkdir -p $(DOCS_FOLDER)
	(cat docs/Doxyfile; echo OUTPUT_DIRECTORY = $(DOCS_FOLDER)) | doxygen -
	@echo "open $(DOCS_FOLDER)/html/index.html"

lint: packages-lint
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	@$(FORMAT_C) --dry-run --Werror
	Tests/Tools/check-english
	Tests/Tools/check-links

format: packages-lint
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests
	@$(FORMAT_C) -i

clean:
	rm -rf .build .build-* dray-demo dray-run dray-bench

packages-root: ; @$(INSTALL_PACKAGES) $(ROOT_PACKAGES)
packages-lint: ; @$(INSTALL_PACKAGES) $(LINT_PACKAGES)
packages-docs: ; @$(INSTALL_PACKAGES) $(DOCS_PACKAGES)
packages-build: ; @$(INSTALL_PACKAGES) $(BUILD_PACKAGES)
packages-demo: ; @$(INSTALL_PACKAGES) $(BUILD_PACKAGES) $(CLIENT_PACKAGES)
packages-conformance: ; @$(INSTALL_PACKAGES) $(BUILD_PACKAGES) $(CONFORMANCE_PACKAGES)
packages-hosts: ; @$(INSTALL_PACKAGES) $(BUILD_PACKAGES) $(CLIENT_PACKAGES) $(TEST_PACKAGES) $(HOST_PACKAGES)
packages-rules: ; @$(INSTALL_PACKAGES) $(BUILD_PACKAGES) $(CLIENT_PACKAGES) $(HOST_PACKAGES)
packages-proxy: packages-hosts ; @$(INSTALL_PACKAGES) $(PROXY_PACKAGES)
packages-python: ; @$(INSTALL_PACKAGES) $(PYTHON_PACKAGES)
packages-test: ; @$(INSTALL_PACKAGES) $(BUILD_PACKAGES) $(CLIENT_PACKAGES) $(TEST_PACKAGES)
