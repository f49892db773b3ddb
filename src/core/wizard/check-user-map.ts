import type { PullRequestSource } from '../ports/pull-request-source.ts';
import type { PullRequestTarget } from '../ports/pull-request-target.ts';
import { unusedRows, unusedRowsText } from '../users/map-mistakes.ts';
import { readUserMap } from '../users/parse-user-map.ts';
import type { SeenPerson } from '../users/people-file.ts';
import { createUserMap } from '../users/user-map.ts';
import { userKey } from '../users/user-row.ts';

/** What a user map comes to, as far as it can be said beforehand. */
export interface UserMapCheck {
  readonly rows: number;
  /** Of them, those that name somebody on the target. */
  readonly mapped: number;
  /** Logins that nobody has on the target: the run would refuse the map. */
  readonly unknown: readonly string[];
  /** Those who were seen and are in no row, the most seen first: what they wrote stays without a mention. */
  readonly unmatched: readonly SeenPerson[];
  /** Rows that fit nobody who is known, with whom they may mean; empty where each fits somebody. */
  readonly unused: string;
  /** How many people were seen; 0 where nobody has looked. */
  readonly seen: number;
}

/**
 * Reads a user map and asks the hosts whom it means: a request to each for every hundred people.
 * @throws `input-file` where the file cannot be used, or does not tell whom it means
 */
export async function checkUserMap(options: {
  path: string;
  /** Who was met in pull requests. */
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
  const logins = map.targets();
  const found = await target.pullRequests.findUsers({ logins, signal });
  const known = new Set([...found.keys(), ...found.values()].map((login) => login.toLowerCase()));
  return {
    rows: rows.length,
    mapped: rows.filter((row) => row.target !== null).length,
    unknown: logins.filter((login) => !known.has(login.toLowerCase())),
    unused: unusedRowsText(unusedRows(rows, everybody), everybody),
    unmatched: people
      .filter(({ person }) => person.kind === 'user' && map.find(person) === null)
      .sort((one, other) => other.times - one.times),
    seen: people.length,
  };
}
