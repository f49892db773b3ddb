import type { GithubAccount } from '../../../sandbox/github/accounts/account.ts';
import { askGithub } from './rest.ts';
import type { TestSandbox } from './sandbox.ts';

/** The organization with a member, somebody outside, and a repository `web`. */
export async function prepareOrganization(sandbox: TestSandbox): Promise<GithubAccount> {
  const { github } = sandbox;
  const found = github.findAccount('acme');
  if (found === null) throw new Error('No organization');
  for (const login of ['jane', 'outsider']) github.addUser({ login });
  github.setMembership('acme', 'jane', { role: 'member', state: 'active' });
  await askGithub(sandbox, 'POST', '/orgs/acme/repos', { name: 'web', private: true });
  return found;
}
