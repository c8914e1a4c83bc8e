# SPDX-License-Identifier: MIT
# Thin: what to install, and which command does what. `make help` lists the targets.

SWIFT ?= swift
# Debian's packages, by what needs them.
BUILD_PACKAGES = pkg-config libwayland-dev libwayland-bin wayland-protocols libxkbcommon-dev xkb-data \
	libinput-dev libudev-dev libcairo2-dev
CLIENT_PACKAGES = python3 python3-gi python3-gi-cairo gir1.2-gtk-4.0 fonts-dejavu-core adwaita-icon-theme
TEST_PACKAGES = gir1.2-gtk-3.0 python3-pyqt6 qt6-wayland binutils valgrind

RELEASE = --configuration release --scratch-path .build-release
ADDRESS = --sanitize=address --scratch-path .build-asan

.PHONY: help demo test test-release test-address lint format packages-build packages-demo packages-test clean

help:
	@echo "make demo          drag a text from one GTK 4 application to another; look at dray-demo/report.html"
	@echo "make test          all tests"
	@echo "make test-release  all tests, optimised"
	@echo "make test-address  the tests under AddressSanitizer, with leak checking"
	@echo "make lint          check the format of the sources; 'make format' mends it"
	@echo "make clean         remove what was built"

demo: packages-demo
	$(SWIFT) build $(RELEASE) --product dray
	.build-release/release/dray run --output dray-demo Tests/Scenarios/demo.yaml

test: packages-test
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

test-release: packages-test
	$(SWIFT) build $(RELEASE) -Xswiftc -enable-testing --build-tests
	$(SWIFT) test $(RELEASE) -Xswiftc -enable-testing --skip-build

# XCTest's own launcher leaks, so it is left out; there are only Swift Testing's tests.
test-address: packages-test
	$(SWIFT) build $(ADDRESS) --build-tests
	ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Support/lsan.supp \
		$(SWIFT) test $(ADDRESS) --disable-xctest --skip-build

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

clean:
	rm -rf .build .build-* dray-demo dray-run

packages-build: ; @$(call install,$(BUILD_PACKAGES))
packages-demo: ; @$(call install,$(BUILD_PACKAGES) $(CLIENT_PACKAGES))
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
