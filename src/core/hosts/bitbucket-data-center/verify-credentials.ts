import * as z from 'zod';
import { decodeUri, originOf } from '../../kernel/base-url.ts';
import { hasCode, MigratorError } from '../../kernel/errors.ts';
import { field, oneLine } from '../../network/response/response.ts';
import type { Account } from '../../ports/records/account.ts';
import { unlessUnreadable } from '../shared/host-errors.ts';
import { orNull } from '../shared/lenient-schema.ts';
import { type DataCenter, get } from './http/reading.ts';
import { anonymous, exceptionsOf, refused } from './http/refusals.ts';
import { api } from './names/names.ts';

const properties = z.object({
  version: orNull(z.string().min(1).max(60)),
  displayName: orNull(z.string().min(1).max(60)),
});

/** Earlier versions have neither tasks as comments nor tokens of projects. */
const oldestKnown = 7;

/**
 * Identifies server and owner of the token. Three requests, four where no page names the user.
 * @throws `configuration` where no Bitbucket answers; `credentials`, `permission`
 */
export async function verifyCredentials(
  dataCenter: DataCenter,
  { signal }: { readonly signal?: AbortSignal | undefined },
): Promise<Account> {
  await checkServer(dataCenter, signal);
  const username = (await whoAmI(dataCenter, signal)) ?? (await nameOnAnswers(dataCenter, signal));
  dataCenter.owner.username = username;
  if (username === null) {
    const displayName = 'a token without a name';
    return { id: displayName, username, displayName, scopes: null };
  }
  dataCenter.owner.isPerson = await isPerson(dataCenter, username, signal);
  await dataCenter.client.shareBudget(username);
  return { id: username, username, displayName: username, scopes: null };
}

async function checkServer(dataCenter: DataCenter, signal?: AbortSignal): Promise<void> {
  const { client, services } = dataCenter;
  const path = `${api}/application-properties`;
  const answer = await get(dataCenter, { path, expectedStatuses: [404], signal }).catch(
    (error: unknown) => {
      if (hasCode(error, 'bad-answer')) throw noBitbucket(dataCenter);
      throw error;
    },
  );
  const read = properties.safeParse(answer.json);
  if (answer.status === 404 || !read.success) throw noBitbucket(dataCenter);
  const { displayName, version } = read.data;
  if (displayName !== null && !/bitbucket|stash/i.test(displayName)) {
    throw noBitbucket(dataCenter, oneLine(displayName, 60));
  }
  services.log(
    'info',
    `${client.host} is ${displayName ?? 'Bitbucket'} ${version ?? '(no version)'}`,
  );
  const major = Number.parseInt(version ?? '', 10);
  if (major < oldestKnown) {
    services.log(
      'warn',
      `${client.host} runs version ${oneLine(version ?? '', 60)}, older than any supported version: some data may be missing`,
    );
  }
}

/** The user name in plain text; `null` where the host does not offer it. */
async function whoAmI(dataCenter: DataCenter, signal?: AbortSignal): Promise<string | null> {
  const answer = await unlessUnreadable(
    get(dataCenter, {
      path: '/plugins/servlet/applinks/whoami',
      accept: 'text/plain',
      expects: 'text',
      maxBodyBytes: 4096,
      // The page belongs to a plugin that may be missing or closed: that says nothing about the token.
      expectedStatuses: [302, 303, 401, 403, 404, 405, 500],
      signal,
    }),
  );
  if (answer === null || answer.status !== 200) return null;
  return userName(answer.text) ?? userName(answer.headers['x-ausername']);
}

/**
 * Every answer to an authenticated user names the user, even a refusal. `null`: a valid token without a name, as it shows
 * what is not public.
 */
async function nameOnAnswers(dataCenter: DataCenter, signal?: AbortSignal): Promise<string | null> {
  const { access, client } = dataCenter;
  const { host } = client;
  const path = `${api}/projects`;
  const query = { limit: 25 };
  const answer = await get(dataCenter, { path, query, expectedStatuses: [401, 403], signal });
  const { headers, json, status } = answer;
  const username = userName(headers['x-ausername']);
  if (username !== null) return username;
  const values = field(json, 'values');
  const rows: readonly unknown[] = Array.isArray(values) ? values : [];
  if (status === 200 && rows.some((row) => field(row, 'public') === false)) return null;
  // Anonymous users also get the exception for a missing permission.
  const isAnonymous = exceptionsOf(json).some((name) => /Authori[sz]ation|Required/.test(name));
  if (status === 200 || isAnonymous) throw anonymous(host, access);
  throw refused({ answer, access, host, what: `GET ${path}` });
}

const profile = z.object({ name: z.string(), type: z.string().regex(/^NORMAL$/i) });

/** False for a user that is not found, which has no disadvantage. */
async function isPerson(dataCenter: DataCenter, username: string, signal?: AbortSignal) {
  const answer = await unlessUnreadable(
    get(dataCenter, {
      path: `${api}/users/${encodeURIComponent(username.toLowerCase())}`,
      expectedStatuses: [302, 303, 400, 401, 403, 404, 405, 500, 501],
      signal,
    }),
  );
  const read = profile.safeParse(answer?.json);
  return (
    answer?.status === 200 &&
    read.success &&
    read.data.name.toLowerCase() === username.toLowerCase()
  );
}

/** Headers hold it percent-encoded. */
function userName(text: string | undefined): string | null {
  const name = (text ?? '').trim();
  if (name === '' || name.length > 255 || /[\p{Cc}<>]/u.test(name) || /^anonymous$/i.test(name))
    return null;
  return decodeUri(name);
}

function noBitbucket({ client, access }: DataCenter, what?: string): MigratorError {
  const found =
    what === undefined
      ? 'no Bitbucket Data Center was found'
      : `${what} was found instead of Bitbucket`;
  return new MigratorError('configuration', `At ${access.baseUrl} ${found}`, {
    hint: `Set SRC_DATA_CENTER_URL to the part of a project's URL before /projects/, with any context path: ${originOf(client.host)}/bitbucket. If it is correct, a sign-in page or a proxy answers instead of the server.`,
  });
}
