import type { PullRequestName } from '../pull-request-target.ts';
import type { Cancellable, RepositoryName } from '../target-host.ts';
import { isLogin } from './logins.ts';
import { type GitHub, numbered, repositoryOf } from './shared.ts';

/** No request for what cannot be a login. */
export async function isCollaborator(
  github: GitHub,
  request: RepositoryName & { login: string } & Cancellable,
): Promise<boolean> {
  if (!isLogin(request.login)) return false;
  const answer = await github.send(
    'GET /repos/{owner}/{repo}/collaborators/{username}',
    { ...repositoryOf(request), username: request.login },
    { creates: false, expectedStatuses: [404], signal: request.signal },
  );
  return answer.status < 300;
}

/** One of them who is no collaborator, or the author, makes GitHub refuse all. */
export async function requestReviewers(
  github: GitHub,
  request: PullRequestName & { logins: readonly string[] } & Cancellable,
): Promise<'requested' | 'refused'> {
  if (request.logins.length === 0) return 'requested';
  const answer = await github.send(
    'POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers',
    { ...numbered(request), reviewers: [...request.logins] },
    { creates: false, expectedStatuses: [422], signal: request.signal },
  );
  return answer.status === 422 ? 'refused' : 'requested';
}
