#!/usr/bin/env bash
# Downloads an executable of a release, checks it and puts it on the PATH of the steps that follow. Run by action.yml.
set -euo pipefail

fail() {
  echo "::error::$1"
  exit 1
}

case "${VERSION:-}" in
  '' | *[!0-9A-Za-z.+-]*) fail "version is not a release: '${VERSION:-}'" ;;
esac
case "$(uname -s) $(uname -m)" in
  'Linux x86_64') platform=linux-amd64 ;;
  'Linux aarch64') platform=linux-arm64 ;;
  'Darwin x86_64') platform=darwin-amd64 ;;
  'Darwin arm64') platform=darwin-arm64 ;;
  *) fail "There is no executable for $(uname -s) $(uname -m)" ;;
esac

name="gh-migrator-$platform"
base="${RELEASES_URL:-https://github.com/$REPOSITORY/releases/download}/v$VERSION"
folder="$RUNNER_TEMP/migrator-$VERSION"
mkdir -p "$folder"
cd "$folder"
# Nothing is left where a check fails.
trap 'rm -f "$folder/$name"' ERR EXIT

curl --fail --silent --show-error --location --retry 3 --output "$name" "$base/$name" || fail "Cannot download $base/$name"
expected="${SHA256:-}"
if [ -z "$expected" ]; then
  curl --fail --silent --show-error --location --retry 3 --output SHA256SUMS "$base/SHA256SUMS" || fail "Cannot download $base/SHA256SUMS"
  expected=$(awk -v name="$name" '$2 == name { print $1 }' SHA256SUMS)
fi
if command -v sha256sum > /dev/null; then actual=$(sha256sum "$name"); else actual=$(shasum -a 256 "$name"); fi
actual=${actual%% *}
[ "$actual" = "$expected" ] || fail "$name has SHA-256 $actual, and not ${expected:-one that SHA256SUMS names}"
# A checksum that comes with the file says only that it is whole; the attestation says who built it.
if [ -z "${SHA256:-}" ] && [ -z "${RELEASES_URL:-}" ]; then
  gh attestation verify "$name" --repo "$REPOSITORY" || fail "$name has no attestation of $REPOSITORY"
fi

mkdir -p bin
mv "$name" bin/migrator
chmod 755 bin/migrator
bin/migrator --version
echo "$folder/bin" >> "$GITHUB_PATH"
echo "path=$folder/bin/migrator" >> "$GITHUB_OUTPUT"
