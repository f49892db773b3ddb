import { type GitTools, runGit } from '../../git/git-tools.ts';
import type { RefAction, RefRefusal } from '../../git/ref-rules.ts';
import { contains } from '../../git/shared-commits.ts';
import type { BitbucketRepository } from '../records.ts';
import { notePush } from './after-push.ts';
import type { Deed } from './bookkeeping.ts';
import { type ChangePlace, directoryOf, fullName } from './place.ts';

export interface RefChange {
  readonly ref: string;
  /** `null`: it is new. */
  readonly from: string | null;
  /** `null`: it is deleted. */
  readonly to: string | null;
}

/**
 * Returns what a push does whose commits have arrived: judged as by the hook, all or nothing, and noted by the pull
 * requests.
 * @returns why it is refused
 */
export async function pushRefs(
  place: ChangePlace & { readonly repository: BitbucketRepository },
  deed: Deed,
  changes: readonly RefChange[],
): Promise<string | null> {
  const { bitbucket, repository, tools } = place;
  if (place.isArchived(repository)) return 'The repository is archived.';
  const directory = directoryOf(bitbucket, fullName(place, repository.slug));
  if (directory === null) return 'The repository has no Git data.';
  for (const change of changes) {
    for (const refusal of await place.judge(repository, deed.by, actionOf(change))) {
      if (await applies(tools, directory, { change, refusal })) return refusal.sentence;
    }
  }
  for (const { ref, from, to } of changes) {
    const args = to === null ? ['-d', ref, from ?? ''] : [ref, to, from ?? '0'.repeat(40)];
    await runGit(tools, directory, ['update-ref', ...args]);
  }
  await notePush(place, deed, { slug: repository.slug, refs: changes.map(({ ref }) => ref) });
  return null;
}

function actionOf({ ref, from, to }: RefChange): RefAction {
  return { kind: from === null ? 'create' : to === null ? 'delete' : 'update', ref };
}

async function applies(
  tools: GitTools,
  directory: string,
  { change: { from, to }, refusal }: { change: RefChange; refusal: RefRefusal },
): Promise<boolean> {
  if (refusal.when === 'always') return true;
  if (from === null || to === null) return false;
  return !(await contains(tools, directory, { commit: to, part: from }));
}
