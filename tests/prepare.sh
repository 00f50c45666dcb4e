#!/usr/bin/env bash
# Brings the programs that some tests need beyond Python, through the system's package manager, as far as this user may.
# Prints what a pytest marker expression must go on with to leave out what cannot run ("" when all can); tells people on
# stderr.
# In CI (CI=true) nothing may be left out: then a missing program is an error.
set -euo pipefail
PATH="$PATH:/usr/sbin" # where Debian keeps mosquitto

has() { command -v "$1" >/dev/null 2>&1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif has sudo && sudo -n true 2>/dev/null; then sudo -n "$@"; else return 1; fi
}

install() {
  if has apt-get; then
    as_root env DEBIAN_FRONTEND=noninteractive sh -c "apt-get update && apt-get install -o DPkg::Lock::Timeout=300 --yes --no-install-recommends $1"
  elif has dnf; then
    as_root dnf install --assumeyes "$1"
  elif has pacman; then
    as_root pacman --sync --refresh --noconfirm "$1"
  else
    return 1
  fi
}

# Debian starts a broker that it installs, at the port that touchmove's own wants; only the program is needed.
stop_service() {
  ! has systemctl || as_root systemctl disable --now "$1" >/dev/null 2>&1 || true
}

left_out=""
for need in "broker mosquitto" "browser chromium"; do
  read -r marker program <<<"$need"
  if has "$program" || { echo "Installing $program for the tests marked '$marker'." >&2 && install "$program" >&2 && has "$program" && stop_service "$program"; }; then
    continue
  fi
  if [ "${CI:-}" = true ]; then
    echo "$program is missing and could not be installed; CI leaves no test out." >&2
    exit 1
  fi
  echo "Left out: the tests marked '$marker', because $program is missing and could not be installed." >&2
  left_out+=" and not $marker"
done
echo "$left_out"
