import { resolve } from 'node:path';
import type { ExitCode } from '../../kernel/exit-codes.ts';
import { refuseSharedFolder } from '../../kernel/files/refuse-shared-folder.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { targetAddresses } from '../../ports/credentials/target-credentials.ts';
import type { TimedEvent } from '../../ports/records/events.ts';
import type { Store } from '../../ports/store.ts';
import type { EndCheck } from '../../report/proof.ts';
import { writeLiveSnapshots } from '../../report/run/live-snapshot-file.ts';
import { createRunModel } from '../../report/run/run-model.ts';
import type { RunState } from '../../report/run/run-state.ts';
import { summaryLines } from '../../report/summary/summary.ts';
import type { LeftToDo, PageOf } from '../../report/summary/to-dos.ts';
import type { Migrate, MigrateOutcome } from '../../run/preflight/migrate-request.ts';
import { stateFolder } from '../../state/state-folder.ts';
import { readTargetsReached, type TargetsReached } from '../../verbs/cutover/targets-reached.ts';
import { foresee } from '../../verbs/migrate/foresee.ts';
import { migrate } from '../../verbs/migrate/migrate.ts';
import type { App } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import { readLeftToDo } from '../left-to-do.ts';
import { withSameConfig } from '../next-step.ts';
import { targetPage } from '../run-result.ts';
import { createEndChecker } from './check-at-end.ts';
import { chooseMigration, readFiles } from './choose-migration.ts';
import { confirmReplacing, confirmUnmapping, consentOf } from './consent.ts';
import { notifyEnd } from './notify.ts';
import { nextLines, reportOutcome } from './report-outcome.ts';
import { recoverState } from './reset.ts';
import { checkFlags, type RunFlags } from './run-flags.ts';
import { writeRunbook } from './write-runbook.ts';

/** State of a run when its result was left. */
interface Seen {
  readonly check: EndCheck | null;
  readonly follows: boolean;
  /** The report was written. */
  readonly hasReport: boolean;
}

/** A run that has ended, for those who show it themselves. */
export interface EndedRun {
  readonly run: RunState;
  readonly check: EndCheck | null;
  /** Besides the differences of the comparison. */
  readonly left: LeftToDo;
  readonly exitCode: ExitCode;
  /** The full interface showed it. */
  readonly wasLive: boolean;
  /** Where the target's pages are. */
  readonly webUrl: string;
  /** The targets stay closed until the cut-over. */
  readonly follows: boolean;
  /** The summary after what was done on the screen of the result. */
  readonly summarize: (seen: Seen) => readonly string[];
}

/** `migrator migrate`: reads the plan or the migration, runs it, reports its outcome. */
export async function runMigrate(given: {
  flags: RunFlags;
  program: CommandProgram;
  /** The command that does what a dry run has shown. */
  afterDryRun?: string;
  /** The command that migrates again what a rollback has taken away. */
  again?: string;
  /** False where state and hosts are deleted after the run. */
  canBeResumed?: boolean;
  /** `owner/name` of targets whose names were typed before, so that they may be replaced. */
  confirmed?: ReadonlySet<string>;
  /** Gets a run that has ended; its caller then prints the summary. */
  onEnded?: ((ended: EndedRun) => void) | undefined;
}): Promise<ExitCode> {
  const { program, canBeResumed = true } = given;
  const flags = withFullPath(given.flags, program);
  const possible = consentOf(flags, program);
  checkFlags(flags, possible);
  // First, to report an invalid plan before asking for anything else.
  const files = await readFiles(flags, program);
  const model = createRunModel();
  const checker = createEndChecker();
  const onEvent = (event: TimedEvent) => {
    model.accept(event);
    checker.accept(event);
  };
  await using app = await program.openApp({
    ...{ program, flags, onEvent, watchedRun: model.state },
    ...(!flags.dryRun && { liveRun: model.state }),
  });
  const consent = { ...possible, ask: possible.ask === null ? null : app.ask };
  const services = await app.migrationServices();
  // With --yes, do not wait for a person.
  services.runController.attend(app.isLive && flags.yes !== true);
  const folder = stateFolder(program);
  const { say } = app;
  const isLost = await recoverState({ ...services, flags, say });
  const chosen = await chooseMigration({ flags, files, consent, app, services });
  await using _snapshots = writeLiveSnapshots({ folder, model, budgets: app.budgets });
  const hasBegun = () => model.state().migration !== null;
  const stopWatching = announceInterruption({ app, program, hasBegun, canBeResumed });
  try {
    const request = {
      ...{ services, events: app.events, ...chosen.request },
      adoptsFound: isLost && chosen.known === null,
      ...{ signal: program.stop, drain: program.drain },
    };
    const confirmed: Migrate['confirmReplacing'] = (replaced) =>
      confirmReplacing(consent, replaced, given.confirmed);
    const unmapping: Migrate['confirmUnmapping'] = (unmapped) =>
      confirmUnmapping(consent, unmapped, flags);
    const outcome = flags.dryRun
      ? await foresee(request)
      : await migrate({
          ...{ ...request, confirmReplacing: confirmed, confirmUnmapping: unmapping },
        });
    const wasLive = app.isLive;
    stopWatching();
    const check = await checker.check({ app, program, services, outcome, run: model.state });
    await app.endLive();
    if (flags.notify === true && outcome.kind === 'finished') notifyEnd(program, outcome.counts);
    const runbook = await runbookOf(services.store, outcome, { app, program });
    const targets =
      outcome.kind === 'nothing-to-do'
        ? (await readTargetsReached(services.store, outcome.migration.id)).targets
        : null;
    const run = model.state();
    const left = await readLeftToDo(services.store, { migration: run.migration, run });
    const end = { app, program, outcome, runbook, run, left, check, wasLive, targets, flags };
    return reportEnd({
      ...{ ...end, canBeResumed, plan: chosen.request.plan, onEnded: given.onEnded },
      ...{ afterDryRun: given.afterDryRun ?? null, again: given.again ?? null },
    });
  } finally {
    stopWatching();
  }
}

