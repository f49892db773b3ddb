import { listRemoteRefs, type Refs } from '../../../git/mirror/refs.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import { attachmentsIn } from '../../../text/links/attachments.ts';
import { fullName } from '../open/push-openings.ts';
import { textsOf } from '../prepare/conversion.ts';
import type { PullRequestContext } from '../pull-request-context.ts';
import { readBatch } from '../read/read-batch.ts';
import type { Snapshot } from '../read/snapshot.ts';
import { pushFirstBranch } from './first-branch.ts';
import { withLostBranches } from './lost-branches.ts';

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
export async function mendOwnBranches(options: OwnBranches): Promise<OwnBranches['known']> {
  const { context, known } = options;
  const { repository, branches, attachments } = context;
  if (!repository.isResumed) return known;
  const { git, target, owner, planned, signal, store, migration } = repository;
  const access = target.gitAccess({ owner: owner.login, name: planned.target });
  const refs = await listRemoteRefs({ git, access, signal });
  if ((await attachments.find(refs)) === 'gone') await restoreAttachments(options);
  const rows = await store.listObjects(migration, planned.source, 'branch');
  const gone = rows.filter(({ sourceId, targetId }) => targetId !== null && !refs.has(sourceId));
  const first = fullName({ branch: branches.first });
  const recorded = rows.find(({ sourceId }) => sourceId === first)?.targetId ?? null;
  if (refs.has(first) !== (recorded !== null)) await pushFirstBranch(context);
  return withLostBranches(known, gone);
}

/** Which files there were only the texts tell: all that was written before is read again, and nothing of it written. */
async function restoreAttachments({ context, snapshot, known }: OwnBranches): Promise<void> {
  const { repository, branches, attachments } = context;
  const numbers = snapshot.numbers.filter((number) => known.has(number));
  for (let at = 0; at < numbers.length; at += batchSize) {
    const read = await readBatch(context, numbers.slice(at, at + batchSize), snapshot);
    const texts = read.flatMap((one) => [...textsOf(one.pullRequest, one.conversation)]);
    await attachments.bring(attachmentsIn(texts));
    await attachments.push();
  }
  const ref = fullName({ branch: branches.attachments });
  const { git, target, owner, planned, signal, writer } = repository;
  const access = target.gitAccess({ owner: owner.login, name: planned.target });
  const refs: Refs = await listRemoteRefs({ git, access, signal });
  if (refs.has(ref)) {
    repository.warn(`The branch ${branches.attachments} was deleted on the target and is restored`);
    return;
  }
  await writer.forgetObjects(planned.source, 'branch', [ref]);
  repository.warn(
    `The branch ${branches.attachments} was deleted on the target, and its files are gone from the source`,
  );
}
