import * as z from 'zod';
import { settingsModes } from '../../../options/settings.ts';
import type { SettingsChoice } from '../../../settings/applying/apply-context.ts';
import type { RepositorySettingsResult } from './apply-request.ts';

const outcome = z.object({
  kind: z.string(),
  name: z.string(),
  state: z.enum(['equal', 'written', 'missing', 'kept', 'waiting', 'refused']),
  note: z.string().nullable(),
  hint: z.string().nullable(),
  differs: z.enum(['stricter', 'looser']).nullable(),
});

/** The result that a process that applies settings hands to the one that leads. */
export const settingsResult = z.object({
  source: z.string(),
  target: z.string(),
  skipped: z.string().nullable(),
  settings: z.array(outcome),
}) satisfies z.ZodType<RepositorySettingsResult>;

/** How settings are applied, for processes that join. */
export const settingsOptions = z.object({
  mode: z.enum(settingsModes),
  invite: z.boolean(),
}) satisfies z.ZodType<SettingsChoice>;
