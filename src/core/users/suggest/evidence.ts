import type {
  CommitAuthor,
  LinkedIdentity,
  OrganizationMember,
} from '../../ports/records/target-people.ts';
import { handleKey, isAddress, isFullName, nameKey, shortCodes } from './names.ts';

/** Somebody of the source without a login on the target. Every text is hostile. */
export interface UnmappedPerson {
  readonly name: string;
  /** User name or nickname on the source. */
  readonly handles: readonly string[];
  readonly emails: readonly string[];
}

/** Describes what the target knows of people. */
export interface Evidence {
  readonly members: readonly OrganizationMember[];
  readonly identities: readonly LinkedIdentity[];
  readonly authors: readonly CommitAuthor[];
  /** Logins of managed accounts that exist, members or not. */
  readonly managed: readonly string[];
}

export const noEvidence: Evidence = { members: [], identities: [], authors: [], managed: [] };

/** One reason to take a login for somebody's. */
export interface Hint {
  readonly login: string;
  readonly source: 'commit-email' | 'saml' | 'managed-account' | 'member-name';
  /** The property of the person that led to it. */
  readonly by: 'email' | 'handle' | 'name';
  readonly confidence: 'high' | 'medium' | 'low';
}

/** Tells who may be whom, by addresses, names and handles. Pure. */
export function createEvidenceIndex({ members, identities, authors, managed }: Evidence) {
  const resolved = authors.filter(({ login }) => login !== null);
  const loginsByAddress = index(resolved, ({ email }) => [email.toLowerCase()]);
  const loginsByAuthor = index(resolved, ({ name }) => [nameKey(name)]);
  const authorsByName = index(authors, ({ name }) => [nameKey(name)]);
  const identitiesByHandle = index(identities, ({ handles }) =>
    handles.map((handle) => handle.toLowerCase()),
  );
  const identitiesByName = index(identities, ({ name }) => [nameKey(name ?? '')]);
  const membersByName = index(members, ({ name }) => [nameKey(name ?? '')]);
  const logins = [...members, ...identities].map(({ login }) => login);
  const known = new Map([...logins, ...managed].map((login) => [login.toLowerCase(), login]));
  const codes = shortCodes(logins);

  function byAddress(person: UnmappedPerson): readonly Hint[] {
    const own = person.emails.map((email) => email.toLowerCase());
    return own.flatMap((email) => [
      ...loginsByAddress(email).map(hint('commit-email', 'email', 'high')),
      ...identitiesByHandle(email).map(hint('saml', 'email', 'high')),
    ]);
  }
  function byName(person: UnmappedPerson): readonly Hint[] {
    const key = nameKey(person.name);
    const sure = isFullName(key) ? 'medium' : 'low';
    // Commits under this name show addresses that may be the person's.
    const likely = authorsByName(key).flatMap(({ email }) => (isAddress(email) ? [email] : []));
    const addresses = [...new Set(likely.map((email) => email.toLowerCase()))];
    return [
      ...loginsByAuthor(key).map(hint('commit-email', 'name', sure)),
      ...addresses.flatMap(identitiesByHandle).map(hint('saml', 'name', sure)),
      ...identitiesByName(key).map(hint('saml', 'name', sure)),
      ...membersByName(key).map(hint('member-name', 'name', sure)),
    ];
  }
  function byHandle(person: UnmappedPerson): readonly Hint[] {
    return managedLogins(person, codes).flatMap((wanted) => {
      const login = known.get(wanted);
      return login === undefined ? [] : [hint('managed-account', 'handle', 'medium')({ login })];
    });
  }
  return {
    hintsFor: (person: UnmappedPerson): readonly Hint[] => [
      ...byAddress(person),
      ...byHandle(person),
      ...byName(person),
    ],
  };
}

/** Logins that a person would have where an enterprise manages the accounts. Pure. */
export function managedLogins(
  { handles, emails }: UnmappedPerson,
  codes: readonly string[],
): readonly string[] {
  const keys = [...new Set([...handles, ...emails].map(handleKey))].filter((key) => key !== '');
  return keys.flatMap((key) => codes.map((code) => `${key}_${code}`));
}

function hint(source: Hint['source'], by: Hint['by'], confidence: Hint['confidence']) {
  return ({ login }: { readonly login: string | null }): Hint => {
    return { login: login ?? '', source, by, confidence };
  };
}

/** Each thing once under each of its keys; nothing is found under an empty one. */
function index<T extends { readonly login: string | null }>(
  things: readonly T[],
  keysOf: (thing: T) => readonly string[],
): (key: string) => readonly T[] {
  const byKey = new Map<string, T[]>();
  for (const thing of things) {
    for (const key of new Set(keysOf(thing))) {
      const same = byKey.get(key);
      if (same === undefined) byKey.set(key, [thing]);
      else same.push(thing);
    }
  }
  return (key) => (key === '' ? [] : (byKey.get(key) ?? []));
}
