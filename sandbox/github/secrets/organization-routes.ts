import { type Answer, jsonAnswer } from '../../network/answer.ts';
import { activeMembership, permissionsOf } from '../accounts/permissions.ts';
import { repositoryJson } from '../repositories/repository-json.ts';
import { githubError, invalidRequest, notFound } from '../rest/answers.ts';
import type { Call } from '../rest/call.ts';
import { pagedAnswer } from '../rest/paging.ts';
import { type ParameterForm, type Parameters, readParameters } from '../rest/parameters.ts';
import { countedPage, getPublicKey, listSecrets, putSecret, secretJson } from './place-routes.ts';
import type { StoredSecret } from './records.ts';

const mostSecrets = 1000;

const visibilityForm: ParameterForm = {
  visibility: { kind: 'string', required: true },
  selected_repository_ids: { kind: 'integers' },
};

/**
 * `orgs/{org}/actions/secrets`, for owners with a token of the scope admin:org.
 * @param rest what follows, if anything does: a secret's name, and perhaps `repositories`
 */
export function answerOrganizationSecrets(
  call: Call,
  login: string,
  [name, ...more]: readonly string[],
): Answer | Promise<Answer> | null {
  const { host, token, exchange } = call;
  const organization = host.findAccount(login);
  if (organization?.kind !== 'organization') return notFound();
  if (activeMembership(organization, token.user) === null) return notFound();
  const isOwner = activeMembership(organization, token.user) === 'admin';
  if (!isOwner || !token.scopes.includes('admin:org')) {
    return githubError(403, 'Must have admin rights to Organization.');
  }
  const place = host.secrets.ofAccount(organization.id);
  if (exchange.method === 'GET') {
    if (name === 'public-key') return getPublicKey(place);
    const toJson = (secret: StoredSecret) =>
      organizationSecretJson(call, organization.login, secret);
    if (name === undefined) return listSecrets(call, place, toJson);
    const secret = place.secrets.get(name.toUpperCase());
    if (secret === undefined) return notFound();
    if (more.length === 0) return jsonAnswer(200, toJson(secret));
    return more[0] === 'repositories' ? listSelected(call, secret) : null;
  }
  if (exchange.method !== 'PUT' || name === undefined || more.length > 0) return null;
  return putOrganizationSecret(call, organization.id, name);
}

function organizationSecretJson({ addresses }: Call, login: string, secret: StoredSecret) {
  return {
    ...secretJson(secret),
    visibility: secret.visibility,
    ...(secret.visibility === 'selected'
      ? {
          selected_repositories_url: `${addresses.apiUrl}/orgs/${login}/actions/secrets/${secret.name}/repositories`,
        }
      : {}),
  };
}

/** Ids and names are enough to write the same again. */
function listSelected(call: Call, { selectedRepositoryIds }: StoredSecret): Answer {
  const { host, token, exchange, addresses } = call;
  const repositories = selectedRepositoryIds.flatMap((id) => {
    const repository = host.findRepositoryById(id);
    const permissions = repository === null ? null : permissionsOf(token, repository);
    return repository === null || permissions === null ? [] : [{ repository, permissions }];
  });
  return countedPage('repositories', repositories.length, () =>
    pagedAnswer(repositories, {
      exchange,
      base: addresses.apiUrl,
      toJson: ({ repository, permissions }) => repositoryJson(repository, addresses, permissions),
    }),
  );
}

async function putOrganizationSecret(
  call: Call,
  organizationId: number,
  name: string,
): Promise<Answer> {
  const body = await call.exchange.readBody();
  const exchange = { ...call.exchange, readBody: async () => body };
  const read = await readParameters(exchange, {
    encrypted_value: { kind: 'string' },
    key_id: { kind: 'string' },
    secret_name: { kind: 'string' },
    ...visibilityForm,
  });
  if ('refusal' in read) return read.refusal;
  const wrong = refuseVisibility(call, organizationId, read.values);
  if (wrong !== null) return wrong;
  const place = call.host.secrets.ofAccount(organizationId);
  return putSecret({ ...call, exchange }, place, { name, most: mostSecrets, form: visibilityForm });
}

function refuseVisibility(
  { host }: Call,
  organizationId: number,
  { visibility, selected_repository_ids: ids }: Parameters,
): Answer | null {
  if (!['all', 'private', 'selected'].includes(String(visibility))) {
    return invalidRequest(
      `${JSON.stringify(visibility)} is not a possible value for "visibility".`,
    );
  }
  if (visibility !== 'selected') {
    if (ids === undefined) return null;
    return githubError(422, 'selected_repository_ids needs the visibility selected');
  }
  const isOwn = (id: number) => host.findRepositoryById(id)?.owner.id === organizationId;
  if (((ids as number[] | undefined) ?? []).every(isOwn)) return null;
  return githubError(422, 'A repository of selected_repository_ids is not in the organization');
}
