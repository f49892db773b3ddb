import * as z from 'zod';
import type { Person } from '../../ports/records/person.ts';
import type { Actor, Member } from '../../ports/records/source-settings.ts';
import { isHidden } from './host-errors.ts';

/** Names, patterns and such: what is longer belongs to no setting. */
export const shortText = z.string().max(10_000);
export const optionalText = shortText.nullish().transform((value) => value ?? '');

/** A number of approvals, builds or commits; `null` for anything else. */
export const amount = z.number().int().nonnegative().nullish().catch(null);

/** An address without user name and password; empty where it cannot be read. */
export const webAddress = shortText.catch('').transform((text) => {
  if (!URL.canParse(text)) return '';
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.href;
});

/** Where a webhook goes, and whether a user name or password was left out of it. */
export const hookAddress = shortText.catch('').transform((given) => {
  const { username = '', password = '' } = URL.parse(given) ?? {};
  return { url: webAddress.parse(given), hasUser: username !== '' || password !== '' };
});

/** A person whom a setting names, with the names that a user map may use. */
export function personActor(person: Person | null): Actor | null {
  if (person === null) return null;
  const { id, displayName, accountId, username, nickname, email = null } = person;
  const named = (key: string, name: string | null) =>
    name === null || name === id ? {} : { [key]: name };
  return {
    kind: 'user',
    id,
    name: displayName,
    ...named('account', accountId),
    ...named('username', username),
    ...named('nickname', nickname),
    ...named('email', email),
  };
}

/** Somebody whom an answer does not name, and who counts all the same. */
export const unknownUser: Actor = { kind: 'user', id: 'unknown', name: 'an unknown user' };

/** The same in a group. */
export function asMember({ kind: _, ...member }: Actor): Member {
  return member;
}

/** Reads of projects and workspaces, which repositories share. */
export type ReadOnce = <T>(key: string, read: () => Promise<T>) => Promise<T>;

/** Each is sent once; a refusal is remembered, another failure is not. */
export function createReadOnce(): ReadOnce {
  const known = new Map<string, Promise<unknown>>();
  return <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const before = known.get(key) as Promise<T> | undefined;
    if (before !== undefined) return before;
    const answer = read();
    known.set(key, answer);
    answer.catch((thrown: unknown) => {
      if (!isHidden(thrown)) known.delete(key);
    });
    return answer;
  };
}

/**
 * Returns what is set on a repository, and above it as far as these credentials may see that.
 * @throws what reading the repository's own throws, and failures that are no refusals
 */
export async function withInherited<T>(
  own: Promise<readonly T[]>,
  above: readonly (() => Promise<readonly T[]>)[],
): Promise<{ readonly rows: readonly T[]; readonly missing: string | null }> {
  const rows = [...(await own)];
  let missing: string | null = null;
  for (const read of above) {
    try {
      rows.push(...(await read()));
    } catch (thrown) {
      if (!isHidden(thrown)) throw thrown;
      missing ??= thrown.message;
    }
  }
  return { rows, missing };
}

/** Each once, by its id: some hosts list what a project sets with the repository's own. */
export function distinctById<T extends { readonly id: string }>(rows: readonly T[]): readonly T[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
