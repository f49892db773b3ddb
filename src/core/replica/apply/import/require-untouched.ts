import { readData } from '../../../journal/document.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { textDigest } from '../../recorded/pull-requests/written-record.ts';
import { type RenamingIntent, renamingIntent } from '../steps/replaced/renaming-intent.ts';

/** Shows at little cost whether a target has changed since. */
export type Seen = NonNullable<RenamingIntent['seen']>;

type TargetContext = Pick<
  RepositoryContext,
  'target' | 'targetName' | 'targetRefs' | 'records' | 'targetFullName' | 'signal'
>;

/** Reads what shows at little cost whether people have worked in a target. */
export async function seeTarget({
  target,
  targetName,
  targetRefs,
  signal,
}: Pick<TargetContext, 'target' | 'targetName' | 'signal'> & {
  readonly targetRefs: Pick<RepositoryContext['targetRefs'], 'list'>;
}): Promise<Seen> {
  const refs = [...(await targetRefs.list())].map((ref) => ref.join(' ')).sort();
  const newest = await target.pullRequests.newestNumber({ ...targetName, signal });
  return { refs: textDigest(refs.join('\n')), newest };
}

/**
 * Looks again, right before it is renamed, at a target that makes room: it was looked through before its source was read, which may be
 * hours ago.
 * @throws `refused` where people have worked in it since
 */
export async function requireUntouched(context: TargetContext): Promise<void> {
  const { records, target, targetName, targetFullName, signal } = context;
  const begun = (await records.listObjects('replaced')).find(({ targetId }) => targetId === null);
  const seen = readData(renamingIntent, begun ?? null)?.seen;
  if (begun === undefined || seen === undefined) return;
  const lookup = await target.findRepository({ ...targetName, signal });
  if (lookup.state !== 'present' || lookup.repository.id !== begun.sourceId) return;
  const now = await seeTarget(context);
  if (now.refs === seen.refs && now.newest === seen.newest) return;
  const what = now.refs === seen.refs ? 'issues or pull requests' : 'branches or tags';
  const message = `People worked in ${targetFullName} while Bitbucket was being read: ${what} changed`;
  throw new MigratorError('refused', message, {
    hint: 'Copy that work by hand, remove it on GitHub, then resume.',
    retry: 'no',
  });
}
