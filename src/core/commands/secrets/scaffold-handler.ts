import { MigratorError, toMigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import type { Manifest } from '../../secrets/manifest/manifest.ts';
import type { Targeted } from '../../secrets/manifest/target-scopes.ts';
import { openScaffold, type ScaffoldFlags } from '../../secrets/scaffold/open-scaffold.ts';
import {
  type ChecklistFlags,
  checkChecklist,
  reportScaffold,
} from '../../secrets/scaffold/report-scaffold.ts';
import { scaffold } from '../../secrets/scaffold/scaffold.ts';
import { scaffoldShared } from '../../secrets/scaffold/scaffold-shared.ts';
import { countStates, type ScopeReport } from '../../secrets/scaffold/scope-report.ts';
import type { AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';

type StatusFlags = AppFlags & ScaffoldFlags & ChecklistFlags;

/** `migrator secrets scaffold`: a placeholder for every missing secret, and the list of what to fill in. */
export async function runScaffold(options: ScaffoldInput): Promise<ExitCode> {
  return (await reportedScaffold(options)).exitCode;
}

type ScaffoldInput = HandlerInput<StatusFlags & { readonly dryRun: boolean }>;

/** The same as a dry run, with the number of secrets that a run would create. */
export async function dryRunScaffold(
  options: ScaffoldInput,
): Promise<{ readonly exitCode: ExitCode; readonly creatable: number }> {
  const { exitCode, places } = await reportedScaffold(options);
  return { exitCode, creatable: countStates(places)['to-make'] };
}

async function reportedScaffold(
  options: ScaffoldInput,
): Promise<{ readonly exitCode: ExitCode; readonly places: readonly ScopeReport[] }> {
  const { flags, program } = options;
  await checkChecklist(flags, program);
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const mode = flags.dryRun ? 'dry-run' : 'create';
  await using work = await openScaffold({ app, flags, program, naming: program.naming, mode });
  const cost = scaffoldCost(work.manifest, work.targeted);
  const isLimited = work.host.limits.pushesPerMinute !== null;
  app.events.emit({ type: 'scaffold-planned', ...cost, isLimited });
  let places: readonly ScopeReport[];
  try {
    places = await scaffoldShared(work);
  } catch (thrown) {
    const error = toMigratorError(thrown);
    throw error.code === 'interrupted'
      ? new MigratorError('interrupted', 'Stopped before all secrets were created', {
          hint: 'Run the same command again: it creates the rest and leaves existing ones unchanged.',
          cause: error,
        })
      : error;
  }
  await reportScaffold({ ...options, app, scaffold: work, type: 'secrets-scaffolded', places });
  if (flags.dryRun) app.say('Dry run: nothing was written.');
  const isDone = isWhole(places) && work.targeted.missed.length === 0;
  return { exitCode: isDone ? exitCodes.done : exitCodes.someFailed, places };
}

function isWhole(places: readonly ScopeReport[]): boolean {
  return places.every(
    ({ failure, secrets }) =>
      failure === null && secrets.every(({ state }) => state !== 'replaced' && state !== 'missing'),
  );
}

/** `migrator secrets status`: which secrets are filled in. Only reads the target. */
export async function runSecretsStatus(options: HandlerInput<StatusFlags>): Promise<ExitCode> {
  const { flags, program } = options;
  await checkChecklist(flags, program);
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const { naming } = program;
  await using work = await openScaffold({ app, flags, program, naming, mode: 'check' });
  const places = await scaffold({ ...work, shared: null });
  await reportScaffold({ ...options, app, scaffold: work, type: 'secrets-status', places });
  const isWhole = places.every(({ failure }) => failure === null);
  return isWhole && work.targeted.missed.length === 0 ? exitCodes.done : exitCodes.someFailed;
}

/**
 * Returns what making all of a manifest takes at most, where nothing of it is there; writes are requests, too. Pure.
 */
function scaffoldCost(
  { organization }: Pick<Manifest, 'organization'>,
  { repositories }: Pick<Targeted, 'repositories'>,
) {
  let reads = 0;
  let writes = organization.length;
  let secrets = organization.length;
  // A list and a public key for each place, and a list of environments for each repository that has any.
  if (organization.length > 0) reads += 2;
  reads += new Set(organization.flatMap((secret) => secret.repositories)).size;
  for (const repository of repositories) {
    if (repository.secrets.length > 0) reads += 2;
    if (repository.environments.length > 0) reads += 1;
    writes += repository.secrets.length;
    secrets += repository.secrets.length;
    for (const environment of repository.environments) {
      reads += environment.secrets.length > 0 ? 1 : 0;
      writes += 1 + environment.secrets.length;
      secrets += environment.secrets.length;
    }
  }
  return { repositories: repositories.length, secrets, requests: reads + writes, writes };
}
