import { MigratorError } from '../../../kernel/errors.ts';
import type { TargetRepository } from '../../../ports/records/repository.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { readExpected } from '../../recorded/imports/expected-import.ts';
import { findIntendedRefs } from '../../recorded/intended-refs.ts';
import type { EndedImport } from './follow-import.ts';

/** How far clocks of a host may be apart, in milliseconds. */
const clockTolerance = 300_000;

/**
 * Looks at the repository that bears the name when an import has ended, before anything is written to it: somebody may have renamed
 * ours and made another.
 * @throws `verification` where it is not what was imported
 */
export async function requireImported(
  context: Pick<
    RepositoryContext,
    'records' | 'target' | 'targetName' | 'targetFullName' | 'targetRefs' | 'signal'
  >,
  { found, ended }: { readonly found: TargetRepository; readonly ended: EndedImport },
): Promise<void> {
  const { records, targetFullName, targetRefs } = context;
  const begunAt = ended.createdAt === null ? null : Date.parse(ended.createdAt);
  const isOlder = begunAt !== null && Date.parse(found.createdAt) < begunAt - clockTolerance;
  const sent = await findIntendedRefs(context);
  const there = await targetRefs.list();
  const isForeign = (ref: string, oid: string) => sent?.get(ref)?.includes(oid) !== true;
  const foreign = sent === null ? [] : [...there].filter(([ref, oid]) => isForeign(ref, oid));
  const isEmpty = (sent?.size ?? 0) > 0 && there.size === 0;
  const lacksAll = (await readExpected(records)).size > 0 && !(await hasPullRequest(context));
  if (!isOlder && !isEmpty && foreign.length === 0 && !lacksAll) return;
  const message = `${targetFullName} is not the imported repository: someone has replaced it with another`;
  throw new MigratorError('verification', message, {
    hint: `Nothing was written to it. Find out who owns it. If the import went wrong, delete it and start over with --reset-repo.`,
    retry: 'no',
  });
}

async function hasPullRequest({
  target,
  targetName,
  signal,
}: Pick<RepositoryContext, 'target' | 'targetName' | 'signal'>): Promise<boolean> {
  for await (const page of target.pullRequests.list({ ...targetName, atMost: 1, signal }))
    return page.length > 0;
  return false;
}
