import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** With more, a process of git costs less than a file for each. */
const mostRefs = 100;

/**
 * Every ref with its object, in git's order, from the files; `null` where there are many, or one is anything but a hash: git has to
 * be asked then.
 */
export function listRefs(directory: string): ReadonlyMap<string, string> | null {
  const refs = new Map<string, string>();
  try {
    // In git's order: what it packs is in the packed file before it leaves its own.
    if (!readLoose(directory, 'refs', refs) || !readPacked(directory, refs)) return null;
  } catch {
    // One was deleted in the meantime.
    return null;
  }
  return new Map([...refs].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function readPacked(directory: string, refs: Map<string, string>): boolean {
  const path = join(directory, 'packed-refs');
  if (!existsSync(path)) return true;
  const lines = readFileSync(path, 'utf8').split('\n');
  if (lines.length > mostRefs) return false;
  for (const line of lines) {
    const [, hash, name] = /^([0-9a-f]{40}) (refs\/\S+)$/.exec(line) ?? [];
    if (hash !== undefined && name !== undefined && isText(name)) {
      // Its own file is newer.
      if (!refs.has(name)) refs.set(name, hash);
    } else if (!/^($|#|\^)/.test(line)) return false;
  }
  return true;
}

function readLoose(directory: string, folder: string, refs: Map<string, string>): boolean {
  for (const entry of readdirSync(join(directory, folder), { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!readLoose(directory, name, refs)) return false;
      continue;
    }
    if (name.endsWith('.lock')) continue;
    if (!isText(name)) return false;
    const text = readFileSync(join(directory, name), 'utf8');
    if (!/^[0-9a-f]{40}\n$/.test(text) || refs.size >= mostRefs) return false;
    refs.set(name, text.trimEnd());
  }
  return true;
}

/** Tells whether these are the bytes that were read: what is no UTF-8 was replaced. */
function isText(name: string): boolean {
  return !name.includes('\uFFFD');
}
