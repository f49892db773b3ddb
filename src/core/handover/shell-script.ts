import { type Moves, sshAddress } from './repository-move.ts';

/**
 * A script for a POSIX shell that changes the addresses in all clones below a folder. Every form of an old address is
 * brought to `host/path` first; what stands in a table of ours is replaced, SSH by SSH and HTTPS by HTTPS. Pure.
 */
export function shellScript({ host, aliases, prefix, repositories }: Moves): string {
  const rows = repositories.map(({ key, newUrl }) => `${key} ${newUrl}.git ${sshAddress(newUrl)}`);
  const names = aliases.map((alias) => ` -e 's,^${escaped(alias)}/,${host}/,'`).join('');
  const context = prefix === '' ? '' : ` -e 's,^${escaped(host)}${escaped(prefix)}/,${host}/,'`;
  return script.replace('@NAMES@', `${names}${context}`).replace('@MOVES@', () => rows.join('\n'));
}

/** For the regular expressions of sed. */
function escaped(text: string): string {
  return text.toLowerCase().replaceAll('.', '\\.');
}

const script = String.raw`#!/bin/sh
# Changes the addresses of Git clones whose repositories have moved.
#
#   sh remotes.sh [-n] [FOLDER]
#
# Looks at every clone below FOLDER (default: this one), submodules and bare repositories too. -n shows what would
# change. Passwords in old addresses are not shown, and not kept. Remotes of other repositories stay as they are.
set -u

moves() {
  cat <<'MOVES'
@MOVES@
MOVES
}

# host/path in lower case, without scheme, user, port, context path and .git
key_of() {
  printf '%s\n' "$1" |
    sed -e '/:\/\//!s,^\([^/:]*\):/*,ssh://\1/,' -e 's,^[A-Za-z][A-Za-z+]*://,,' -e 's,^[^/@]*@,,' \
      -e 's,^\([^/:]*\):[0-9]*/,\1/,' -e 's,//*,/,g' -e 's,/*$,,' -e 's,/info/lfs$,,' -e 's,\.git$,,' |
    tr 'A-Z' 'a-z' |
    sed -e 's,^\([^/]*\)/*,\1/,'@NAMES@
}

# The new address for an old one; nothing where it has not moved
new_for() {
  key=$(key_of "$1")
  case $1 in
    http://* | https://*) column=2 ;;
    *) column=3 ;;
  esac
  found=$(moves | awk -v key="$key" -v column="$column" '$1 == key { print $column; exit }')
  case $1 in
    */info/lfs | */info/lfs/) [ -z "$found" ] || found=$found/info/lfs ;;
  esac
  printf '%s' "$found"
}

dry=
if [ "${'$'}{1-}" = -n ]; then
  dry=yes
  shift
fi
folder=${'$'}{1-.}
if [ ! -d "$folder" ]; then
  printf 'There is no folder %s\n' "$folder" >&2
  exit 2
fi

# A name with a line feed would pose as two, one of them outside of FOLDER.
feed='*
*'
case $folder in
  $feed)
    printf 'The name of the folder has a line feed\n' >&2
    exit 2
    ;;
esac

clones() {
  find "$folder" -name "$feed" -prune -o -name .git -print -prune 2>/dev/null
  # Bare repositories
  find "$folder" \( -name "$feed" -o -name .git \) -prune -o -type f -name HEAD -print 2>/dev/null |
    while IFS= read -r head; do
      [ -d "$(dirname "$head")/objects" ] && dirname "$head"
    done
}

entries='^(remote\..*\.(url|pushurl|lfsurl)|submodule\..*\.url|lfs\.url)$'
clones | while IFS= read -r clone; do
  case $clone in
    */.git | .git) place=$(dirname "$clone") ;;
    *) place=$clone ;;
  esac
  # In place of one that is none, git would take a repository above.
  git rev-parse --resolve-git-dir "$clone" >/dev/null 2>&1 || continue
  # Names and values by themselves: a value of several lines must not pose as an entry.
  git -C "$place" config --local --name-only --get-regexp "$entries" 2>/dev/null | sort -u |
    while IFS= read -r entry; do
      git -C "$place" config --local --get-all "$entry" | while IFS= read -r old; do
        new=$(new_for "$old")
        [ -n "$new" ] || continue
        pattern=^$(printf '%s' "$old" | sed -e 's/[][\\.*^$(){}?+|]/\\&/g')\$
        # A line of a longer value is none of its own.
        git -C "$place" config --local --get-all "$entry" "$pattern" >/dev/null || continue
        printf '%s: %s is now %s\n' "$place" "$entry" "$new"
        [ -n "$dry" ] && continue
        git -C "$place" config --local --replace-all "$entry" "$new" "$pattern" || exit 1
      done || exit 1
    done || exit 1
done
`;
