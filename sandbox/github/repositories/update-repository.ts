import { listBranches, setHead } from '../../git/bare-repository.ts';
import { type Answer, jsonAnswer } from '../../network/answer.ts';
import {
  archivedRepository,
  githubError,
  invalidRequest,
  validationFailed,
} from '../rest/answers.ts';
import type { RepositoryCall } from '../rest/call.ts';
import { githubTime } from '../rest/github-time.ts';
import { type ParameterForm, type Parameters, readParameters } from '../rest/parameters.ts';
import { applyMerging, mergeForm, refuseMerging } from './merge-settings.ts';
import { fullNameOf } from './repository-book.ts';
import { fullRepositoryJson } from './repository-json.ts';
import { normaliseRepositoryName } from './repository-name.ts';
import { descriptionError } from './settings.ts';
import { refuseVisibility } from './visibility.ts';

const form: ParameterForm = {
  name: { kind: 'string' },
  description: { kind: 'string or null' },
  homepage: { kind: 'string or null' },
  private: { kind: 'boolean' },
  visibility: { kind: 'string' },
  default_branch: { kind: 'string' },
  archived: { kind: 'boolean' },
  has_issues: { kind: 'boolean' },
  pull_request_creation_policy: { kind: 'string' },
  has_projects: { kind: 'boolean' },
  has_wiki: { kind: 'boolean' },
  allow_merge_commit: { kind: 'boolean' },
  allow_squash_merge: { kind: 'boolean' },
  allow_rebase_merge: { kind: 'boolean' },
  delete_branch_on_merge: { kind: 'boolean' },
  ...mergeForm,
};

/** `PATCH /repos/{owner}/{repo}`: everything is checked before anything is changed. */
export async function updateRepository(call: RepositoryCall): Promise<Answer> {
  const read = await readParameters(call.exchange, form);
  if ('refusal' in read) return read.refusal;
  const { values } = read;
  const refusal = (await refuse(call, values)) ?? null;
  if (refusal !== null) return refusal;
  apply(call, values);
  return jsonAnswer(200, fullRepositoryJson(call.repository, call.addresses, call.permissions));
}

async function refuse(call: RepositoryCall, values: Parameters): Promise<Answer | null> {
  const { repository, enterprise } = call;
  if (repository.archived && values.archived !== false) return archivedRepository();
  const { visibility, description, default_branch: branch } = values;
  const wrong = refuseMerging(repository, values);
  if (wrong !== null) return wrong;
  const unseen = refuseVisibility(visibility, { owner: repository.owner, enterprise });
  if (unseen !== null) return unseen;
  const unknown = refusePolicy(values.pull_request_creation_policy);
  if (unknown !== null) return unknown;
  if (typeof description === 'string') {
    const wrong = descriptionError(description);
    if (wrong !== null) return validationError('description', wrong);
  }
  if (typeof values.name === 'string') {
    const refusal = refuseName(call, values.name);
    if (refusal !== null) return refusal;
  }
  return typeof branch === 'string' ? refuseBranch(call, branch) : null;
}

const policies = ['all', 'collaborators_only'] as const;

function refusePolicy(policy: unknown): Answer | null {
  if (policy === undefined || policies.some((one) => one === policy)) return null;
  return invalidRequest(
    `For 'properties/pull_request_creation_policy', ${JSON.stringify(policy)} is not one of: ${policies.join(', ')}.`,
  );
}

function refuseName(call: RepositoryCall, wished: string): Answer | null {
  const name = normaliseRepositoryName(wished);
  if (!name.ok) return validationError('name', name.message);
  const other = call.host.findRepository(`${call.repository.owner.login}/${name.name}`);
  if (other === null || other === call.repository) return null;
  return validationError('name', 'name already exists on this account');
}

async function refuseBranch(call: RepositoryCall, branch: string): Promise<Answer | null> {
  const branches = await listBranches(call.tools, call.repository.directory);
  if (branches.length === 0) {
    return githubError(
      422,
      'Cannot update default branch for an empty repository. Please init the repository and push first.',
    );
  }
  if (branches.some((one) => one.name === branch)) return null;
  return githubError(
    422,
    `The branch ${branch} was not found. Please push that ref first or create it via the Git Data API.`,
  );
}

function validationError(field: string, message: string): Answer {
  return validationFailed([{ resource: 'Repository', code: 'custom', field, message }]);
}

function apply(call: RepositoryCall, values: Parameters): void {
  const { repository, host } = call;
  const { description, homepage, visibility, default_branch: branch } = values;
  if (description !== undefined) repository.description = description as string | null;
  if (homepage !== undefined) repository.homepage = homepage as string | null;
  if (typeof values.private === 'boolean') {
    repository.private = values.private;
    repository.internal = false;
  }
  if (visibility !== undefined) {
    repository.private = visibility !== 'public';
    repository.internal = visibility === 'internal';
  }
  // A server that has no such policy passes over it, as over everything that it does not know.
  const policy = policies.find((one) => one === values.pull_request_creation_policy);
  if (policy !== undefined && repository.pullRequestPolicy !== null) {
    repository.pullRequestPolicy = policy;
  }
  if (typeof branch === 'string') setHead(repository.directory, branch);
  for (const [parameter, property] of switches) {
    const value = values[parameter];
    if (typeof value === 'boolean') repository[property] = value;
  }
  applyMerging(repository, values, { isServer: call.enterprise !== null });
  if (typeof values.name === 'string') {
    const name = normaliseRepositoryName(values.name);
    if (name.ok) host.renameRepository(fullNameOf(repository), name.name);
  }
  repository.updatedAt = githubTime(call.now());
}

const switches = [
  ['archived', 'archived'],
  ['has_issues', 'hasIssues'],
  ['has_projects', 'hasProjects'],
  ['has_wiki', 'hasWiki'],
  ['allow_merge_commit', 'allowMergeCommit'],
  ['allow_squash_merge', 'allowSquashMerge'],
  ['allow_rebase_merge', 'allowRebaseMerge'],
  ['delete_branch_on_merge', 'deleteBranchOnMerge'],
] as const;
