import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The commit of a ref, read from the files: no process is needed. `null` if there is none, or the name is no name. */
function readRef(directory: string, ref: string): string | null {
  if (!isRefName(ref)) return null;
  const loose = tryRead(join(directory, ref));
  if (loose !== null && /^[0-9a-f]{40}\s*$/.test(loose)) return loose.trim();
  const packed = tryRead(join(directory, 'packed-refs'));
  if (packed === null) return null;
  const at = packed.indexOf(` ${ref}\n`);
  return at < 40 ? null : packed.slice(at - 40, at);
}

export function readBranch(directory: string, branch: string): string | null {
  return readRef(directory, `refs/heads/${branch}`);
}

/** Writes a ref of the host's own (`refs/pull/…`), at once. */
export function writePullRef(
  directory: string,
  number: number,
  kind: 'head' | 'merge',
  to: string,
) {
  const path = join(directory, 'refs', 'pull', String(number), kind);
  mkdirSync(dirname(path), { recursive: true });
  const draft = join(directory, `pull-${number}-${kind}.new`);
  writeFileSync(draft, `${to}\n`);
  renameSync(draft, path);
}

export function removeMergeRef(directory: string, number: number): void {
  rmSync(join(directory, 'refs', 'pull', String(number), 'merge'), { force: true });
}

/** Returns what git check-ref-format takes, near enough to keep a name inside its folder. */
function isRefName(ref: string): boolean {
  if (/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\.$|\/$/u.test(ref)) return false;
  return ref.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}

function tryRead(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
