import { MigratorError } from '../../kernel/errors.ts';
import type { AskedSettings, MigrationSettings } from './settings.ts';

/** What of a migration stands already, as far as it decides what a later run may change. */
export interface Standing {
  /** Pull requests of the target that were created, or may have been. */
  readonly pullRequests: number;
  /** Repositories that have passed the pull-request step, whatever it found to do. */
  readonly passed: number;
}

export const nothingStands: Standing = { pullRequests: 0, passed: 0 };

type Choice = 'comments' | 'pull_requests';

/** By key of the settings: what it belongs to for the person who gave it. */
const choices: Readonly<Partial<Record<keyof MigrationSettings, Choice>>> = {
  comments: 'comments',
  pull_requests: 'pull_requests',
  pull_requests_off: 'pull_requests',
};

/** What a later run may change as long as this stands. Whatever is not named here may always be changed. */
const isFree: Readonly<Record<Choice, (facts: Facts) => boolean>> = {
  // A conversation written twice, one way and the other, would stand there twice.
  comments: ({ standing }) => standing.pullRequests === 0,
  pull_requests: ({ standing, isStartedOver }) => standing.passed === 0 || isStartedOver,
};

interface Facts {
  readonly standing: Standing;
  /** Every repository of the migration is reset. */
  readonly isStartedOver: boolean;
}

/** Whether anything is asked for whose answer depends on what stands. */
export function dependsOnStanding(kept: MigrationSettings, asked: AskedSettings): boolean {
  return changedKeys(kept, asked).some((key) => choices[key] !== undefined);
}

/**
 * The settings of a resumed migration: its own, changed by those given now. Pure.
 * @param said only what was said explicitly
 * @throws `usage` naming the value that holds, for what cannot be changed any more
 */
export function changeSettings(
  kept: MigrationSettings,
  said: AskedSettings,
  facts: Facts,
): MigrationSettings {
  const asked = withoutEarlierFlag(said);
  const changed = changedKeys(kept, asked);
  const fixed = new Set(changed.flatMap((key) => choices[key] ?? []));
  const refused = [...fixed].filter((choice) => !isFree[choice](facts));
  if (refused.length > 0) throw refusal(refused, kept, facts.standing);
  const settings = { ...kept, ...Object.fromEntries(changed.map((key) => [key, asked[key]])) };
  const isOtherMap = changed.includes('user_map');
  return { ...settings, user_map_version: kept.user_map_version + (isOtherMap ? 1 : 0) };
}

/** A plan edited to bring pull requests is newer than the --no-pull-requests of an earlier run, which nothing else takes back. */
function withoutEarlierFlag(said: AskedSettings): AskedSettings {
  const isWanted = said.pull_requests === true && said.pull_requests_off !== true;
  return isWanted ? { ...said, pull_requests_off: false } : said;
}

function changedKeys(
  kept: MigrationSettings,
  asked: AskedSettings,
): readonly (keyof MigrationSettings)[] {
  const keys = Object.keys(asked) as (keyof MigrationSettings)[];
  return keys.filter((key) => asked[key] !== undefined && asked[key] !== kept[key]);
}

const anotherWay =
  'Plan these repositories separately (plan --include) and migrate with --overwrite, which renames and keeps the old ones.';

function refusal(
  refused: readonly Choice[],
  kept: MigrationSettings,
  standing: Standing,
): MigratorError {
  const [choice = 'comments'] = refused;
  if (choice === 'comments') {
    return new MigratorError(
      'usage',
      `--comments stays ${kept.comments}: the target already has pull requests written this way (${standing.pullRequests})`,
      { hint: anotherWay },
    );
  }
  const brings = !kept.pull_requests_off && kept.pull_requests;
  return new MigratorError(
    'usage',
    `This migration stays ${brings ? 'with' : 'without'} pull requests: some repositories are already done (${standing.passed})`,
    {
      hint: 'To change it, start all repositories over with --reset-state. The target keeps what it has.',
    },
  );
}
