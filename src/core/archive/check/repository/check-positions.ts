import type { Diff } from '../../../git/diff/diff.ts';
import { readDiffs } from '../../../git/objects/read-diffs.ts';
import { chunksOf } from '../../../kernel/chunks.ts';
import type { ThreadRecord } from '../../records/record-types.ts';
import { hunkProblem, lastLine } from './hunk-position.ts';
import type { UnpackedRepository } from './unpacked-repository.ts';

/** So many diffs are held in memory at a time. */
const batch = 100;

/**
 * Compares hunk, position and line of each thread with the diff that git shows.
 * @param found commits that the repository has: the places of others cannot be checked
 */
export async function checkPositions(
  repository: UnpackedRepository,
  found: ReadonlySet<string>,
): Promise<void> {
  const { mirror, conversations } = repository;
  const placed = [...conversations.threads.values()].flatMap((thread) => {
    const base = conversations.pullRequests.get(thread.record.pull_request)?.record.base.sha;
    const { original_commit_id: head, subject_type } = thread.record;
    const isKnown = base !== undefined && found.has(base) && found.has(head);
    return isKnown && subject_type !== 'file' ? [{ thread, base, head }] : [];
  });
  for (const some of chunksOf(placed, batch)) {
    const diffs = await readDiffs({
      ...mirror,
      diffs: some.map(({ thread, base, head }) => ({ base, head, paths: [thread.record.path] })),
    });
    for (const [index, { thread }] of some.entries()) {
      const { record, file } = thread;
      const message = positionProblem(record, diffs[index] ?? { files: [] });
      if (message === null) continue;
      repository.report({ severity: 'error', kind: 'position', file, record: record.url, message });
    }
  }
}

/** Says what is wrong with the place of a thread; `null` where it fits, or where the diff is longer than GitHub shows. */
function positionProblem(record: ThreadRecord, { files }: Diff): string | null {
  const changed = files.find(({ path }) => path === record.path);
  if (changed === undefined) return `${record.path} is not part of the diff`;
  const { original_position: position, diff_hunk: hunk, original_line, side } = record;
  if (changed.isTruncated || position === null) return null;
  const problem = hunkProblem(linesOf(changed), { hunk, position });
  if (problem !== null) return problem;
  const last = lastLine(hunk);
  if (original_line != null && last?.line !== original_line)
    return `original_line is ${original_line}; its hunk ends at line ${last?.line}`;
  if (side != null && last?.side === 'left' && side !== 'left')
    return 'its hunk ends with a removed line, but side is "right"';
  return null;
}

/** A file's diff as git prints it. */
function linesOf({ hunks }: Diff['files'][number]): readonly string[] {
  return hunks.flatMap(({ oldStart, newStart, lines }) => {
    const [oldCount, newCount] = ['+', '-'].map(
      (other) => lines.filter((line) => line[0] !== other && line[0] !== '\\').length,
    );
    return [`@@ -${oldStart},${oldCount} +${newStart},${newCount} @@`, ...lines];
  });
}
