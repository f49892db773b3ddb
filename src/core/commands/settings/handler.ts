import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { writeLines } from '../../kernel/fold-lines.ts';
import { shellWord } from '../../kernel/format/shell-quote.ts';
import type { SettingsMode } from '../../options/settings.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { readPlan } from '../../plan/read-plan.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { ApplyMigration } from '../../replica/apply/settings/apply-request.ts';
import { convertsPipelines } from '../../replica/apply/settings/request/pipelines-request.ts';
import { planDigest } from '../../replica/context/identity.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { requireMarkerKey } from '../../replica/context/require-marker-key.ts';
import {
  storedOptions,
  storedPlan,
  withAddedRepositories,
} from '../../replica/context/stored-plan.ts';
import { hasClosedTargets } from '../../replica/context/target-phase.ts';
import { summarizeSettings } from '../../settings/compare/settings-summary.ts';
import { applyMigration } from '../../verbs/settings/apply-migration.ts';
import type { AppFlags } from '../app.ts';
import type { CommandProgram, HandlerInput } from '../command-program.ts';
import { migratedOf, refuseCancelled } from '../migrate/named-migration.ts';
import { sayNext } from '../next-step.ts';
import { runInPhases, staysOpenOf } from '../run-phases.ts';
import {
  isRefused,
  refusedGroups,
  repositoryLine,
  repositorySummary,
  settingsJson,
  settingsLines,
  settingsPhases,
  settingsText,
} from './output.ts';

type SettingsFlags = AppFlags & {
  readonly migration: string;
  readonly plan: string | undefined;
  readonly dryRun: boolean;
  readonly settings: SettingsMode | undefined;
  readonly invite: boolean;
};

/**
 * `migrator settings`: applies the settings of a plan to what a migration has created.
 * @param given.staysOpen a person reads the result on the screen
 */
export async function runSettings(
  given: HandlerInput<SettingsFlags> & { readonly staysOpen?: true },
): Promise<ExitCode> {
  const { flags, program } = given;
  await using app = await program.openApp({
    ...{ program, flags, resultOnly: true },
    ...(!flags.dryRun && { livePhases: staysOpenOf({}, given.staysOpen) }),
  });
  const services = await app.migrationServices();
  const open = () => prepared(services, flags, program);
  const { migration, plan, waits } = await open();
  const resumeWith = `migrator settings --migration ${migration.id}${flagsText(flags)}`;
  const applyWith = [...writingFlags(flags), ...(waits ? ['--settings', 'active'] : [])];
  const shown = { applyWith, waits, plan, verbose: flags.verbose > 0 };
  const summary = await runInPhases(app, program, {
    run: {
      ...{ title: 'Settings', phases: settingsPhases, resumeWith },
      workspace: plan.source.workspace,
      organization: plan.target.organization,
    },
    plan,
    async attempt(signals) {
      const { choice, waits: _, ...asked } = await open();
      const result = await applyMigration({
        ...{ ...asked, services, choice, dryRun: flags.dryRun, ...signals },
        onRepository(repository) {
          app.say(repositoryLine(repository, waits));
          const { source } = repository;
          const isBad = repository.settings.some(({ state }) => state === 'refused');
          const text = repositorySummary(repository, waits);
          app.phases.report({ type: 'passed', phase: 'apply', source, summary: text, isBad });
        },
        onProgress: app.phases.report,
      });
      return { migration: migration.id, dryRun: flags.dryRun, ...choice, ...result };
    },
    resultOf(done) {
      const verdict = isRefused(done) ? 'bad' : 'good';
      const { title, facts, lines } = settingsText(done, { color: true, ...shown });
      return {
        title,
        lines: [...facts, ...lines],
        verdict,
        groups: refusedGroups(done),
        canRepeat: verdict === 'bad',
      };
    },
    abort: null,
  });
  const color = app.output.color && program.stdout.isTerminal;
  if (flags.json) program.stdout.write(settingsJson(summary));
  else writeLines(program.stdout, settingsLines(summary, { color, ...shown }));
  if (isRefused(summary)) return exitCodes.someFailed;
  if (!flags.dryRun) sayNext(program, flags, `migrator verify --migration ${migration.id}`);
  return exitCodes.done;
}

/** Reads what is applied, by the state as it is now. @throws MigratorError where it may not be */
async function prepared(
  services: MigrationServices,
  flags: SettingsFlags,
  program: CommandProgram,
): Promise<
  Pick<ApplyMigration, 'migration' | 'plan' | 'planText' | 'choice'> & {
    /** For the cut-over. */
    readonly waits: boolean;
  }
> {
  const migration = await migratedOf(services.store, flags.migration);
  refuseCancelled(migration);
  const { plan, text: planText } = await planOf(migration, flags, program);
  const kept = storedOptions(migration);
  const waits =
    plan.follow === true &&
    flags.settings === undefined &&
    (await hasClosedTargets(services.store, migration.id));
  if (waits && !flags.dryRun) throw leftToCutover();
  const converts = plan.repositories.some(convertsPipelines);
  if (summarizeSettings(plan) === null && !converts) throw noSettings(migration.id);
  if (!flags.dryRun) await requireMarkerKey(services, migration);
  const choice = {
    mode: flags.settings ?? kept.apply_settings,
    invite: flags.invite || kept.invite,
  };
  return { migration, plan, planText, choice, waits };
}

function noSettings(id: string): MigratorError {
  return new MigratorError('input-file', `The plan of ${id} has no settings`, {
    hint: 'Discover with --include-settings, make a new plan from that inventory, and pass it with --plan.',
  });
}

function flagsText(flags: SettingsFlags): string {
  return writingFlags(flags)
    .map((word) => ` ${shellWord(word)}`)
    .join('');
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
  throw new MigratorError('input-file', `${path} is not the plan for ${migration.id}`, {
    hint: 'You can edit only the settings and teams of the plan.',
  });
}

/** They would open the target, and take the number of the next pull request. */
function leftToCutover(): MigratorError {
  return new MigratorError('usage', "The plan's settings wait for the cut-over", {
    hint: 'To apply them now, after your last sync, add --settings active.',
  });
}
