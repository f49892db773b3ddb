import type { Page } from '../../../network/http/pagination.ts';
import { field, hostMessage } from '../../../network/response/response.ts';
import type { PullRequestPage, PullRequestSource } from '../../../ports/pull-request-source.ts';
import type { SourcePullRequest } from '../../../ports/records/pull-request.ts';
import { warnOfUnknownState } from '../../shared/rows.ts';
import { readPages } from '../http/pages.ts';
import type { Method } from '../http/reading.ts';
import { type BitbucketCloud, get, renamed, repositoryNotFound } from '../http/reading.ts';
import { pullRequestAddress } from '../names/names.ts';
import { toSourcePullRequest } from './pull-request-mapping.ts';
import { pullRequestFields, stateOf } from './pull-request-schema.ts';
import { createWithParticipants } from './with-participants.ts';

type ListRequest = Parameters<PullRequestSource['list']>[0];

/** Without a state the host lists open ones only, and a query would override them. */
const everyState = ['OPEN', 'MERGED', 'DECLINED', 'SUPERSEDED'];

/** In the order of creation new ones come last; by their last change, what moves meanwhile comes again. */
export async function* listPullRequests(
  bitbucket: BitbucketCloud,
  request: ListRequest,
): AsyncGenerator<PullRequestPage> {
  const address = pullRequestAddress(bitbucket, request);
  const { host } = bitbucket.client;
  const kind = { host, what: 'pull request', of: address.fullName };
  const { log } = bitbucket.services;
  const withParticipants = createWithParticipants(bitbucket, request);
  const seen = new Set<number>();
  let position = 0;
  let total: number | null = null;
  const pages = statePages(bitbucket, request, pullRequestFields);
  for await (const page of pages) {
    const pullRequests: SourcePullRequest[] = [];
    const rows = request.toCompare === true ? page.values : await withParticipants(page.values);
    for (const [index, row] of rows.entries()) {
      position += 1;
      const pullRequest = toListed(row, page.values[index], { address, kind, position });
      if (seen.has(pullRequest.number)) continue;
      seen.add(pullRequest.number);
      warnOfUnknownState(row, pullRequest, { log, stateOf });
      pullRequests.push(pullRequest);
    }
    total = page.size ?? total;
    const lacksPeople = rows.some((row) => field(row, 'participants') === undefined);
    yield { pullRequests, total, isByUpdate: request.order === 'updated', lacksPeople };
  }
  if (total === null || seen.size >= total) return;
  // The list is complete; the total may count pull requests that these credentials cannot see.
  const { fullName } = address;
  const message = `${host} reports ${total} pull requests in ${fullName} but lists ${seen.size}`;
  log('warn', message, { repository: fullName });
}

/** Drops what was read outside the list, so that it does not make another revision. */
function toListed(
  row: unknown,
  listed: unknown,
  options: Parameters<typeof toSourcePullRequest>[1],
): SourcePullRequest {
  const pullRequest = toSourcePullRequest(row, options);
  if (row === listed) return pullRequest;
  const { revision } = toSourcePullRequest(listed, options);
  return { ...pullRequest, ...(revision === undefined ? {} : { revision }) };
}

export const findPullRequest: Method<'find'> = async (bitbucket, { number, signal, ...name }) => {
  const address = pullRequestAddress(bitbucket, name);
  const { apiPath, fullName } = address;
  const answer = await get(bitbucket, {
    path: `${apiPath}/pullrequests/${number}`,
    expectedStatuses: [404],
    isRepository: true,
    signal,
  });
  if (answer.status === 404) {
    if (/^repository\b/i.test(hostMessage(answer.json) ?? '')) {
      throw repositoryNotFound(bitbucket, fullName);
    }
    return null;
  }
  const kind = { host: bitbucket.client.host, what: 'pull request', of: fullName };
  return toSourcePullRequest(answer.json, { address, kind, position: 1 });
};

/** One request, where the host reports the size of its lists. */
export const countPullRequests: Method<'count'> = async (bitbucket, request) => {
  const pages = statePages(bitbucket, request, ['size', 'next', 'values.id']);
  let counted = 0;
  for await (const { size, values } of pages) {
    if (size !== null) return size;
    counted += values.length;
  }
  return counted;
};

function statePages(
  bitbucket: BitbucketCloud,
  request: ListRequest,
  fields: readonly string[],
): AsyncGenerator<Page> {
  const { apiPath, fullName } = pullRequestAddress(bitbucket, request);
  const isGone = () => repositoryNotFound(bitbucket, fullName);
  const isRenamed = (answer: Parameters<typeof renamed>[2]) => renamed(bitbucket, fullName, answer);
  return readPages(bitbucket, {
    fields,
    // The host takes 50 at most.
    pageLengths: [50, 25, 10],
    path: `${apiPath}/pullrequests`,
    query: { state: everyState, sort: request.order === 'updated' ? '-updated_on' : 'created_on' },
    refusals: { 301: isRenamed, 308: isRenamed, 404: isGone },
    signal: request.signal,
  });
}
