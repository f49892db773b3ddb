import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { feedGit, type GitTools, runGit } from '../../git/git-tools.ts';
import type { History, LightRef } from './history.ts';

/**
 * Writes a history into a bare repository. Branches and lightweight tags only into one without packed refs.
 * @returns the hashes of the commits that have a label
 */
export async function importHistory(
  tools: GitTools,
  directory: string,
  history: History,
): Promise<ReadonlyMap<string, string>> {
  // What is incompressible on purpose need not be tried, and the texts are few.
  const fast = ['-c', 'core.compression=0', '-c', 'fastimport.unpackLimit=1'];
  const marks = join(directory, 'marks');
  const input = Readable.from(history, { objectMode: false, highWaterMark: 1 << 20 });
  const importing = ['fast-import', '--quiet', '--force', `--export-marks=${marks}`];
  await feedGit(tools, directory, [...fast, ...importing], input);
  const hashes = readMarks(await readFile(marks, 'utf8'));
  if (history.refs.length > 0) {
    const refs = formatRefs(history.refs, hashes);
    await writeFile(join(directory, 'packed-refs'), refs, { flag: 'wx' });
  }
  await rm(marks);
  await runGit(tools, directory, ['pack-refs', '--all']);
  const labelled = new Map<string, string>();
  for (const [label, mark] of history.labels) labelled.set(label, hashes.get(`:${mark}`) ?? '');
  return labelled;
}

function readMarks(marks: string): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>();
  for (const line of marks.split('\n')) {
    const [mark = '', hash = ''] = line.split(' ');
    hashes.set(mark, hash);
  }
  return hashes;
}

/** Without a header the lines need no order; `git pack-refs` writes them again. */
function formatRefs(refs: readonly LightRef[], hashes: ReadonlyMap<string, string>): string {
  return refs.map(({ name, target }) => `${hashes.get(`:${target}`)} ${name}\n`).join('');
}
