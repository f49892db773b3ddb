import { createGitHub } from '../../../../src/core/hosts/github/github.ts';
import { readTargetCredentials } from '../../../../src/core/ports/credentials/target-credentials.ts';
import type { Account, TargetOwner } from '../../../../src/core/ports/records/account.ts';
import type { TargetHost } from '../../../../src/core/ports/target-host.ts';
import type { TestServices } from '../../network/support/client.ts';
import type { ScriptedServer } from '../../network/support/scripted-server.ts';

export const jane: Account = {
  id: '583231',
  username: 'jane',
  displayName: 'Jane',
  scopes: ['repo', 'workflow'],
};

export const octo: TargetOwner = { id: '9919', login: 'octo-org', kind: 'organization' };

/** The adapter, set to a server in a test; `enterprise-server` where its address has `/api/v3`. */
export function targetAt(
  server: ScriptedServer,
  services: TestServices,
  base = '',
  token = 'ghp_canary',
): TargetHost {
  const access = readTargetCredentials({
    DST_TOKEN: token,
    DST_API_URL: `${server.origin}${base}`,
    DST_GIT_URL: server.origin,
  });
  return createGitHub({ access, services });
}

/** A repository in GitHub's words. */
export function repositoryRow(fullName: string, more: object = {}): object {
  const [owner = '', name = ''] = fullName.split('/');
  return {
    id: 1296269,
    name,
    full_name: fullName,
    owner: { login: owner, id: 9919, type: 'Organization' },
    private: true,
    visibility: 'private',
    default_branch: 'main',
    archived: false,
    created_at: '2026-11-20T12:00:00Z',
    html_url: `https://github.com/${fullName}`,
    ...more,
  };
}
