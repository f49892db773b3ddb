import { createBitbucketDataCenter } from '../../../../src/core/hosts/bitbucket-data-center/bitbucket-data-center.ts';
import type { RepositoryPage, SourceHost } from '../../../../src/core/ports/source-host.ts';
import { createTestServices, type TestServices } from '../../network/support/client.ts';
import { type Reply, startScriptedServer } from '../../network/support/scripted-server.ts';

/** Where the server lies below its origin. */
const context = '/git/bitbucket';

/** Describes what the server answers, by path; with a query where it matters. Anything else is not there. */
export type Replies = Readonly<Record<string, Reply | ((query: URLSearchParams) => Reply)>>;

export interface Place extends AsyncDisposable {
  readonly source: SourceHost;
  readonly services: TestServices;
  readonly users: readonly string[];
  readonly host: string;
  readonly baseUrl: string;
  /** Paths without what stands before them, and queries. */
  asked(): readonly string[];
  /** `Authorization` headers that have come, each once. */
  authorizations(): readonly string[];
}

export async function openPlace(replies: Replies): Promise<Place> {
  const server = await startScriptedServer(({ url }) => {
    const { pathname, searchParams } = new URL(url, 'http://host');
    const reply = replies[pathname.replace(context, '')];
    if (reply === undefined) return refusal(404, 'Not there', 'NoSuchProjectException');
    return typeof reply === 'function' ? reply(searchParams) : reply;
  });
  const services = await createTestServices();
  const users: string[] = [];
  const baseUrl = `${server.origin}${context}`;
  const source = createBitbucketDataCenter({
    access: {
      kind: 'bitbucket-data-center',
      token: 'BBDC-canary',
      baseUrl,
      tokens: [{ variable: 'SRC_TOKEN', token: 'BBDC-canary' }],
    },
    services,
    hideUser: (username) => users.push(username),
  });
  return {
    source,
    services,
    users,
    host: server.host,
    baseUrl,
    asked: () => server.requests.map(({ url }) => url.replace(context, '')),
    authorizations: () => [
      ...new Set(server.requests.map(({ headers }) => headers.authorization ?? '')),
    ],
    async [Symbol.asyncDispose]() {
      await services[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

export function refusal(status: number, message: string, exception: string): Reply {
  const exceptionName = `com.atlassian.bitbucket.${exception}`;
  return { status, body: { errors: [{ context: null, message, exceptionName }] } };
}

export function page(values: readonly unknown[], more: object = {}): Reply {
  return {
    body: { size: values.length, limit: 100, isLastPage: true, values, start: 0, ...more },
  };
}

export const properties: Reply = {
  body: { version: '8.19.3', buildNumber: '8019003', displayName: 'Bitbucket' },
};

export const whoami: Reply = { headers: { 'content-type': 'text/plain' }, body: 'jane' };

export const paths = {
  properties: '/rest/api/1.0/application-properties',
  whoami: '/plugins/servlet/applinks/whoami',
  jane: '/rest/api/1.0/users/jane',
  project: '/rest/api/1.0/projects/PAY',
  repositories: '/rest/api/1.0/projects/PAY/repos',
  archived: '/rest/api/1.0/repos',
  web: '/rest/api/1.0/projects/PAY/repos/web',
  pullRequests: '/rest/api/1.0/projects/PAY/repos/web/pull-requests',
  activities: '/rest/api/1.0/projects/PAY/repos/web/pull-requests/7/activities',
} as const;

export function user(name: string, more: object = {}): object {
  return {
    name,
    emailAddress: `${name}@example.com`,
    id: 12,
    displayName: `The ${name}`,
    active: true,
    slug: name,
    type: 'NORMAL',
    ...more,
  };
}

export function repositoryRow(slug: string, more: object = {}): object {
  return {
    slug,
    id: Number.parseInt(Buffer.from(slug).toString('hex').slice(0, 12), 16),
    name: `The ${slug}`,
    hierarchyId: 'e3c939f9ef4a7fae272e',
    scmId: 'git',
    state: 'AVAILABLE',
    statusMessage: 'Available',
    forkable: true,
    project: { key: 'PAY', id: 1, name: 'Payments', public: false, type: 'NORMAL' },
    public: false,
    archived: false,
    links: { clone: [{ href: 'https://evil.example/scm/pay/x.git', name: 'http' }] },
    ...more,
  };
}

/** The pages of a list of repositories, and what they hold. */
export async function pagesOf(source: SourceHost, workspace = 'PAY', project?: string) {
  const pages: RepositoryPage[] = [];
  const only = project === undefined ? {} : { project };
  for await (const one of source.listRepositories({ workspace, ...only })) pages.push(one);
  return { pages, found: pages.flatMap(({ repositories }) => repositories) };
}
