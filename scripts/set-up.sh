#!/bin/sh
# Brings a fresh clone to where the program and its tests can run: packages, git-lfs where that is possible, the build;
# with `tests`, also the PostgreSQL server that tests start by themselves. Safe to run again: what is done is not done twice.
set -eu
cd "$(dirname "$0")/.."

# What installs packages runs code of others: it sees these variables alone, and so no token (docs/reliability.md). Only names
# become arguments, which every account can read.
if [ "${1:-}" != filtered ]; then
  set -- sh scripts/set-up.sh filtered "$@"
  hidden=$(awk '
    function passes(name) {
      if (name ~ /^npm_config_/) return name !~ /auth|key|otp|password|secret|token|username/
      return name ~ /^(path|pwd|home|user|logname|shell|term|tz|lang|language|tmpdir|ci|no_color)$/ ||
        name ~ /^lc_(all|collate|ctype|messages|monetary|numeric|time)$/ ||
        name ~ /^xdg_(cache|config|data|state)_home$/ ||
        name ~ /^(http|https|all|no)_proxy$/ ||
        name ~ /^(ssl_cert_file|ssl_cert_dir|node_extra_ca_certs|node_use_system_ca)$/ ||
        name ~ /^(volta_home|nodenv_root|asdf_dir|asdf_data_dir)$/ ||
        name ~ /^(systemroot|windir|comspec|pathext|appdata|localappdata|userprofile|temp|tmp)$/
    }
    BEGIN { for (name in ENVIRON) if (!passes(tolower(name))) print name }')
  while IFS= read -r name; do
    [ -z "$name" ] || set -- -u "$name" "$@"
  done <<HIDDEN
$hidden
HIDDEN
  exec env "$@"
fi
shift

# A linked folder belongs to another checkout: npm would empty it.
if [ -L node_modules ]; then
  :
elif [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ] ||
  [ package.json -nt node_modules/.package-lock.json ]; then
  echo "Installing packages (about a minute) ..." >&2
  npm ci --no-audit --no-fund --loglevel=error >&2
  touch node_modules/.package-lock.json
fi

# Prefix of a command that needs root; `none` where that would ask for a password.
if [ "$(id -u)" = 0 ]; then as_root=""; elif sudo -n true 2>/dev/null; then as_root="sudo -n"; else as_root="none"; fi

# install PACKAGE-OF-DEBIAN PACKAGE-OF-HOMEBREW: only where no password is needed.
install() {
  if command -v apt-get >/dev/null 2>&1; then
    [ "$as_root" = none ] && return 1
    { $as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1"; } >/dev/null 2>&1
  elif command -v brew >/dev/null 2>&1; then
    brew install --quiet "$2" >/dev/null 2>&1
  else
    return 1
  fi
}

if ! command -v git-lfs >/dev/null 2>&1; then
  echo "Installing git-lfs ..." >&2
  install git-lfs git-lfs || echo "git-lfs could not be installed: large-file objects will not be shown." >&2
fi

# Both keep the server's programs out of PATH.
has_postgresql() {
  command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb /opt/homebrew/opt/postgresql*/bin/initdb /usr/local/opt/postgresql*/bin/initdb 2>/dev/null | grep -q .
}
if [ "${1:-}" = tests ] && ! has_postgresql; then
  echo "Installing PostgreSQL ..." >&2
  # Debian would create a server of its own and start it with the machine.
  if [ ! -e /etc/postgresql-common ] && [ "$as_root" != none ] && command -v apt-get >/dev/null 2>&1; then
    $as_root mkdir -p /etc/postgresql-common/createcluster.d
    echo "create_main_cluster = false" | $as_root tee /etc/postgresql-common/createcluster.d/no-main-cluster.conf >/dev/null
  fi
  install postgresql postgresql@17 || true
  has_postgresql || echo "PostgreSQL could not be installed: tests of the shared state will fail." >&2
fi

PATH="$PWD/node_modules/.bin:$PATH"
if [ ! -f dist/cli.js ] || [ -n "$(find src sandbox license-service scripts/build.ts package-lock.json -newer dist/cli.js 2>/dev/null | head -n 1)" ]; then
  echo "Building ..." >&2
  node scripts/build.ts
fi
