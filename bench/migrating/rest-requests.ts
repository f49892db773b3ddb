import type { Hosts } from '../hosts/messages.ts';
import { openRest, type Rest } from './rest.ts';

/** The REST requests that the program sends for a migration, in the same number and of the same kind. */
export interface RestRequests extends Disposable {
  /** Both accounts, the organization, the source's facts and whether the targets' names are free. */
  before(repositories: readonly { slug: string; target: string }[]): Promise<void>;
  create(target: string): Promise<void>;
  /** After the push. */
  finish(target: string): Promise<void>;
}

/** Up to so many the program asks for each by itself, and for a listing beyond. */
const fewRepositories = 10;

export function openRestRequests({ environment, workspace, organization }: Hosts): RestRequests {
  const rest = openRest();
  const { source, target } = callers(rest, environment);
  const repositoryOf = (name: string) => `/repos/${organization}/${name}`;
  return {
    async before(repositories) {
      await source('/2.0/user');
      const all = `/2.0/repositories/${workspace}`;
      if (repositories.length > fewRepositories) await source(`${all}?pagelen=100&sort=created_on`);
      else for (const { slug } of repositories) await source(`${all}/${slug}`);
      await target('GET', '/user');
      await target('GET', `/orgs/${organization}`);
      await target('GET', `/user/memberships/orgs/${organization}`);
      for (const { target: name } of repositories)
        await target('GET', repositoryOf(name), { wanted: 404 });
    },
    async create(name) {
      const body = { name, description: '', private: true };
      await target('POST', `/orgs/${organization}/repos`, { body });
      await target('PUT', `${repositoryOf(name)}/actions/permissions`, {
        body: { enabled: false },
      });
    },
    async finish(name) {
      await target('PATCH', repositoryOf(name), { body: { default_branch: 'main' } });
      await target('PUT', `${repositoryOf(name)}/actions/permissions`, { body: { enabled: true } });
    },
    [Symbol.dispose]: () => rest[Symbol.dispose](),
  };
}

function callers(rest: Rest, environment: Hosts['environment']) {
  const { SRC_USERNAME, SRC_API_TOKEN, SRC_API_URL, DST_API_URL, DST_TOKEN } = environment;
  const basic = Buffer.from(`${SRC_USERNAME}:${SRC_API_TOKEN}`).toString('base64');
  return {
    source: (path: string) =>
      rest.send({ method: 'GET', url: SRC_API_URL + path, authorization: `Basic ${basic}` }),
    target: (
      method: 'GET' | 'POST' | 'PUT' | 'PATCH',
      path: string,
      more: { body?: object; wanted?: number } = {},
    ) =>
      rest.send({ method, url: DST_API_URL + path, authorization: `token ${DST_TOKEN}`, ...more }),
  };
}
