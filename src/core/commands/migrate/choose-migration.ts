import { exportsArchives } from '../../choices/engine.ts';
import { keptOptionsOf, withKeptExisting } from '../../choices/kept-options.ts';
import { givenFlags, migrationOptions } from '../../choices/options.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { planText } from '../../plan/build-plan.ts';
import { withRewriteConfirmed } from '../../plan/confirmations.ts';
import type { Plan, PlannedRepository } from '../../plan/plan-schema.ts';
import { readPlan } from '../../plan/read-plan.ts';
import { slugsOfWave } from '../../plan/waves.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { SourceKind } from '../../ports/records/repository.ts';
import type { Store } from '../../ports/store.ts';
import { findUnfinished } from '../../replica/apply/guard/list-unfinished.ts';
import { rewriteFacts } from '../../replica/apply/rewrite/rewrite-text.ts';
import { planDigest } from '../../replica/context/identity.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { storedOptions, storedPlan } from '../../replica/context/stored-plan.ts';
import { rewrittenHistory } from '../../replica/recorded/rewritten-history.ts';
import type { Migrate } from '../../run/preflight/migrate-request.ts';
import { readUserMap } from '../../users/parse-user-map.ts';
import type { App } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import { type Consent, confirmRewriting, requireConsent } from './consent.ts';
import { askForMigration, migrationOf, refuseCancelled } from './named-migration.ts';
import { chooseReset } from './reset.ts';
import type { RunFlags } from './run-flags.ts';

interface GivenFiles {
  readonly plan: { readonly plan: Plan; readonly text: string } | null;
  readonly userMap: string | null;
}

/** Reads the files that the flags name. @throws `input-file` */
export async function readFiles(flags: RunFlags, program: CommandProgram): Promise<GivenFiles> {
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
export async function chooseMigration(given: {
  flags: RunFlags;
  files: GivenFiles;
  consent: Consent;
  app: App;
  services: MigrationServices;
}): Promise<ChosenMigration> {
  const { flags, files, consent, app, services } = given;
  const { plan: named, userMap } = files;
  const written =
    named === null ? await resumed(services.store, flags, consent) : { ...named, resume: null };
  checkKind(written.plan, services.source.kind);
  const { plan, text, resume } = await withRewrites(written, { flags, consent, services });
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
  const reset = await chooseReset({ flags, plan, known, consent, store: services.store });
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

interface GivenPlan {
  readonly plan: Plan;
  readonly text: string;
  readonly resume: Migration | null;
}

/**
 * The plan with the rewrites that are confirmed now, by the flag or by a typed word.
 * @throws `usage` for a glob that fits no repository whose files are rewritten, `interrupted`
 */
async function withRewrites(
  given: GivenPlan,
  {
    flags,
    consent,
    services,
  }: Pick<Parameters<typeof chooseMigration>[0], 'flags' | 'consent' | 'services'>,
): Promise<GivenPlan> {
  const { store } = services;
  const known = given.resume ?? (await findUnfinished(store, planDigest(given.plan)));
  const kept = known === null ? undefined : storedOptions(known).large_files;
  const isStandard = [given.plan.options.large_files, kept].includes('rewrite');
  const standard = flags.largeFiles ?? (isStandard ? 'rewrite' : 'refuse');
  const confirm = (plan: Plan, globs: readonly string[]) =>
    withRewriteConfirmed(plan, globs, standard);
  const rewrites = ({ repositories }: Plan) =>
    repositories.filter(
      ({ large_files = standard, rewrite_history }) =>
        large_files === 'rewrite' && rewrite_history !== true,
    );
  const flagged = confirm(given.plan, flags.rewriteHistory ?? []);
  const stopped =
    known === null || flags.dryRun
      ? []
      : await findStoppedRewrites(store, known, rewrites(flagged));
  const isConfirmed = await confirmRewriting(consent, stopped);
  const slugs = stopped.map(({ slug }) => slug);
  const plan = isConfirmed ? confirm(flagged, slugs) : flagged;
  return plan === given.plan ? given : { ...given, plan, text: planText(plan) };
}

/** Shows so many files before they are rewritten. */
const shownFiles = 20;

/** Repositories that an earlier run has rewritten and stopped at, for lack of a confirmation. */
async function findStoppedRewrites(
  store: Store,
  { id }: Migration,
  unconfirmed: readonly PlannedRepository[],
) {
  const open = new Set(unconfirmed.map(({ source }) => source));
  const stopped: { slug: string; facts: readonly string[] }[] = [];
  for (const { source, failure } of await store.listRepositories(id)) {
    if (failure?.code !== 'refused' || !open.has(source)) continue;
    const history = await rewrittenHistory.find(store, { migration: id, repository: source });
    if (history?.confirmed === false)
      stopped.push({ slug: source, facts: rewriteFacts(history, shownFiles) });
  }
  return stopped;
}

async function resumed(store: Store, flags: RunFlags, consent: Consent): Promise<GivenPlan> {
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
    hint: 'Set credentials for the host in the plan.',
  });
}
