import { hasCode, MigratorError } from '../../../kernel/errors.ts';
import { field, type HttpResponse, hostMessage } from '../../../network/response/response.ts';
import type { PullRequestTarget } from '../../../ports/pull-request-target.ts';
import type { Method } from '../rest/shared.ts';
import { type GitHub, numbered, type Options } from '../rest/shared.ts';
import { isMerged, type PullRequestRow } from './pull-request-schema.ts';
import { findPullRequestRow } from './pull-requests.ts';

type MergeRequest = Options<'merge'>;
type MergeResult = Awaited<ReturnType<PullRequestTarget['merge']>>;

/**
 * Sent again where its answer was lost. GitHub refuses to merge twice, so anything but a clear success is looked up. It
 * also refuses while it still computes `mergeable`, which is `null` then.
 */
export const mergePullRequest: Method<'merge'> = async (github, request) => {
  let answer: HttpResponse;
  try {
    answer = await sendMerge(github, request);
  } catch (thrown) {
    if (hasCode(thrown, 'unavailable', 'bad-answer') && (await isMergedByNow(github, request)))
      return 'merged';
    throw thrown;
  }
  if (answer.status < 300 && field(answer.json, 'merged') === true) return 'merged';
  const row = await findPullRequestRow(github, request);
  if (row !== null && isMerged(row)) return 'merged';
  const result = refusalOf(answer, row);
  github.log('info', `Pull request ${request.number} was not merged through the API`, {
    host: github.host,
    status: answer.status,
    reason: hostMessage(answer.json),
    result,
  });
  return result;
};

function sendMerge(github: GitHub, request: MergeRequest): Promise<HttpResponse> {
  const { head, title, message, signal } = request;
  return github.send(
    'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge',
    {
      ...numbered(request),
      commit_title: title,
      commit_message: message,
      sha: head,
      merge_method: 'merge',
    },
    { creates: false, expectedStatuses: [403, 405, 409, 422], signal },
  );
}

/** 405: conflicts, rules, disabled methods, and a base that moved meanwhile; 422 and 403: rules as well. */
function refusalOf(answer: HttpResponse, row: PullRequestRow | null): MergeResult {
  if (answer.status < 300 || answer.status === 409) return 'try-again';
  if (/branch was modified/i.test(hostMessage(answer.json) ?? '')) return 'try-again';
  return row?.state === 'open' && row.mergeable === null ? 'try-again' : 'not-mergeable';
}

/** If the lookup fails too, the caller reports the first failure. */
async function isMergedByNow(github: GitHub, request: MergeRequest): Promise<boolean> {
  try {
    const row = await findPullRequestRow(github, request);
    return row !== null && isMerged(row);
  } catch (thrown) {
    if (thrown instanceof MigratorError && thrown.code !== 'interrupted') return false;
    throw thrown;
  }
}
