import { MigratorError } from '../../kernel/errors.ts';
import { firstOf } from '../../kernel/format/format.ts';
import type { Group } from '../../ports/records/source-settings.ts';
import { csvColumns } from '../../users/csv-columns.ts';

/** Slugs of teams by the group in lower case; `null`: the group gets none. */
export type TeamMap = ReadonlyMap<string, string | null>;

/** What GitHub presumably makes of a team's name: lower case, other signs as one hyphen. The writer keeps the slug it is told. */
export function teamSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/**
 * CSV with the columns `group` and `team`; an empty team leaves the group without one.
 * @param path for messages
 * @throws `input-file`, naming every problem with its line
 */
export function parseTeamMap(text: string, path: string): TeamMap {
  const { teams, problems } = read(text);
  if (problems.length === 0) return teams;
  const shown = firstOf(problems, 20).join('; ');
  throw new MigratorError('input-file', `Invalid team map ${path}: ${shown}`, {
    hint: 'The first line is group,team; each further line names a group and its team, or none.',
  });
}

function read(text: string): { teams: TeamMap; problems: readonly string[] } {
  const teams = new Map<string, string | null>();
  const { rows, problems: wrong } = csvColumns(text, ['group', 'team']);
  const problems = [...wrong];
  for (const {
    line,
    cells: [group = '', team = ''],
  } of rows) {
    const slug = team === '' ? null : teamSlug(team);
    const key = group.toLowerCase();
    if (group === '') problems.push(`line ${line}: the group is missing`);
    else if (slug === '') problems.push(`line ${line}: the team has no letter or digit`);
    else if (teams.has(key)) problems.push(`line ${line}: the group has a row above`);
    else teams.set(key, slug);
  }
  return { teams, problems };
}

/** The team of each group: as the map says, else one of the group's name. Pure. */
export function teamsOf(groups: readonly Group[], map: TeamMap): ReadonlyMap<string, string> {
  const teams = new Map<string, string>();
  for (const { id, name } of groups) {
    const mapped = map.get(id.toLowerCase()) ?? map.get(name.toLowerCase());
    const isNone = map.has(id.toLowerCase()) || map.has(name.toLowerCase());
    const team = mapped ?? (isNone ? '' : teamSlug(name));
    if (team !== '') teams.set(id, team);
  }
  return teams;
}
