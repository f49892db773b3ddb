/**
 * A script for a POSIX shell that moves branches of a clone to a rewritten history by a commit map, one rebase each. It shows
 * what it does, keeps the old branches, and leaves alone what needs a person.
 */
export const moveBranchesShell = String.raw`#!/bin/sh
# Moves your branches to a rewritten history.
#
#   sh move-branches.sh [-n] MAP
#
# Run it in a clone that has fetched from GitHub. MAP is the repository's .commit-map.csv. Each branch with old commits is
# rebased onto the new ones; the old branch stays as old/<branch>. -n shows the commands.
set -u

dry=
if [ "${'$'}{1-}" = -n ]; then
  dry=yes
  shift
fi
map=${'$'}{1-}
if [ ! -f "$map" ]; then
  printf 'There is no commit map %s\n' "$map" >&2
  exit 2
fi
case $map in
  -*) map=./$map ;;
esac
git rev-parse --git-dir >/dev/null || exit 2
if [ -n "$(git status --porcelain --untracked-files=no)" ]; then
  printf 'Commit or stash your changes first\n' >&2
  exit 2
fi
start=$(git symbolic-ref --quiet --short HEAD || git rev-parse HEAD)
# Large files are downloaded at the end, and not for each commit.
GIT_LFS_SKIP_SMUDGE=1
export GIT_LFS_SKIP_SMUDGE

# Old commits among those on standard input, each with its new one
old_among() {
  awk -F, 'NR == FNR { if (FNR > 1) now[$1] = $2; next } $1 in now { print $1, now[$1] }' "$map" -
}

failed=
moved=
for branch in $(git for-each-ref --format='%(refname:lstrip=2)' refs/heads); do
  case $branch in
    old/*) continue ;;
  esac
  found=$(git rev-list --topo-order "refs/heads/$branch" -- | old_among | head -n 1)
  [ -n "$found" ] || continue
  base=${'$'}{found% *}
  new=${'$'}{found#* }
  if ! git cat-file -e "$new^{commit}" 2>/dev/null; then
    printf '%s: commit %s is not here; fetch from GitHub first\n' "$branch" "$new" >&2
    failed=yes
    continue
  fi
  if [ -n "$(git rev-list "$base..refs/heads/$branch" -- | old_among | head -n 1)" ]; then
    printf '%s: merges several old branches; move it by hand\n' "$branch" >&2
    failed=yes
    continue
  fi
  if git show-ref --quiet --verify "refs/heads/old/$branch"; then
    printf '%s: old/%s exists already\n' "$branch" "$branch" >&2
    failed=yes
    continue
  fi
  printf 'git rebase --onto %s %s %s\n' "$new" "$base" "$branch"
  [ -n "$dry" ] && continue
  git branch --no-track "old/$branch" "refs/heads/$branch" || exit 1
  if git rebase --quiet --rebase-merges --onto "$new" "$base" "$branch" >/dev/null 2>&1; then
    moved=yes
  else
    git rebase --abort 2>/dev/null
    git branch -D "old/$branch" >/dev/null
    printf '%s: has conflicts; rebase it by hand\n' "$branch" >&2
    failed=yes
  fi
done

if [ -z "$dry" ]; then
  unset GIT_LFS_SKIP_SMUDGE
  git checkout --quiet "$start" -- || exit 1
  [ -z "$moved" ] || printf 'To download large files, run: git lfs pull\n'
fi
[ -z "$failed" ] || exit 1
`;

/** The same as {@link moveBranchesShell} for PowerShell 5.1 and later. */
export const moveBranchesPowershell = `# Moves your branches to a rewritten history.
#
#   powershell -File move-branches.ps1 -Map MAP [-WhatIf]
#
# Run it in a clone that has fetched from GitHub. MAP is the repository's .commit-map.csv. Each branch with old commits is
# rebased onto the new ones; the old branch stays as old/<branch>.
[CmdletBinding(SupportsShouldProcess)]
param([Parameter(Mandatory)][string]$Map)

if (-not (Test-Path -LiteralPath $Map -PathType Leaf)) {
  Write-Error "There is no commit map $Map"
  exit 2
}
git rev-parse --git-dir | Out-Null
if ($LASTEXITCODE -ne 0) { exit 2 }
if (git status --porcelain --untracked-files=no) {
  Write-Error 'Commit or stash your changes first'
  exit 2
}
$start = git symbolic-ref --quiet --short HEAD
if ($LASTEXITCODE -ne 0) { $start = git rev-parse HEAD }
# Large files are downloaded at the end, and not for each commit.
$env:GIT_LFS_SKIP_SMUDGE = '1'

$now = @{}
foreach ($row in (Import-Csv -LiteralPath $Map)) { $now[$row.old] = $row.new }

$failed = $false
$moved = $false
foreach ($branch in @(git for-each-ref '--format=%(refname:lstrip=2)' refs/heads)) {
  if ($branch -like 'old/*') { continue }
  $base = git rev-list --topo-order "refs/heads/$branch" -- | Where-Object { $now.ContainsKey($_) } | Select-Object -First 1
  if (-not $base) { continue }
  $new = $now[$base]
  git cat-file -e "$new^{commit}" 2>$null
  if ($LASTEXITCODE -ne 0) {
    Write-Warning "$($branch): commit $new is not here; fetch from GitHub first"
    $failed = $true
    continue
  }
  if (@(git rev-list "$base..refs/heads/$branch" -- | Where-Object { $now.ContainsKey($_) }).Count -gt 0) {
    Write-Warning "$($branch): merges several old branches; move it by hand"
    $failed = $true
    continue
  }
  git show-ref --quiet --verify "refs/heads/old/$branch"
  if ($LASTEXITCODE -eq 0) {
    Write-Warning "$($branch): old/$branch exists already"
    $failed = $true
    continue
  }
  Write-Output "git rebase --onto $new $base $branch"
  if (-not $PSCmdlet.ShouldProcess($branch, "rebase onto $new")) { continue }
  git branch --no-track "old/$branch" "refs/heads/$branch"
  if ($LASTEXITCODE -ne 0) { exit 1 }
  git rebase --quiet --rebase-merges --onto $new $base $branch 2>$null | Out-Null
  if ($LASTEXITCODE -eq 0) {
    $moved = $true
  } else {
    git rebase --abort 2>$null
    git branch -D "old/$branch" | Out-Null
    Write-Warning "$($branch): has conflicts; rebase it by hand"
    $failed = $true
  }
}

Remove-Item Env:GIT_LFS_SKIP_SMUDGE
if (-not $WhatIfPreference) {
  git checkout --quiet $start --
  if ($moved) { Write-Output 'To download large files, run: git lfs pull' }
}
if ($failed) { exit 1 }
`.replaceAll('\n', '\r\n');
