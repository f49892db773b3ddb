import { resolve } from 'node:path';
import { exportsArchives } from '../../choices/engine.ts';
import { keptOptionsOf, withKeptExisting } from '../../choices/kept-options.ts';
import { givenFlags, migrationOptions } from '../../choices/options.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { ExitCode } from '../../kernel/exit-codes.ts';
import { refuseSharedFolder } from '../../kernel/files/refuse-shared-folder.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { readPlan } from '../../plan/read-plan.ts';
import { slugsOfWave } from '../../plan/waves.ts';
import { targetAddresses } from '../../ports/credentials/target-credentials.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { SourceKind } from '../../ports/records/repository.ts';
import type { Store } from '../../ports/store.ts';
import { findUnfinished } from '../../replica/apply/guard/list-unfinished.ts';
import { planDigest } from '../../replica/context/identity.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { storedOptions, storedPlan } from '../../replica/context/stored-plan.ts';
import { writeLiveSnapshots } from '../../report/run/live-snapshot-file.ts';
import { createRunModel } from '../../report/run/run-model.ts';
import type { RunState } from '../../report/run/run-state.ts';
import { summaryLines } from '../../report/run/summary.ts';
import type { Migrate, MigrateOutcome } from '../../run/preflight/migrate-request.ts';
import { stateFolder } from '../../state/state-folder.ts';
import { readUserMap } from '../../users/parse-user-map.ts';
import { foresee } from '../../verbs/migrate/foresee.ts';
import { migrate } from '../../verbs/migrate/migrate.ts';
import type { App } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import { type Consent, confirmReplacing, consentOf, requireConsent } from './consent.ts';
import { askForMigration, migrationOf, refuseCancelled } from './named-migration.ts';
import { notifyEnd } from './notify.ts';
import { closingLines, reportOutcome } from './report-outcome.ts';
import { chooseReset, recoverState } from './reset.ts';
import { checkFlags, type RunFlags } from './run-flags.ts';
import { writeRunbook } from './write-runbook.ts';

/** A run that has ended, for those who show it themselves. */
interface EndedRun {
  readonly run: RunState;
  readonly exitCode: ExitCode;
  /** Where the target's pages are. */
  readonly webUrl: string;
  readonly summary: readonly string[];
}

