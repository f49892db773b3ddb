import { type GitTools, runGit } from '../../git/git-tools.ts';
import { readRef } from '../../git/read-ref.ts';
import type { BitbucketPerson } from '../accounts/people.ts';
import { bringHead } from '../changes/bring-head.ts';
import type { ChangePlace } from '../changes/place.ts';
import type { BitbucketHost } from '../host.ts';
import type { BitbucketPullRequest } from '../pull-requests/pull-request-records.ts';
import type { BitbucketRepository } from '../records.ts';
import { permissionOf } from '../settings/access.ts';
import { effectiveModel } from '../settings/branching-model.ts';
import type { CloudQuestion } from './judge.ts';
import type { MergeFacts } from './merge-checks.ts';

/** @param person `null`: an access token, which writes and is no exception from anything */
export function questionOf(
  host: BitbucketHost,
  repository: BitbucketRepository,
  person: BitbucketPerson | null,
): CloudQuestion {
  return {
    restrictions: host.settings.ofRepository(repository.uuid).restrictions,
    model: effectiveModel(host, repository),
    mainBranch: repository.mainBranch,
    starCrossesSlashes: host.settings.starCrossesSlashes,
    permission: person === null ? 'write' : permissionOf(host, person, repository),
    person,
  };
}

export async function mergeFacts(
  {
    host,
    repository,
    tools,
  }: { host: BitbucketHost; repository: BitbucketRepository; tools: GitTools },
  pull: BitbucketPullRequest,
): Promise<MergeFacts> {
  const own = host.settings.ofRepository(repository.uuid);
  const above = host.settings.ofProject(repository.project.key);
  const reviewers = [...own.defaultReviewers, ...above.defaultReviewers];
  const approved = pull.participants.flatMap(({ person, state }) =>
    person !== null && state === 'approved' && person !== pull.author ? [person] : [],
  );
  const { comments, tasks } = pull.conversation();
  const builds = own.statuses.get(pull.source.commit ?? '') ?? [];
  return {
    approvals: approved.length,
    defaultReviewerApprovals: approved.filter((one) => reviewers.includes(one)).length,
    hasChangesRequested: pull.participants.some(({ state }) => state === 'changes_requested'),
    openTasks: tasks.filter(({ isResolved }) => !isResolved).length,
    hasOpenComments: comments.some(
      (one) => one.parent === null && !one.isDeleted && !one.isPending && one.resolution === null,
    ),
    successfulBuilds: builds.filter(({ state }) => state === 'SUCCESSFUL').length,
    failedBuilds: builds.filter(({ state }) => state === 'FAILED').length,
    commitsBehind: await commitsBehind({ bitbucket: host, tools }, repository, pull),
  };
}

async function commitsBehind(
  place: Pick<ChangePlace, 'bitbucket' | 'tools'>,
  { git }: BitbucketRepository,
  pull: BitbucketPullRequest,
): Promise<number> {
  const { source, destination } = pull;
  if (git.kind !== 'stored' || source.commit === null) return 0;
  const tip = readRef(git.directory, `refs/heads/${destination.branch ?? ''}`);
  if (tip === null) return 0;
  await bringHead(place, git.directory, pull);
  // One that is gone with its fork holds nothing.
  const args = ['rev-list', '--count', '--ignore-missing', tip, '--not', source.commit];
  return Number((await runGit(place.tools, git.directory, args)).trim());
}
