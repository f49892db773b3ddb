/**
 * Writes what goes with the files of a release into their folder: bills of materials, notices, checksums and a Homebrew formula.
 *
 *   node scripts/release.ts FOLDER OWNER/NAME
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { writeRelease } from './release/write-release.ts';

const root = join(import.meta.dirname, '..');
const [folder, repository] = process.argv.slice(2);
if (folder === undefined || !/^[\w.-]+\/[\w.-]+$/.test(repository ?? '')) {
  console.error('usage: node scripts/release.ts FOLDER OWNER/NAME');
  process.exit(2);
}
// Of the commit, so that the same commit gives the same files.
const seconds = process.env.SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct');
const createdAt = new Date(1000 * Number(seconds));
await writeRelease({ root, folder, repository: repository ?? '', createdAt });

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