/** `migrator migrate`: reads the plan or the migration, runs it, reports its outcome. */
export async function runMigrate(given: {
  flags: RunFlags;
  program: CommandProgram;
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
  await using app = await program.openApp({
    ...{ program, flags, onEvent: model.accept },
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
  const stopWatching = announceInterruption({ app, program, hasBegun });
  try {
    const request = {
      ...{ services, events: app.events, ...chosen.request },
      adoptsFound: isLost && chosen.known === null,
      ...{ signal: program.stop, drain: program.drain },
    };
    const confirmed: Migrate['confirmReplacing'] = (replaced) =>
      confirmReplacing(consent, replaced, given.confirmed);
    const outcome = flags.dryRun
      ? await foresee(request)
      : await migrate({ ...request, confirmReplacing: confirmed });
    const wasLive = app.isLive;
    await app.endLive();
    if (flags.notify === true && outcome.kind === 'finished') notifyEnd(program, outcome.counts);
    // Progress and result may go to different places.
    const color = app.output.color && program.stdout.isTerminal;
    const summary = () => [...summaryLines(model.state(), { color, canBeResumed }), ...runbook];
    const runbook = await runbookOf(services.store, outcome, { app, program });
    const isShown = given.onEnded !== undefined && outcome.kind === 'finished' && wasLive;
    const isOnTarget = runbook.length === 0;
    const saysMore = wasLive && canBeResumed && isOnTarget && !isShown;
    const ended = { app, program, outcome, plan: chosen.request.plan, saysMore };
    const exitCode = reportOutcome({ ...ended, summary: isShown ? () => [] : summary });
    if (isShown) {
      const { gitUrl: webUrl } = targetAddresses(app.variables);
      const run = model.state();
      const closing = canBeResumed && isOnTarget ? closingLines(run.migration ?? '', exitCode) : [];
      given.onEnded?.({ run, exitCode, webUrl, summary: [...summary(), ...closing] });
    }
    return exitCode;
  } finally {
    stopWatching();
  }
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

interface GivenFiles {
  readonly plan: { readonly plan: Plan; readonly text: string } | null;
  readonly userMap: string | null;
}

async function readFiles(flags: RunFlags, program: CommandProgram): Promise<GivenFiles> {
  const resolveTargetNames = program.naming.resolveRepositoryNames;
  const plan =
    flags.plan === undefined ? null : await readPlan({ path: flags.plan, resolveTargetNames });
  const userMap = flags.userMap === undefined ? null : (await readUserMap(flags.userMap)).text;
  return { plan, userMap };
}

interface ChosenMigration {
  readonly request: Pick<
    Migrate,
    'plan' | 'planText' | 'options' | 'wanted' | 'resume' | 'reset' | 'askedWorkers' | 'wave'
  >;
  /** The migration that is resumed, even if only the plan identifies it. */
  readonly known: Migration | null;
}

/** Returns what to migrate, and how: from the flags, the plan, the configuration and an earlier run. */
async function chooseMigration(given: {
  flags: RunFlags;
  files: GivenFiles;
  consent: Consent;
  app: App;
  services: MigrationServices;
}): Promise<ChosenMigration> {
  const { flags, files, consent, app, services } = given;
  const { plan: named, userMap } = files;
  const { plan, text, resume } =
    named === null ? await resumed(services.store, flags, consent) : { ...named, resume: null };
  checkKind(plan, services.source.kind);
  const said = migrationOptions({
    flags: givenFlags(flags),
    plan: plan.options,
    config: app.config,
  });
  const { engine = plan.engine ?? 'rest', export: folder = null } = flags;
  const { archiveFormat = plan.archive_format ?? 'github' } = flags;
  const exported = exportsArchives({ engine, export: folder }) ? archiveFormat : null;
  const known = resume ?? (await findUnfinished(services.store, planDigest(plan, { exported })));
  // What is left to replace needs consent again.
  const options = known === null ? said : withKeptExisting(said, storedOptions(known), flags);
  if (said.overwrite && options.overwrite && !flags.dryRun)
    requireConsent(consent, 'Replacing (overwrite)');
  const reset = await chooseReset({ flags, plan, known, consent });
  const wanted = keptOptionsOf({
    plan,
    options: { ...options, ...options.pullRequests },
    flags,
    userMap,
  });
  const askedWorkers = flags.workers ?? plan.options.workers;
  const wave = flags.wave === undefined ? null : slugsOfWave(plan, flags.wave);
  return {
    request: { plan, planText: text, options, wanted, resume, reset, askedWorkers, wave },
    known,
  };
}

async function resumed(
  store: Store,
  flags: RunFlags,
  consent: Consent,
): Promise<{ plan: Plan; text: string; resume: Migration }> {
  const resume =
    flags.resume === undefined
      ? await askForMigration(store, consent)
      : await migrationOf(store, flags.resume);
  refuseCancelled(resume);
  return { plan: storedPlan(resume), text: resume.planText, resume };
}

function checkKind(plan: Plan, kind: SourceKind): void {
  if (plan.source.kind === kind) return;
  const message = `The plan is for ${plan.source.kind}, and the credentials are for ${kind}`;
  throw new MigratorError('configuration', message, {
    hint: 'Set the credentials of the source in the plan.',
  });
}

function announceInterruption(options: {
  app: App;
  program: CommandProgram;
  hasBegun: () => boolean;
}): () => void {
  const { app, program, hasBegun } = options;
  const say = () =>
    app.say(
      hasBegun()
        ? 'Stopping after the current steps. Ctrl+C again stops now; you can resume.'
        : 'Interrupted before anything was written.',
    );
  program.drain.addEventListener('abort', say, { once: true });
  return () => program.drain.removeEventListener('abort', say);
}
