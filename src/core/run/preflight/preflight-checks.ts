import { importsArchives, keptFor } from '../../choices/engine.ts';
import { migratesPullRequests } from '../../choices/kept-options.ts';
import { rewrittenSlugs } from '../../choices/large-files.ts';
import { toFailure, toMigratorError } from '../../kernel/errors.ts';
import { type Terms, termsOf } from '../../license/terms.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { Migration } from '../../ports/records/migration.ts';
import {
  findRewrites,
  notesOfRewrites,
  type RewriteAhead,
} from '../../replica/apply/rewrite/rewrites-ahead.ts';
import { type StoredChoice, storedOptions } from '../../replica/context/stored-plan.ts';
import { type Pending, pendingRepositories } from '../repositories/pending-repositories.ts';
import type { RunRequest } from './migrate-request.ts';
import type { NamesToRewrite } from './names-to-rewrite.ts';
import { type PreflightResult, preflight } from './preflight.ts';

/** Finds what a migration has still to do, as this run is asked for. */
export async function findPending(
  run: RunRequest,
  migration: Migration | null,
  { repositories: reopened }: Pick<NamesToRewrite, 'repositories'>,
): Promise<Pending> {
  const { services, plan, reset, options } = run;
  const looksAgain = options.skipExisting || options.overwrite;
  const { store } = services;
  const asked = { store, plan, migration, reset, reopened, looksAgain };
  const pending = await pendingRepositories(asked);
  return { ...pending, repositories: inWave(run, pending.repositories) };
}

/** Keeps the repositories that this run works on. */
export function inWave(
  { wave = null }: Pick<RunRequest, 'wave'>,
  repositories: readonly PlannedRepository[],
): readonly PlannedRepository[] {
  return wave === null ? repositories : repositories.filter(({ source }) => wave.has(source));
}

export interface Checked extends PreflightResult {
  /** Terms of the license; `null` where none can be accepted. */
  readonly terms: Terms | null;
  /** By slug. */
  readonly rewrites: ReadonlyMap<string, RewriteAhead>;
}

/**
 * Asks all that can be asked before anything is written, and reports what prevents the run.
 * @param known the migration that is resumed; `null`: one begins
 */
export async function check(
  run: RunRequest,
  known: Migration | null,
  asked: Pending & StoredChoice & { readonly adoptsFound: boolean; readonly needsLicense: boolean },
): Promise<Checked> {
  const { kept, needsLicense, ...pending } = asked;
  const license = await checkLicense(run, known, needsLicense);
  const brings = (planned: PlannedRepository) => migratesPullRequests(kept, planned);
  const result = await preflight({
    services: run.services,
    workspace: run.plan.source.workspace,
    organization: run.plan.target.organization,
    ...pending,
    wantsPullRequests: pending.repositories.some(brings),
    migratesPullRequests: brings,
    archiveFormat: kept.archive_format,
    imports: (planned) => importsArchives(keptFor(kept, planned)),
    rewritten: rewrittenSlugs(kept, pending.repositories),
    follow: kept.follow,
    accept: run.plan.accept ?? [],
    ...(run.mayHaveWritten === true && { mayHaveWritten: true }),
    options: run.options,
    signal: AbortSignal.any([run.signal, run.drain]),
  });
  const { repositories } = pending;
  const { sources } = result;
  const { workspace } = run.plan.source;
  const of = { workspace, migration: known?.id ?? null, kept, repositories, sources };
  const rewrites = await findRewrites(run.services, of);
  for (const message of notesOfRewrites(rewrites))
    run.events.emit({ type: 'preflight-note', message });
  const problems = [...license.problems, ...result.problems];
  run.events.emit({ type: 'preflight-finished', problems: problems.map(toFailure) });
  return { ...result, terms: license.terms, problems, rewrites };
}

/** `null` in place of terms: there is no license that can be accepted, as the problems say. */
type LicenseCheck = Pick<Checked, 'terms' | 'problems'>;

/**
 * Tells whether the license allows this run. A run that writes nothing needs none: what a real one would be refused for
 * is a note.
 * @param known the migration that is resumed; `null`: one begins
 */
async function checkLicense(
  run: RunRequest,
  known: Migration | null,
  isNeeded: boolean,
): Promise<LicenseCheck> {
  const { terms, problems } = await ask(run, known);
  const { emit } = run.events;
  if (terms !== null && terms.warning !== null) {
    emit({ type: 'preflight-note', message: terms.warning });
  }
  if (isNeeded) return { terms, problems };
  for (const { message } of problems) {
    emit({ type: 'preflight-note', message: `A run would be refused: ${message}` });
  }
  return { terms, problems: [] };
}

async function ask(run: RunRequest, known: Migration | null): Promise<LicenseCheck> {
  const { services, plan, askedWorkers } = run;
  try {
    const terms = termsOf({
      license: await services.readLicense(),
      // One that was begun before plans were kept is brought to its end all the same.
      begunUnder: known === null ? null : (storedOptions(known).license_tier ?? 'ultimate'),
      repositories: plan.repositories.length,
      workers: askedWorkers ?? null,
      now: services.clock.now(),
    });
    return { terms, problems: terms.problems };
  } catch (thrown) {
    return { terms: null, problems: [toMigratorError(thrown)] };
  }
}
