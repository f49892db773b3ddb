import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps what lies here in memory. */
const memory = '/dev/shm';
/** Tests keep far less at a time. Containers often have 64 MB here. */
const neededBytes = 2 * 1024 ** 3;
/** Entries of what Node has compiled: a run of all tests uses some 3,000. */
const mostCompiled = 20_000;

/**
 * Before all tests: moves their temporary files into memory where there is room. They create and delete some hundred
 * thousand files, and a file system on a disk searches longer for each new one.
 */
export function setup(): () => void {
  const cache = join(tmpdir(), 'migrator-test-compile-cache');
  mkdirSync(cache, { recursive: true });
  prune(cache);
  // The folder of the test run is new each time, and what Node has compiled stays the same.
  process.env.NODE_COMPILE_CACHE ??= cache;
  // Linux copies the map of a process's memory each time that it starts another: of what malloc has, one entry for
  // 2 MB in place of 512 (glibc's manual, "Memory Allocation Tunables"). What workers start does not get it.
  process.env.GLIBC_TUNABLES ??= 'glibc.malloc.hugetlb=1';
  if (!hasRoom()) return () => {};
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(memory, 'migrator-tests-'));
  // Some tests work as another account for a while.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}

/** Node adds an entry for each version of a file, and for each run of a test, and removes none: the older half goes. */
function prune(cache: string): void {
  const files = readdirSync(cache, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  if (files.length <= mostCompiled) return;
  // Other runs may add and remove some meanwhile.
  const age = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newest = files.map((path) => ({ path, at: age(path) })).sort((a, b) => b.at - a.at);
  for (const { path } of newest.slice(mostCompiled / 2)) rmSync(path, { force: true });
}

function hasRoom(): boolean {
  // A second project begins where the first one has been already.
  if (tmpdir().startsWith(memory)) return false;
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
