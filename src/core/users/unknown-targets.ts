import { MigratorError } from '../errors.ts';
import type { UserMap } from './user-map.ts';

/**
 * One error that names every login of the map that nobody has on the target, with the lines that name it; none if all
 * are there.
 * @param found the logins as the target writes them, by what it was asked for
 */
export function unknownTargets(
  map: UserMap,
  found: ReadonlyMap<string, string>,
): readonly MigratorError[] {
  const known = new Set([...found.keys(), ...found.values()].map((login) => login.toLowerCase()));
  const unknown = map.targets().filter((login) => !known.has(login.toLowerCase()));
  if (unknown.length === 0) return [];
  const named = unknown.map((login) => {
    const lines = map.rows
      .filter(({ target }) => target?.toLowerCase() === login.toLowerCase())
      .map(({ line }) => line);
    return `${login} (line${lines.length === 1 ? '' : 's'} ${lines.join(', ')})`;
  });
  const who = unknown.length === 1 ? 'a user' : `${unknown.length} users`;
  return [
    new MigratorError(
      'input-file',
      `The user map names ${who} that the target does not have: ${named.join(', ')}`,
      {
        hint: 'Correct these names, or leave target_username empty: what they wrote then stays without a mention.',
      },
    ),
  ];
}
