import { type Answer, jsonAnswer } from '../../network/answer.ts';
import type { GithubAccount } from '../accounts/account.ts';
import { refuseCreation } from '../accounts/account-routes.ts';
import { permissionsOf } from '../accounts/permissions.ts';
import { creationFailed, githubError, invalidRequest, notFound } from '../rest/answers.ts';
import type { Call, Handler } from '../rest/call.ts';
import { type ParameterForm, type Parameters, readParameters } from '../rest/parameters.ts';
import type { NewGithubRepository } from './make-repository.ts';
import { fullRepositoryJson } from './repository-json.ts';
import { normaliseRepositoryName } from './repository-name.ts';
import { descriptionError } from './settings.ts';
import { refuseVisibility } from './visibility.ts';

const form: ParameterForm = {
  name: { kind: 'string', required: true },
  description: { kind: 'string or null' },
  homepage: { kind: 'string or null' },
  private: { kind: 'boolean' },
  has_issues: { kind: 'boolean' },
  has_projects: { kind: 'boolean' },
  has_wiki: { kind: 'boolean' },
  allow_merge_commit: { kind: 'boolean' },
  allow_squash_merge: { kind: 'boolean' },
  allow_rebase_merge: { kind: 'boolean' },
  delete_branch_on_merge: { kind: 'boolean' },
  auto_init: { kind: 'boolean' },
};

const organizationForm: ParameterForm = { ...form, visibility: { kind: 'string' } };

export function createInOrganization(call: Call, login: string): ReturnType<Handler> {
  const organization = call.host.findAccount(login);
  if (organization?.kind !== 'organization') return notFound();
  return create(call, organization, organizationForm);
}

export const createForUser: Handler = (call) => create(call, call.token.user, form);

async function create(call: Call, owner: GithubAccount, known: ParameterForm): Promise<Answer> {
  const { token, host, addresses } = call;
  if (!token.scopes.includes('repo') && !token.scopes.includes('public_repo')) return notFound();
  const refused = owner.kind === 'organization' ? refuseCreation(owner, token.user) : null;
  if (refused !== null) return githubError(403, refused);
  const read = await readParameters(call.exchange, known);
  if ('refusal' in read) return read.refusal;
  const wanted = understand(call, read.values, owner);
  if ('status' in wanted) return wanted;
  if (wanted.private && !token.scopes.includes('repo')) return notFound();
  if (host.findRepository(`${owner.login}/${wanted.name}`) !== null) {
    return creationFailed('name already exists on this account');
  }
  const made = host.createRepository(wanted);
  const permissions = permissionsOf(token, made);
  if (permissions === null) return notFound();
  return jsonAnswer(201, fullRepositoryJson(made, addresses, permissions), {
    location: `${addresses.apiUrl}/repos/${owner.login}/${made.name}`,
  });
}

function understand(
  { token: { user: creator }, enterprise }: Call,
  values: Parameters,
  owner: GithubAccount,
): NewGithubRepository | Answer {
  if (values.auto_init === true) return invalidRequest('The sandbox does not know "auto_init".');
  const { visibility } = values;
  const unseen = refuseVisibility(visibility, { owner, enterprise });
  if (unseen !== null) return unseen;
  const name = normaliseRepositoryName(String(values.name));
  if (!name.ok) return creationFailed(name.message);
  const description = (values.description ?? null) as string | null;
  const wrong = descriptionError(description);
  if (wrong !== null) return creationFailed(wrong, 'description');
  return {
    owner,
    creator,
    name: name.name,
    description,
    homepage: (values.homepage ?? null) as string | null,
    private: visibility === undefined ? values.private === true : visibility !== 'public',
    internal: visibility === 'internal',
    hasIssues: values.has_issues !== false,
    pullRequestPolicy: enterprise?.hasPullRequestPolicy === false ? null : 'all',
    hasProjects: values.has_projects !== false,
    hasWiki: values.has_wiki !== false,
    allowMergeCommit: values.allow_merge_commit !== false,
    allowSquashMerge: values.allow_squash_merge !== false,
    allowRebaseMerge: values.allow_rebase_merge !== false,
    deleteBranchOnMerge: values.delete_branch_on_merge === true,
  };
}
