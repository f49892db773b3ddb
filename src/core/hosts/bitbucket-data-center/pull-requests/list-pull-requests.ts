import type { PullRequestPage, PullRequestSource } from '../../../ports/pull-request-source.ts';
import type { SourcePullRequest } from '../../../ports/records/pull-request.ts';
import { warnOfUnknownState } from '../../shared/rows.ts';
import { type Page, readPages } from '../http/pages.ts';
import type { Method } from '../http/reading.ts';
import { type DataCenter, get, repositoryNotFound } from '../http/reading.ts';
import { exceptionsOf } from '../http/refusals.ts';
import { repositoryAddress } from '../names/names.ts';
import { stateOf, toSourcePullRequest } from './pull-request-mapping.ts';

type ListRequest = Parameters<PullRequestSource['list']>[0];

/** All of them, in the order of creation, so that one made meanwhile comes last: the host sorts by nothing else. */
export async function* listPullRequests(
  dataCenter: DataCenter,
  request: ListRequest,
): AsyncGenerator<PullRequestPage> {
  const address = repositoryAddress(dataCenter, request);
  const kind = { host: dataCenter.client.host, what: 'pull request', of: address.fullName };
  const { log } = dataCenter.services;
  const seen = new Set<number>();
  let position = 0;
  for await (const { isLast, values } of everyState(dataCenter, request)) {
    const pullRequests: SourcePullRequest[] = [];
    for (const row of values) {
      position += 1;
      const pullRequest = toSourcePullRequest(row, { address, kind, position });
      if (seen.has(pullRequest.number)) continue;
      seen.add(pullRequest.number);
      warnOfUnknownState(row, pullRequest, { log, stateOf });
      pullRequests.push(pullRequest);
    }
    // The host reports how many there are on a page, and never in all.
    yield { pullRequests, total: isLast ? seen.size : null };
  }
}

export const findPullRequest: Method<'find'> = async (dataCenter, { number, signal, ...name }) => {
  const address = repositoryAddress(dataCenter, name);
  const answer = await get(dataCenter, {
    path: `${address.apiPath}/pull-requests/${number}`,
    expectedStatuses: [404],
    signal,
  });
  if (answer.status === 404) {
    if (exceptionsOf(answer.json).some((name) => !/NoSuchPullRequest/.test(name))) {
      throw repositoryNotFound(dataCenter, address.fullName);
    }
    return null;
  }
  const kind = { host: dataCenter.client.host, what: 'pull request', of: address.fullName };
  return toSourcePullRequest(answer.json, { address, kind, position: 1 });
};

/** A request for every hundred of them: the host has no figure. */
export const countPullRequests: Method<'count'> = async (dataCenter, request) => {
  let counted = 0;
  for await (const { values } of everyState(dataCenter, request)) counted += values.length;
  return counted;
};

/** Without a state the host gives the open ones alone, and without an order the newest first. */
function everyState(dataCenter: DataCenter, request: ListRequest): AsyncGenerator<Page> {
  const { apiPath, fullName } = repositoryAddress(dataCenter, request);
  return readPages(dataCenter, {
    path: `${apiPath}/pull-requests`,
    query: { state: 'ALL', order: 'OLDEST' },
    refusals: { 404: () => repositoryNotFound(dataCenter, fullName) },
    signal: request.signal,
  });
}
