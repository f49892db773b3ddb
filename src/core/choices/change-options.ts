import { MigratorError } from '../kernel/errors.ts';
import type { Option } from '../options/option.ts';
import { migrateOptions } from '../options/table.ts';
import type { AskedOptions, KeptOptions } from './kept-options.ts';

/** Describes the parts of a migration that exist already and decide what a later run may change. */
export interface MigrationProgress {
  /** Pull requests of the target that were created, or may have been. */
  readonly pullRequests: number;
  /** Repositories that have passed the pull-request step, whatever it found to do. */
  readonly passed: number;
  /** Repositories whose targets were created, or may have been. */
  readonly created: number;
}

export const noProgress: MigrationProgress = { pullRequests: 0, passed: 0, created: 0 };

/** Options that a later run may change only under conditions, by their stored names. */
const limited = Object.values<Option>(migrateOptions).flatMap(({ kept }) =>
  kept?.until === undefined ? [] : [{ key: kept.as, ...kept.until }],
);

const otherPlanHint =
  'Plan some of these repositories separately (plan --include). Then migrate with --overwrite, which renames and keeps the old ones.';

interface Facts {
  readonly progress: MigrationProgress;
  /** Every repository of the migration is reset. */
  readonly isStartedOver: boolean;
}

/** Tells whether anything is asked for whose answer depends on what stands. */
export function dependsOnProgress(kept: KeptOptions, asked: AskedOptions): boolean {
  const dependent = ['pull_requests', 'pull_requests_off', ...limited.map((one) => one.key)];
  return changedKeys(kept, asked).some((key) => dependent.includes(key));
}

/**
 * Returns the options of a resumed migration: its own, changed by those given now. Pure.
 * @param said only what was said explicitly
 * @throws `usage` with both values, for what cannot be changed any more
 */
export function changeOptions(
  kept: KeptOptions,
  said: AskedOptions,
  { progress, isStartedOver }: Facts,
): KeptOptions {
  const asked = withoutEarlierFlag(said);
  const changed = changedKeys(kept, asked);
  const isOther = changed.includes('pull_requests') || changed.includes('pull_requests_off');
  if (isOther && progress.passed > 0 && !isStartedOver) {
    const brings = !kept.pull_requests_off && kept.pull_requests;
    const message = `This migration continues ${brings ? 'with' : 'without'} pull requests: some repositories are already done (${progress.passed})`;
    throw new MigratorError('usage', message, {
      hint: 'To change it, start all repositories over with --reset-state. GitHub keeps what it has.',
    });
  }
  for (const { key: limitedKey, first, name, because } of limited) {
    const key = changed.find((one) => one === limitedKey);
    if (key === undefined || progress[first] === 0) continue;
    const message = `Cannot change ${name} from ${kept[key]} to ${asked[key]}: ${because} (${progress[first]})`;
    throw new MigratorError('usage', message, { hint: otherPlanHint });
  }
  const now = { ...kept, ...Object.fromEntries(changed.map((key) => [key, asked[key]])) };
  const isOtherMap = changed.includes('user_map');
  return { ...now, user_map_version: kept.user_map_version + (isOtherMap ? 1 : 0) };
}

/** A plan edited to bring pull requests is newer than the --no-pull-requests of an earlier run, which nothing else takes back. */
function withoutEarlierFlag(said: AskedOptions): AskedOptions {
  const isWanted = said.pull_requests === true && said.pull_requests_off !== true;
  return isWanted ? { ...said, pull_requests_off: false } : said;
}

function changedKeys(kept: KeptOptions, asked: AskedOptions): readonly (keyof KeptOptions)[] {
  const keys = Object.keys(asked) as (keyof KeptOptions)[];
  return keys.filter((key) => asked[key] !== undefined && asked[key] !== kept[key]);
}
