import * as z from 'zod';
import type { CreatedObject } from '../../ports/records/migration.ts';
import { readData } from '../read-data.ts';
import type { RepositoryRecords } from '../repository-records.ts';
import type { SettingOutcome } from './setting-outcome.ts';
import { settingsModes } from './settings-modes.ts';

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

/** What became of the planned settings of one repository when they were applied last. */
export interface AppliedSettings extends Pick<z.infer<typeof schema>, 'mode' | 'project'> {
  readonly outcomes: readonly SettingOutcome[];
}

type Recording = Pick<RepositoryRecords, 'recordIntent' | 'recordResult'>;

/** Beside what the migration itself has set. */
const planned = 'planned';
/** With the plan's first repository. */
const teams = 'teams';

export async function recordApplied(records: Recording, applied: AppliedSettings): Promise<void> {
  await record(records, planned, applied);
}

/** The outcome for the plan's teams: a host refuses members of one that an identity provider fills. */
export async function recordTeams(
  records: Recording,
  all: readonly SettingOutcome[],
): Promise<void> {
  await record(records, teams, { outcomes: all });
}

async function record(records: Recording, id: string, data: object): Promise<void> {
  await records.recordIntent('settings', id);
  const result = { targetId: id, targetUrl: '', data: JSON.stringify(data) };
  await records.recordResult('settings', id, result);
}

/** @param rows of kind `settings` */
export function readApplied(rows: readonly CreatedObject[]): AppliedSettings | null {
  const row = rows.find(({ sourceId }) => sourceId === planned) ?? null;
  return readData(schema, row) as AppliedSettings | null;
}

/** @param rows of kind `settings`, of the plan's first repository */
export function readTeams(rows: readonly CreatedObject[]): readonly SettingOutcome[] {
  const row = rows.find(({ sourceId }) => sourceId === teams) ?? null;
  return (readData(teamsSchema, row)?.outcomes ?? []) as readonly SettingOutcome[];
}
