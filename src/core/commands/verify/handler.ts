import { migrationOptions } from '../../choices/options.ts';
import { commonInputs } from '../../config/load-config.ts';
import { MigratorError, toMigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../../kernel/exit-codes.ts';
import { checkOutputs } from '../../kernel/files/check-outputs.ts';
import { writeResult } from '../../kernel/files/write-result.ts';
import { storedPlan } from '../../replica/context/stored-plan.ts';
import {
  outcomeOf,
  unverifiedOf,
  type Verification,
} from '../../verbs/verify/findings/difference.ts';
import { rereadOf } from '../../verbs/verify/join-verification.ts';
import { repair } from '../../verbs/verify/repair.ts';
import { forVerify } from '../../verbs/verify/unverified.ts';
import type { App, AppFlags } from '../app.ts';
import type { CommandProgram, HandlerInput } from '../command-program.ts';
import {
  type Comparison,
  compareIfFree,
  compareNow,
  comparisonRun,
  recordOf,
  repositoryLine,
} from '../comparison/compare-now.ts';
import type { VerificationRecord } from '../comparison/record/record.ts';
import { migratedOf } from '../migrate/named-migration.ts';
import { reportProblems } from '../migrate/report-outcome.ts';
import { verificationJson, verificationLines } from './output.ts';
import { verificationHtml } from './page/page.ts';

type VerifyFlags = AppFlags & {
  readonly migration: string;
  readonly rereadSource: boolean;
  readonly repair: boolean;
  readonly output: string | undefined;
  readonly force: boolean;
};

interface RunVerify extends HandlerInput<VerifyFlags> {
  /** Gets what is reported. */
  readonly onRecord?: (record: VerificationRecord) => void;
}

/** `migrator verify`: compares, and writes the report; the exit code says whether there are defects. */
export async function runVerify(given: RunVerify): Promise<ExitCode> {
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

async function verified(app: App, given: RunVerify): Promise<ExitCode> {
  const { flags, program } = given;
  const services = await app.verificationServices();
  const migration = await migratedOf(services.store, flags.migration);
  const reread = flags.rereadSource
    ? await rereadOf(app.source(), migration, ending(program))
    : null;
  const comparison = comparisonOf({ app, program, services, migration, reread });
  const result = await compareIfFree(comparison);
  await report(given, { comparison, result });
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
async function repaired(app: App, given: RunVerify): Promise<ExitCode> {
  const { flags, program } = given;
  const services = await app.migrationServices();
  // First, because repairs need it.
  await services.readLicense();
  const migration = await migratedOf(services.store, flags.migration);
  const { id } = migration;
  const plan = storedPlan(migration);
  const { source, sharing } = services;
  const reread = flags.rereadSource ? await rereadOf(source, migration, ending(program)) : null;
  const comparison = comparisonOf({ app, program, services, migration, reread });
  const done = await repair({
    services,
    events: app.events,
    migration,
    plan,
    options: migrationOptions({ flags: {}, plan: plan.options, config: app.config }),
    verify({ writer, lost }) {
      const run = comparisonRun(comparison);
      const shared = sharing && { services, sharing, migration: id, writer, run };
      return compareNow(comparison, { shared, lost });
    },
    signal: program.stop,
    drain: program.drain,
  });
  if (done.kind === 'nothing-to-repair') {
    app.say('Nothing to repair.');
    await report(given, { comparison, result: done.found });
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
  await report(given, { comparison, result });
  // Failed repositories are not compared.
  const hasFailed = outcome.kind === 'finished' && outcome.counts.failed > 0;
  return hasFailed ? exitCodes.someFailed : codeOf(result);
}

function comparisonOf(given: Omit<Comparison, 'signal' | 'onRepository'>): Comparison {
  return {
    ...given,
    signal: ending(given.program),
    onRepository: (findings) => given.app.say(repositoryLine(findings)),
  };
}

/** There is nothing that a comparison has to end in order. */
function ending({ stop, drain }: CommandProgram): AbortSignal {
  return AbortSignal.any([stop, drain]);
}

async function report(
  { flags, program, onRecord }: RunVerify,
  { comparison, result: compared }: { comparison: Comparison; result: Verification },
): Promise<void> {
  const { app } = comparison;
  const result = await recordOf(compared, comparison);
  onRecord?.(result);
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
}
