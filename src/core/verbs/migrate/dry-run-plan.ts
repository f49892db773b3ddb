import { keptOptionsOf } from '../../choices/kept-options.ts';
import { givenFlags, type MigrationFlags, migrationOptions } from '../../choices/options.ts';
import type { Config } from '../../config/config-schema.ts';
import { type Failure, toFailure } from '../../kernel/errors.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import type { EventSink } from '../../report/event-sink.ts';
import { readUserMap } from '../../users/parse-user-map.ts';
import { type DryRunResult, dryRunResult } from './dry-run/dry-run-result.ts';
import { foresee } from './foresee.ts';

/** Describes what a dry run uses of the composition root. */
export interface DryRunTools {
  readonly config: Config;
  readonly events: EventSink;
  migrationServices(): Promise<MigrationServices>;
}

/** Describes what a run of a plan would do now, and what is in its way. */
export interface DryRun {
  /** `null`: it was migrated to its end before, and nothing is left to do. */
  readonly result: DryRunResult | null;
  readonly problems: readonly Failure[];
  /** Targets that would be replaced, as `owner/name` on the target. */
  readonly replaced: readonly { readonly owner: string; readonly name: string }[];
}

/**
 * The same as `migrate --dry-run`, returned to the caller; that the license allows it is asked for as before a run.
 * @throws MigratorError where nothing can be said, `interrupted` among it
 */
export async function dryRunPlan(options: {
  app: DryRunTools;
  plan: Plan;
  planText: string;
  flags: MigrationFlags;
  /**
   * True if the number of pull requests is asked for where no deep scan has counted them: a request for each
   * repository.
   */
  countsPullRequests: boolean;
  signal: AbortSignal;
  drain: AbortSignal;
}): Promise<DryRun> {
  const { app, plan, planText, flags, signal, drain } = options;
  const userMap = flags.userMap === undefined ? null : (await readUserMap(flags.userMap)).text;
  const { config } = app;
  const chosen = migrationOptions({ flags: givenFlags(flags), plan: plan.options, config });
  const outcome = await foresee({
    services: await app.migrationServices(),
    events: app.events,
    plan,
    planText,
    options: chosen,
    wanted: keptOptionsOf({ plan, options: { ...chosen, ...chosen.pullRequests }, flags, userMap }),
    resume: null,
    reset: new Set(),
    adoptsFound: false,
    askedWorkers: flags.workers ?? plan.options.workers,
    needsLicense: true,
    countsPullRequests: options.countsPullRequests,
    signal,
    drain,
  });
  switch (outcome.kind) {
    case 'nothing-to-do': {
      const problems = outcome.checked?.problems ?? [];
      return { result: null, problems: problems.map(toFailure), replaced: [] };
    }
    case 'dry-run': {
      const { preflight } = outcome;
      return {
        result: dryRunResult({ ...outcome, plan }),
        problems: preflight.problems.map(toFailure),
        replaced: [...preflight.replaced.values()].map(({ owner, name }) => ({ owner, name })),
      };
    }
  }
}
