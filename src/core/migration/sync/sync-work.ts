import { MigratorError } from '../../kernel/errors.ts';
import type { MigrationContext } from '../migration-context.ts';
import { repositoryRecords } from '../repository-records.ts';
import type { SkippedRepository } from '../run/repositories-run.ts';
import type { RepositoryWork } from '../run/repository-work.ts';
import type { FoundSource } from './look/find-sources.ts';
import type { Reread } from './pull-requests/changed-rows.ts';
import type { SettingsLook } from './settings/look-at-settings.ts';
import { outcomeOf, saveSyncRecord } from './sync-record.ts';
import { syncRepository } from './sync-repository.ts';
import type { SyncedRepository } from './sync-request.ts';

interface Syncing {
  readonly context: MigrationContext;
  readonly sources: ReadonlyMap<string, FoundSource>;
  readonly reread: Reread;
  /** Closed pull requests that are read all the same, by slug. */
  readonly rereads: ReadonlyMap<string, ReadonlySet<number>>;
  readonly includeSecrets: boolean;
  /** By slug; empty where settings are no part of the sync. */
  readonly settings: ReadonlyMap<string, SettingsLook>;
  /** Gets each repository when its turn ends. */
  readonly onEnded: (repository: Omit<SyncedRepository, 'target'>) => void;
}

/** Syncs each repository. Its status stays that of its migration; the state gets a record of the sync. */
export function syncWork(syncing: Syncing): RepositoryWork {
  const { context, sources, reread, rereads, includeSecrets, settings, onEnded } = syncing;
  return {
    async run(turn) {
      const { source: slug } = turn.planned;
      const sourceRepository = repositoryOf(sources.get(slug), context, slug);
      const sourceSlug = sourceRepository.slug;
      const also = rereads.get(slug) ?? new Set();
      const result = await syncRepository({
        ...{ ...turn, context, sourceRepository, sourceSlug, reread, also, includeSecrets },
        settings: settings.get(slug) ?? null,
      });
      const { sync = null } = result;
      const outcome = sync === null ? 'synced' : outcomeOf(sync);
      onEnded({ source: slug, outcome, sync, reason: null, failure: null });
      return result;
    },
    async keep(source, { status, reason = null, failure = null }) {
      if (status !== 'failed' && status !== 'skipped') return;
      const records = repositoryRecords({ ...context, repository: source });
      const triedAt = context.clock.now();
      const why = failure?.message ?? reason;
      await saveSyncRecord(records, { outcome: status, triedAt, reason: why });
      onEnded({ source, outcome: status, sync: null, reason, failure });
    },
  };
}

function repositoryOf(
  found: FoundSource | undefined,
  { source, plan }: MigrationContext,
  slug: string,
) {
  if (found?.kind === 'found') return found.repository;
  if (found?.kind === 'failed') throw found.error;
  throw new MigratorError(
    'refused',
    `${plan.source.workspace}/${slug} on ${source.hostname} is not the repository that was migrated`,
    {
      hint: 'It was deleted, and another one has its name. Migrate that one in a plan of its own.',
    },
  );
}

/** What the source has deleted: its target stays as it is. */
export function goneRepositories(
  sources: ReadonlyMap<string, FoundSource>,
): ReadonlyMap<string, SkippedRepository> {
  const reason = 'deleted on the source; the target keeps it';
  return new Map(
    [...sources].flatMap(([slug, { kind }]) => {
      return kind === 'gone' ? [[slug, { reason, webUrl: null }] as const] : [];
    }),
  );
}
