# SPDX-License-Identifier: MIT
# Thin: what to install, and which command does what. `make help` lists the targets.

SWIFT ?= swift
# Debian's packages, by what needs them.
BUILD_PACKAGES = pkg-config libwayland-dev libwayland-bin wayland-protocols libxkbcommon-dev xkb-data \
	libinput-dev libudev-dev libseat-dev libcairo2-dev
CLIENT_PACKAGES = python3 python3-gi python3-gi-cairo gir1.2-gtk-4.0 fonts-dejavu-core fonts-noto-cjk adwaita-icon-theme
TEST_PACKAGES = gir1.2-gtk-3.0 python3-pyqt6 qt6-wayland binutils weston foot wtype seatd chromium firefox-esr
CONFORMANCE_PACKAGES = wlcs
HOST_PACKAGES = meson ninja-build gcc libc6-dev binutils libweston-10-dev libwlroots-dev weston sway valgrind \
	libc6-dbg xvfb xdotool imagemagick wl-clipboard grim util-linux xwayland xclip

RELEASE = --configuration release --scratch-path .build-release
PREFIX ?= /usr/local
HOSTS_BUILD = .build-hosts
ADDRESS = --sanitize=address --scratch-path .build-asan

.PHONY: help demo test scenarios test-release test-address test-hosts fuzz conformance conformance-page bench bench-page install lint format clean \
	packages-build packages-demo packages-test packages-conformance packages-hosts

help:
	@echo "make demo          drag a text from one GTK 4 application to another; look at dray-demo/report.html"
	@echo "make test          all tests"
	@echo "make scenarios     all scenarios: every toolkit with every other"
	@echo "make test-release  all tests, optimised"
	@echo "make test-address  the tests under AddressSanitizer, with leak checking"
	@echo "make test-hosts    libdray.so, and Dray inside Weston and sway"
	@echo "make conformance   WLCS, the Wayland Conformance Test Suite"
	@echo "make bench         what a drag costs in Weston and sway, by themselves and with Dray; look at dray-bench/bench.txt"
	@echo "make fuzz          random clients, for FUZZ_SECONDS (600)"
	@echo "make install       libdray.so, its header and the modules for Weston and sway, into PREFIX (/usr/local)"
	@echo "make lint          check the format of the sources; 'make format' mends it"
	@echo "make clean         remove what was built"

demo: packages-demo
	$(SWIFT) build $(RELEASE) --product dray
	.build-release/release/dray run --output dray-demo Tests/Scenarios/demo.yaml

test: packages-test
	$(SWIFT) build --build-tests
	$(SWIFT) test --disable-xctest --skip-build

scenarios: packages-test
	$(SWIFT) build
	.build/debug/dray run -j 2 -o dray-run $(wildcard Tests/Scenarios/*.yaml)

test-release: packages-test
	$(SWIFT) build $(RELEASE) -Xswiftc -enable-testing --build-tests
	$(SWIFT) test $(RELEASE) -Xswiftc -enable-testing --disable-xctest --skip-build

# There are only Swift Testing's tests; XCTest's launcher has nothing to do, and leaks. The command line is left out: it
# stands on Foundation, which leaks by itself when it reads files and XML, or starts a process (as wtypeTypes does).
test-address: packages-test
	$(SWIFT) build $(ADDRESS) --build-tests
	ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Support/lsan.supp \
		$(SWIFT) test $(ADDRESS) --disable-xctest --skip-build \
		--skip 'DrayRunTests|DrayReportTests|DrayScenarioTests|wtypeTypes'

test-hosts: packages-hosts
	test -d $(HOSTS_BUILD) || meson setup $(HOSTS_BUILD) meson-shims
	meson test -C $(HOSTS_BUILD) --print-errorlogs

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

install: packages-hosts
	test -d $(HOSTS_BUILD) || meson setup $(HOSTS_BUILD) meson-shims
	meson configure $(HOSTS_BUILD) --prefix $(PREFIX)
	meson install -C $(HOSTS_BUILD)

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

clean:
	rm -rf .build .build-* dray-demo dray-run dray-bench

packages-build: ; @$(call install,$(BUILD_PACKAGES))
packages-demo: ; @$(call install,$(BUILD_PACKAGES) $(CLIENT_PACKAGES))
packages-conformance: ; @$(call install,$(BUILD_PACKAGES) $(CONFORMANCE_PACKAGES))
packages-hosts: ; @$(call install,$(BUILD_PACKAGES) $(CLIENT_PACKAGES) $(TEST_PACKAGES) $(HOST_PACKAGES))
packages-test: ; @$(call install,$(BUILD_PACKAGES) $(CLIENT_PACKAGES) $(TEST_PACKAGES))

# Installs the packages that are missing, and says which. Asks for a password only where that is needed.
define install
missing=""; \
for package in $(1); do \
	dpkg-query -W -f='$${db:Status-Status}' $$package 2>/dev/null | grep -qx installed || missing="$$missing $$package"; \
done; \
[ -z "$$missing" ] && exit 0; \
echo "installing:$$missing"; \
if [ "$$(id -u)" = 0 ]; then as_root=""; elif command -v sudo >/dev/null; then as_root=sudo; else \
	echo "these packages are missing, and there is no sudo to install them with:$$missing" >&2; \
	echo "as root: apt-get install --no-install-recommends$$missing" >&2; exit 1; fi; \
$$as_root apt-get update -qq && \
DEBIAN_FRONTEND=noninteractive $$as_root apt-get install -y -qq --no-install-recommends $$missing >/dev/null || { \
	echo "apt-get could not install:$$missing" >&2; exit 1; }
endef
