import type { RemoteRefs } from '../../../git/mirror/refs.ts';
import type { SourceRepository } from '../../../ports/records/repository.ts';
import { journalProblem } from '../../../replica/apply/synced-refs/journal-problem.ts';
import type { RepositoryContext } from '../../../replica/context/migration-context.ts';
import {
  emptyReport,
  type RefJournal,
  type SyncContext,
} from '../../../replica/context/sync-context.ts';
import { findRefs, readBaseline, saveRefs } from '../../../replica/recorded/migrated-baseline.ts';
import { renameRefs } from '../../../replica/recorded/source-refs.ts';
import {
  type RepositoryRun,
  repositoryContext,
} from '../../../run/repositories/repository-context.ts';

/**
 * Returns what one repository is synced with.
 * @throws MigratorError of code `refused` for what cannot be synced
 */
export async function syncContext(run: RepositoryRun): Promise<SyncContext> {
  const context = repositoryContext({
    ...run,
    // Whatever the plan says: a history that was cut is refused before.
    context: { ...run.context, options: { ...run.context.options, depth: null } },
    isResumed: true,
    wasReset: false,
    // Those that a cut-over has opened are not synced.
    readPhase: async () => (run.context.kept.follow ? 'closed' : 'open'),
  });
  const journal = await openJournal(context, run.context.migration);
  const { head, ...listed } = await listBoth(context);
  const { lfs } = await readBaseline(run.context.store, run.context.migration, run.planned.source);
  const known = new Set((lfs ?? []).map(({ oid }) => oid));
  return {
    ...context,
    ...{ journal, listed, unpushable: new Set<string>() },
    sourceRepository: withHead(context.sourceRepository, { head, refs: listed.source }),
    report: emptyReport(),
    // The target has them: only those of new commits are migrated.
    async inspect() {
      const inspection = await context.inspect();
      return {
        ...inspection,
        lfsObjects: inspection.lfsObjects.filter(({ oid }) => !known.has(oid)),
      };
    },
  };
}

async function openJournal(context: RepositoryContext, migration: string): Promise<RefJournal> {
  const found = await findRefs(context);
  const { targetFullName, planned } = context;
  const of = { migration, source: planned.source, targetFullName };
  const problem = journalProblem(found, of);
  if (problem !== null || found === null) throw problem;
  let current: ReturnType<RefJournal['current']> = {
    ...found,
    refs: new Map([...found.gone, ...found.refs]),
  };
  return {
    current: () => current,
    async save(refs) {
      await saveRefs(context, refs);
      current = refs;
    },
  };
}

async function listBoth(
  context: RepositoryContext,
): Promise<SyncContext['listed'] & Pick<RemoteRefs, 'head'>> {
  const [{ refs: source, head }, target] = await Promise.all([
    context.sourceRefs.list(),
    context.targetRefs.list(),
  ]);
  return { source: await renameRefs(context, source), target: new Map(target), head };
}

/** The list of the workspace may leave out the default branch, which Git reports with its refs. */
function withHead(repository: SourceRepository, { refs, head }: RemoteRefs): SourceRepository {
  const { isDefaultBranchUnknown, ...known } = repository;
  if (!isDefaultBranchUnknown || (head === null && refs.size > 0)) return repository;
  return { ...known, defaultBranch: head?.replace(/^refs\/heads\//, '') ?? null };
}
