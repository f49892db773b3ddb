import type { GithubAccount } from '../accounts/account.ts';
import { activeMembership } from '../accounts/permissions.ts';
import type { GithubHost } from '../host.ts';
import type { GithubDiscussion, GithubPullRequest } from '../tracker/records.ts';
import type { ImportedPerson } from './importer.ts';

/** Why a mannequin cannot go to somebody, or `null`. */
export function refuseClaim(
  { organization, claimant }: ImportedPerson,
  target: GithubAccount,
): string | null {
  if (claimant !== null) return 'Source has already been claimed';
  if (activeMembership(organization, target) !== null) return null;
  return `Target must be a member of the ${organization.login} organization`;
}

/** As the person who was invited does it. @throws Error if nobody was */
export function acceptInvitation(host: GithubHost, person: ImportedPerson): void {
  const { invited } = person;
  if (invited === null) throw new Error(`Nobody was invited to claim ${person.account.login}`);
  handOver(host, person, invited);
}

/** All that a mannequin has written belongs to somebody from now on. */
export function handOver(host: GithubHost, person: ImportedPerson, to: GithubAccount): void {
  person.invited = null;
  person.claimant = to;
  const change = changing(person.account, to);
  for (const { owner, tracker } of host.repositories) {
    if (owner !== person.organization) continue;
    for (const one of tracker.all) handOverDiscussion(one, change);
  }
}

type Change = <Account extends GithubAccount | null>(account: Account) => Account | GithubAccount;

function changing(from: GithubAccount, to: GithubAccount): Change {
  return (account) => (account === from ? to : account);
}

function handOverDiscussion(one: GithubDiscussion, change: Change): void {
  one.author = change(one.author);
  one.closedBy = change(one.closedBy);
  one.assignees = one.assignees.map(change);
  for (const comment of one.comments) comment.author = change(comment.author);
  for (const event of one.events) event.actor = change(event.actor);
  if (one.kind === 'pull-request') handOverReviews(one, change);
}

function handOverReviews(pull: GithubPullRequest, change: Change): void {
  pull.mergedBy = change(pull.mergedBy);
  pull.requestedReviewers = pull.requestedReviewers.map(change);
  for (const review of pull.reviews) review.author = change(review.author);
  for (const comment of pull.reviewComments) comment.author = change(comment.author);
  for (const thread of pull.threads) thread.resolvedBy = change(thread.resolvedBy);
}
