import { MigratorError } from '../../../kernel/errors.ts';
import { addressAtHome } from '../../../network/http/pagination.ts';
import { statusError } from '../../../network/http/response-errors.ts';
import { publicOrigin } from '../http/pages.ts';
import type { Method } from '../http/reading.ts';
import { type BitbucketCloud, get, notUnderstood } from '../http/reading.ts';
import { pullRequestAddress } from '../names/names.ts';

const redirects = [301, 302, 303, 307, 308];
const maxRedirects = 5;

/** The commits are gone, or there are too many changes to compare. */
const notComparable = [400, 404, 409, 410, 413, 422];

/** Bitbucket leads from the pull request to a comparison of two commits, whose answer is plain text. */
export const readPatch: Method<'readPatch'> = async (bitbucket, request) => {
  const { number, maxBytes, signal, ...name } = request;
  const { host } = bitbucket.client;
  let path = `${pullRequestAddress(bitbucket, name).apiPath}/pullrequests/${number}/diff`;
  const what = `GET ${path}`;
  for (let count = 0; count <= maxRedirects; count++) {
    const answer = await get(bitbucket, {
      path,
      accept: '*/*',
      expects: 'text',
      maxBodyBytes: maxBytes,
      expectedStatuses: [...redirects, ...notComparable],
      isRepository: true,
      signal,
    });
    if (notComparable.includes(answer.status)) return null;
    if (!redirects.includes(answer.status)) {
      if (answer.json !== null) throw notUnderstood(bitbucket, what);
      return answer.text ?? '';
    }
    const { location = '' } = answer.headers;
    if (location === '') throw statusError(answer, host, what);
    path = atHome(bitbucket, location);
  }
  throw new MigratorError('bad-answer', `${host} redirects in a loop (${what})`, {
    hint: 'Check SRC_API_URL, and whether a proxy is answering instead.',
  });
};

/** The client refuses what leads to another host: the credentials belong to this one. */
function atHome({ access }: BitbucketCloud, location: string): string {
  const absolute = location.startsWith('/') ? new URL(location, access.apiUrl).href : location;
  return addressAtHome(absolute, publicOrigin);
}
