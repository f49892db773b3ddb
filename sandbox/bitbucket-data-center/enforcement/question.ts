import type { BitbucketPerson } from '../../bitbucket/accounts/people.ts';
import type { BitbucketPullRequest } from '../../bitbucket/pull-requests/pull-request-records.ts';
import type { BitbucketRepository } from '../../bitbucket/records.ts';
import { type DataCenterInstance, keyOf } from '../instance.ts';
import { ownMergeChecks, ownModel } from '../settings/book.ts';
import { permissionOf } from '../settings/place.ts';
import type { DataCenterQuestion, MergeFacts } from './judge.ts';

/** @param person `null`: a token of a project, which writes and is no exception from anything */
export function questionOf(
  instance: DataCenterInstance,
  repository: BitbucketRepository,
  person: BitbucketPerson | null,
): DataCenterQuestion {
  const { settings } = instance;
  const own = settings.ofRepository(repository.uuid);
  const project = settings.ofProject(keyOf(instance, repository));
  const groups = [...settings.groups].flatMap(([name, members]) =>
    person !== null && members.includes(person) ? [name] : [],
  );
  return {
    restrictions: [...own.restrictions, ...project.restrictions],
    checks: own.mergeChecks ?? project.mergeChecks ?? ownMergeChecks,
    model: own.model ?? ownModel,
    defaultBranch: `refs/heads/${repository.mainBranch}`,
    permission: person === null ? 'WRITE' : permissionOf(instance, person, repository),
    person,
    groups,
  };
}

export function mergeFacts(
  instance: DataCenterInstance,
  repository: BitbucketRepository,
  pull: BitbucketPullRequest,
): MergeFacts {
  const own = instance.settings.ofRepository(repository.uuid);
  const builds = own.builds.get(pull.source.commit ?? '') ?? [];
  const reviewers = pull.participants.filter(({ role }) => role === 'REVIEWER');
  const { tasks } = pull.conversation();
  return {
    approvals: pull.participants.filter(({ state }) => state === 'approved').length,
    hasUnapproved: reviewers.some(({ state }) => state !== 'approved'),
    hasChangesRequested: pull.participants.some(({ state }) => state === 'changes_requested'),
    openTasks: tasks.filter(({ isResolved }) => !isResolved).length,
    succeeded: builds.flatMap(({ key, state }) => (state === 'SUCCESSFUL' ? [key] : [])),
    failedBuilds: builds.filter(({ state }) => state === 'FAILED').length,
    requiredBuilds: own.requiredBuilds,
  };
}
