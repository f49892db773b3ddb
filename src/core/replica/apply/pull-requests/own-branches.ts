import { chunksOf } from '../../../kernel/chunks.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import { attachmentsIn } from '../../../text/links/attachments.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import { textsOf } from '../../desired/prepare/conversion.ts';
import { createCommit } from '../../desired/prepare/created-commits.ts';
import { readBatch } from '../../desired/read/read-batch.ts';
import { fullName } from '../../model/temporary-refs.ts';
import type { Snapshot } from '../../reading/snapshot.ts';
import { withLostBranches } from './branches/lost-branches.ts';
import { intendKept, recordKept, updateRefs } from './branches/update-refs.ts';

/** So many are held in memory together. */
const batchSize = 50;

export interface OwnBranches {
  readonly context: PullRequestContext;
  readonly snapshot: Snapshot;
  /** Pull requests that earlier runs have made, by number on the source. */
  readonly known: ReadonlyMap<number, CreatedObject>;
}

/**
 * Makes branches of ours and their records agree, where an earlier run has begun: what was pushed and not recorded is
 * recorded, and what somebody has deleted is pushed again.
 * @returns `known`, in which pull requests whose branches are gone have to be gone through again
 */
export async function restoreOwnBranches(options: OwnBranches): Promise<OwnBranches['known']> {
  const { context, known } = options;
  const { repository, branches, attachments } = context;
  if (!repository.isResumed) return known;
  const { records, targetRefs } = repository;
  const refs = await targetRefs.list();
  if ((await attachments.find(refs)) === 'gone') await restoreAttachments(options);
  const rows = await records.listObjects('branch');
  const gone = rows.filter(({ sourceId, targetId }) => targetId !== null && !refs.has(sourceId));
  const first = fullName({ branch: branches.first });
  const recorded = rows.find(({ sourceId }) => sourceId === first)?.targetId ?? null;
  if (refs.has(first) !== (recorded !== null)) await pushFirstBranch(context);
  return withLostBranches(known, gone);
}

/** Only the texts show which files there were: all that was written before is read again, and nothing of it written. */
async function restoreAttachments({ context, snapshot, known }: OwnBranches): Promise<void> {
  const { repository, branches, attachments } = context;
  const numbers = snapshot.numbers.filter((number) => known.has(number));
  for (const together of chunksOf(numbers, batchSize)) {
    const read = await readBatch(context, together, snapshot);
    const texts = read.flatMap((one) => [...textsOf(one.pullRequest, one.conversation)]);
    await attachments.bring(attachmentsIn(texts));
    await attachments.push();
  }
  const ref = fullName({ branch: branches.attachments });
  if ((await repository.targetRefs.list()).has(ref)) {
    repository.warn(
      `The branch ${branches.attachments} was deleted on GitHub; migrator restores it`,
    );
    return;
  }
  await repository.records.forgetObjects('branch', [ref]);
  repository.warn(
    `The branch ${branches.attachments} was deleted on GitHub, and Bitbucket no longer has its files`,
  );
}

/**
 * A target without branches makes the first one that it is given its default branch, and lets nobody delete that. So a
 * repository whose branches are all gone is given one that stays before the temporary ones come.
 */
export async function pushFirstBranch(context: PullRequestContext): Promise<void> {
  const { readRefs, sourceRepository } = context.repository;
  const refs = [...(await readRefs()).keys()];
  if (refs.some((ref) => ref.startsWith('refs/heads/'))) return;
  const text = 'The source no longer has any branches. This one stands in for a default branch.\n';
  const commit = await createCommit(context, {
    parents: [],
    tree: { files: [{ path: 'pull-requests.txt', content: text }] },
    message: 'Stand in for the branches that are gone\n',
    date: Date.parse(sourceRepository.createdAt ?? '2000-01-01T00:00:00Z'),
  });
  const branch = context.branches.first;
  await intendKept(context, [{ branch }]);
  await updateRefs(context, [{ ref: `refs/heads/${branch}`, to: commit, expected: null }]);
  await recordKept(context, [{ branch, commit }]);
}
