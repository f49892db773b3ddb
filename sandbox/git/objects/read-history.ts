import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ObjectReader, openObjects } from './object-reader.ts';

/** With more objects a process of git costs less than reading them here. */
const mostObjects = 2000;

export interface Arrived {
  /** Commits that head has and base has not, newest first. */
  readonly commits: readonly string[];
  /** True if the two have any commit in common. */
  readonly related: boolean;
}

interface Link {
  readonly parents: readonly string[];
  /** Seconds since 1970. */
  readonly date: number;
}

/** As `git rev-list --boundary head ^base`, from the files; `null` where git has to be asked. */
export function readArrived(
  directory: string,
  { base, head }: { readonly base: string | null; readonly head: string },
): Arrived | null {
  if (existsSync(join(directory, 'shallow'))) return null;
  using objects = openObjects(directory);
  if (objects.packed > mostObjects) return null;
  const links = new Map<string, Link>();
  const known = base === null ? new Set<string>() : reachable(objects, links, base);
  return known === null ? null : arrivedIn(objects, links, { known, head });
}

function reachable(
  objects: ObjectReader,
  links: Map<string, Link>,
  from: string,
): Set<string> | null {
  const seen = new Set([from]);
  for (const hash of seen) {
    const link = linkOf(objects, links, hash);
    if (link === null) return null;
    for (const parent of link.parents) seen.add(parent);
  }
  return seen;
}

/** In git's order: the newest of those that are known so far, and of equal ones the first to be found. */
function arrivedIn(
  objects: ObjectReader,
  links: Map<string, Link>,
  { known, head }: { readonly known: ReadonlySet<string>; readonly head: string },
): Arrived | null {
  const commits: string[] = [];
  const queue = known.has(head) ? [] : [head];
  const seen = new Set(queue);
  let related = known.has(head);
  for (;;) {
    const read = queue.map((hash) => linkOf(objects, links, hash));
    if (read.includes(null)) return null;
    const dates = read.map((link) => link?.date ?? 0);
    const newest = dates.indexOf(Math.max(...dates));
    const [hash] = queue.splice(newest, 1);
    if (hash === undefined) return { commits, related };
    commits.push(hash);
    for (const parent of read[newest]?.parents ?? []) {
      if (known.has(parent)) related = true;
      else if (!seen.has(parent)) queue.push(parent);
      seen.add(parent);
    }
  }
}

function linkOf(objects: ObjectReader, links: Map<string, Link>, hash: string): Link | null {
  const found = links.get(hash);
  if (found !== undefined) return found;
  const object = objects.read(hash);
  if (object?.type !== 'commit') return null;
  const text = object.content.toString('latin1');
  const head = text.slice(0, text.indexOf('\n\n'));
  const parents = [...head.matchAll(/^parent ([0-9a-f]{40})$/gm)].map(([, parent = '']) => parent);
  const date = Number(/^committer .* (\d+) [+-]\d{4}$/m.exec(head)?.[1] ?? 0);
  const link = { parents, date };
  links.set(hash, link);
  return link;
}
