import type { Migration } from '../model/migration.ts';
import type { Plan } from '../plan/plan-schema.ts';
import { parseUserMap } from '../users/parse-user-map.ts';
import type { UserMap } from '../users/user-map.ts';
import { keptChoice, keptPlan, keptUserMap } from './kept.ts';
import type { Migrate } from './migrate.ts';
import { type AskedSettings, keptSettings, type MigrationSettings } from './settings.ts';

export interface GivenSettings {
  readonly defaults: MigrationSettings;
  /** What the command line says explicitly. */
  readonly asked: Partial<MigrationSettings>;
}

export interface Chosen {
  readonly settings: MigrationSettings;
  readonly users: UserMap | null;
}

/**
 * What holds until a migration's end. A resume takes what it was begun with; one of which every repository is reset may take
 * another choice.
 * @throws `usage` where what is asked for contradicts what the migration was begun with; `state` where that cannot be read
 */
export function chooseSettings(
  { settings: given, plan, reset }: Pick<Migrate, 'settings' | 'plan' | 'reset'>,
  known: Migration | null,
): Chosen {
  const settings =
    known === null
      ? { ...given.defaults, ...given.asked }
      : keptSettings(
          keptChoice(known),
          { ...editedSince(plan, known), ...given.asked },
          { isBegunAnew: plan.repositories.every(({ source }) => reset.has(source)) },
        );
  const text = settings.user_map;
  if (text === null) return { settings, users: null };
  // A text that was asked for now was read from its file a moment ago.
  const users = known === null ? parseUserMap(text, 'of this plan') : keptUserMap(known.id, text);
  return { settings, users };
}

/** The plan file may be edited between two runs: what it says otherwise now is asked for, not what it said all along. */
function editedSince(plan: Plan, known: Migration): AskedSettings {
  const now = plan.options.pull_requests ?? {};
  const before = keptPlan(known).options.pull_requests ?? {};
  const edited = <T>(one: T, other: T) => (one === other ? undefined : one);
  return {
    pull_requests: edited(now.migrate, before.migrate),
    comments: edited(now.comments, before.comments),
    request_reviewers: edited(now.request_reviewers, before.request_reviewers),
  };
}
