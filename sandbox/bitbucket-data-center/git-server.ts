import { notePush } from '../bitbucket/changes/after-push.ts';
import type { BitbucketRepository } from '../bitbucket/records.ts';
import { parseGitAddress } from '../git/git-address.ts';
import { serveRestrictedPush } from '../git/restricted-push.ts';
import { serveGit } from '../git/serve-git.ts';
import {
  type BatchObject,
  type BatchRequest,
  isRefusal,
  lfsAnswer,
  lfsRefusal,
  readBatch,
} from '../lfs/batch.ts';
import { isOid } from '../lfs/object-store.ts';
import type { Signatures } from '../lfs/signatures.ts';
import { type Answer, textAnswer } from '../network/answer.ts';
import type { Exchange } from '../network/exchange.ts';
import type { HostServer } from '../network/server.ts';
import { type Caller, type DataCenterServerOptions, identify } from './callers.ts';
import { judgeByRestrictions } from './enforcement/judge.ts';
import { questionOf } from './enforcement/question.ts';
import { type DataCenterInstance, findRepository, keyOf } from './instance.ts';
import { contextPath } from './rest-server.ts';

interface GitOptions extends DataCenterServerOptions {
  readonly signatures: Signatures;
}

/** Smart HTTP, and the LFS batch interface for reading alone. */
export function createDataCenterGitServer(options: GitOptions): HostServer {
  return {
    host: 'bitbucket-git',
    prefix: `${contextPath}/scm`,
    handle: (exchange) => handle(options, exchange),
  };
}

async function handle(options: GitOptions, exchange: Exchange): Promise<Answer> {
  const { instance } = options;
  const address = parseGitAddress(exchange.segments);
  if (address === null) return textAnswer(404, 'Not Found');
  const caller = identify(instance, exchange.authorization);
  if (caller.kind !== 'known') return unauthorized();
  const repository = findRepository(instance, address.owner, address.name);
  if (repository === null) return textAnswer(404, 'Repository not found');
  const { service } = address;
  if (service.startsWith('info/lfs/')) {
    return batch(options, repository, service.slice('info/lfs/'.length), exchange);
  }
  const asked = service === 'info/refs' ? exchange.query.get('service') : service;
  if (asked === 'git-receive-pack')
    return push(instance, { repository, caller }, service, exchange);
  if (asked !== 'git-upload-pack') return textAnswer(404, 'Not Found');
  if (repository.git.kind !== 'stored') {
    return textAnswer(501, 'The sandbox lists this repository and holds no Git data for it.');
  }
  const { directory } = repository.git;
  return serveGit({ tools: instance.tools, exchange, directory, service, remoteUser: '' });
}

/** For who has the permission; its hook applies the restrictions to each ref. */
async function push(
  instance: DataCenterInstance,
  { repository, caller }: { repository: BitbucketRepository; caller: Caller },
  service: string,
  exchange: Exchange,
): Promise<Answer> {
  const person = caller.kind === 'known' ? caller.person : null;
  const question = questionOf(instance, repository, person);
  const isReader = question.permission === null || question.permission === 'READ';
  const mayWrite = caller.kind === 'known' && caller.token.right !== 'read' && !isReader;
  const isOpen = !instance.rules.archived.has(repository.slug);
  if (!mayWrite || !isOpen || repository.git.kind !== 'stored') {
    return textAnswer(403, 'You may not write to this repository');
  }
  return serveRestrictedPush({
    tools: instance.tools,
    exchange,
    directory: repository.git.directory,
    service,
    remoteUser: caller.username,
    judge: (action) => judgeByRestrictions(question, action),
    onPushed: (refs) =>
      notePush(
        { bitbucket: instance.bitbucket, tools: instance.tools, product: 'data-center' },
        { by: person, on: new Date() },
        { slug: repository.slug, refs },
      ),
  });
}

function unauthorized(): Answer {
  return textAnswer(401, '', { 'www-authenticate': 'Basic realm="Atlassian Bitbucket"' });
}

/** Off unless the repository's administrator has switched it on. */
async function batch(
  options: GitOptions,
  repository: BitbucketRepository,
  route: string,
  exchange: Exchange,
): Promise<Answer> {
  if (options.instance.rules.withoutLfs.has(repository.slug)) {
    return lfsRefusal(404, 'Git LFS is disabled for this repository');
  }
  if (route !== 'objects/batch' || exchange.method !== 'POST') return lfsRefusal(404, 'Not found');
  const request = await readBatch(exchange);
  if (isRefusal(request)) return request;
  if (request.operation === 'upload')
    return lfsRefusal(403, 'You may not write to this repository');
  return lfsAnswer(200, {
    transfer: 'basic',
    objects: request.objects.map((object) => describe(options, repository, object)),
  });
}

function describe(
  { baseUrl, instance, signatures }: GitOptions,
  repository: BitbucketRepository,
  { oid, size }: BatchRequest['objects'][number],
): BatchObject {
  if (repository.lfs.size(oid) === null) {
    return { oid, size, error: { code: 404, message: 'Object does not exist' } };
  }
  const key = keyOf(instance, repository);
  const href = `${baseUrl}/rest/git-lfs/storage/${key}/${repository.slug}/${oid}`;
  const header = { Authorization: `JWT ${signatures.sign(rightTo(repository, oid))}` };
  return {
    oid,
    size,
    authenticated: true,
    actions: { download: { href, header, expires_in: 3600 } },
  };
}

const rightTo = (repository: BitbucketRepository, oid: string): string =>
  `GET ${repository.slug} ${oid}`;

/** The objects themselves, on the same host, opened by what the batch has given. */
export function createDataCenterStorageServer(options: GitOptions): HostServer {
  return {
    host: 'bitbucket-media',
    prefix: `${contextPath}/rest/git-lfs/storage`,
    handle: async (exchange) => storage(options, exchange),
  };
}

function storage({ instance, signatures }: GitOptions, exchange: Exchange): Answer {
  const [key = '', slug = '', oid = ''] = exchange.segments;
  const repository = findRepository(instance, key, slug);
  const size = isOid(oid) ? (repository?.lfs.size(oid) ?? null) : null;
  if (repository === null || size === null) return textAnswer(404, 'Not Found');
  const signature = (exchange.headers.authorization ?? '').replace(/^JWT /, '');
  const isOpen =
    signatures.verify(rightTo(repository, oid), signature) ||
    identify(instance, exchange.authorization).kind === 'known';
  if (!isOpen) return unauthorized();
  return {
    status: 200,
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
    body: exchange.method === 'HEAD' ? null : repository.lfs.read(oid),
  };
}
