import type { Migration } from '../../../ports/records/migration.ts';
import { storedOptions } from '../../../replica/context/stored-plan.ts';

/**
 * Tells whether a lost state may have had a user map that this migration does not know: names that texts on the target
 * have by it are kept, because a text that is written again would lose them. Pure.
 */
export function hasLostUserMap(migration: Pick<Migration, 'id' | 'settings'>): boolean {
  const { adopts_found: isFound, user_map: map } = storedOptions(migration);
  return isFound && map === null;
}

/** Tells whether a text names somebody by a user map. Pure. */
export function namesByMap(body: string, targetWebUrl: string): boolean {
  return body.split('[@').some((rest, index) => index > 0 && isLink(rest, `](${targetWebUrl}/`));
}

function isLink(rest: string, between: string): boolean {
  const end = rest.indexOf(']');
  return end > 0 && rest.startsWith(between, end);
}

/** Said of such a text where it differs. */
export const keptNames =
  'keeps its names, because their user map is lost; pass it with: migrator migrate --resume <id> --user-map <file>';
