import { MigratorError } from '../../../kernel/errors.ts';
import { addressAtHome } from '../../../network/http/pagination.ts';
import { statusError } from '../../../network/http/response-errors.ts';
import type { SourceRepositoryName } from '../../../ports/pull-request-source.ts';
import { publicOrigin } from '../http/pages.ts';
import { type BitbucketCloud, get, notUnderstood } from '../http/reading.ts';
import { pullRequestAddress } from './pull-request-address.ts';

interface PatchRequest extends SourceRepositoryName {
  readonly number: number;
  /** Of the text, which ends there with a whole character. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

const redirects = [301, 302, 303, 307, 308];
const maxRedirects = 5;

/** The commits are gone, or the changes are too many to be compared. */
const notMade = [400, 404, 409, 410, 413, 422];

/** Bitbucket leads from the pull request to a comparison of two commits, whose answer is plain text. */
export async function readPatch(
  bitbucket: BitbucketCloud,
  { number, maxBytes, signal, ...name }: PatchRequest,
): Promise<string | null> {
  const { host } = bitbucket.client;
  let path = `${pullRequestAddress(bitbucket, name).apiPath}/pullrequests/${number}/diff`;
  const what = `GET ${path}`;
  for (let count = 0; count <= maxRedirects; count++) {
    const answer = await get(
      bitbucket,
      {
        path,
        accept: '*/*',
        expects: 'text',
        maxBodyBytes: maxBytes,
        expectedStatuses: [...redirects, ...notMade],
        signal,
      },
      { isRepository: true },
    );
    if (notMade.includes(answer.status)) return null;
    if (!redirects.includes(answer.status)) {
      if (answer.json !== null) throw notUnderstood(bitbucket, what);
      return answer.text ?? '';
    }
    const { location = '' } = answer.headers;
    if (location === '') throw statusError(answer, host, what);
    path = atHome(bitbucket, location);
  }
  throw new MigratorError('bad-answer', `${host} redirects ${what} again and again`, {
    hint: 'Check SRC_API_URL, and whether a proxy answers in its place.',
  });
}

/** The client refuses what leads to another host: the credentials belong to this one. */
function atHome({ access }: BitbucketCloud, location: string): string {
  const absolute = location.startsWith('/') ? new URL(location, access.apiUrl).href : location;
  return addressAtHome(absolute, publicOrigin);
}
