import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProbeResult } from '../../calibration/probes/findings.ts';
import { lastWords } from '../../calibration/scratch/clean-up.ts';
import { trialResults } from '../../calibration/trial/trial-results.ts';
import { interrupted, MigratorError } from '../../kernel/errors.ts';
import { exitCodes } from '../../kernel/exit-codes.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { SourceKind } from '../../ports/records/repository.ts';
import type { ArchiveFormat } from '../../ports/target-importer.ts';
import type { AppFlags } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import type { StartHosts } from '../embedded-hosts/hosts.ts';
import { openTrialSource, type TrialSource } from '../embedded-hosts/open-trial-source.ts';
import { cancelMigration } from '../migrate/cancel-handler.ts';
import { runMigrate } from '../migrate/handler.ts';
import { runVerify } from '../verify/handler.ts';
import { forms, lastOf, runQuietly } from './run-quietly.ts';

interface TryFormat {
  readonly program: CommandProgram;
  /** Of the command that tries it. */
  readonly flags: Pick<AppFlags, 'config'>;
  readonly startHosts: StartHosts;
  readonly format: ArchiveFormat;
  /** Scratch repository: it does not exist yet. */
  readonly target: { readonly organization: string; readonly name: string };
}

/** A source whose archives have the format. */
const sources: Readonly<Record<ArchiveFormat, SourceKind>> = {
  github: 'bitbucket-cloud',
  'bitbucket-server': 'bitbucket-data-center',
};

/**
 * Migrates an embedded repository by the importer, as any other, and tells by a verification what has arrived of it.
 * @throws MigratorError where the import did not come to its end
 */
export async function tryFormat(options: TryFormat): Promise<readonly ProbeResult[]> {
  const { program, startHosts, format } = options;
  await using source = await openTrialSource({ program, startHosts, source: sources[format] });
  const tried = { ...program, environment: source.environment };
  const flags = { ...quietFlags, config: options.flags.config };
  const plan = join(source.folder, 'plan.json');
  await writeFile(plan, JSON.stringify(planOf(options, source)));
  const migrated = await runQuietly(tried, (quiet) =>
    runMigrate({ program: quiet, flags: { ...flags, plan, resume: undefined, dryRun: false } }),
  );
  const { migration = null } = lastOf(migrated.lines, forms.started) ?? {};
  if (migrated.exitCode !== exitCodes.done || migration === null) {
    if (migration !== null) await abort({ ...options, program: tried }, migration);
    throw migrated.exitCode === exitCodes.interrupted ? interrupted() : notImported(migrated.lines);
  }
  const verified = await runQuietly(tried, (quiet) =>
    runVerify({
      program: quiet,
      flags: { ...flags, migration, rereadSource: false, repair: false, ...noFile },
    }),
  );
  const found = lastOf(verified.lines, forms.verified);
  if (found === null || found.outcome === 'unverified') throw notImported(verified.lines);
  const all = found.repositories.flatMap(({ differences }) => differences);
  return trialResults(
    source.pulls,
    all.filter(({ verdict }) => verdict === 'defect'),
  );
}

/** The host may still be importing into the scratch repository, which goes now. */
async function abort({ program, flags }: TryFormat, migration: string): Promise<void> {
  const signal = AbortSignal.timeout(lastWords);
  await runQuietly({ ...program, drain: signal, stop: signal }, (quiet) =>
    cancelMigration({
      program: quiet,
      flags: { ...quietFlags, ...flags, ...noPlan, cancel: migration, yes: true },
    }),
  ).catch(() => null);
}

const noPlan = { plan: undefined, resume: undefined } as const;
const quietFlags = { json: true, plain: true, color: false, verbose: 0 } as const;
const noFile = { output: undefined, force: false } as const;

function planOf({ format, target }: TryFormat, { workspace }: TrialSource): Plan {
  return {
    version: 1,
    source: { kind: sources[format], workspace },
    target: { organization: target.organization },
    // They win over migrator.yaml.
    options: { pull_requests: { migrate: true } },
    engine: 'archive',
    archive_format: format,
    repositories: [{ source: 'trial', target: target.name, visibility: 'private' }],
  };
}

/** Says why, as the command said it. */
function notImported(lines: readonly unknown[]): MigratorError {
  const failed = lastOf(lines, forms.failed)?.failure ?? lastOf(lines, forms.refused);
  const said = failed?.message ?? 'no reason given';
  return new MigratorError('refused', `The importer could not be tested: ${said}`, {
    hint: failed?.hint ?? 'Try again later.',
  });
}