/** Prints the outcome, or hands a finished run to who shows it. */
function reportEnd(ended: {
  app: App;
  program: CommandProgram;
  outcome: MigrateOutcome;
  plan: Plan;
  runbook: readonly string[];
  run: RunState;
  left: LeftToDo;
  check: EndCheck | null;
  wasLive: boolean;
  targets: TargetsReached | null;
  flags: RunFlags;
  afterDryRun: string | null;
  again: string | null;
  canBeResumed: boolean;
  onEnded: ((ended: EndedRun) => void) | undefined;
}): ExitCode {
  const { app, program, outcome, plan, runbook, run, left, check, wasLive, canBeResumed } = ended;
  // Progress and result may go to different places.
  const color = app.output.color && program.stdout.isTerminal;
  const { gitUrl: webUrl } = targetAddresses(app.variables);
  const pageOf: PageOf = (target) => targetPage({ run, webUrl }, target);
  const follows = plan.follow === true;
  const summaryWith = (seen: Pick<Seen, 'check' | 'follows'>) => [
    ...summaryLines(run, { color, canBeResumed, left, pageOf, ...seen }),
    ...runbook,
  ];
  const hasNext = canBeResumed && runbook.length === 0;
  const isShown = ended.onEnded !== undefined && outcome.kind === 'finished';
  const code = reportOutcome({
    ...{ app, program, outcome, plan, check, targets: ended.targets, again: ended.again },
    afterDryRun: ended.afterDryRun,
    config: ended.flags.config,
    saysMore: hasNext && !isShown,
    summary: isShown ? [] : summaryWith({ check, follows }),
  });
  if (!isShown) return code;
  const summarize: EndedRun['summarize'] = ({ hasReport, ...seen }) => {
    const next = hasNext ? nextLines(run.migration ?? '', { code, hasReport, ...seen }) : [];
    return withSameConfig([...summaryWith(seen), ...next], ended.flags.config);
  };
  ended.onEnded?.({ run, check, left, exitCode: code, wasLive, webUrl, follows, summarize });
  return code;
}

/**
 * A later run may be started from another folder.
 * @throws `input-file` where other accounts can change what archives hold
 */
function withFullPath(flags: RunFlags, { uid }: Pick<CommandProgram, 'uid'>): RunFlags {
  if (flags.export == null) return flags;
  const folder = resolve(flags.export);
  refuseSharedFolder(folder, uid);
  return { ...flags, export: folder };
}

async function runbookOf(
  store: Store,
  outcome: MigrateOutcome,
  { app, program }: { readonly app: App; readonly program: CommandProgram },
): Promise<readonly string[]> {
  // Also where nothing was left to do: it may be the runbook that is missing.
  const migration =
    outcome.kind === 'finished'
      ? await store.findMigration(outcome.migration)
      : outcome.kind === 'nothing-to-do'
        ? outcome.migration
        : null;
  if (migration === null) return [];
  const { gitUrl: targetWebUrl } = targetAddresses(app.variables);
  const hasFailed =
    outcome.kind === 'finished' && (outcome.counts.failed > 0 || outcome.stoppedBy !== null);
  try {
    return await writeRunbook({ store, migration, targetWebUrl, uid: program.uid });
  } catch (error) {
    // What has failed says more, and the next run writes it.
    if (hasFailed) return [];
    throw error;
  }
}

function announceInterruption(options: {
  app: App;
  program: CommandProgram;
  hasBegun: () => boolean;
  canBeResumed: boolean;
}): () => void {
  const { app, program, hasBegun, canBeResumed } = options;
  const later = canBeResumed ? '; you can resume' : '';
  const say = () =>
    app.say(
      hasBegun()
        ? `Stopping after the current steps. Press Ctrl+C again to stop now${later}.`
        : 'Stopped before anything was written.',
    );
  program.drain.addEventListener('abort', say, { once: true });
  return () => program.drain.removeEventListener('abort', say);
}
