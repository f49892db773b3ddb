import type { Caller } from '../accounts/authentication.ts';
import type { BitbucketPerson } from '../accounts/people.ts';
import type { BitbucketHost } from '../host.ts';
import type { BitbucketRepository } from '../records.ts';
import type { BitbucketPermission, PlaceSettings } from './records.ts';

const order = ['read', 'write', 'create-repo', 'admin'] as const;

/**
 * The most that somebody may do in a repository: by grants of their own or of their groups, there or in its project.
 * The workspace's owner administers everything. `null`: nothing.
 */
export function permissionOf(
  host: BitbucketHost,
  person: BitbucketPerson,
  repository: BitbucketRepository,
): 'read' | 'write' | 'admin' | null {
  if (person === host.user) return 'admin';
  const own = grantsOf(host.settings.ofRepository(repository.uuid), person);
  const found = highest([...own, ...projectGrants(host, person, repository.project.key)]);
  // Who may create repositories in a project may write to those that are there.
  return found === 'create-repo' ? 'write' : found;
}

function projectGrants(host: BitbucketHost, person: BitbucketPerson, key: string) {
  return grantsOf(host.settings.ofProject(key), person);
}

function grantsOf({ users, groups }: PlaceSettings, person: BitbucketPerson) {
  const own = users.get(person);
  const shared = [...groups].flatMap(([group, permission]) =>
    group.members.includes(person) ? [permission] : [],
  );
  return own === undefined ? shared : [own, ...shared];
}

function highest(permissions: readonly BitbucketPermission[]): BitbucketPermission | null {
  return order.findLast((one) => permissions.includes(one)) ?? null;
}

/** Whom a credential belongs to; `null`: an access token, or nobody. */
export function personOf(host: BitbucketHost, caller: Caller): BitbucketPerson | null {
  if (caller.kind !== 'known' || caller.credential.kind === 'access-token') return null;
  const { credential } = caller;
  return credential.kind === 'api-token' ? (credential.person ?? host.user) : host.user;
}

/** Tells whether a person sees a repository at all. Access tokens have a reach of their own. */
export function sees(host: BitbucketHost, caller: Caller, repository: BitbucketRepository) {
  const person = personOf(host, caller);
  return (
    person === null || !repository.isPrivate || permissionOf(host, person, repository) !== null
  );
}

/** Somewhere that is administered. */
export type AdministeredPlace =
  | { readonly kind: 'repository'; readonly repository: BitbucketRepository }
  | { readonly kind: 'project'; readonly key: string }
  | { readonly kind: 'workspace' };

/** Tells whether the caller is an administrator there; the scope is another question. */
export function administers(
  host: BitbucketHost,
  caller: Caller,
  place: AdministeredPlace,
): boolean {
  const { notAdministered } = host.pipelines;
  if (notAdministered.has(nameOf(place))) return false;
  const person = personOf(host, caller);
  if (person === null || person === host.user) return caller.kind === 'known';
  if (place.kind === 'workspace') return false;
  if (place.kind === 'project') {
    return highest(projectGrants(host, person, place.key)) === 'admin';
  }
  return permissionOf(host, person, place.repository) === 'admin';
}

function nameOf(place: AdministeredPlace): string {
  if (place.kind === 'workspace') return '';
  return place.kind === 'project' ? place.key : place.repository.slug;
}
