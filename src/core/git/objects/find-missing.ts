import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';

/** Finds which of these objects are not there. One process. */
export async function findMissing(
  mirror: MirrorOptions,
  oids: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const missing = new Set<string>();
  if (oids.size === 0) return missing;
  await runInMirror(mirror, {
    args: ['cat-file', '--batch-check', '--buffer'],
    doing: 'Looking up objects of',
    lines: oids,
    onLine(line) {
      if (line.endsWith(' missing')) missing.add(line.slice(0, line.indexOf(' ')));
    },
  });
  return missing;
}
