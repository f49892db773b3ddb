import type { Stats } from 'node:fs';

/** What stands at a path if it is no regular file, for messages: `a folder`, `a FIFO`, ...; `null` for a regular file. */
export function otherKind(stats: Stats): string | null {
  if (stats.isFile()) return null;
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a FIFO';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}
