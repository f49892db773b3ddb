import { exportsArchives } from '../../choices/engine.ts';
import { keptOptionsOf, withKeptExisting } from '../../choices/kept-options.ts';
import { givenFlags, migrationOptions } from '../../choices/options.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { readPlan } from '../../plan/read-plan.ts';
import { slugsOfWave } from '../../plan/waves.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { SourceKind } from '../../ports/records/repository.ts';
import type { Store } from '../../ports/store.ts';
import { findUnfinished } from '../../replica/apply/guard/list-unfinished.ts';
import { planDigest } from '../../replica/context/identity.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { storedOptions, storedPlan } from '../../replica/context/stored-plan.ts';
import type { Migrate } from '../../run/preflight/migrate-request.ts';
import { readUserMap } from '../../users/parse-user-map.ts';
import type { App } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import { type Consent, requireConsent } from './consent.ts';
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
    hint: 'Set credentials for the host in the plan.',
  });
}
