import { createBitbucketCloud } from '../../../../src/core/hosts/bitbucket-cloud/bitbucket-cloud.ts';
import type { Variables } from '../../../../src/core/kernel/environment.ts';
import type { SecretSource } from '../../../../src/core/ports/secret-source.ts';
import type { RepositoryPage, SourceHost } from '../../../../src/core/ports/source-host.ts';
import { readCloudCredentials } from '../../../helpers/secrets/cloud-access.ts';
import type { TestServices } from '../../network/support/client.ts';
import type { ScriptedServer } from '../../network/support/scripted-server.ts';

export const workspace = 'acme';
export const apiToken = { SRC_USERNAME: 'jane@example.com', SRC_API_TOKEN: 'ATATT-1' };
export const accessToken = { SRC_ACCESS_TOKEN: 'ATCTT-1' };
export const appPassword = { SRC_USERNAME: 'jane', SRC_APP_PASSWORD: 'app-1' };

export function sourceAt(
  server: ScriptedServer,
  services: TestServices,
  variables: Variables = apiToken,
): SourceHost {
  const addresses = { SRC_API_URL: server.origin, SRC_GIT_URL: server.origin };
  return createBitbucketCloud({
    access: readCloudCredentials({ ...variables, ...addresses }),
    services,
  });
}

/** The variables of a source that has any. */
export function secretsOf(source: { secrets: SecretSource | null }): SecretSource {
  if (source.secrets === null) throw new Error('the source has no variables');
  return source.secrets;
}

export async function pagesOf(
  source: SourceHost,
  project?: string,
): Promise<readonly RepositoryPage[]> {
  const pages: RepositoryPage[] = [];
  const only = project === undefined ? {} : { project };
  for await (const page of source.listRepositories({ workspace, ...only })) pages.push(page);
  return pages;
}

export const invalidToken = {
  type: 'error',
  error: { message: 'Token is invalid, expired, or not supported for this endpoint.' },
};

export const lackOfScopes = {
  type: 'error',
  error: {
    message: 'Your credentials lack one or more required privilege scopes.',
    detail: {
      required: ['read:user:bitbucket'],
      granted: ['read:repository:bitbucket'],
    },
  },
};

export function row(slug: string, more: object = {}): object {
  return {
    uuid: `{${slug}}`,
    slug,
    name: `The ${slug}`,
    description: 'what it is',
    is_private: true,
    mainbranch: { name: 'main', type: 'branch' },
    size: 12_345,
    project: { key: 'WEB', name: 'Web' },
    language: 'typescript',
    created_on: '2019-03-01T10:00:00.123456+00:00',
    updated_on: '2026-11-01T12:30:00+02:00',
    links: { clone: [{ name: 'https', href: 'https://jane@evil.example/acme/x.git' }] },
    ...more,
  };
}
