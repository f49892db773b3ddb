import type { SourceRepository } from '../../../ports/records/repository.ts';
import { settingsStep } from '../../../replica/apply/steps/settings.ts';
import type { MigrationContext } from '../../../replica/context/migration-context.ts';
import { readPhase } from '../../../replica/context/target-phase.ts';
import { findRefs } from '../../../replica/recorded/migrated-baseline.ts';
import { repositoryContext } from '../../../run/repositories/repository-context.ts';
import type { PhaseWork } from '../run/in-phase.ts';

/**
 * The step of settings of a migration, which waited for the cut-over: Actions back on, permissions, rules and more, as the plan
 * says. The target stays private and is not archived yet: it is verified first.
 * @returns a summary
 */
export async function applySettings(
  context: MigrationContext,
  {
    planned,
    signal,
    drain,
    sourceRepository,
  }: PhaseWork & { readonly sourceRepository: SourceRepository; readonly drain: AbortSignal },
): Promise<string> {
  const repository = repositoryContext({
    context,
    planned,
    sourceRepository,
    signal,
    isDraining: () => drain.aborted,
    isResumed: true,
    wasReset: false,
    readPhase: () =>
      readPhase(context.store, {
        ...{ migration: context.migration, repository: planned.source },
        follow: true,
      }),
  });
  // The last sync has left both sides equal, and the mirror may be gone.
  const refs = (await findRefs(repository))?.refs ?? new Map<string, string>();
  const { defaultBranch } = sourceRepository;
  const isThere = defaultBranch !== null && refs.has(`refs/heads/${defaultBranch}`);
  const { summary } = await settingsStep.run({
    ...repository,
    sourceRepository: {
      ...repository.sourceRepository,
      defaultBranch: isThere ? defaultBranch : null,
    },
    readRefs: async () => (isThere ? refs : new Map()),
  });
  return summary;
}
