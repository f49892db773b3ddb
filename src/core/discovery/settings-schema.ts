import * as z from 'zod';
import {
  type Group,
  type SourceSettings,
  settingsParts,
} from '../ports/records/source-settings.ts';
import { sourcePart } from '../settings/kinds/kinds.ts';
import { names, text } from '../settings/kinds/schemas.ts';

/*
 * The settings of a repository as an inventory holds them: the records of ports/records/source-settings.ts. Hand-written
 * ones may leave out lists.
 */

const part = z.enum(settingsParts);

const read = z.object(
  Object.fromEntries(settingsParts.map((one) => [one, sourcePart(one).schema])) as {
    readonly [Part in keyof SettingsOfParts]: z.ZodType<SettingsOfParts[Part]>;
  },
);

type SettingsOfParts = Omit<SourceSettings, 'unread'>;

export const settingsSchema: z.ZodType<SourceSettings> = read.extend({
  unread: z
    .array(z.object({ part, reason: z.string() }))
    .default([])
    .describe('What could not be read.'),
});

export const groupSchema: z.ZodType<Group> = z.object({
  id: text,
  name: text,
  members: z.array(z.object(names)).nullable().describe('Null where the host does not list them.'),
});

/** One part that was read of one repository. */
export const settingsRecordSchema = z.object({
  /** Of the repository. */
  id: z.string(),
  part,
  settings: read.partial(),
  missing: z.string().nullable(),
});
