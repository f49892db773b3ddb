import { parseGitAddress } from '../git/git-address.ts';
import type { GitTools } from '../git/git-tools.ts';
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
import { mediaAddress } from '../lfs/media-server.ts';
import type { Signatures } from '../lfs/signatures.ts';
import { type Answer, textAnswer } from '../network/answer.ts';
import type { Exchange } from '../network/exchange.ts';
import type { HostServer } from '../network/server.ts';
import {
  type Caller,
  identifyForGit,
  reaches,
  scopes,
  wordFor,
} from './accounts/authentication.ts';
import { notePush } from './changes/after-push.ts';
import { judgeByRestrictions } from './enforcement/judge.ts';
import { questionOf } from './enforcement/question.ts';
import type { BitbucketHost } from './host.ts';
import type { BitbucketRepository } from './records.ts';
import { tooManyRequests } from './rest/answers.ts';
import type { BitbucketRateLimiter } from './rest/rate-limit.ts';
import { personOf, sees } from './settings/access.ts';

export interface BitbucketGitOptions {
  readonly host: BitbucketHost;
  readonly limiter: BitbucketRateLimiter;
  readonly tools: GitTools;
  /** The own origin. */
  readonly webUrl: string;
  readonly signatures: Signatures;
  /** The other origin, where LFS objects are fetched from. */
  readonly mediaUrl: string;
}

/** Smart HTTP of Bitbucket Cloud, and its LFS batch interface for reading alone. */
export function createBitbucketGitServer(options: BitbucketGitOptions): HostServer {
  return { host: 'bitbucket-git', handle: (exchange) => handle(options, exchange) };
}

async function handle(options: BitbucketGitOptions, exchange: Exchange): Promise<Answer> {
  const address = parseGitAddress(exchange.segments);
  if (address === null) return page(options, exchange);
  const { host } = options;
  const caller = identifyForGit(host, exchange.authorization);
  if (caller.kind === 'refused') return unauthorized();
  if (!options.limiter.countGit(caller)) return tooManyRequests({});
  const mine = address.owner === host.workspace.slug;
  const repository = mine ? host.findRepository(address.name) : null;
  if (repository === null || !reaches(caller, repository) || !sees(host, caller, repository)) {
    if (caller.kind === 'anonymous') return unauthorized();
    return textAnswer(404, `Repository ${address.owner}/${address.name} not found`);
  }
  if (!mayRead(caller)) {
    return textAnswer(403, 'Your credentials lack one or more required privilege scopes.');
  }
  if (address.service.startsWith('info/lfs/')) {
    return serveLfs(options, repository, address.service.slice('info/lfs/'.length), exchange);
  }
  return serve(options, { repository, caller }, address.service, exchange);
}

/** Pages are loaded when the first is asked for: a migration asks for none. */
async function page(options: BitbucketGitOptions, exchange: Exchange): Promise<Answer> {
  const { host, tools, webUrl } = options;
  const [{ bitbucketPage }, { cloudPages }] = await Promise.all([
    import('./pages/serve-pages.ts'),
    import('./pages/cloud-pages.ts'),
  ]);
  const [owner = '', ...parts] = exchange.segments;
  const answer = await bitbucketPage(cloudPages({ host, tools, webUrl }), exchange, {
    parts,
    isOwner: owner === host.workspace.slug,
  });
  return answer ?? textAnswer(404, 'Not Found');
}

function mayRead(caller: Caller): boolean {
  if (caller.kind !== 'known') return true;
  return caller.credential.scopes.includes(wordFor(caller.credential, scopes.repository));
}

function unauthorized(): Answer {
  return textAnswer(401, '', { 'www-authenticate': 'Basic realm="Bitbucket.org HTTP"' });
}

async function serve(
  options: BitbucketGitOptions,
  { repository, caller }: { repository: BitbucketRepository; caller: Caller },
  service: string,
  exchange: Exchange,
): Promise<Answer> {
  const asked = service === 'info/refs' ? exchange.query.get('service') : service;
  if (asked === 'git-receive-pack') return push(options, { repository, caller }, service, exchange);
  if (asked !== 'git-upload-pack') return textAnswer(404, 'Not Found');
  if (repository.git.kind !== 'stored') {
    return textAnswer(501, 'The sandbox lists this repository and holds no Git data for it.');
  }
  const { directory } = repository.git;
  return serveGit({ tools: options.tools, exchange, directory, service, remoteUser: '' });
}

/** For who has the scope and the permission; its hook applies the restrictions to each branch. */
async function push(
  { host, tools }: BitbucketGitOptions,
  { repository, caller }: { repository: BitbucketRepository; caller: Caller },
  service: string,
  exchange: Exchange,
): Promise<Answer> {
  if (caller.kind !== 'known') return unauthorized();
  const { credential } = caller;
  const mayWrite = credential.scopes.includes(wordFor(credential, scopes.writeRepository));
  const person = personOf(host, caller);
  const question = questionOf(host, repository, person);
  if (!mayWrite || question.permission === null || question.permission === 'read') {
    return textAnswer(403, 'This credential may read the repository, and not write to it.');
  }
  if (repository.git.kind !== 'stored') {
    return textAnswer(501, 'The sandbox lists this repository and holds no Git data for it.');
  }
  return serveRestrictedPush({
    tools,
    exchange,
    directory: repository.git.directory,
    service,
    remoteUser: person?.nickname ?? 'x-token-auth',
    judge: (action) => judgeByRestrictions(question, action),
    onPushed: (refs) =>
      notePush(
        { bitbucket: host, tools, product: 'cloud' },
        { by: person, on: new Date() },
        { slug: repository.slug, refs },
      ),
  });
}

/** Only downloads: the host has no lock interface, and a migration has nothing to upload. */
async function serveLfs(
  options: BitbucketGitOptions,
  repository: BitbucketRepository,
  route: string,
  exchange: Exchange,
): Promise<Answer> {
  if (route !== 'objects/batch' || exchange.method !== 'POST') return lfsRefusal(404, 'Not found');
  const batch = await readBatch(exchange);
  if (isRefusal(batch)) return batch;
  if (batch.operation === 'upload') return lfsRefusal(403, 'Forbidden');
  return lfsAnswer(200, {
    transfer: 'basic',
    objects: batch.objects.map((object) => describe(options, repository, object)),
  });
}

function describe(
  options: BitbucketGitOptions,
  repository: BitbucketRepository,
  { oid, size }: BatchRequest['objects'][number],
): BatchObject {
  if (repository.lfs.size(oid) === null) {
    return { oid, size, error: { code: 404, message: 'Object does not exist' } };
  }
  const href = mediaAddress(options.mediaUrl, {
    signatures: options.signatures,
    operation: 'GET',
    repository: repository.uuid.slice(1, -1),
    oid,
    size,
  });
  return { oid, size, actions: { download: { href, expires_in: 3600 } } };
}
