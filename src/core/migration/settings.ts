import * as z from 'zod';
import { MigratorError } from '../errors.ts';
import { tiers } from '../license/plans.ts';
import type { MigrationFlags, MigrationOptions, PullRequestsOptions } from './options.ts';

const settingsSchema = z.object({
  /** Of repositories of which the plan says nothing. */
  pull_requests: z.boolean().default(true),
  /** Then no repository's own word counts. */
  pull_requests_off: z.boolean().default(false),
  comments: z.enum(['threaded', 'compact', 'folded']).default('threaded'),
  request_reviewers: z.boolean().default(true),
  /** The user map's text, so that a resume needs no file. */
  user_map: z.string().nullable().default(null),
  /** The state was lost before it began: what the target holds is taken over where it can only be ours. */
  adopts_found: z.boolean().default(false),
  /** What a flag said of targets that are there already. A resume may say it anew. */
  existing: z.enum(['skip', 'overwrite']).nullable().default(null),
  /** The plan that it was begun under; `null` in migrations that were begun before it was kept. */
  license_tier: z.enum(tiers).nullable().default(null),
});

/** What was chosen when a migration began and holds to its end: half done one way and half another helps nobody. */
export type MigrationSettings = z.infer<typeof settingsSchema>;

/** @throws what JSON.parse and the schema throw, if that is no text that was kept (kept.ts) */
export function parseSettings(text: string): MigrationSettings {
  return settingsSchema.parse(JSON.parse(text));
}

const words: Readonly<
  Record<Exclude<keyof MigrationSettings, 'existing' | 'license_tier'>, string>
> = {
  pull_requests: 'whether pull requests are brought over',
  pull_requests_off: 'whether pull requests are brought over',
  comments: 'how comments are written (--comments, or the plan)',
  request_reviewers: 'whether reviewers are asked',
  user_map: 'the user map (--user-map)',
  adopts_found: 'whether what is found on the target is taken over',
};

/** What is left out, or `undefined`, was not said. */
export type AskedSettings = {
  readonly [Key in keyof MigrationSettings]?: MigrationSettings[Key] | undefined;
};

/**
 * What holds for a migration that was begun before: its own settings, which those that were asked for now may repeat.
 * @param asked only what was said explicitly
 * @param options.isBegunAnew every repository of it is reset: what is there stays as it is, and all else may be chosen anew
 * @throws `usage` where they contradict it
 */
export function keptSettings(
  kept: MigrationSettings,
  asked: AskedSettings,
  { isBegunAnew }: { isBegunAnew: boolean },
): MigrationSettings {
  const keys = Object.keys(words) as (keyof typeof words)[];
  const changed = keys.filter((key) => asked[key] !== undefined && asked[key] !== kept[key]);
  const fixed = changed.filter((key) => !isBegunAnew || key === 'comments');
  if (fixed.length === 0) {
    return { ...kept, ...Object.fromEntries(changed.map((key) => [key, asked[key]])) };
  }
  const what = [...new Set(fixed.map((key) => words[key]))].join(' and ');
  throw new MigratorError('usage', `This migration was begun with another choice: ${what}`, {
    hint: `Leave that out: a migration goes on as it was begun. ${otherWay(fixed)}`,
  });
}

/** Half of a conversation written one way and half another would stand there twice: that is never chosen anew. */
function otherWay(fixed: readonly (keyof MigrationSettings)[]): string {
  const ofSome =
    'a plan of its own for the repositories concerned, with --overwrite, keeps what is there under another name and makes them anew';
  if (fixed.includes('comments')) return `For another choice: ${ofSome}.`;
  return `For another choice: --reset-state begins all of it anew with it (what is on the target already stays as it was written, what is gone from there is made anew); ${ofSome}.`;
}

/** Whether a repository's pull requests are brought over. */
export function bringsPullRequests(
  settings: MigrationSettings,
  planned: { readonly pull_requests?: boolean | undefined },
): boolean {
  return !settings.pull_requests_off && (planned.pull_requests ?? settings.pull_requests);
}

function existingBy({ skipExisting, overwrite }: MigrationFlags): MigrationSettings['existing'] {
  if (overwrite === true) return 'overwrite';
  return skipExisting === true ? 'skip' : null;
}

/** A migration goes on with targets that are there as it was begun, unless something else is said now. */
export function withKeptExisting(
  options: MigrationOptions,
  { existing }: Pick<MigrationSettings, 'existing'>,
): MigrationOptions {
  if (options.skipExisting || options.overwrite || existing === null) return options;
  return { ...options, skipExisting: existing === 'skip', overwrite: existing === 'overwrite' };
}

/** What a command line, a plan and a configuration come to. */
export function settingsOf(from: {
  options: PullRequestsOptions;
  /** What the command line says explicitly. */
  flags: MigrationFlags;
  userMap: string | null;
}): { defaults: MigrationSettings; asked: Partial<MigrationSettings> } {
  const { options, flags, userMap } = from;
  const existing = existingBy(flags);
  const asked: Partial<MigrationSettings> = {
    ...(flags.pullRequests === false ? { pull_requests_off: true } : {}),
    ...(flags.comments === undefined ? {} : { comments: flags.comments }),
    ...(userMap === null ? {} : { user_map: userMap }),
    ...(existing === null ? {} : { existing }),
  };
  const defaults = {
    pull_requests: options.migrate,
    pull_requests_off: options.areSwitchedOff,
    comments: options.comments,
    request_reviewers: options.requestReviewers,
    user_map: userMap,
    adopts_found: false,
    existing,
    license_tier: null,
  };
  return { defaults, asked };
}
