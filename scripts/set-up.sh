#!/bin/sh
# Brings a fresh clone to where the program and its tests can run: packages, git-lfs where that is possible, the build.
# Safe to run again: what is done is not done twice.
set -eu
cd "$(dirname "$0")/.."

# A linked folder belongs to another checkout: npm would empty it.
if [ -L node_modules ]; then
  :
elif [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ] ||
  [ package.json -nt node_modules/.package-lock.json ]; then
  echo "Installing packages ..." >&2
  npm ci --no-audit --no-fund --loglevel=error >&2
  touch node_modules/.package-lock.json
fi

# git-lfs comes from Debian's packages or from Homebrew, and only where no password is needed.
if command -v git-lfs >/dev/null 2>&1; then
  :
elif command -v apt-get >/dev/null 2>&1; then
  if [ "$(id -u)" = 0 ]; then as_root=""; elif sudo -n true 2>/dev/null; then as_root="sudo -n"; else as_root="none"; fi
  if [ "$as_root" != none ]; then
    echo "Installing git-lfs ..." >&2
    { $as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq git-lfs; } \
      >/dev/null 2>&1 || echo "git-lfs could not be installed: large-file objects will not be shown." >&2
  fi
elif command -v brew >/dev/null 2>&1; then
  echo "Installing git-lfs ..." >&2
  brew install --quiet git-lfs >/dev/null 2>&1 ||
    echo "git-lfs could not be installed: large-file objects will not be shown." >&2
fi

PATH="$PWD/node_modules/.bin:$PATH"
if [ ! -f dist/cli.js ] || [ -n "$(find src sandbox license-service scripts/build.ts package-lock.json -newer dist/cli.js 2>/dev/null | head -n 1)" ]; then
  echo "Building ..." >&2
  node scripts/build.ts
fi
