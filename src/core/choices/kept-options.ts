import * as z from 'zod';
import { tiers } from '../license/key/plans.ts';
import { keptShape } from '../options/schemas.ts';
import { planningOptions } from '../options/settings.ts';
import { migrateOptions } from '../options/table.ts';
import { keptValues, runValues } from '../options/values.ts';
import type { Plan } from '../plan/plan-schema.ts';
import {
  givenFlags,
  type MigrationFlags,
  type MigrationOptions,
  type PullRequestsOptions,
} from './options.ts';

const keptSchema = z.object({
  ...keptShape(migrateOptions),
  /** Then no repository's own word counts. */
  pull_requests_off: z.boolean().default(false),
  /** The user map's text, so that a resume needs no file. */
  user_map: z.string().nullable().default(null),
  /** Raised with each change of the user map: pull requests of a lower one still have to be looked through. */
  user_map_version: z.number().int().min(0).default(0),
  /** The state was lost before it began: what the target holds is taken over where it can only be ours. */
  adopts_found: z.boolean().default(false),
  /** Flag about existing targets. A resume may change it. */
  existing: z.enum(['skip', 'overwrite']).nullable().default(null),
  /** The plan that it was begun under; `null` in migrations that were begun before it was kept. */
  license_tier: z.enum(tiers).nullable().default(null),
});

/** Describes what a migration was begun with. change-options.ts says what of it a later run may change. */
export type KeptOptions = z.infer<typeof keptSchema>;

/** @throws what JSON.parse and the schema throw, for a text that holds no stored options (stored-plan.ts) */
export function parseKeptOptions(text: string): KeptOptions {
  return keptSchema.parse(JSON.parse(text));
}

/** Describes what is left out, or `undefined`, was not said. */
export type AskedOptions = {
  readonly [Key in keyof KeptOptions]?: KeptOptions[Key] | undefined;
};

export function migratesPullRequests(
  kept: KeptOptions,
  planned: { readonly pull_requests?: boolean | undefined },
): boolean {
  return !kept.pull_requests_off && (planned.pull_requests ?? kept.pull_requests);
}

function existingBy({ skipExisting, overwrite }: MigrationFlags): KeptOptions['existing'] {
  if (overwrite === true) return 'overwrite';
  return skipExisting === true ? 'skip' : null;
}

/** Keeps a flag about existing targets for later runs, until a flag says otherwise: it wins over the plan. */
export function withKeptExisting(
  options: MigrationOptions,
  { existing }: Pick<KeptOptions, 'existing'>,
  flags: MigrationFlags,
): MigrationOptions {
  if (existing === null || existingBy(flags) !== null) return options;
  return { ...options, skipExisting: existing === 'skip', overwrite: existing === 'overwrite' };
}

/**
 * Merges command line, plan and configuration into the options of a migration.
 * @param from.options those of pull requests, and others that are kept
 */
export function keptOptionsOf(from: {
  plan: Pick<Plan, 'follow' | 'engine' | 'archive_format'>;
  options: PullRequestsOptions & Partial<MigrationOptions>;
  flags: MigrationFlags;
  userMap: string | null;
}): { defaults: KeptOptions; asked: Partial<KeptOptions> } {
  const { plan, options, userMap } = from;
  const { pullRequests, ...flags } = givenFlags(from.flags);
  const existing = existingBy(flags);
  const asked: Partial<KeptOptions> = {
    ...keptValues(migrateOptions, flags),
    ...(pullRequests === false ? { pull_requests_off: true } : {}),
    ...(userMap === null ? {} : { user_map: userMap }),
    ...(existing === null ? {} : { existing }),
  };
  const planned = runValues(planningOptions, { plan, flags });
  const chosen = { ...flags, ...planned, ...options, pullRequests: options.migrate };
  const defaults = keptSchema.parse({
    ...keptValues(migrateOptions, chosen),
    pull_requests_off: options.areSwitchedOff,
    user_map: userMap,
    existing,
  });
  return { defaults, asked };
}

export type GivenOptions = ReturnType<typeof keptOptionsOf>;
