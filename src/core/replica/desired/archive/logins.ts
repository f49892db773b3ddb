import { createHash } from 'node:crypto';
import type { UserRecord } from '../../../archive/records/record-types.ts';
import type { Addresses } from '../../../archive/write/addresses.ts';
import type { Person } from '../../../ports/records/person.ts';
import { oneLine, shorten } from '../render/parts/markdown-pieces.ts';

/** Everybody whom an archive names. */
export interface Logins {
  /** Address of a person's record; `null` for a deleted account, which GitHub shows as its ghost. */
  addressOf(person: Person | null): string | null;
  /** Records of all who were asked for, in the order of their logins. */
  records(): readonly UserRecord[];
  /** The same people as the source knows them, in the same order. */
  people(): readonly { readonly login: string; readonly person: Person }[];
}

/** The importer requires a date, and Bitbucket shows none: all records have this one. */
const unknownSince = '2008-01-01T00:00:00Z';

/** @param owner login of the repository's owner, which no person may have */
export function createLogins(addresses: Addresses, owner: string): Logins {
  return collectLogins({
    loginFor: (person) => loginOf(person, owner),
    addressFor: ({ login }) => addresses.user(login),
  });
}

/** Collects people by whatever an archive calls them. */
export function collectLogins({
  loginFor,
  addressFor,
}: {
  readonly loginFor: (person: Person) => string;
  readonly addressFor: (user: Pick<UserRecord, 'login' | 'name'>) => string;
}): Logins {
  const known = new Map<string, { readonly record: UserRecord; readonly person: Person }>();
  const inOrder = () =>
    [...known].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
  return {
    addressOf(person) {
      if (person === null) return null;
      const login = loginFor(person);
      const { record } = known.get(login) ?? { record: recordOf(person, login, addressFor) };
      if (!known.has(login)) known.set(login, { record, person });
      return record.url;
    },
    records: () => inOrder().map(({ record }) => record),
    people: () => inOrder().map(({ record: { login }, person }) => ({ login, person })),
  };
}

/**
 * A login that a person has in every archive: made of the source's stable id, because the importer makes one
 * placeholder account for each login that it sees. Names change; their record has the present one.
 */
export function loginOf({ id }: Person, owner: string): string {
  const plain = id.replace(/^\{(.*)\}$/, '$1').toLowerCase();
  const isFit =
    /^[a-z0-9](?:[a-z0-9-]{0,37}[a-z0-9])?$/.test(plain) && plain !== owner.toLowerCase();
  if (isFit) return plain;
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 25)
    .replace(/-$/, '');
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 10);
  return slug === '' ? digest : `${slug}-${digest}`;
}

function recordOf(
  person: Person,
  login: string,
  addressFor: (user: Pick<UserRecord, 'login' | 'name'>) => string,
): UserRecord {
  const name = shorten(oneLine(person.displayName.toWellFormed().replaceAll('\0', '')), 255);
  const address = person.email ?? '';
  const named = { login, name: name === '' ? null : name };
  return {
    type: 'user',
    url: addressFor(named),
    ...named,
    company: null,
    website: null,
    location: null,
    emails: address === '' ? [] : [{ address, primary: true, verified: true }],
    created_at: unknownSince,
  };
}
