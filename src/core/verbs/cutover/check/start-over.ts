import { listRemoteRefs } from '../../../git/mirror/refs.ts';
import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { hasCode } from '../../../kernel/errors.ts';
import type { SourceLock } from '../../../ports/source-lock.ts';
import { findGap, syncedRefs } from '../lock/lock-gap.ts';
import type { CutoverCheck, CutoverRepository, CutoverRun } from '../run/cutover-request.ts';
import { findOpenTarget } from './find-open-target.ts';
import type { SourcesNow } from './read-sources.ts';

const concurrency = 8;

export interface Resumed {
  /** Repositories that start over have no step that is done. */
  readonly repositories: readonly CutoverRepository[];
  /** Slugs of those whose source may have changed since its last sync: they are locked and synced again. */
  readonly startOver: ReadonlySet<string>;
  /** Slugs of those whose targets an earlier cut-over may have opened: nothing is synced into them. */
  readonly opening: ReadonlySet<string>;
  /** Sentences without a full stop. Hostile. */
  readonly notes: readonly string[];
}

/** Compares the sources that an earlier run has locked with their last sync: others may have lifted the lock. Writes nothing. */
export async function compareLockedSources(
  run: CutoverRun,
  at: {
    readonly lock: SourceLock;
    readonly sources: SourcesNow;
    readonly repositories: readonly CutoverRepository[];
    readonly signal: AbortSignal;
  },
): Promise<Resumed> {
  const { sources, repositories, signal } = at;
  const startOver = new Set<string>();
  const opening = new Set<string>();
  const notes: string[] = [];
  const locked = repositories.filter(
    ({ planned, done }) =>
      done.has('lock') && !done.has('open') && sources.found.has(planned.source),
  );
  await inParallel(locked, { concurrency, signal }, async (one) => {
    const slug = one.planned.source;
    if ((await findOpenTarget(run, one, signal)).state === 'open') {
      opening.add(slug);
      return;
    }
    const gap = await gapOf(run, at, one);
    if (gap === null) return;
    startOver.add(slug);
    notes.push(`${slug} is locked and synced again: ${gap}`);
  });
  const none: ReadonlySet<never> = new Set();
  return {
    ...{ startOver, opening, notes },
    repositories: repositories.map((one) =>
      startOver.has(one.planned.source) ? { ...one, done: none } : one,
    ),
  };
}

/** A source that cannot be read is reported by the checks of the repository. */
async function gapOf(
  { services, migration, plan }: CutoverRun,
  { lock, sources, signal }: Parameters<typeof compareLockedSources>[1],
  { planned, done }: CutoverRepository,
): Promise<string | null> {
  const { store, source, git } = services;
  const slug = planned.source;
  const repository = { workspace: plan.source.workspace, slug };
  try {
    return await findGap({
      ...{ lock, repository, signal },
      isArchived: sources.archived.has(slug),
      synced: done.has('sync') ? await syncedRefs(store, migration.id, slug) : null,
      listRefs: () => listRemoteRefs({ git, access: source.gitAccess(repository), signal }),
    });
  } catch (error) {
    if (hasCode(error, 'permission', 'refused', 'not-found')) return null;
    throw error;
  }
}

/** Tells whether an earlier run has opened every repository, so that nothing is left to do. Pure. */
export function isCutOver({
  repositories,
  startOver,
}: Pick<CutoverCheck, 'repositories' | 'startOver'>): boolean {
  return startOver.size === 0 && repositories.every(({ done }) => done.has('open'));
}
