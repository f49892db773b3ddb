import { importsArchives, keptFor } from '../../../choices/engine.ts';
import { repositoryRecords } from '../../../journal/repository-records.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import type { SourceRepository } from '../../../ports/records/repository.ts';
import type { FoundSource } from '../../../replica/apply/publication/find-sources.ts';
import type { MigrationContext } from '../../../replica/context/migration-context.ts';
import type { Reread } from '../../../replica/diff/pull-requests/changed-rows.ts';
import { outcomeOf, saveSyncRecord } from '../../../replica/recorded/sync-record.ts';
import type { SkippedRepository } from '../../../run/repositories/repositories-run.ts';
import type { RepositoryWork } from '../../../run/repositories/repository-work.ts';
import type { SyncDecision } from './sync-decision.ts';
import { syncRepository } from './sync-repository.ts';
import type { RepositoryOutcome } from './sync-request.ts';

/** Describes what a repository is synced with, once its turn has come. */
interface Prepared extends SyncDecision {
  /** As the source has it now. */
  readonly repository: SourceRepository;
}

interface Syncing {
  readonly context: MigrationContext;
  readonly reread: Reread;
  readonly includeSecrets: boolean;
  /** @throws what the repository fails with */
  readonly prepare: (source: string) => Promise<Prepared>;
  /** Gets each repository when its turn ends. */
  readonly onEnded: (end: RepositoryOutcome) => Promise<void>;
}

/** Syncs each repository. Its status stays that of its migration; the state gets a record of the sync. */
export function syncWork(syncing: Syncing): RepositoryWork {
  const { context, reread, includeSecrets, prepare, onEnded } = syncing;
  const { clock } = context;
  const begun = new Map<string, number>();
  const since = (source: string) => clock.now() - (begun.get(source) ?? clock.now());
  return {
    async run(task) {
      const { source } = task.planned;
      const { repository: sourceRepository, also, settings } = await prepare(source);
      const sourceSlug = sourceRepository.slug;
      const result = await syncRepository({
        ...{ ...task, context, sourceRepository, sourceSlug, reread, also, includeSecrets },
        settings,
      });
      const { sync = null, refs } = result;
      const outcome = sync === null ? 'synced' : outcomeOf(sync);
      const end = { source, outcome, sync, reason: null, failure: null, refs } as const;
      await onEnded({ ...end, milliseconds: since(source) });
      return result;
    },
    async keep(source, { status, reason = null, failure = null }) {
      if (status === 'running') begun.set(source, clock.now());
      if (status !== 'failed' && status !== 'skipped') return;
      const records = repositoryRecords({ ...context, repository: source });
      const triedAt = clock.now();
      const why = failure?.message ?? reason;
      await saveSyncRecord(records, { outcome: status, triedAt, reason: why });
      const end = { source, outcome: status, sync: null, reason, failure, refs: null } as const;
      await onEnded({ ...end, milliseconds: since(source) });
    },
  };
}

/** @throws why the repository cannot be synced */
export function repositoryOf(
  found: FoundSource | undefined,
  context: MigrationContext,
  slug: string,
): SourceRepository {
  if (found?.kind === 'found') return found.repository;
  throw found?.kind === 'failed' ? found.error : anotherRepository(context, slug);
}

export function anotherRepository(
  { source, plan }: Pick<MigrationContext, 'source' | 'plan'>,
  slug: string,
): MigratorError {
  return new MigratorError(
    'refused',
    `${plan.source.workspace}/${slug} on ${source.hostname} is not the repository that was migrated`,
    {
      hint: 'It was deleted, and another repository has its name. Migrate that one with its own plan.',
    },
  );
}

/** Returns repositories that the source has deleted: their targets stay as they are. */
export function goneRepositories(
  sources: ReadonlyMap<string, FoundSource>,
): ReadonlyMap<string, SkippedRepository> {
  const reason = 'deleted on Bitbucket; GitHub keeps it';
  return new Map(
    [...sources].flatMap(([slug, { kind }]) => {
      return kind === 'gone' ? [[slug, { reason, webUrl: null }] as const] : [];
    }),
  );
}

/** Returns repositories that an importer has created, and that are open: it changes none. */
export function openImports({
  kept,
  plan,
}: Pick<MigrationContext, 'kept' | 'plan'>): ReadonlyMap<string, SkippedRepository> {
  if (kept.follow) return new Map();
  const reason = 'imported and opened right away: the importer cannot update a repository';
  return new Map(
    plan.repositories.flatMap((planned) => {
      if (!importsArchives(keptFor(kept, planned))) return [];
      return [[planned.source, { reason, webUrl: null }] as const];
    }),
  );
}
