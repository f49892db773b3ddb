import type { PullRequestSource } from '../ports/pull-request-source.ts';
import type { PullRequestTarget } from '../ports/pull-request-target.ts';
import { missingLogins, unusedRows, unusedRowsText } from '../users/map-mistakes.ts';
import { readUserMap } from '../users/parse-user-map.ts';
import type { SeenPerson } from '../users/people-file.ts';
import { createUserMap } from '../users/user-map.ts';
import { userKey } from '../users/user-row.ts';

export interface UserMapCheck {
  readonly rows: number;
  /** Rows with a login on the target. */
  readonly mapped: number;
  /** Logins that do not exist on the target: the run would refuse the map. */
  readonly unknown: readonly string[];
  /** People without a row, the most frequent first. */
  readonly unmatched: readonly SeenPerson[];
  /** Rows that match no known person, with suggestions; empty if there are none. */
  readonly unused: string;
  /** How many people were seen; 0 without a deep scan. */
  readonly seen: number;
}

/**
 * Reads a user map and looks its people up on the hosts: a request to each for every hundred people.
 * @throws `input-file` where the file is invalid or ambiguous
 */
export async function checkUserMap(options: {
  path: string;
  /** Seen in pull requests. */
  people: readonly SeenPerson[];
  workspace: string;
  source: { readonly pullRequests: Pick<PullRequestSource, 'members'> };
  target: { readonly pullRequests: Pick<PullRequestTarget, 'findUsers'> };
  signal: AbortSignal;
}): Promise<UserMapCheck> {
  const { path, people, workspace, source, target, signal } = options;
  const { rows, text } = await readUserMap(path);
  const members = await source.pullRequests.members({ workspace, signal });
  const met = new Set(members.map(({ id }) => userKey(id)));
  const strangers = people.map(({ person }) => person).filter(({ id }) => !met.has(userKey(id)));
  const everybody = [...members, ...strangers];
  const map = createUserMap(rows, everybody, { path, text });
  // Apps and teams have no row in a map.
  const users = people.filter(({ person }) => person.kind === 'user');
  const logins = map.targets();
  const found = await target.pullRequests.findUsers({ logins, signal });
  return {
    rows: rows.length,
    mapped: rows.filter((row) => row.target !== null).length,
    unknown: missingLogins(map, found),
    unused: unusedRowsText(unusedRows(rows, everybody), everybody),
    unmatched: users
      .filter(({ person }) => map.find(person) === null)
      .sort((one, other) => other.times - one.times),
    seen: users.length,
  };
}
