import { rewrittenSlugs } from '../../../choices/large-files.ts';
import { listRemoteRefs } from '../../../git/mirror/refs.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import type { SourceRepository } from '../../../ports/records/repository.ts';
import { journalProblem } from '../../../replica/apply/synced-refs/journal-problem.ts';
import { storedOptions } from '../../../replica/context/stored-plan.ts';
import { readBaseline } from '../../../replica/recorded/migrated-baseline.ts';
import { checkDiskSpace } from '../../../run/control/check-disk-space.ts';
import { withWorkers } from '../../../run/control/with-workers.ts';
import { collectProblems } from '../../../run/preflight/collect-problems.ts';
import { checkSync, type SyncReady } from '../../../run/preflight/sync-preflight.ts';
import { archivedByOthers, createdRepository } from '../../sync/repository/target.ts';
import type { CutoverPlace, CutoverRepository, CutoverRun } from '../run/cutover-request.ts';

/**
 * Checks what the steps after the lock need of this machine, the license and both hosts. Asked before: a source that is locked must
 * not wait for a program to be installed, or a license to be renewed.
 */
export async function checkMeans(
  run: CutoverRun,
  repositories: readonly CutoverRepository[],
): Promise<SyncReady | { readonly problems: readonly MigratorError[] }> {
  const slugs = repositories.map(({ planned }) => planned.source);
  const ready = await checkSync({ ...run, slugs });
  if ('problems' in ready) return ready;
  const { services, options, askedWorkers: asked } = run;
  const many = { workers: options.workers, repositories: repositories.length };
  // Given back at once: each sync takes its own.
  const inUse = await withWorkers(
    { services, terms: ready.terms, asked, ...many },
    async () => null,
  );
  return inUse === null ? ready : { problems: [inUse] };
}

/** Room for the mirrors, and git-lfs where objects were migrated. */
export async function checkTools(
  run: CutoverRun,
  found: {
    readonly pending: readonly CutoverRepository[];
    readonly sources: ReadonlyMap<string, SourceRepository>;
    readonly signal: AbortSignal;
  },
): Promise<readonly MigratorError[]> {
  const { services, options, migration } = run;
  const { problems, attempt } = collectProblems(found.signal);
  const planned = found.pending.map((one) => one.planned);
  const rewritten = rewrittenSlugs(storedOptions(migration), planned);
  await attempt(() => checkDiskSpace({ services, options, rewritten, sources: found.sources }));
  await attempt(() => requireLfs(run, found.pending));
  return problems;
}

async function requireLfs(
  { services, migration, options }: CutoverRun,
  pending: readonly CutoverRepository[],
): Promise<void> {
  if (services.programs.lfs !== null) return;
  for (const { planned } of pending) {
    const { lfs } = await readBaseline(services.store, migration.id, planned.source);
    const isAsked = planned.include_lfs ?? options.includeLfs === true;
    if (!isAsked && (lfs ?? []).length === 0) continue;
    throw new MigratorError(
      'missing-program',
      `${planned.source} has LFS objects, but git-lfs is not on the PATH`,
      { hint: 'Install `git-lfs` and check that `git lfs version` works.' },
    );
  }
}

/** Checks whether one repository can be synced and opened: its journal, its target, and Git of both sides. */
export async function checkRepository(
  { services, migration, plan }: CutoverRun,
  { owner }: Pick<CutoverPlace, 'owner'>,
  {
    planned,
    targetId,
    isArchived,
    signal,
  }: CutoverRepository & { readonly isArchived: boolean; readonly signal: AbortSignal },
): Promise<readonly MigratorError[]> {
  const { store, source, target, git } = services;
  const { problems, attempt } = collectProblems(signal);
  const name = { owner: owner.login, name: planned.target };
  const targetFullName = `${name.owner}/${name.name}`;
  const { refs } = await readBaseline(store, migration.id, planned.source);
  const journal = journalProblem(refs, {
    ...{ migration: migration.id, source: planned.source, targetFullName },
  });
  if (journal !== null) problems.push(journal);
  const repository = await attempt(async () =>
    createdRepository(await target.findRepository({ ...name, signal }), {
      ...{ id: targetId, targetFullName },
    }),
  );
  // Nothing can be read of one that is gone.
  if (repository === null) return problems;
  if (repository.archived && !isArchived) problems.push(archivedByOthers(targetFullName));
  const slug = planned.source;
  const from = source.gitAccess({ workspace: plan.source.workspace, slug });
  for (const access of [from, target.gitAccess(name)]) {
    await attempt(() => listRemoteRefs({ git, access, signal }));
  }
  return problems;
}
