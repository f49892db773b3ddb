import { lstatSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, join, parse, resolve, sep } from 'node:path';

/** Facts that decide who may write to a folder. */
export interface FolderRights {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

const root = 0;
const writableByAll = 0o002;
const writableByGroup = 0o020;
const sticky = 0o1000;
/** As many as Linux follows. */
const mostLinks = 40;

/** Who else may change what lies at a path; `link`: who owns a link on the way to it. */
type Others = 'anybody' | 'group' | 'owner' | 'link';

/**
 * Who else may change what this account keeps in a folder; `null`: nobody. Pure. Root may use folders of other accounts, as
 * containers have them mounted. A group with the number of the account or of the owner has nobody else in it.
 * @param options.isAbove only entries of this account are in question, which others cannot touch in a sticky folder
 * @param options.isStrict root may not
 */
export function whoElseWrites(
  { uid: owner, gid, mode }: FolderRights,
  options: { readonly uid: number; readonly isAbove: boolean; readonly isStrict?: boolean },
): Exclude<Others, 'link'> | null {
  const { uid, isAbove, isStrict = false } = options;
  const mayUseOthers = uid === root && !isStrict;
  if (!mayUseOthers && !isTrusted(owner, uid)) return 'owner';
  if (isAbove && (mode & sticky) !== 0) return null;
  if ((mode & writableByAll) !== 0) return 'anybody';
  return (mode & writableByGroup) !== 0 && gid !== uid && gid !== owner ? 'group' : null;
}

/** Tells whether what an account owns is safe to use: it is this one, or root; a system without accounts has no others. */
export function isTrusted(owner: number, uid: number | null): boolean {
  return uid === null || owner === uid || owner === root;
}

/** Where others may change or replace what this account keeps at a path. */
export interface OpenPlace {
  readonly path: string;
  readonly who: Others;
  /** It is a folder or link on the way. */
  readonly isAbove: boolean;
}

/**
 * Looks at a folder, at those above it, and at all links on the way, as the system follows them. What does not exist yet is
 * left out.
 * @param options.keepsEntries others may write to the folder itself if it is sticky: entries of this account are kept in it
 * @returns the path without links, and the first place that is open to others
 * @throws the system's error where a folder cannot be examined, or links lead in a circle
 */
export function findOthers(
  path: string,
  options: { readonly uid: number; readonly keepsEntries?: boolean; readonly isStrict?: boolean },
): { readonly resolved: string; readonly open: OpenPlace | null } {
  const { uid, keepsEntries = false } = options;
  const { resolved, folders, links } = follow(path);
  const link = links.find(
    ({ owner, folderOwner }) => !isTrusted(owner, uid) && owner !== folderOwner,
  );
  if (link !== undefined) {
    return { resolved, open: { path: link.path, who: 'link', isAbove: true } };
  }
  for (const [folder, rights] of folders) {
    const isAbove = folder !== resolved;
    const who = whoElseWrites(rights, { ...options, isAbove: isAbove || keepsEntries });
    if (who !== null) return { resolved, open: { path: folder, who, isAbove } };
  }
  return { resolved, open: null };
}

interface Link {
  readonly path: string;
  readonly owner: number;
  /** Whoever owns its folder can put another link in its place anyway. */
  readonly folderOwner: number;
}

interface Way {
  readonly resolved: string;
  readonly folders: ReadonlyMap<string, Stats>;
  readonly links: readonly Link[];
}

function follow(path: string): Way {
  const whole = resolve(path);
  const { root: start } = parse(whole);
  const folders = new Map([[start, statSync(start)]]);
  const links: Link[] = [];
  const names = whole.slice(start.length).split(sep);
  let at = start;
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const next = join(at, name);
    // Below what is missing, or no folder, there is nothing.
    const found = folders.has(at) ? lstatSync(next, { throwIfNoEntry: false }) : undefined;
    if (found?.isSymbolicLink() === true) {
      if (links.length === mostLinks) statSync(path);
      const folderOwner = folders.get(at)?.uid ?? root;
      links.push({ path: next, owner: found.uid, folderOwner });
      const target = readlinkSync(next);
      if (isAbsolute(target)) at = parse(target).root;
      names.unshift(...target.split(sep));
      continue;
    }
    // A name of `..` leads up, and an empty one nowhere.
    at = next;
    if (found?.isDirectory() === true) folders.set(at, found);
  }
  return { resolved: at, folders, links };
}
