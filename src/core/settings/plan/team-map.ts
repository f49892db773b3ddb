import { MigratorError } from '../../kernel/errors.ts';
import { readTextFile } from '../../kernel/files/read-text-file.ts';
import { firstOf } from '../../kernel/format/format.ts';
import type { Group } from '../../ports/records/source-settings.ts';
import { csvColumns } from '../../users/csv-columns.ts';
import { writeCell } from '../../users/user-row.ts';
import { isHigher, type RepositoryRole, repositoryRoles } from '../target-rules.ts';

/** By the group in lower case. */
export type TeamMap = ReadonlyMap<string, MappedTeam>;

export interface MappedTeam {
  /** The slug; `null`: the group gets no team. */
  readonly team: string | null;
  /** Role of the team in repositories where its group has every right; `null`: the same as the group. */
  readonly access: RepositoryRole | null;
  /** That may be more than its group has, in every repository. */
  readonly isAccepted: boolean;
}

/**
 * The slug that GitHub presumably gives a team: lower case, no accents, other signs as one hyphen. The writer keeps the slug
 * that GitHub returns.
 */
export function teamSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** 100,000 groups with long names. */
const maxBytes = 16_000_000;

/** @throws `input-file`, naming every problem with its line */
export async function readTeamMap(path: string): Promise<TeamMap> {
  const text = await readTextFile({ path, what: 'team map', code: 'input-file', maxBytes });
  return parseTeamMap(text, path);
}

/**
 * CSV with the columns `group` and `team`, `access` where it differs, and `accept` (`looser`) where that may be more; an empty
 * team leaves the group without one.
 * @param path for messages
 * @throws `input-file`, naming every problem with its line
 */
export function parseTeamMap(text: string, path: string): TeamMap {
  const { teams, problems } = read(text);
  if (problems.length === 0) return teams;
  const shown = firstOf(problems, 20).join('; ');
  throw new MigratorError('input-file', `Invalid team map ${path}: ${shown}`, {
    hint: 'The first line is group,team, optionally with access and accept; each following line has a group and its team.',
  });
}

function read(text: string): { teams: TeamMap; problems: readonly string[] } {
  const teams = new Map<string, MappedTeam>();
  const { rows, problems: wrong } = csvColumns(text, ['group', 'team'], ['access', 'accept']);
  const problems = [...wrong];
  for (const {
    line,
    cells: [group = '', team = '', access = '', accept = ''],
  } of rows) {
    const slug = team === '' ? null : teamSlug(team);
    const role = repositoryRoles.find((one) => one === access.toLowerCase()) ?? null;
    const key = group.toLowerCase();
    if (group === '') problems.push(`line ${line}: the group is missing`);
    else if (slug === '') problems.push(`line ${line}: the team has no letter or digit`);
    else if (access !== '' && role === null) {
      problems.push(`line ${line}: access must be one of ${repositoryRoles.join(', ')}`);
    } else if (accept !== '' && (accept !== 'looser' || role === null)) {
      problems.push(`line ${line}: accept must be empty, or looser if access is set`);
    } else if (teams.has(key)) problems.push(`line ${line}: the group already has a row`);
    else teams.set(key, { team: slug, access: role, isAccepted: accept === 'looser' });
  }
  return { teams, problems };
}

/** A team map as it is written. Pure. */
export function teamMapText(
  rows: readonly { readonly group: string; readonly team: string; readonly access: string }[],
): string {
  const lines = rows.map(({ group, team, access }) => [group, team, access].map(writeCell).join());
  return ['group,team,access', ...lines, ''].join('\n');
}

/** Returns what a team map says of a group: by its id, else by its name. */
export function mappedTeam({ id, name }: Group, map: TeamMap): MappedTeam | undefined {
  return map.get(id.toLowerCase()) ?? map.get(name.toLowerCase());
}

/** The team of each group: as the map says, else one of the group's name. Pure. */
export function teamsOf(groups: readonly Group[], map: TeamMap): ReadonlyMap<string, string> {
  const teams = new Map<string, string>();
  for (const group of groups) {
    const mapped = mappedTeam(group, map);
    const team = mapped === undefined ? teamSlug(group.name) : mapped.team;
    if (team !== null && team !== '') teams.set(group.id, team);
  }
  return teams;
}

/** Describes what a team map says of a team. */
export interface TeamAccess {
  readonly role: RepositoryRole;
  /** It may be more than the team's groups have. */
  readonly isAccepted: boolean;
}

/** The access of teams for which the map says one: the lowest where it says several, and what all rows accept. Pure. */
export function teamAccess(
  groups: readonly Group[],
  map: TeamMap,
): ReadonlyMap<string, TeamAccess> {
  const asked = new Map<string, TeamAccess>();
  for (const group of groups) {
    const { team = null, access = null, isAccepted = false } = mappedTeam(group, map) ?? {};
    if (team === null || access === null) continue;
    const before = asked.get(team) ?? { role: access, isAccepted };
    const role = isHigher(before.role, access) ? access : before.role;
    asked.set(team, { role, isAccepted: before.isAccepted && isAccepted });
  }
  return asked;
}
