import { migrationOptions } from '../../choices/options.ts';
import { commonInputs } from '../../config/load-config.ts';
import { MigratorError, toMigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../../kernel/exit-codes.ts';
import { checkOutputs } from '../../kernel/files/check-outputs.ts';
import { count } from '../../kernel/format/format.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import type { Store } from '../../ports/store.ts';
import { storedPlan } from '../../replica/context/stored-plan.ts';
import { hasClosedTargets } from '../../replica/context/target-phase.ts';
import type { Verification } from '../../verbs/verify/findings/difference.ts';
import { outcomeOf, unverifiedOf } from '../../verbs/verify/findings/outcome.ts';
import { rereadOf } from '../../verbs/verify/join-verification.ts';
import { repair } from '../../verbs/verify/repair.ts';
import type { RereadSource } from '../../verbs/verify/reread-source.ts';
import { forVerify } from '../../verbs/verify/unverified.ts';
import { joinVerifications } from '../../verbs/verify/verify-migration.ts';
import type { App, AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { compareIfFree, compareNow, comparisonRun } from '../comparison/compare-now.ts';
import type { VerificationRecord } from '../comparison/record/record.ts';
import { migratedOf } from '../migrate/named-migration.ts';
import { reportProblems } from '../migrate/report-outcome.ts';
import { sayNext } from '../next-step.ts';
import { type AttemptSignals, failedResult, runInPhases, staysOpenOf } from '../run-phases.ts';
import { ending, phasedComparison } from './compare.ts';
import { isBadOutcome, verificationText, verifyPhases } from './output.ts';
import {
  dataPaths,
  print,
  type ReportFile,
  sealed,
  writeReport,
  writtenLines,
} from './seal-record.ts';

type VerifyFlags = AppFlags & {
  readonly migration: string;
  readonly rereadSource: boolean;
  readonly repair: boolean;
  readonly output: string | undefined;
  /** Beside the page, as CSV and JSON. */
  readonly data?: boolean;
  readonly force: boolean;
};

interface RunVerify extends HandlerInput<VerifyFlags> {
  /** A person reads the result on the screen. */
  readonly staysOpen?: true;
  /** Gets what is reported. */
  readonly onRecord?: (record: VerificationRecord) => void;
}

/** `migrator verify`: compares, and writes the report; the exit code says whether there are defects. */
export async function runVerify(given: RunVerify): Promise<ExitCode> {
  const { flags, program } = given;
  if (flags.json && flags.output === '-') {
    const both = 'verify writes either JSON or HTML to standard output, not both';
    throw new MigratorError('usage', both, {
      hint: 'For a file, use --output verification.html',
    });
  }
  if (flags.data === true && (flags.output === undefined || flags.output === '-')) {
    throw new MigratorError('usage', '--data needs --output with the name of a file', {
      hint: 'Name a file: --output verification.html',
    });
  }
  await checkOutputs({
    outputs: [
      { flag: '--output', path: flags.output },
      ...dataPaths(flags).map((path) => ({ flag: '--data', path })),
    ],
    inputs: commonInputs(flags, program),
    force: flags.force,
    uid: program.uid,
  });
  await using app = await program.openApp({
    ...{ program, flags, resultOnly: true },
    // With `-` the page is on standard output.
    ...(flags.output !== '-' && { livePhases: staysOpenOf({}, given.staysOpen) }),
  });
  // Awaited here, because the app closes when this function returns.
  if (flags.repair) return await repaired(app, given);
  try {
    return await verified(app, given);
  } catch (thrown) {
    throw forVerify(toMigratorError(thrown));
  }
}

type Ended =
  | { readonly kind: 'compared'; readonly record: VerificationRecord; readonly code: ExitCode }
  /** The repair could not begin, or not end. */
  | { readonly kind: 'refused'; readonly problems: readonly MigratorError[] };

async function verified(app: App, given: RunVerify): Promise<ExitCode> {
  const { flags, program } = given;
  const services = await app.verificationServices();
  const migration = await migratedOf(services.store, flags.migration);
  return inPhases(app, given, { migration, store: services.store }, async (signals) => {
    const reread = await listSource(app, flags, { migration, source: () => app.source(), signals });
    const comparison = phasedComparison({ app, program, services, migration, reread, signals });
    const result = await compareIfFree(comparison);
    const record = await sealed(comparison, result);
    return { kind: 'compared', record, code: codeOf(result) };
  });
}

/** The migration, and the state that knows it. */
interface Known {
  readonly migration: Migration;
  readonly store: Store;
}

/** Works in phases, then prints what it came to. */
async function inPhases(
  app: App,
  given: RunVerify,
  { migration, store }: Known,
  attempt: (signals: AttemptSignals) => Promise<Ended>,
): Promise<ExitCode> {
  const { flags, program } = given;
  const plan = storedPlan(migration);
  const repair = flags.repair ? ' --repair' : '';
  let files: readonly ReportFile[] = [];
  const ended = await runInPhases<Ended>(app, program, {
    run: {
      title: flags.repair ? 'Repair' : 'Verify',
      workspace: migration.source.workspace,
      organization: migration.target.organization,
      phases: verifyPhases(flags),
      resumeWith: `migrator verify --migration ${migration.id}${repair}`,
    },
    ...{ plan, abort: null },
    async attempt(signals) {
      const one = await attempt(signals);
      if (one.kind === 'compared') files = await writeReport(given, one.record, files);
      return one;
    },
    resultOf(one) {
      if (one.kind === 'refused') return failedResult('The repair stopped', one.problems, plan);
      const text = verificationText(one.record);
      const lines = [...text.lines, ...writtenLines(files)];
      return { ...text, lines, canRepeat: text.verdict === 'bad' };
    },
  });
  if (ended.kind === 'refused') return reportProblems({ app, program, plan }, ended.problems);
  given.onRecord?.(ended.record);
  print(app, given, { record: ended.record, files });
  // The result of a run offers more, and the hosts of a demo end with it.
  const isAlone = given.onRecord === undefined;
  if (isAlone && outcomeOf(ended.record) === 'verified')
    await sayNextOf(given, { migration, store });
  return ended.code;
}

/** Names the step after a clean comparison. */
async function sayNextOf(
  { flags, program }: HandlerInput<VerifyFlags>,
  { migration, store }: Known,
): Promise<void> {
  const { id } = migration;
  const follows = storedPlan(migration).follow === true && (await hasClosedTargets(store, id));
  const next = follows
    ? `migrator cutover --migration ${id} --dry-run`
    : `migrator remotes --migration ${id} --output remotes`;
  sayNext(program, flags, next);
}

/** Lists what the source has now, where that is asked for. */
async function listSource(
  app: App,
  { rereadSource }: VerifyFlags,
  at: {
    readonly migration: Migration;
    readonly source: () => SourceHost;
    readonly signals: AttemptSignals;
  },
): Promise<RereadSource | null> {
  if (!rereadSource) return null;
  app.phases.report({ type: 'begun', phase: 'source' });
  const reread = await rereadOf(at.source(), at.migration, ending(at.signals));
  app.phases.report({ type: 'ended', phase: 'source' });
  return reread;
}

/** An unreachable host counts before defects. */
function codeOf(result: Verification): ExitCode {
  const causes = unverifiedOf(result.repositories).map(({ unverified }) => unverified.code);
  if (causes.some((code) => exitCodeOf(code) === exitCodes.unavailable)) {
    return exitCodes.unavailable;
  }
  return isBadOutcome(outcomeOf(result)) ? exitCodes.someFailed : exitCodes.done;
}

/** Compares, repairs, and compares again what the repair may have changed. */
async function repaired(app: App, given: RunVerify): Promise<ExitCode> {
  const { flags, program } = given;
  const services = await app.migrationServices();
  // First, because repairs need it.
  await services.readLicense();
  const found = await migratedOf(services.store, flags.migration);
  return inPhases(app, given, { migration: found, store: services.store }, async (signals) => {
    const migration = await migratedOf(services.store, flags.migration);
    const plan = storedPlan(migration);
    const { source, sharing } = services;
    const reread = await listSource(app, flags, { migration, source: () => source, signals });
    const compared = { app, program, services, migration, reread, signals };
    const comparison = phasedComparison(compared);
    const done = await repair({
      ...{ services, migration, plan, ...signals },
      events: app.events,
      options: migrationOptions({ flags: {}, plan: plan.options, config: app.config }),
      async verify({ writer, lost }) {
        const run = comparisonRun(comparison);
        const shared = sharing && { services, sharing, migration: migration.id, writer, run };
        const first = await compareNow(comparison, { shared, lost });
        app.phases.report({ type: 'begun', phase: 'repair' });
        return first;
      },
    });
    if (done.kind === 'nothing-to-repair') {
      app.say('Nothing to repair.');
      for (const phase of ['repair', 'again']) app.phases.report({ type: 'ended', phase });
      const record = await sealed(comparison, done.found);
      return { kind: 'compared', record, code: codeOf(done.found) };
    }
    const { found: first, outcome, toCompare } = done;
    if (outcome.kind === 'refused') return { kind: 'refused', problems: outcome.problems };
    if (outcome.kind === 'finished' && outcome.stoppedBy !== null) {
      app.say(`Resume:  migrator migrate --resume ${migration.id}`);
      return { kind: 'refused', problems: [outcome.stoppedBy] };
    }
    const many = count(toCompare.size, 'repository', 'repositories');
    app.say(`Repaired what can be repaired; comparing ${many} again.`);
    app.phases.report({ type: 'ended', phase: 'repair' });
    const again = phasedComparison({ ...compared, phase: 'again', repositories: toCompare });
    const result = joinVerifications(first, await compareIfFree(again));
    const record = await sealed(again, result);
    // Failed repositories are not compared.
    const hasFailed = outcome.kind === 'finished' && outcome.counts.failed > 0;
    return { kind: 'compared', record, code: hasFailed ? exitCodes.someFailed : codeOf(result) };
  });
}
