import type { HttpResponse } from '../../../network/response/response.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import type { PutSecret, SecretScope, SecretVisibility } from '../../../ports/secret-target.ts';
import { redirects } from '../repositories/repositories.ts';
import type { PageParameters } from '../rest/pages.ts';
import type { GitHub } from '../rest/shared.ts';

/** The place is not there; the old name of a renamed repository has no secrets either. */
export const absentStatuses = [404, ...redirects];

/** Rows that two pages share are returned once. */
export function uniqueByName<Row extends { readonly name: string }>(
  rows: readonly Row[],
): readonly Row[] {
  return [...new Map(rows.map((row) => [row.name, row])).values()];
}

/** The three kinds of places have the same routes under different addresses. */
export function listRoute(
  { send }: GitHub,
  { signal, ...place }: SecretScope & Cancellable,
  page: PageParameters,
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
  }
}

export function publicKeyRoute(
  { send }: GitHub,
  { signal, ...place }: SecretScope & Cancellable,
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
  }
}

/** Sent once: a second request could replace a value that somebody has filled in meanwhile. */
export function putRoute(
  { send }: GitHub,
  request: PutSecret & Cancellable,
): Promise<HttpResponse> {
  const { place, name, sealed, keyId, isCurrent, signal } = request;
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
  }
}

function environmentOf(place: Extract<SecretScope, { kind: 'environment' }>) {
  return { owner: place.owner, repo: place.name, environment_name: place.environment };
}

/** Without a visibility no repository may use the secret. */
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
export function scopeName(place: SecretScope): string {
  if (place.kind === 'organization') return `the organization ${place.owner}`;
  const repository = `${place.owner}/${place.name}`;
  return place.kind === 'repository'
    ? repository
    : `${repository} (environment ${place.environment})`;
}

/**
 * The page on which a person fills in secrets; github.com, `*.ghe.com` and Enterprise Server have the same ones below
 * their own address. Pure.
 * @param environmentId an environment's page is named by its number; without one, that of all environments
 */
export function secretSettingsUrl(
  webUrl: string,
  place: SecretScope,
  environmentId?: string,
): string {
  const owner = encodeURIComponent(place.owner);
  if (place.kind === 'organization') {
    return `${webUrl}/organizations/${owner}/settings/secrets/actions`;
  }
  const settings = `${webUrl}/${owner}/${encodeURIComponent(place.name)}/settings`;
  switch (place.kind) {
    case 'repository':
      return `${settings}/secrets/actions`;
    case 'environment':
      return environmentId === undefined
        ? `${settings}/environments`
        : `${settings}/environments/${encodeURIComponent(environmentId)}/edit`;
  }
}
