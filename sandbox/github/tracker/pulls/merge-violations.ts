import { runGit } from '../../../git/git-tools.ts';
import { actorIn, questionOf } from '../../rulesets/actor.ts';
import { rulesetsFor } from '../../rulesets/applicable.ts';
import { judgeMerge, type MergeFacts, type Opinion } from '../../rulesets/merge-rules.ts';
import type { TrackerCall } from '../context.ts';
import type { GithubPullRequest, GithubReview } from '../records.ts';
import { ownersOfPaths } from '../reviews/code-owners.ts';
import { readBranch } from './refs.ts';

/** Returns what stands against a merge by request; nothing, and no process, where no ruleset is for the repository. */
export async function violationsOf(
  call: TrackerCall,
  pull: GithubPullRequest,
  method: MergeFacts['method'],
): Promise<readonly string[]> {
  const { repository, token } = call;
  if (rulesetsFor(repository).length === 0) return [];
  const action = { kind: 'merge', ref: `refs/heads/${pull.base.ref}` } as const;
  const question = questionOf(repository, token.user, action);
  return judgeMerge(question, await factsOf(call, pull, method));
}

async function factsOf(
  call: TrackerCall,
  pull: GithubPullRequest,
  method: MergeFacts['method'],
): Promise<MergeFacts> {
  const { repository, tools } = call;
  const { directory, settings } = repository;
  const range = `${pull.base.sha}...${pull.head.sha}`;
  const files = await runGit(tools, directory, ['diff', '--name-only', '-z', range, '--']);
  const base = readBranch(directory, pull.base.ref) ?? pull.base.sha;
  const behind = await runGit(tools, directory, [
    'rev-list',
    '-n',
    '1',
    base,
    '--not',
    pull.head.sha,
  ]);
  const newest = new Map(
    settings.statuses
      .filter(({ sha }) => sha === pull.head.sha)
      .map(({ context, state }) => [context, state]),
  );
  const opinions = opinionsOf(call, pull);
  return {
    method,
    opinions,
    hasOpenThreads: pull.threads.some(({ resolvedBy }) => resolvedBy === null),
    lastPusherId: pull.author.id,
    ownersHaveApproved: await haveOwnersApproved(call, pull, opinions),
    changedFiles: files.split('\0').filter(Boolean),
    succeeded: [...newest].filter(([, state]) => state === 'success').map(([context]) => context),
    isBehind: behind.trim() !== '',
  };
}

/** The last word of each; an author has none, and a comment changes none. */
function opinionsOf({ repository }: TrackerCall, pull: GithubPullRequest): readonly Opinion[] {
  const last = new Map<number, GithubReview>();
  for (const review of pull.reviews) {
    const counts = review.state === 'APPROVED' || review.state === 'CHANGES_REQUESTED';
    if (counts && review.author !== pull.author) last.set(review.author.id, review);
  }
  return [...last.values()].map((review) => {
    const { userId, role, teamIds } = actorIn(repository, review.author);
    const state = review.state === 'APPROVED' ? 'APPROVED' : 'CHANGES_REQUESTED';
    return { userId, role, teamIds, state, isCurrent: review.commit === pull.head.sha };
  });
}

/** One owner of those that CODEOWNERS names is enough; without any nobody has to be asked. */
async function haveOwnersApproved(
  call: TrackerCall,
  pull: GithubPullRequest,
  opinions: readonly Opinion[],
): Promise<boolean> {
  const names = await ownersOfPaths(call, pull);
  if (names.length === 0) return true;
  const { teams } = call.repository.owner;
  return opinions.some(({ state, userId, teamIds }) => {
    if (state !== 'APPROVED') return false;
    return names.some((name) => {
      const [login = '', team] = name.split('/');
      if (team === undefined) return call.host.findAccount(login)?.id === userId;
      return teamIds.includes(teams.get(team.toLowerCase())?.id ?? 0);
    });
  });
}
