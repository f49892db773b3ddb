import { MigratorError } from '../kernel/errors.ts';
import type { UserMap } from './user-map.ts';

/** More than these help nobody. */
const mostNamed = 50;
const mostLines = 10;

/**
 * One error that names the logins of the map that nobody has on the target, with the lines that name them; none if all
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
  const lines = linesByLogin(map);
  const named = unknown.slice(0, mostNamed).map((login) => {
    const own = lines.get(login.toLowerCase()) ?? [];
    const shown = own.slice(0, mostLines).join(', ');
    const more = own.length > mostLines ? ' and more' : '';
    return `${login} (line${own.length === 1 ? '' : 's'} ${shown}${more})`;
  });
  if (unknown.length > mostNamed) named.push(`and ${unknown.length - mostNamed} more`);
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

function linesByLogin({ rows }: UserMap): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, number[]>();
  for (const { target, line } of rows) {
    if (target === null) continue;
    const own = lines.get(target.toLowerCase());
    if (own === undefined) lines.set(target.toLowerCase(), [line]);
    else own.push(line);
  }
  return lines;
}
