import * as z from 'zod';
import { MigratorError } from '../../../kernel/errors.ts';
import { refusalHint } from '../../../network/http/response-errors.ts';
import { type HttpResponse, hostMessage } from '../../../network/response/response.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import { OutdatedRequest } from '../../../ports/records/target-address.ts';
import type {
  PutOutcome,
  PutSecret,
  SecretScope,
  SecretTarget,
} from '../../../ports/secret-target.ts';
import { readAll } from '../rest/pages.ts';
import { parseResponse } from '../rest/parse-response.ts';
import type { GitHub, SecretMethod } from '../rest/shared.ts';
import { createEnvironment, createVariable, listEnvironments } from './environments.ts';
import {
  absentStatuses,
  listRoute,
  publicKeyRoute,
  putRoute,
  scopeName,
  secretSettingsUrl,
  uniqueByName,
} from './secret-scopes.ts';
import { readVisibility } from './secret-visibility.ts';

/** Milliseconds since 1970; GitHub sends whole seconds. */
const time = z
  .string()
  .transform((text) => Date.parse(text))
  .pipe(z.number())
  .nullable()
  .catch(null);

/** GitHub shows only names and times of secrets. */
const secretSchema = z.object({
  name: z.string().min(1),
  created_at: time,
  updated_at: time,
});

const publicKeySchema = z.object({
  key_id: z.string().min(1),
  key: z.base64().min(40),
});

/** GitHub Actions secrets. */
export function createSecretPort(github: GitHub, webUrl: string): SecretTarget {
  return {
    list: (place) => listSecrets(github, place),
    publicKey: (place) => readPublicKey(github, place),
    put: (request) => putSecret(github, request),
    visibility: (secret) => readVisibility(github, secret),
    listEnvironments: (request) => listEnvironments(github, request),
    createEnvironment: (request) => createEnvironment(github, request),
    createVariable: (request) => createVariable(github, request),
    settingsUrl: (place, environmentId) => secretSettingsUrl(webUrl, place, environmentId),
  };
}

const listSecrets: SecretMethod<'list'> = async (github, place) => {
  const rows = await readAll({
    host: github.host,
    what: `secrets in ${scopeName(place)}`,
    key: 'secrets',
    row: secretSchema,
    keyOf: ({ name }) => name,
    absentStatuses,
    ask: (page) => listRoute(github, place, page),
  });
  if (rows === null) return null;
  return uniqueByName(rows).map(({ name, created_at, updated_at }) => ({
    name,
    createdAt: created_at,
    updatedAt: updated_at,
  }));
};

const readPublicKey: SecretMethod<'publicKey'> = async (github, place) => {
  const answer = await publicKeyRoute(github, place);
  if (absentStatuses.includes(answer.status)) throw notThere(github, place, answer);
  const what = `GET the public key of ${scopeName(place)}`;
  const { key_id, key } = parseResponse(publicKeySchema, answer, github.host, what);
  return { id: key_id, key };
};

async function putSecret(github: GitHub, request: PutSecret & Cancellable): Promise<PutOutcome> {
  const answer = await putRoute(github, request).catch((thrown: unknown) => {
    if (thrown instanceof OutdatedRequest) return null;
    throw thrown;
  });
  if (answer === null) return { kind: 'outdated', at: null };
  if (absentStatuses.includes(answer.status)) throw notThere(github, request.place, answer);
  if (answer.status >= 400) throw secretRefused(github, request, answer);
  const at = Date.parse(answer.headers.date ?? '');
  return {
    kind: answer.status === 204 ? 'replaced' : 'created',
    at: Number.isNaN(at) ? null : at,
  };
}

function notThere(github: GitHub, place: SecretScope, answer: HttpResponse): MigratorError {
  return new MigratorError(
    'not-found',
    `Cannot find ${scopeName(place).replace(/^the /, '')} on ${github.host}, or DST_TOKEN cannot write its secrets`,
    {
      hint: 'Migrate the repository first. The token needs the repo scope, and admin:org for organization secrets.',
      status: answer.status,
    },
  );
}

function secretRefused(github: GitHub, request: PutSecret, answer: HttpResponse): MigratorError {
  const { place, name, sealed } = request;
  const detail = hostMessage(answer.json);
  // GitHub may quote the sealed value.
  const isEcho = detail === null || detail.includes(sealed.slice(0, 12));
  return new MigratorError(
    'refused',
    `${github.host} refused to create secret ${name} in ${scopeName(place)}`,
    {
      hint: refusalHint('refused', github.host, scopeName(place)),
      status: answer.status,
      detail: isEcho ? null : detail,
    },
  );
}
