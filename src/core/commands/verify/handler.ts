import { newestCalibration } from '../../calibration/calibration-files.ts';
import { migrationOptions } from '../../choices/options.ts';
import { commonInputs } from '../../config/load-config.ts';
import { MigratorError, toMigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../../kernel/exit-codes.ts';
import { checkOutputs } from '../../kernel/files/check-outputs.ts';
import { writeResult } from '../../kernel/files/write-result.ts';
import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { SharedRun } from '../../ports/state/shared-run.ts';
import type { VerificationServices } from '../../replica/context/migration-context.ts';
import { requireMarkerKey } from '../../replica/context/require-marker-key.ts';
import { storedPlan } from '../../replica/context/stored-plan.ts';
import { hasClosedTargets } from '../../replica/context/target-phase.ts';
import { newRun, type RunToLead } from '../../run/shared/lead-run.ts';
import { shareIfFree } from '../../run/shared/tasks/share-if-free.ts';
import { stateFolder } from '../../state/state-folder.ts';
import {
  countOf,
  outcomeOf,
  type RepositoryFindings,
  unverifiedOf,
  type Verification,
} from '../../verbs/verify/findings/difference.ts';
import { rereadOf } from '../../verbs/verify/join-verification.ts';
import { repair } from '../../verbs/verify/repair.ts';
import type { RereadSource } from '../../verbs/verify/reread-source.ts';
import { forVerify } from '../../verbs/verify/unverified.ts';
import type { VerificationOptions } from '../../verbs/verify/verification-result.ts';
import { verifyMigration } from '../../verbs/verify/verify-migration.ts';
import type { App, AppFlags } from '../app.ts';
import type { CommandProgram, HandlerInput } from '../command-program.ts';
import { migratedOf } from '../migrate/named-migration.ts';
import { reportProblems } from '../migrate/report-outcome.ts';
import { sayNext } from '../next-step.ts';
import { verificationJson, verificationLines } from './output.ts';
import { verificationHtml } from './page/page.ts';
import { recordVerification } from './record/record.ts';

type VerifyFlags = AppFlags & {
  readonly migration: string;
  readonly rereadSource: boolean;
  readonly repair: boolean;
  readonly output: string | undefined;
  readonly force: boolean;
};

/** `migrator verify`: compares, and writes the report; the exit code says whether there are defects. */
export async function runVerify(given: HandlerInput<VerifyFlags>): Promise<ExitCode> {
  const { flags, program } = given;
  if (flags.json && flags.output === '-') {
    throw new MigratorError(
      'usage',
      'verify writes either JSON or HTML to standard output, not both',
      {
        hint: 'Name a file: --output verification.html',
      },
    );
  }
  await checkOutputs({
    outputs: [{ flag: '--output', path: flags.output }],
    inputs: commonInputs(flags, program),
    force: flags.force,
    uid: program.uid,
  });
  await using app = await program.openApp({ program, flags, resultOnly: true });
  // Awaited here, because the app closes when this function returns.
  if (flags.repair) return await repaired(app, given);
  try {
    return await verified(app, given);
  } catch (thrown) {
    throw forVerify(toMigratorError(thrown));
  }
}

async function verified(app: App, given: HandlerInput<VerifyFlags>): Promise<ExitCode> {
  const { flags, program } = given;
  const services = await app.verificationServices();
  const migration = await migratedOf(services.store, flags.migration);
  const reread = flags.rereadSource
    ? await rereadOf(app.source(), migration, ending(program))
    : null;
  const result = await compareIfFree({ app, program, services, migration, reread });
  await report(app, { ...given, services, migration, result });
  return codeOf(result);
}

/** An unreachable host counts before defects. */
function codeOf(result: Verification): ExitCode {
  const causes = unverifiedOf(result.repositories).map(({ unverified }) => unverified.code);
  if (causes.some((code) => exitCodeOf(code) === exitCodes.unavailable)) {
    return exitCodes.unavailable;
  }
  const isBad = ['not-complete', 'defects', 'unverified'].includes(outcomeOf(result));
  return isBad ? exitCodes.someFailed : exitCodes.done;
}

/** Compares, repairs and compares again: the second comparison is the result. */
async function repaired(app: App, given: HandlerInput<VerifyFlags>): Promise<ExitCode> {
  const { flags, program } = given;
  const services = await app.migrationServices();
  // First, because repairs need it.
  await services.readLicense();
  const migration = await migratedOf(services.store, flags.migration);
  const { id } = migration;
  const plan = storedPlan(migration);
  const { source, sharing } = services;
  const reread = flags.rereadSource ? await rereadOf(source, migration, ending(program)) : null;
  const comparison = { app, program, services, migration, reread };
  const done = await repair({
    services,
    events: app.events,
    migration,
    plan,
    options: migrationOptions({ flags: {}, plan: plan.options, config: app.config }),
    verify({ writer, lost }) {
      const run = runOf(comparison);
      const shared = sharing && { services, sharing, migration: id, writer, run };
      return compare(comparison, { shared, lost });
    },
    signal: program.stop,
    drain: program.drain,
  });
  if (done.kind === 'nothing-to-repair') {
    app.say('Nothing to repair.');
    await report(app, { ...given, services, migration, result: done.found });
    return codeOf(done.found);
  }
  const { outcome } = done;
  if (outcome.kind === 'refused') return reportProblems({ app, program, plan }, outcome.problems);
  if (outcome.kind === 'finished' && outcome.stoppedBy !== null) {
    app.say(`Resume:  migrator migrate --resume ${id}`);
    return reportProblems({ app, program, plan }, [outcome.stoppedBy]);
  }
  app.say('Repaired what can be repaired; comparing again.');
  const result = await compareIfFree(comparison);
  await report(app, { ...given, services, migration, result });
  // Failed repositories are not compared.
  const hasFailed = outcome.kind === 'finished' && outcome.counts.failed > 0;
  return hasFailed ? exitCodes.someFailed : codeOf(result);
}

interface Comparison {
  readonly app: App;
  readonly program: CommandProgram;
  readonly services: VerificationServices;
  readonly migration: Migration;
  readonly reread: RereadSource | null;
}

/** With all processes that join, unless somebody works on the migration. */
function compareIfFree(comparison: Comparison): Promise<Verification> {
  const { services, migration } = comparison;
  const run = runOf(comparison);
  return shareIfFree(services, { migration: migration.id, run }, (shared) =>
    compare(comparison, shared),
  );
}

function runOf({ reread }: Comparison): SharedRun {
  const options: VerificationOptions = { rereads: reread !== null };
  return newRun('verify', options);
}

async function compare(
  { app, program, services, migration, reread }: Comparison,
  leading: { readonly shared: RunToLead | null; readonly lost: AbortSignal } | null,
): Promise<Verification> {
  await requireMarkerKey(services, migration);
  const signals = [ending(program), ...(leading === null ? [] : [leading.lost])];
  return verifyMigration({
    ...services,
    migration,
    markerKey: await services.loadMarkerKey(),
    reread,
    shared: leading?.shared ?? null,
    signal: AbortSignal.any(signals),
    requests: app.requests,
    onRepository: (findings) => app.say(repositoryLine(findings)),
  });
}

/** There is nothing that a comparison has to end in order. */
function ending({ stop, drain }: CommandProgram): AbortSignal {
  return AbortSignal.any([stop, drain]);
}

function repositoryLine(findings: RepositoryFindings): string {
  if (findings.unverified !== null) {
    return `${safe(findings.source)}: not verified: ${safe(findings.unverified.message)}`;
  }
  const { compared: all, equal, defects } = countOf(findings);
  const bad = defects === 0 ? '' : `, ${count(defects, 'defect')}`;
  return `${safe(findings.source)}: ${count(all, 'item')} compared, ${equal.toLocaleString('en-US')} equal${bad}`;
}

async function report(
  app: App,
  given: {
    flags: VerifyFlags;
    program: CommandProgram;
    services: VerificationServices;
    migration: Migration;
    result: Verification;
  },
): Promise<void> {
  const { flags, program, migration } = given;
  const host = given.services.target.hostname;
  const found = await newestCalibration({ stateFolder: stateFolder(program), host });
  const { version } = program;
  const pages = app.sourcePages(migration.source);
  // Redacted before it is sealed; the page is written without a redacting output.
  const result = recordVerification(program.redactor.data(given.result), {
    calibration: found === null ? null : program.redactor.data(found),
    ...{ version, pages },
  });
  if (flags.output !== undefined) {
    await writeResult({
      text: verificationHtml(result),
      path: flags.output,
      repositories: result.repositories.length,
      force: flags.force,
      json: flags.json,
      program,
    });
  }
  if (flags.json) {
    program.stdout.write(verificationJson(result));
    return;
  }
  // With `-` the page is on standard output.
  const output = flags.output === '-' ? program.stderr : program.stdout;
  const color = app.output.color && output.isTerminal;
  output.write(
    verificationLines(result, { color })
      .map((line) => `${line}\n`)
      .join(''),
  );
  if (outcomeOf(result) !== 'verified') return;
  const { id } = migration;
  const follows =
    storedPlan(migration).follow === true && (await hasClosedTargets(given.services.store, id));
  const next = follows
    ? `migrator cutover --migration ${id} --dry-run`
    : `migrator remotes --migration ${id} --output remotes`;
  sayNext(program, flags.json, next);
}
