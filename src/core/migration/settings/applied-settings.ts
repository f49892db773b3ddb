import * as z from 'zod';
import type { CreatedObject } from '../../ports/records/migration.ts';
import { readData } from '../read-data.ts';
import type { RepositoryRecords } from '../repository-records.ts';
import type { SettingOutcome } from './setting-outcome.ts';
import { settingsModes } from './settings-modes.ts';

const schema = z.object({
  mode: z.enum(settingsModes),
  project: z.string().nullable(),
  outcomes: z.array(
    z.object({
      kind: z.string(),
      name: z.string(),
      state: z.string(),
      note: z.string().nullable(),
      hint: z.string().nullable(),
      differs: z.enum(['stricter', 'looser']).nullable(),
    }),
  ),
});

/** What became of the planned settings of one repository when they were applied last. */
export interface AppliedSettings extends Pick<z.infer<typeof schema>, 'mode' | 'project'> {
  readonly outcomes: readonly SettingOutcome[];
}

/** Beside what the migration itself has set. */
const planned = 'planned';

export async function recordApplied(
  records: Pick<RepositoryRecords, 'recordIntent' | 'recordResult'>,
  applied: AppliedSettings,
): Promise<void> {
  await records.recordIntent('settings', planned);
  const data = JSON.stringify(applied);
  await records.recordResult('settings', planned, { targetId: planned, targetUrl: '', data });
}

/** @param rows of kind `settings` */
export function readApplied(rows: readonly CreatedObject[]): AppliedSettings | null {
  const row = rows.find(({ sourceId }) => sourceId === planned) ?? null;
  return readData(schema, row) as AppliedSettings | null;
}
