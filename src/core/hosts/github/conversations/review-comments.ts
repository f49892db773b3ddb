import type {
  FilePlace,
  LinePlace,
  PullRequestName,
  TargetComment,
  Written,
} from '../../../ports/pull-request-target.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import { toWritten } from '../pull-requests/parse-created.ts';
import { toReviewComment } from '../pull-requests/pull-request-mapping.ts';
import { reviewCommentSchema } from '../pull-requests/pull-request-schema.ts';
import { readPages } from '../rest/pages.ts';
import { creating, type GitHub, numbered } from '../rest/shared.ts';
import { lineFields } from './line-place.ts';

export async function createReviewComment(
  github: GitHub,
  request: PullRequestName & {
    commit: string;
    body: string;
    place: LinePlace | FilePlace;
  } & Cancellable,
): Promise<Written> {
  const { commit, body, place, signal } = request;
  const answer = await github.send(
    'POST /repos/{owner}/{repo}/pulls/{pull_number}/comments',
    { ...numbered(request), body, commit_id: commit, ...placeFields(place) },
    { ...creating, expectedStatuses: [422], signal },
  );
  return toWritten(github, answer, `a comment on pull request ${request.number}`);
}

export async function* listReviewComments(
  github: GitHub,
  request: PullRequestName & Cancellable,
): AsyncGenerator<readonly TargetComment[]> {
  const pages = readPages({
    host: github.host,
    what: `of review comments of pull request ${request.number}`,
    ask: (page) =>
      github.send(
        'GET /repos/{owner}/{repo}/pulls/{pull_number}/comments',
        { ...numbered(request), sort: 'created', direction: 'asc', ...page },
        { creates: false, signal: request.signal },
      ),
    row: reviewCommentSchema,
    keyOf: (row) => row.id,
  });
  for await (const rows of pages) yield rows.map(toReviewComment);
}

function placeFields(place: LinePlace | FilePlace) {
  return 'line' in place ? lineFields(place) : { path: place.path, subject_type: 'file' as const };
}
