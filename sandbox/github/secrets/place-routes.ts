import { type Answer, emptyAnswer, jsonAnswer } from '../../network/answer.ts';
import { githubError, invalidRequest } from '../rest/answers.ts';
import type { Call } from '../rest/call.ts';
import { githubTime } from '../rest/github-time.ts';
import { pagedAnswer } from '../rest/paging.ts';
import { type ParameterForm, readParameters } from '../rest/parameters.ts';
import { keysOf, openBox } from './keys.ts';
import type { SecretPlace, StoredSecret } from './records.ts';

/** The host's own pattern for what is sealed: an empty text does not fit. */
const sealedPattern =
  '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$';

export async function getPublicKey(place: SecretPlace): Promise<Answer> {
  const { keyId, publicKey } = await keysOf(place);
  return jsonAnswer(200, { key_id: keyId, key: Buffer.from(publicKey).toString('base64') });
}

/** In the order of their names. */
export function listSecrets(
  { exchange, addresses }: Call,
  place: SecretPlace,
  toJson: (secret: StoredSecret) => unknown = secretJson,
): Answer {
  const secrets = [...place.secrets.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return countedPage('secrets', secrets.length, () =>
    pagedAnswer(secrets, { exchange, base: addresses.apiUrl, toJson }),
  );
}

/** A list with its length, as all of Actions' lists are. */
export function countedPage(key: string, count: number, page: () => Answer): Answer {
  const answer = page();
  const body = { total_count: count, [key]: JSON.parse(String(answer.body)) as unknown };
  return { ...answer, body: JSON.stringify(body) };
}

export function secretJson({ name, createdAt, updatedAt }: StoredSecret): object {
  return { name, created_at: githubTime(createdAt), updated_at: githubTime(updatedAt) };
}

/** @param most how many secrets the place takes */
export async function putSecret(
  call: Call,
  place: SecretPlace,
  options: { name: string; most: number; form?: ParameterForm },
): Promise<Answer> {
  const { name, most, form = {} } = options;
  const read = await readParameters(call.exchange, {
    encrypted_value: { kind: 'string' },
    key_id: { kind: 'string' },
    // The path says it already; the host passes over it.
    secret_name: { kind: 'string' },
    ...form,
  });
  if ('refusal' in read) return read.refusal;
  const { encrypted_value: sealed, key_id: keyId, visibility, ...rest } = read.values;
  const wrong = refuseName(name);
  if (wrong !== null) return wrong;
  if (typeof keyId !== 'string') return invalidRequest('"key_id" wasn\'t supplied.');
  if (typeof sealed !== 'string') return invalidRequest('"encrypted_value" wasn\'t supplied.');
  if (!new RegExp(sealedPattern).test(sealed)) {
    return invalidRequest(`${sealed} does not match /${sealedPattern}/.`);
  }
  if (keyId !== (await keysOf(place)).keyId) {
    return githubError(422, 'Validation Failed', { errors: ['key_id is not the current key'] });
  }
  const key = name.toUpperCase();
  const known = place.secrets.get(key);
  if (known === undefined && place.secrets.size >= most) {
    return githubError(422, `You have reached the maximum of ${most} secrets.`);
  }
  const now = call.now();
  place.secrets.set(key, {
    name: key,
    value: await openBox(place, sealed),
    createdAt: known?.createdAt ?? now,
    updatedAt: now,
    visibility: (visibility as StoredSecret['visibility'] | undefined) ?? null,
    selectedRepositoryIds: ((rest.selected_repository_ids as number[] | undefined) ?? []).map(
      Number,
    ),
  });
  return emptyAnswer(known === undefined ? 201 : 204, { date: new Date(now).toUTCString() });
}

function refuseName(name: string): Answer | null {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    return githubError(
      422,
      'Secret names can only contain alphanumeric characters ([a-z], [A-Z], [0-9]) or underscores (_). Spaces are not allowed. Must start with a letter ([a-z], [A-Z]) or underscores (_).',
    );
  }
  if (!/^GITHUB_/i.test(name)) return null;
  return githubError(422, 'Secret names must not start with GITHUB_.');
}
