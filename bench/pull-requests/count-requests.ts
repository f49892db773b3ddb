import type { RecordedRequest } from '../../sandbox/network/request-log.ts';

/** Requests of one run, as the hosts have counted them. */
export interface RequestCounts {
  /** POST of a repository, pull request, review, comment, reply or issue: what GitHub limits most. */
  readonly creating: number;
  /** Every other request that changes the target, and all of GraphQL. */
  readonly changing: number;
  readonly pushes: number;
  readonly readingTarget: number;
  readonly readingSource: number;
}

/** Pure. @throws Error for an answer that says no: such a run is not the one that is to be measured */
export function countRequests(requests: readonly RecordedRequest[]): RequestCounts {
  const counts = { creating: 0, changing: 0, pushes: 0, readingTarget: 0, readingSource: 0 };
  for (const request of requests) {
    const { host, method, path, status, contentCreating } = request;
    if (status >= 400 && !isQuestion(request))
      throw new Error(`${host}: ${method} ${path}: ${status}`);
    if (host === 'bitbucket') counts.readingSource += 1;
    if (host === 'github-git' && path.endsWith('/git-receive-pack')) counts.pushes += 1;
    if (host !== 'github') continue;
    if (contentCreating) counts.creating += 1;
    else if (method === 'GET') counts.readingTarget += 1;
    else counts.changing += 1;
  }
  return counts;
}

/** Tells whether a name is free, and git's first words without a credential. */
function isQuestion({ host, method, status }: RecordedRequest): boolean {
  return (method === 'GET' && status === 404) || (host.endsWith('-git') && status === 401);
}
