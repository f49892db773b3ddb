import type { PlannedRepository } from '../../../plan/plan-schema.ts';
import type { FoundSource } from '../../../replica/apply/publication/find-sources.ts';
import type { MigrationContext } from '../../../replica/context/migration-context.ts';
import type { Reread } from '../../../replica/diff/pull-requests/changed-rows.ts';
import type { AloneOrShared } from '../../../run/shared/alone-or-shared.ts';
import { ownMirror } from '../../../run/shared/own-mirror.ts';
import { type SyncDecision, writeDecision } from '../repository/sync-decision.ts';
import type { RepositoryOutcome } from '../repository/sync-request.ts';
import { repositoryOf, syncWork } from '../repository/sync-work.ts';
import { syncedOutcomes } from './synced-outcomes.ts';

interface Syncing {
  readonly context: MigrationContext;
  readonly repositories: readonly PlannedRepository[];
  readonly sources: ReadonlyMap<string, FoundSource>;
  readonly reread: Reread;
  readonly includeSecrets: boolean;
  readonly decisionOf: (source: string) => SyncDecision;
  /** Gets each repository when its turn ends, in whichever process. */
  readonly onEnded: (end: RepositoryOutcome) => void;
}

/** How repositories are synced by this process, or by several. */
export function syncing(given: Syncing): Pick<AloneOrShared, 'alone' | 'shared'> {
  const { context, repositories, sources, reread, includeSecrets, decisionOf, onEnded } = given;
  const { migration, clock } = context;
  const targets = new Map(repositories.map(({ source, target }) => [source, target]));
  const find = (source: string) => repositoryOf(sources.get(source), context, source);
  return {
    alone: () =>
      syncWork({
        ...{ context, reread, includeSecrets },
        prepare: async (source) => ({ ...decisionOf(source), repository: find(source) }),
        onEnded: async (end) => onEnded(end),
      }),
    shared: ({ sharing: { runs }, run }) => ({
      outcomes: syncedOutcomes({ runs, migration, run: run.id, targets, now: clock.now, onEnded }),
      decide: (source) => writeDecision(sources.get(source), decisionOf(source)),
      workBy(claim) {
        let leaveMirror = async () => {};
        return syncWork({
          ...{ context: { ...context, writer: claim }, reread, includeSecrets },
          async prepare(source) {
            const repository = find(source);
            leaveMirror = await ownMirror(context, repository, claim);
            return { ...decisionOf(source), repository };
          },
          async onEnded(end) {
            await leaveMirror();
            onEnded(end);
            // Others need to know no more than that it has ended.
            await claim.saveResult(null);
          },
        });
      },
    }),
  };
}
