import { type ErrorCode, MigratorError } from '../errors.ts';
import type { MadeObject } from '../model/migration.ts';
import type { CreatedAs } from './create-pull-request.ts';
import type { PullRequestContext } from './pull-request-context.ts';
import { readRecord } from './record.ts';

/** GitHub takes no more of them. */
const most = 15;

/**
 * Asks those who were to review an open pull request and have not approved it yet: mapped people who may see the
 * repository. Whoever opens it here cannot be asked. Each is asked once, since it notifies: a pull request that has a
 * record was gone through to its end, and of one that has none the target tells who was asked.
 */
export async function requestReviewers(
  context: PullRequestContext,
  created: CreatedAs,
  known: MadeObject | undefined,
): Promise<void> {
  if (known !== undefined && readRecord(known) !== null) return;
  try {
    await askReviewers(context, created);
  } catch (error) {
    // A target that will not have them asked must not keep the pull request from being finished.
    if (!(error instanceof MigratorError) || !refusals.has(error.code)) throw error;
    const { number } = created.prepared;
    context.repository.warn(
      `Pull request ${number}: reviewers could not be asked (${error.message})`,
    );
  }
}

const refusals: ReadonlySet<ErrorCode> = new Set(['permission', 'refused', 'not-found']);

async function askReviewers(
  context: PullRequestContext,
  { prepared, number, isNew }: CreatedAs,
): Promise<void> {
  const { pullRequest, outcome } = prepared;
  const { settings, users, account, target, owner, planned, signal } = context.repository;
  if (pullRequest === null || outcome !== 'open' || !settings.request_reviewers || users === null)
    return;
  const approved = new Set(
    pullRequest.participants
      .filter(({ verdict }) => verdict === 'approved')
      .map(({ person }) => person?.id),
  );
  const logins = new Set<string>();
  for (const reviewer of pullRequest.reviewers) {
    const login = users.find(reviewer);
    if (login === null || approved.has(reviewer.id)) continue;
    if (login.toLowerCase() === account.username?.toLowerCase()) continue;
    if (await isCollaborator(context, login)) logins.add(login);
  }
  if (logins.size === 0) return;
  const name = { owner: owner.login, name: planned.target, number, signal };
  // Whoever has reviewed it meanwhile would be notified once more.
  const before = isNew ? new Set<string>() : await target.pullRequests.listReviewers(name);
  const asked = [...logins].slice(0, most).filter((login) => !before.has(login.toLowerCase()));
  if (asked.length === 0) return;
  if ((await target.pullRequests.requestReviewers({ ...name, logins: asked })) === 'requested')
    return;
  // The host takes all of a request or none: one that it refuses must not keep the others out.
  for (const login of asked) {
    const outcomeOfOne = await target.pullRequests.requestReviewers({ ...name, logins: [login] });
    if (outcomeOfOne === 'refused')
      context.repository.warn(
        `Pull request ${prepared.number}: ${login} could not be asked to review it`,
      );
  }
}

async function isCollaborator(context: PullRequestContext, login: string): Promise<boolean> {
  const { target, owner, planned, signal } = context.repository;
  const { collaborators } = context.learned;
  const known = collaborators.get(login);
  if (known !== undefined) return known;
  const name = { owner: owner.login, name: planned.target, signal };
  const is = await target.pullRequests.isCollaborator({ ...name, login });
  collaborators.set(login, is);
  return is;
}
