import * as z from 'zod';
import { defineDocument } from '../../../journal/document.ts';
import type { RepositoryRecords } from '../../../journal/repository-records.ts';
import { type SettingsMode, settingsModes } from '../../../options/settings.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { SettingOutcome } from '../../../settings/applying/setting-outcome.ts';

const outcomes = z.array(
  z.object({
    kind: z.string(),
    name: z.string(),
    state: z.string(),
    note: z.string().nullable(),
    hint: z.string().nullable(),
    differs: z.enum(['stricter', 'looser']).nullable(),
  }),
);
const schema = z.object({
  mode: z.enum(settingsModes),
  project: z.string().nullable(),
  outcomes,
});
const teamsSchema = z.object({ outcomes });

/** Describes what became of the planned settings of one repository when they were applied last. */
export interface AppliedSettings extends Pick<z.infer<typeof schema>, 'mode' | 'project'> {
  readonly outcomes: readonly SettingOutcome[];
}

type Recording = Pick<RepositoryRecords, 'saveDocument'>;

/** Beside what the migration itself has set. */
const planned = defineDocument('settings', 'planned', schema);
/** With the plan's first repository. */
const teams = defineDocument('settings', 'teams', teamsSchema);

export async function recordApplied(records: Recording, applied: AppliedSettings): Promise<void> {
  await planned.save(records, applied);
}

/**
 * Returns how settings are applied after a run: rulesets that were in force stay so where a later run, which was to leave them
 * off, has created none. Pure.
 */
export function modeAfter(
  before: AppliedSettings | null,
  { mode, outcomes: all }: Pick<AppliedSettings, 'mode' | 'outcomes'>,
): SettingsMode {
  const wereOn = mode === 'disabled' && before?.mode === 'active';
  const hasWritten = all.some(({ kind, state }) => kind === 'ruleset' && state === 'written');
  return wereOn && !hasWritten ? 'active' : mode;
}

/**
 * Returns how settings were applied, whatever a later run has chosen: they are compared and repaired as such. An earlier version
 * forgot it at the cut-over. Pure.
 */
export function appliedMode(
  applied: AppliedSettings | null,
  chosen: { readonly mode: SettingsMode; readonly isCutOver: boolean },
): SettingsMode {
  const isForgotten = chosen.isCutOver && applied?.mode === 'none';
  return isForgotten ? chosen.mode : (applied?.mode ?? 'none');
}

/** The outcome for the plan's teams: a host refuses members of one that an identity provider fills. */
export async function recordTeams(
  records: Recording,
  all: readonly SettingOutcome[],
): Promise<void> {
  await teams.save(records, { outcomes: all });
}

/** @param rows of kind `settings` */
export function readApplied(rows: readonly CreatedObject[]): AppliedSettings | null {
  return planned.among(rows) as AppliedSettings | null;
}

/** @param rows of kind `settings`, of the plan's first repository */
export function readTeams(rows: readonly CreatedObject[]): readonly SettingOutcome[] {
  return (teams.among(rows)?.outcomes ?? []) as readonly SettingOutcome[];
}
