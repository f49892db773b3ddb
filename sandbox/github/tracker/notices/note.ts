import { findCommit } from '../../../git/read-commits.ts';
import type { GithubAccount } from '../../accounts/account.ts';
import { fullNameOf } from '../../repositories/repository-book.ts';
import { membersOf } from '../../teams/team.ts';
import type { TrackerCall } from '../context.ts';
import type { GithubDiscussion, GithubPullRequest } from '../records.ts';
import { ownersOfPaths } from '../reviews/code-owners.ts';
import {
  type FoundReference,
  findMentions,
  findReferences,
  mayName,
  readAddress,
} from './find-names.ts';
import type { GithubNotification } from './notices.ts';
import { visibleText } from './visible-text.ts';

/**
 * Records whom a new text would reach, and what it names.
 * @param before what stood there until now: who was named in it hears nothing again
 */
export async function noteText(
  call: TrackerCall,
  about: GithubDiscussion,
  text: string | null,
  before: string | null = null,
): Promise<void> {
  const name = (one: string) => accountsOf(call, one).length > 0;
  if (text === null || !mayName(text, { webUrl: call.addresses.webUrl, name })) return;
  const [{ pieces, addresses }, old] = await Promise.all([
    visibleText(text),
    visibleText(before ?? ''),
  ]);
  const known = new Set(old.pieces.flatMap(findMentions));
  for (const name of new Set(pieces.flatMap(findMentions))) {
    if (!known.has(name)) noteMention(call, about, name);
  }
  const named = addresses.map((address) => readAddress(address, call.addresses.webUrl));
  const found = [...pieces.flatMap(findReferences), ...named.filter((one) => one !== null)];
  const told = new Set([
    ...old.pieces.flatMap(findReferences).map((one) => one.text),
    ...old.addresses,
  ]);
  for (const one of found) if (!told.has(one.text)) await noteReference(call, about, one);
}

export function noteAssignees(call: TrackerCall, about: GithubDiscussion): void {
  for (const account of about.assignees) notify(call, about, { account, reason: 'assign' });
}

export function noteReviewers(
  call: TrackerCall,
  about: GithubDiscussion,
  accounts: readonly GithubAccount[],
): void {
  for (const account of accounts) notify(call, about, { account, reason: 'review_requested' });
}

/** Whom CODEOWNERS of the base names for a changed file becomes a reviewer. */
export async function noteCodeOwners(call: TrackerCall, pull: GithubPullRequest): Promise<void> {
  if (!call.host.rules.readsCodeOwners) return;
  for (const name of await ownersOfPaths(call, pull)) {
    for (const account of accountsOf(call, name)) {
      if (account === pull.author || pull.requestedReviewers.includes(account)) continue;
      pull.requestedReviewers.push(account);
      notify(call, pull, { account, reason: 'code_owner' });
    }
  }
}

function noteMention(call: TrackerCall, about: GithubDiscussion, name: string): void {
  const reason = name.includes('/') ? 'team_mention' : 'mention';
  for (const account of accountsOf(call, name)) notify(call, about, { account, reason });
}

/** The members of a team, or the one user of that login. */
function accountsOf({ host }: TrackerCall, name: string): readonly GithubAccount[] {
  const [login = '', team] = name.split('/');
  const account = host.findAccount(login);
  if (team !== undefined) return account === null ? [] : membersOfTeam(account, team);
  return account?.kind === 'user' ? [account] : [];
}

/** With those of the teams below it. */
function membersOfTeam(organization: GithubAccount, slug: string): readonly GithubAccount[] {
  const team = organization.teams.get(slug.toLowerCase());
  return team === undefined ? [] : membersOf(organization, team).map(({ account }) => account);
}

/** Nobody hears of what they did themselves. */
function notify(
  { host, repository, token }: TrackerCall,
  about: GithubDiscussion,
  { account, reason }: { account: GithubAccount; reason: GithubNotification['reason'] },
): void {
  if (account === token.user) return;
  host.notices.notifications.push({
    login: account.login,
    reason,
    repository: fullNameOf(repository),
    number: about.number,
  });
}

async function noteReference(
  call: TrackerCall,
  about: GithubDiscussion,
  found: FoundReference,
): Promise<void> {
  const { host, repository } = call;
  const target = found.repository === null ? repository : host.findRepository(found.repository);
  if (target === null) return;
  const where = { repository: fullNameOf(repository), number: about.number, text: found.text };
  if (found.number !== null) {
    if (target.tracker.find(found.number) === null) return;
    const to = { kind: 'number', repository: fullNameOf(target), number: found.number } as const;
    host.notices.references.push({ ...where, to, closes: found.closes });
  }
  if (found.sha === null || !(await hasCommit(call, target.directory, found.sha))) return;
  host.notices.references.push({
    ...where,
    to: { kind: 'commit', sha: found.sha },
    closes: false,
  });
}

async function hasCommit({ tools }: TrackerCall, directory: string, sha: string): Promise<boolean> {
  return (await findCommit({ tools, directory }, sha)) !== null;
}
