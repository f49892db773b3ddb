import { migrationOptions } from '../../choices/options.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { storedPlan } from '../../replica/context/stored-plan.ts';
import type { Phase } from '../../report/phase-progress.ts';
import { confirmInPlan } from '../../run/control/confirm-in-plan.ts';
import type { CutoverRun } from '../../verbs/cutover/run/cutover-request.ts';
import type { App, AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { refuseCancelled, syncedOf } from '../migrate/named-migration.ts';
import type { AttemptSignals } from '../run-phases.ts';
import { chosenOf } from '../sync/chosen-of.ts';
import { cutoverPhases } from './output.ts';
import { createPhaseLines, type PhaseLines } from './phase-lines.ts';
import { syncOnce } from './sync-once.ts';

export type CutoverFlags = AppFlags & {
  readonly migration: string;
  readonly dryRun: boolean;
  readonly abort: boolean;
  readonly announce: boolean;
  readonly reread: 'open' | 'all' | undefined;
  readonly acceptExcepted: boolean;
  readonly publishPrivate: readonly string[];
  readonly rewriteHistory: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** A file of slugs or names. */
  readonly repositories: string | undefined;
  readonly wave: number | undefined;
  readonly workers: number | undefined;
  readonly yes: boolean;
};

/** A cut-over with what tells people about it. */
export interface CutoverAttempt extends CutoverRun {
  readonly phases: readonly Phase[];
  readonly phaseLines: PhaseLines;
}

/** Returns what the command line asks for, by the state as it is now. */
export async function cutoverRunOf(
  app: App,
  services: MigrationServices,
  {
    flags,
    program,
    slugs,
    excepted,
    signals,
  }: HandlerInput<CutoverFlags> & {
    slugs: ReadonlySet<string> | undefined;
    excepted: CutoverRun['excepted'];
    signals: AttemptSignals;
  },
): Promise<CutoverAttempt> {
  const found = await syncedOf(services.store, flags.migration);
  refuseCancelled(found);
  const migration = await confirmInPlan(services, found, {
    published: flags.publishPrivate,
    rewritten: flags.rewriteHistory,
    isKept: false,
  });
  const plan = storedPlan(migration);
  const options = migrationOptions({ flags, plan: plan.options, config: app.config });
  const base = { services, migration, plan, options, events: app.events, ...signals };
  const askedWorkers = flags.workers ?? plan.options.workers;
  // What no list shows: the last chance to see an edited comment.
  const reread = flags.reread ?? 'open';
  // A run before may have locked the sources.
  const syncing = {
    ...{ ...base, say: app.say, askedWorkers },
    mayHaveWritten: true as const,
  };
  const syncUnread =
    flags.reread === undefined
      ? syncOnce({ ...syncing, reread: 'changed', closed: { kind: 'unread' } })
      : null;
  const phases = cutoverPhases({ announce: flags.announce, rereads: syncUnread !== null });
  const phaseLines = createPhaseLines(app, { phases, plan, now: services.clock.now });
  return {
    ...base,
    repositories: chosenOf(plan, { ...flags, slugs }),
    sync: syncOnce({ ...syncing, reread }),
    ...{ syncUnread, phases, phaseLines, askedWorkers, reread, excepted },
    announce: flags.announce,
    confirm: async () => {},
    onStep(event) {
      const done = program.redactor.data(event);
      phaseLines.step(done);
      phaseLines.report({ type: 'passed', ...done, phase: done.step });
    },
    onProgress: phaseLines.report,
    ...{ requests: app.requests, budgets: app.budgets },
  };
}
