import type { BitbucketPerson } from '../../bitbucket/accounts/people.ts';
import type { BitbucketRepository } from '../../bitbucket/records.ts';
import type { Answer } from '../../network/answer.ts';
import { unauthorized } from '../answers.ts';
import type { Call } from '../callers.ts';
import { type DataCenterInstance, keyOf, repositoryId } from '../instance.ts';
import type { DataCenterPermission, PlaceSettings } from './records.ts';

/** A request about a project, or about a repository of one. */
export interface SettingsCall extends Call {
  readonly key: string;
  readonly repository: BitbucketRepository | null;
  /** Words that the path names inside of a list. */
  readonly words: readonly string[];
}

/** The settings of the place itself, and those of its project, which are the same for a project. */
export function placeOf({ instance, key, repository }: SettingsCall): {
  readonly own: PlaceSettings;
  readonly project: PlaceSettings;
} {
  const project = instance.settings.ofProject(key);
  const own = repository === null ? project : instance.settings.ofRepository(repository.uuid);
  return { own, project };
}

export function scopeJson({ instance, repository }: SettingsCall) {
  return repository === null
    ? { resourceId: 1, type: 'PROJECT' }
    : { resourceId: repositoryId(instance.bitbucket, repository.slug), type: 'REPOSITORY' };
}

const order = ['READ', 'WRITE', 'ADMIN'] as const;

/** The most that somebody may do in a repository, however they came by it; whom the instance belongs to does everything. */
export function permissionOf(
  instance: DataCenterInstance,
  person: BitbucketPerson,
  repository: BitbucketRepository,
): DataCenterPermission | null {
  if (person === instance.bitbucket.user) return 'ADMIN';
  const project = instance.settings.ofProject(keyOf(instance, repository));
  const found = [
    ...grantsOf(instance, instance.settings.ofRepository(repository.uuid), person),
    ...grantsOf(instance, project, person),
    ...(project.defaultPermission === null ? [] : [project.defaultPermission]),
  ];
  return order.findLast((one) => found.includes(one)) ?? null;
}

function grantsOf(
  { settings }: DataCenterInstance,
  { users, groups }: PlaceSettings,
  person: BitbucketPerson,
): readonly DataCenterPermission[] {
  const own = users.get(person);
  const shared = [...groups].flatMap(([name, permission]) =>
    settings.groups.get(name)?.includes(person) === true ? [permission] : [],
  );
  return own === undefined ? shared : [own, ...shared];
}

/** The product says 401 to whom it does not let, whether the token or the person is to blame. */
export function refuseOthers({ instance, caller, key, repository }: SettingsCall): Answer | null {
  const { notAdministered } = instance.rules;
  const isClosed = notAdministered.has(repository === null ? key.toUpperCase() : repository.slug);
  if (caller.kind !== 'known' || isClosed || caller.token.right !== 'admin') {
    return unauthorized('forbidden');
  }
  const { person } = caller;
  if (person === null || person === instance.bitbucket.user) return null;
  const found =
    repository === null
      ? grantsOf(instance, instance.settings.ofProject(key), person)
      : [permissionOf(instance, person, repository)];
  return found.includes('ADMIN') ? null : unauthorized('forbidden');
}
