import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import type { SettingsMode } from '../../options/settings.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { readPlan } from '../../plan/read-plan.ts';
import type { Migration } from '../../ports/records/migration.ts';
import { planDigest } from '../../replica/context/identity.ts';
import { requireMarkerKey } from '../../replica/context/require-marker-key.ts';
import {
  storedOptions,
  storedPlan,
  withAddedRepositories,
} from '../../replica/context/stored-plan.ts';
import { hasClosedTargets } from '../../replica/context/target-phase.ts';
import { applyMigration } from '../../verbs/settings/apply-migration.ts';
import type { AppFlags } from '../app.ts';
import type { CommandProgram, HandlerInput } from '../command-program.ts';
import { migratedOf, refuseCancelled } from '../migrate/named-migration.ts';
import { sayNext } from '../next-step.ts';
import { isRefused, repositoryLine, settingsJson, settingsLines } from './output.ts';

type SettingsFlags = AppFlags & {
  readonly migration: string;
  readonly plan: string | undefined;
  readonly dryRun: boolean;
  readonly settings: SettingsMode | undefined;
  readonly invite: boolean;
};

/** `migrator settings`: applies the settings of a plan to what a migration has created. */
export async function runSettings(given: HandlerInput<SettingsFlags>): Promise<ExitCode> {
  const { flags, program } = given;
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const services = await app.migrationServices();
  const migration = await migratedOf(services.store, flags.migration);
  refuseCancelled(migration);
  const { plan, text } = await planOf(migration, flags, program);
  const kept = storedOptions(migration);
  if (await hasClosedTargets(services.store, migration.id)) refuseFollowing(plan, flags);
  if (!flags.dryRun) await requireMarkerKey(services, migration);
  const choice = {
    mode: flags.settings ?? kept.apply_settings,
    invite: flags.invite || kept.invite,
  };
  const result = await applyMigration({
    services,
    migration,
    plan,
    planText: text,
    choice,
    dryRun: flags.dryRun,
    onRepository: (repository) => app.say(repositoryLine(repository)),
    signal: program.stop,
    drain: program.drain,
  });
  const summary = { migration: migration.id, dryRun: flags.dryRun, ...choice, ...result };
  const color = app.output.color && program.stdout.isTerminal;
  program.stdout.write(
    flags.json
      ? settingsJson(summary)
      : settingsLines(summary, { color, applyWith: writingFlags(flags) })
          .map((line) => `${line}\n`)
          .join(''),
  );
  if (isRefused(result)) return exitCodes.someFailed;
  if (!flags.dryRun) sayNext(program, flags.json, `migrator verify --migration ${migration.id}`);
  return exitCodes.done;
}

/** Returns what a dry run was given, for the run that writes. */
function writingFlags({ plan, settings, invite }: SettingsFlags): readonly string[] {
  return [
    ...(plan === undefined ? [] : ['--plan', plan]),
    ...(settings === undefined ? [] : ['--settings', settings]),
    ...(invite ? ['--invite'] : []),
  ];
}

/** @throws `input-file` for the plan of another migration */
async function planOf(
  migration: Migration,
  { plan: path }: SettingsFlags,
  { naming }: CommandProgram,
): Promise<{ plan: Plan; text: string }> {
  if (path === undefined) return { plan: storedPlan(migration), text: migration.planText };
  const read = await readPlan({ path, resolveTargetNames: naming.resolveRepositoryNames });
  if (planDigest(read.plan) === migration.planDigest) return withAddedRepositories(read, migration);
  throw new MigratorError('input-file', `${path} is not the plan of ${migration.id}`, {
    hint: 'Only settings and teams of a plan can change.',
  });
}

/** They would open the target, and take the number of the next pull request. */
function refuseFollowing({ follow }: Plan, { settings, dryRun }: SettingsFlags): void {
  if (follow !== true || dryRun || settings !== undefined) return;
  throw new MigratorError(
    'usage',
    'The plan follows its source: its settings wait for the cut-over',
    {
      hint: 'To apply them now, after the last sync, add --settings active.',
    },
  );
}
