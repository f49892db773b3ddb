/** Where repositories of the plan were, and where they are. */
export interface MovedRepositories {
  /** Host names of the source, in lower case. */
  readonly hosts: readonly string[];
  readonly workspace: string;
  /** Names on the target, by slug in lower case. */
  readonly targets: ReadonlyMap<string, string>;
  readonly organization: string;
  /** `https://github.com` */
  readonly webUrl: string;
}

/**
 * A `.gitmodules` file with the addresses of moved repositories; everything else stays, byte by byte. Pure.
 * @returns `null` where nothing changes
 */
export function moveSubmodules(text: string, moved: MovedRepositories): string | null {
  const lines = text.split('\n').map((line) => {
    const [, before, quote, address, after] =
      /^(\s*url\s*=\s*)("?)([^"#;]*?)\2(\s*)$/.exec(line) ?? [];
    if (before === undefined || address === undefined) return line;
    const other = moveAddress(address, moved);
    return other === null ? line : `${before}${quote}${other}${quote}${after}`;
  });
  const changed = lines.join('\n');
  return changed === text ? null : changed;
}

function moveAddress(address: string, moved: MovedRepositories): string | null {
  const relative = /^\.\.\/([^/]+?)(\.git)?\/?$/.exec(address);
  if (relative?.[1] !== undefined) {
    const target = moved.targets.get(relative[1].toLowerCase());
    const isSame = target === undefined || target.toLowerCase() === relative[1].toLowerCase();
    return isSame ? null : `../${target}${relative[2] ?? ''}`;
  }
  const parsed = parseAddress(address);
  if (parsed === null || !moved.hosts.includes(parsed.host)) return null;
  // A Data Center serves Git below /scm.
  const [workspace = '', slug = '', ...rest] = parsed.path.filter((part) => part !== 'scm');
  if (rest.length > 0 || workspace.toLowerCase() !== moved.workspace.toLowerCase()) return null;
  const target = moved.targets.get(slug.toLowerCase().replace(/\.git$/, ''));
  if (target === undefined) return null;
  const path = `${moved.organization}/${target}.git`;
  return parsed.isSsh ? `git@${new URL(moved.webUrl).hostname}:${path}` : `${moved.webUrl}/${path}`;
}

interface SubmoduleAddress {
  readonly host: string;
  readonly path: readonly string[];
  readonly isSsh: boolean;
}

/** Of `https://host/a/b`, `ssh://git@host:7999/a/b` and `git@host:a/b`. */
function parseAddress(address: string): SubmoduleAddress | null {
  const scp = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)(.+)$/.exec(address);
  if (scp?.[1] !== undefined && scp[2] !== undefined) {
    return { host: scp[1].toLowerCase(), path: partsOf(scp[2]), isSsh: true };
  }
  const url = URL.parse(address);
  if (url === null || !['https:', 'http:', 'ssh:', 'git:'].includes(url.protocol)) return null;
  return {
    host: url.hostname.toLowerCase(),
    path: partsOf(url.pathname),
    isSsh: url.protocol === 'ssh:',
  };
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}
