import * as z from 'zod';
import { MigratorError } from '../../../kernel/errors.ts';
import { safe } from '../../../kernel/format/terminal-text.ts';
import type { SkippedChange } from '../../../ports/records/run-results.ts';
import type { FoundSource } from '../../../replica/apply/publication/find-sources.ts';
import type { SettingsComparison } from '../../../replica/apply/synced-settings/compare-settings.ts';
import { fromKept, seenSchema, toKept } from '../../../replica/recorded/seen-settings.ts';

/** Describes what is settled for one repository before it is synced. */
export interface SyncDecision {
  /** Closed pull requests that are read all the same, by their numbers on the source. */
  readonly also: ReadonlySet<number>;
  /** Changes of the source's settings; `null` where they are no part of the sync. */
  readonly settings: SettingsComparison | null;
}

/** The same for a process that has not looked at the source. */
export interface SharedSyncDecision extends SyncDecision {
  /** On the source: the id, and the slug that it has now. */
  readonly id: string;
  readonly slug: string;
}

const kinds = ['conflict', 'refused', 'foreign', 'note'] as const satisfies SkippedChange['kind'][];
const schema = z.object({
  id: z.string(),
  slug: z.string(),
  also: z.array(z.number()),
  settings: z
    .object({
      seen: seenSchema.nullable(),
      notes: z.array(z.object({ kind: z.enum(kinds), subject: z.string(), reason: z.string() })),
    })
    .nullable(),
});

/**
 * For the process that takes the repository.
 * @returns `null` where it is for the one alone that has looked: a source that was not found, and changed settings, which may
 *   hold what no queue should
 */
export function writeDecision(
  found: FoundSource | undefined,
  { also, settings }: SyncDecision,
): string | null {
  if (found?.kind !== 'found' || (settings?.changes?.changed.length ?? 0) > 0) return null;
  const { id, slug } = found.repository;
  const decided: z.infer<typeof schema> = {
    ...{ id, slug, also: [...also] },
    settings: settings && {
      seen: settings.seen && toKept(settings.seen),
      notes: [...settings.notes],
    },
  };
  return JSON.stringify(decided);
}

/** @throws `state` for what this program has not written */
export function readDecision(source: string, text: string): SharedSyncDecision {
  try {
    const { settings, also, ...repository } = schema.parse(JSON.parse(text));
    return {
      ...{ ...repository, also: new Set(also) },
      settings: settings && {
        ...{ changes: null, notes: settings.notes },
        seen: settings.seen && fromKept(settings.seen),
      },
    };
  } catch (cause) {
    throw new MigratorError('state', `Cannot read the sync state of ${safe(source)}`, {
      hint: 'Install the same version of the program on all machines, then run the command again.',
      retry: 'fatal',
      cause,
    });
  }
}
