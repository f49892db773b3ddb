import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps what lies here in memory. */
const memory = '/dev/shm';
/** Tests keep far less at a time. Containers often have 64 MB here. */
const neededBytes = 2 * 1024 ** 3;

/**
 * Before all tests: moves their temporary files into memory where there is room. They create and delete some hundred
 * thousand files, and a file system on a disk searches longer for each new one.
 */
export function setup(): () => void {
  const cache = join(tmpdir(), 'migrator-test-compile-cache');
  mkdirSync(cache, { recursive: true });
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
