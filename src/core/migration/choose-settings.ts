import type { Migration } from '../model/migration.ts';
import { parseUserMap } from '../users/parse-user-map.ts';
import type { UserMap } from '../users/user-map.ts';
import { keptSettings, type MigrationSettings, parseSettings } from './settings.ts';

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
 * What holds until a migration's end. A resume takes what it was begun with.
 * @throws `usage` where what is asked for contradicts what the migration was begun with
 */
export function chooseSettings(given: GivenSettings, known: Migration | null): Chosen {
  const settings =
    known === null
      ? { ...given.defaults, ...given.asked }
      : keptSettings(parseSettings(known.settings), given.asked);
  const text = settings.user_map;
  return { settings, users: text === null ? null : parseUserMap(text, 'the user map') };
}
