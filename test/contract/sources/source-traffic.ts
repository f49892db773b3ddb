import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { settingsScopes } from '../../../sandbox/bitbucket/accounts/credentials.ts';
import { hostsOf } from '../../../src/core/app/hosts.ts';
import { Redactor } from '../../../src/core/kernel/redact.ts';
import type { Network } from '../../../src/core/network/tls-proxy/network.ts';
import type { PipelineRunner } from '../../../src/core/ports/pipeline-runner.ts';
import type { SourceKind, SourceRepository } from '../../../src/core/ports/records/repository.ts';
import type { SourceHost } from '../../../src/core/ports/source-host.ts';
import type { SourceLock } from '../../../src/core/ports/source-lock.ts';
import { createTestServices } from '../../core/network/support/client.ts';
import { openSandbox, type TestSandbox } from '../../sandbox/helpers/sandbox.ts';

/** A request to a source, and its answer. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Parsed, if it was JSON. */
  readonly body: unknown;
  readonly status: number;
  /** `null` if the answer was no JSON. */
  readonly json: unknown;
}

const pipelineScopes = [
  'read:pipeline:bitbucket',
  'write:pipeline:bitbucket',
  'admin:pipeline:bitbucket',
  'write:repository:bitbucket',
  'write:pullrequest:bitbucket',
  'read:user:bitbucket',
  'read:workspace:bitbucket',
  'read:repository:bitbucket',
  'read:project:bitbucket',
  'read:pullrequest:bitbucket',
];

/** All that migrator asks a source: every method of every port once at least, on the sandbox's sample. */
export async function recordSource(kind: SourceKind): Promise<readonly Exchange[]> {
  await using sandbox = await openSandbox({
    source: kind,
    workspace: 'sample',
    limits: { bitbucket: 'none' },
  });
  await using services = await createTestServices();
  const exchanges: Exchange[] = [];
  const network = recording(services.network, exchanges);
  const hosts = hostsOf({
    variables: { ...sandbox.environment, ...administratorOf(sandbox) },
    services: { ...services, network },
    redactor: new Redactor(),
    writeJournal: { identify() {} },
  });
  const source = hosts.source();
  await readSource(source, sandbox.workspace);
  await lockRepository(hosts.lock(network), sandbox);
  if (kind === 'bitbucket-cloud') await runPipeline(hosts.pipelines(), sandbox);
  return exchanges;
}

/** Every method that reads, for each repository. */
export async function readSource(source: SourceHost, workspace: string): Promise<void> {
  const repositories = await readRepositories(source, workspace);
  for (const repository of repositories) await readRepository(source, workspace, repository);
}

function administratorOf({ bitbucket, dataCenter }: TestSandbox): Record<string, string> {
  if (dataCenter !== null) return { SRC_TOKEN: dataCenter.addToken({ right: 'admin' }) };
  const scopes = [...pipelineScopes, ...settingsScopes];
  return { SRC_API_TOKEN: bitbucket.credentials.addApiToken({ scopes }) };
}

function recording(network: Network, exchanges: Exchange[]): Network {
  async function request(options: Dispatcher.RequestOptions): Promise<unknown> {
    const response = await network.dispatcher.request(options);
    const bytes = Buffer.from(await response.body.bytes());
    const url = new URL(options.path, String(options.origin));
    exchanges.push({
      method: options.method,
      // A Data Center may lie below a path of its own.
      path: url.pathname.replace(/^\/bitbucket(?=\/)/, ''),
      query: url.searchParams,
      body: typeof options.body === 'string' ? parsed(options.body) : null,
      status: response.statusCode,
      json: parsed(textOf(bytes, response.headers['content-encoding'])),
    });
    return { ...response, body: Readable.from([bytes]) };
  }
  return { ...network, dispatcher: { request } as unknown as Dispatcher };
}

function textOf(bytes: Buffer, encoding: unknown): string {
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function readRepositories(
  source: SourceHost,
  workspace: string,
): Promise<readonly SourceRepository[]> {
  await source.verifyCredentials({ workspace, forPullRequests: true });
  await source.listWorkspaces({});
  const repositories: SourceRepository[] = [];
  for await (const page of source.listRepositories({ workspace })) {
    repositories.push(...page.repositories);
  }
  await source.pullRequests.members({ workspace });
  await source.secrets?.workspace({ workspace });
  return repositories;
}

async function readRepository(
  { pullRequests, settings, secrets, ...source }: SourceHost,
  workspace: string,
  { slug, defaultBranch, project }: SourceRepository,
): Promise<void> {
  const name = { workspace, slug };
  await source.findRepository(name);
  const ref = defaultBranch ?? 'main';
  for (const one of [ref, 'release/1']) {
    await source.readTextFile({ ...name, ref: one, path: 'README.md', maxBytes: 1000 });
  }
  await source.listCommitAuthors?.(name);
  await source.listSchedules?.(name);
  for await (const page of pullRequests.list(name)) {
    for (const { number, commentCount, source: from } of page.pullRequests.slice(0, 25)) {
      await pullRequests.find({ ...name, number });
      await pullRequests.conversation({ ...name, number, commentCount });
      await pullRequests.readPatch({ ...name, number, maxBytes: 1000 });
      const hash = from.commit?.slice(0, 12);
      if (hash !== undefined) await pullRequests.expandCommit({ ...name, hash });
    }
  }
  await pullRequests.count(name);
  await pullRequests.readAttachment({
    ...name,
    address: 'attachment:1/abc%2Fname.png',
    maxBytes: 1000,
  });
  const groups: string[] = [];
  for (const { part } of settings.parts) {
    const read = await settings.read(part, {
      ...name,
      defaultBranch,
      project: project?.key ?? null,
    });
    groups.push(...(read.settings.access ?? []).map(({ actor }) => actor.id));
  }
  await settings.groups({ workspace, ids: [...new Set(groups)] });
  if (secrets === null) return;
  await secrets.repository(name);
  for (const environment of await secrets.environments(name)) {
    await secrets.deployment({ ...name, environment });
  }
}

async function lockRepository(lock: SourceLock, sandbox: TestSandbox): Promise<void> {
  const repository = { workspace: sandbox.workspace, slug: 'checkout-web' };
  await lock.verifyCredentials({ workspace: sandbox.workspace, repositories: ['checkout-web'] });
  const parts = lock.plan(await lock.read(repository));
  for (const part of parts)
    await lock.remove({ ...repository, id: await lock.add({ ...repository, part }) });
  await lock.addNote({ ...repository, number: 1, text: 'Moved.' });
}

const definition = `pipelines:
  custom:
    one:
      - step:
          script:
            - 'true'
`;

async function runPipeline(runner: PipelineRunner, { workspace }: TestSandbox): Promise<void> {
  const repository = { workspace, slug: 'checkout-web' };
  const branch = 'migrator/secrets';
  await runner.verifyCredentials({ workspace });
  const parent = await runner.mainCommit(repository);
  if (parent === null) return;
  const file = { path: 'bitbucket-pipelines.yml', text: definition };
  await runner.createBranch({ ...repository, branch, parent, message: 'Add', file });
  await runner.addVariable({ ...repository, name: 'ONE', value: 'x' });
  await runner.removeVariables({ ...repository, names: ['ONE'] });
  const { id } = await runner.start({ ...repository, branch, pipeline: 'one' });
  await runner.read({ ...repository, run: id });
  await runner.runsOf({ ...repository, branch });
  await runner.stop({ ...repository, run: id });
  await runner.read({ ...repository, run: id });
  await runner.deleteBranch({ ...repository, branch });
}
