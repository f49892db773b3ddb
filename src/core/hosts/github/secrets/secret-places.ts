import { assertNever } from '../../../kernel/errors.ts';
import type { HttpResponse } from '../../../network/http/response.ts';
import type { PutSecret, SecretPlace, SecretVisibility } from '../../../ports/secret-target.ts';
import type { PageParameters } from '../rest/pages.ts';
import type { GitHub } from '../rest/shared.ts';
import { absentStatuses } from './secret-pages.ts';

interface Cancellable {
  readonly signal?: AbortSignal | undefined;
}

/** The routes of the three places that have secrets, which differ in their addresses alone. */
export function listRoute(
  { send }: GitHub,
  place: SecretPlace,
  page: PageParameters,
  { signal }: Cancellable,
): Promise<HttpResponse> {
  const asking = { creates: false, expectedStatuses: absentStatuses, signal } as const;
  switch (place.kind) {
    case 'organization':
      return send('GET /orgs/{org}/actions/secrets', { org: place.owner, ...page }, asking);
    case 'repository':
      return send(
        'GET /repos/{owner}/{repo}/actions/secrets',
        { owner: place.owner, repo: place.name, ...page },
        asking,
      );
    case 'environment':
      return send(
        'GET /repos/{owner}/{repo}/environments/{environment_name}/secrets',
        { ...environmentOf(place), ...page },
        asking,
      );
    default:
      return assertNever(place);
  }
}

export function publicKeyRoute(
  { send }: GitHub,
  place: SecretPlace,
  { signal }: Cancellable,
): Promise<HttpResponse> {
  const asking = { creates: false, expectedStatuses: absentStatuses, signal } as const;
  switch (place.kind) {
    case 'organization':
      return send('GET /orgs/{org}/actions/secrets/public-key', { org: place.owner }, asking);
    case 'repository':
      return send(
        'GET /repos/{owner}/{repo}/actions/secrets/public-key',
        { owner: place.owner, repo: place.name },
        asking,
      );
    case 'environment':
      return send(
        'GET /repos/{owner}/{repo}/environments/{environment_name}/secrets/public-key',
        environmentOf(place),
        asking,
      );
    default:
      return assertNever(place);
  }
}

/** Sent once: whoever has filled the secret in meanwhile must not find it replaced by a second sending. */
export function putRoute(
  { send }: GitHub,
  request: PutSecret,
  { signal }: Cancellable,
): Promise<HttpResponse> {
  const { place, name, sealed, keyId, isCurrent } = request;
  const writing = {
    creates: true,
    isCurrent,
    expectedStatuses: [...absentStatuses, 409, 422],
    signal,
  } as const;
  const body = { secret_name: name, encrypted_value: sealed, key_id: keyId };
  switch (place.kind) {
    case 'organization':
      return send(
        'PUT /orgs/{org}/actions/secrets/{secret_name}',
        { org: place.owner, ...body, ...visibilityFields(request.visibility) },
        writing,
      );
    case 'repository':
      return send(
        'PUT /repos/{owner}/{repo}/actions/secrets/{secret_name}',
        { owner: place.owner, repo: place.name, ...body },
        writing,
      );
    case 'environment':
      return send(
        'PUT /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}',
        { ...environmentOf(place), ...body },
        writing,
      );
    default:
      return assertNever(place);
  }
}

function environmentOf(place: Extract<SecretPlace, { kind: 'environment' }>) {
  return { owner: place.owner, repo: place.name, environment_name: place.environment };
}

/** Nobody may use it unless it is said who may. */
function visibilityFields(visibility: SecretVisibility = { kind: 'selected', repositoryIds: [] }): {
  visibility: 'all' | 'private' | 'selected';
  selected_repository_ids?: number[];
} {
  if (visibility.kind !== 'selected') return { visibility: visibility.kind };
  return {
    visibility: 'selected',
    selected_repository_ids: visibility.repositoryIds.map(Number),
  };
}

/** For messages: `acme/web`, `acme/web (environment production)`, `the organization acme`. */
export function placeName(place: SecretPlace): string {
  if (place.kind === 'organization') return `the organization ${place.owner}`;
  const repository = `${place.owner}/${place.name}`;
  return place.kind === 'repository'
    ? repository
    : `${repository} (environment ${place.environment})`;
}
