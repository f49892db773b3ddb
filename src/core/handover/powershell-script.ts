import { type Moves, sshAddress } from './repository-move.ts';

/** The same as {@link shellScript} for PowerShell 5.1 and later. Pure. */
export function powershellScript({ host, aliases, prefix, repositories }: Moves): string {
  const rows = repositories.map(
    ({ key, newUrl }) => `  '${key}' = @('${newUrl}.git', '${sshAddress(newUrl)}')`,
  );
  const names = aliases.map((alias) => `  $key = $key -replace '^${escaped(alias)}/', '${host}/'`);
  const context =
    prefix === ''
      ? []
      : [`  $key = $key -replace '^${escaped(`${host}${prefix}`.toLowerCase())}/', '${host}/'`];
  return script
    .replace('@MOVES@', () => rows.join('\n'))
    .replace('@NAMES@', () => [...names, ...context].join('\n'))
    .replaceAll('\n', '\r\n');
}

function escaped(text: string): string {
  return text.replaceAll('.', '\\.');
}

const script = String.raw`# Changes the addresses of Git clones whose repositories have moved.
#
#   powershell -File remotes.ps1 [-Folder FOLDER] [-WhatIf]
#
# Looks at every clone below FOLDER (default: this one), submodules and bare repositories too. Passwords in old
# addresses are not shown, and not kept. Remotes of other repositories stay as they are.
[CmdletBinding(SupportsShouldProcess)]
param([string]$Folder = '.')

$moves = @{
@MOVES@
}

# host/path in lower case, without scheme, user, port, context path and .git
function Get-Key([string]$address) {
  $key = $address
  if ($key -notmatch '://') { $key = $key -replace '^([^/:]*):/*', 'ssh://$1/' }
  $key = $key -replace '^[A-Za-z][A-Za-z+]*://', '' -replace '^[^/@]*@', '' -replace '^([^/:]*):[0-9]*/', '$1/'
  $key = $key -replace '/+', '/' -replace '/+$', '' -replace '/info/lfs$', '' -replace '\.git$', ''
  $key = $key.ToLowerInvariant()
@NAMES@
  $key
}

# The new address for an old one; nothing where it has not moved
function Get-NewAddress([string]$address) {
  $new = $moves[(Get-Key $address)]
  if ($null -eq $new) { return $null }
  $found = if ($address -match '^https?://') { $new[0] } else { $new[1] }
  if ($address -match '/info/lfs/?$') { "$found/info/lfs" } else { $found }
}

if (-not (Test-Path -LiteralPath $Folder -PathType Container)) {
  Write-Error "There is no folder $Folder"
  exit 2
}

$items = Get-ChildItem -LiteralPath $Folder -Recurse -Force -ErrorAction SilentlyContinue
$clones = @($items | Where-Object { $_.Name -eq '.git' } | ForEach-Object { Split-Path -Parent $_.FullName })
if (Test-Path -LiteralPath (Join-Path $Folder '.git')) { $clones += (Resolve-Path -LiteralPath $Folder).Path }
$clones += @($items | Where-Object {
    $_.Name -eq 'HEAD' -and $_.FullName -notmatch '[\\/]\.git[\\/]' -and
    (Test-Path -LiteralPath (Join-Path $_.DirectoryName 'objects'))
  } | ForEach-Object { $_.DirectoryName })

$entries = '^(remote\..*\.(url|pushurl|lfsurl)|submodule\..*\.url|lfs\.url)$'
foreach ($clone in ($clones | Sort-Object -Unique)) {
  # In place of one that is none, git would take a repository above.
  $own = Join-Path $clone '.git'
  if (-not (Test-Path -LiteralPath $own)) { $own = $clone }
  git rev-parse --resolve-git-dir $own 2>$null | Out-Null
  if ($LASTEXITCODE -ne 0) { continue }
  # Names and values by themselves: a value of several lines must not pose as an entry.
  $names = @(git -C $clone config --local --name-only --get-regexp $entries 2>$null) | Sort-Object -Unique
  foreach ($entry in $names) {
    foreach ($old in @(git -C $clone config --local --get-all $entry)) {
      $new = Get-NewAddress $old
      if ($null -eq $new) { continue }
      $pattern = '^' + ($old -replace '([][\\.*^$(){}?+|])', '\$1') + '$'
      # A line of a longer value is none of its own.
      git -C $clone config --local --get-all $entry $pattern | Out-Null
      if ($LASTEXITCODE -ne 0) { continue }
      Write-Output "$($clone): $entry is now $new"
      if ($PSCmdlet.ShouldProcess($clone, "$entry = $new")) {
        git -C $clone config --local --replace-all $entry $new $pattern
        if ($LASTEXITCODE -ne 0) { exit 1 }
      }
    }
  }
}
`;
