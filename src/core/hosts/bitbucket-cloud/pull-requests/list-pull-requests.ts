import type { Page } from '../../../network/http/pagination.ts';
import type { PullRequestPage, SourceRepositoryName } from '../../../ports/pull-request-source.ts';
import type { SourcePullRequest } from '../../../ports/records/pull-request.ts';
import { revisionOf, warnOfUnknownState } from '../../shared/rows.ts';
import { readPages } from '../http/pages.ts';
import { type BitbucketCloud, renamed, repositoryNotFound } from '../http/reading.ts';
import { type PullRequestAddress, pullRequestAddress } from './pull-request-address.ts';
import { toSourcePullRequest } from './pull-request-mapping.ts';
import { pullRequestFields, stateOf } from './pull-request-schema.ts';
import { createWithParticipants } from './with-participants.ts';

interface ListRequest extends SourceRepositoryName {
  readonly signal?: AbortSignal;
  readonly toCompare?: boolean;
}

/** All of them; without any the host gives the open ones alone, and a query would put them aside. */
const everyState = ['OPEN', 'MERGED', 'DECLINED', 'SUPERSEDED'];

/** The host takes 50 at most. */
const pullRequestPageLengths = [50, 25, 10];

/** In the order of creation, so that one made meanwhile comes last. */
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
  const pages = statePages(bitbucket, request, {
    fields: pullRequestFields,
    pageLengths: pullRequestPageLengths,
  });
  for await (const page of pages) {
    const pullRequests: SourcePullRequest[] = [];
    const rows = request.toCompare === true ? page.values : await withParticipants(page.values);
    for (const [index, row] of rows.entries()) {
      position += 1;
      const revision = revisionOf(page.values[index]);
      const pullRequest = { ...toSourcePullRequest(row, { address, kind, position }), revision };
      if (seen.has(pullRequest.number)) continue;
      seen.add(pullRequest.number);
      warnOfUnknownState(row, pullRequest, { log, stateOf });
      pullRequests.push(pullRequest);
    }
    total = page.size ?? total;
    yield { pullRequests, total };
  }
  if (total !== null && seen.size < total)
    warnOfMissing(bitbucket, address, { total, listed: seen.size });
}

/** One request, where the host tells the size of its lists. */
export async function countPullRequests(
  bitbucket: BitbucketCloud,
  request: ListRequest,
): Promise<number> {
  const pages = statePages(bitbucket, request, {
    fields: ['size', 'next', 'values.id'],
    pageLengths: pullRequestPageLengths,
  });
  let counted = 0;
  for await (const { size, values } of pages) {
    if (size !== null) return size;
    counted += values.length;
  }
  return counted;
}

function statePages(
  bitbucket: BitbucketCloud,
  request: ListRequest,
  asked: { readonly fields: readonly string[]; readonly pageLengths: readonly number[] },
): AsyncGenerator<Page> {
  const { apiPath, fullName } = pullRequestAddress(bitbucket, request);
  const isGone = () => repositoryNotFound(bitbucket, fullName);
  const isRenamed = (answer: Parameters<typeof renamed>[2]) => renamed(bitbucket, fullName, answer);
  return readPages(bitbucket, {
    ...asked,
    path: `${apiPath}/pullrequests`,
    query: { state: everyState, sort: 'created_on' },
    refusals: { 301: isRenamed, 308: isRenamed, 404: isGone },
    signal: request.signal,
  });
}

/** The list has ended as it should; the number beside it may count what these credentials do not see. */
function warnOfMissing(
  { services, client }: BitbucketCloud,
  { fullName }: PullRequestAddress,
  { total, listed }: { total: number; listed: number },
): void {
  const message = `${client.host} counts ${total} pull requests in ${fullName} and lists ${listed}`;
  services.log('warn', message, { repository: fullName });
}
