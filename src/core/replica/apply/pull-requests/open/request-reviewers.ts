import { hasCode } from '../../../../kernel/errors.ts';
import type { CreatedObject } from '../../../../ports/records/migration.ts';
import type { PullRequestContext } from '../../../context/pull-requests/pull-request-context.ts';
import type { CreatedAs } from '../../../model/prepared-pull-request.ts';
import { readRecord } from '../../../recorded/pull-requests/pull-request-record.ts';

/** GitHub takes no more of them. */
const most = 15;

/**
 * Asks those who were to review an open pull request and have not approved it yet: mapped people who may see the
 * repository. The account that opens it cannot be asked. Each is asked once, since it notifies: a pull request that has a
 * record was gone through to its end, and of one that has none the target shows who was asked.
 * @returns logins, in lower case, of those who were asked by this or an earlier run; `null` where that is not known
 */
export async function requestReviewers(
  context: PullRequestContext,
  created: CreatedAs,
  known: CreatedObject | undefined,
): Promise<readonly string[] | null> {
  const record = known === undefined ? null : readRecord(known);
  if (record !== null) return record.asked;
  return (await askReviewers(context, { ...created, asked: [] })).asked;
}

/**
 * The same for one that was gone through before, once other people are mapped.
 * @param asked whom an earlier run has asked, in lower case
 * @returns how many were asked now, and all who were asked by then
 */
export async function askReviewers(
  context: PullRequestContext,
  options: ToAsk,
): Promise<{ askedNow: number; asked: readonly string[] }> {
  const { prepared, asked } = options;
  try {
    const logins = await reviewersToAsk(context, options);
    const requested = await ask(context, options, logins);
    const lower = requested.map((login) => login.toLowerCase());
    return { askedNow: requested.length, asked: [...new Set([...asked, ...lower])] };
  } catch (error) {
    // A target that will not have them asked must not keep the pull request from being finished.
    if (!hasCode(error, 'permission', 'refused', 'not-found')) throw error;
    context.repository.warn(
      `Pull request ${prepared.number}: cannot request reviewers (${error.message})`,
    );
    return { askedNow: 0, asked };
  }
}

interface ToAsk extends Pick<CreatedAs, 'prepared' | 'number' | 'isNew'> {
  readonly asked: readonly string[];
}

async function reviewersToAsk(
  context: PullRequestContext,
  { prepared, number, isNew, asked }: ToAsk,
): Promise<readonly string[]> {
  const { pullRequest, outcome } = prepared;
  const { kept, users, account, target, signal, targetName } = context.repository;
  if (pullRequest === null || outcome !== 'open' || !kept.request_reviewers || users === null)
    return [];
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
    if (asked.includes(login.toLowerCase())) continue;
    if (await isCollaborator(context, login)) logins.add(login);
  }
  if (logins.size === 0) return [];
  const name = { ...targetName, number, signal };
  // Those who have reviewed it meanwhile would be notified again.
  const before = isNew ? new Set<string>() : await target.pullRequests.listReviewers(name);
  return [...logins]
    .slice(0, Math.max(0, most - asked.length))
    .filter((login) => !before.has(login.toLowerCase()));
}

/** @returns those who were asked */
async function ask(
  { repository }: PullRequestContext,
  { prepared, number, isNew }: ToAsk,
  logins: readonly string[],
): Promise<readonly string[]> {
  if (logins.length === 0) return [];
  const { target, signal, targetName } = repository;
  const name = { ...targetName, number, signal };
  // Somebody may have closed it since.
  if (!isNew && (await target.pullRequests.find(name))?.state !== 'open') return [];
  if ((await target.pullRequests.requestReviewers({ ...name, logins })) === 'requested')
    return logins;
  // The host takes all of a request or none: one that it refuses must not keep the others out.
  const asked: string[] = [];
  for (const login of logins) {
    const outcome = await target.pullRequests.requestReviewers({ ...name, logins: [login] });
    if (outcome === 'requested') asked.push(login);
    else repository.warn(`Pull request ${prepared.number}: cannot request a review from ${login}`);
  }
  return asked;
}

async function isCollaborator(context: PullRequestContext, login: string): Promise<boolean> {
  const { target, signal, targetName } = context.repository;
  const { collaborators } = context.learned;
  const known = collaborators.get(login);
  if (known !== undefined) return known;
  const name = { ...targetName, signal };
  const is = await target.pullRequests.isCollaborator({ ...name, login });
  collaborators.set(login, is);
  return is;
}
