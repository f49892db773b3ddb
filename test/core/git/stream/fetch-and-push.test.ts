import { randomBytes } from 'node:crypto';
import { appendFileSync, readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Refs } from '../../../../src/core/git/mirror/refs.ts';
import { PushLimiter } from '../../../../src/core/git/push/push-limiter.ts';
import { fetchPack } from '../../../../src/core/git/stream/fetch-pack.ts';
import type { HeldPush } from '../../../../src/core/git/stream/held-push.ts';
import { packet } from '../../../../src/core/git/stream/packets.ts';
import { onlyPack, pushNewRefs, sendPack } from '../../../../src/core/git/stream/push-pack.ts';
import { openSmartHttp } from '../../../../src/core/git/stream/smart-http.ts';
import { createNetwork, type Network } from '../../../../src/core/network/network.ts';
import { bareRepository, commitFiles, git, systemClock } from '../fixture.ts';
import { placeForEach } from '../git-place.ts';

const password = 'token-hunter2-hunter2';
const place = placeForEach({ username: 'jane', password });
const fileBytes = 100_000;
let network: Network;
let source: string;
let target: string;

beforeEach(async () => {
  network = await createNetwork({
    env: {},
    caFiles: [],
    connectTimeoutSeconds: 10,
    readTimeoutSeconds: 60,
  });
  source = bareRepository(place.server.root, 'team/repo.git');
  target = bareRepository(place.server.root, 'team/target.git');
  const commit = commitFiles(source, 'main', { 'a.txt': 'one', 'b.bin': randomBytes(fileBytes) });
  git(source, 'tag', '-a', 'v1', '-m', 'first', commit);
  git(source, 'update-ref', 'refs/pull-requests/1/from', commit);
  git(source, 'branch', 'topic', commit);
  commitFiles(source, 'topic', { 'c.txt': 'two' });
  return () => network.close();
});

const signal = new AbortController().signal;
const mirror = () => join(place.folder, 'mirror');

function http(name: string) {
  const credential = { username: 'jane', password };
  const access = { url: `${place.server.url}/team/${name}.git`, credential };
  return openSmartHttp({ network, access, signal });
}

interface Limits {
  maxPushBytes?: number;
  patience?: number;
}

async function begin(refs: Refs, limits: Limits = {}): Promise<HeldPush> {
  const to = http('target');
  return pushNewRefs({
    http: to,
    target: await to.advertised('git-receive-pack'),
    refs,
    defaultBranch: 'topic',
    maxPushBytes: limits.maxPushBytes ?? 2 ** 31,
    pace: new PushLimiter(systemClock, null, undefined),
    patience: limits.patience ?? 20_000,
    signal,
  });
}

async function fetch(push: (refs: Refs) => Promise<HeldPush> | null) {
  const from = http('repo');
  const listed = await from.advertised('git-upload-pack');
  const begun = await push(listed.refs);
  const onProgress = () => undefined;
  const what = { git: place.tool, directory: mirror(), signal, onProgress };
  await fetchPack({ ...what, http: from, source: listed, push: begun });
  return { refs: listed.refs, begun };
}

async function streamed(limits: Limits = {}): Promise<{ refs: Refs; push: HeldPush }> {
  const { refs, begun } = await fetch((listed) => begin(listed, limits));
  if (begun === null) throw new Error('There is no push');
  return { refs, push: begun };
}

function refsOf(repository: string): string {
  return git(
    repository,
    'for-each-ref',
    '--format=%(objectname) %(refname)',
    'refs/heads',
    'refs/tags',
  );
}

/** Packs and objects of a bare repository, those in quarantine left out. */
function objectsOf(repository: string): string[] {
  const names = readdirSync(join(repository, 'objects'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.pack$|\/[0-9a-f]{38}$/.test(name) && !/incoming/.test(name));
}

function interceptPost(
  service: string,
  act: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  place.server.intercept = (request, response) =>
    request.method === 'POST' && request.url?.endsWith(service) === true && act(request, response);
}

/** The target reads everything and then says this. */
function answerPush(status: number, ...packets: string[]): void {
  interceptPost('git-receive-pack', (request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/x-git-receive-pack-result' });
      response.end(`${packets.map((one) => packet(one)).join('')}0000`);
    });
    return true;
  });
}

describe('a stream', () => {
  it('fetches branches and tags, and the target has nothing until the push is finished', async () => {
    const { refs, push } = await streamed();
    expect(refsOf(mirror())).toBe(refsOf(source));
    expect(refs.size).toBe(3);
    git(mirror(), 'fsck', '--strict');
    expect(refsOf(target)).toBe('');
    expect(objectsOf(target)).toEqual([]);
    expect([...(await push.finish())].sort()).toEqual([...refs.keys()].sort());
    expect(refsOf(target)).toBe(refsOf(source));
    git(target, 'fsck', '--strict');
  });

  it('leaves nothing on the target when the push is dropped', async () => {
    const { push } = await streamed();
    push.drop('the file is too large');
    await expect(push.finish()).rejects.toThrow('the file is too large');
    await expect.poll(() => objectsOf(target)).toEqual([]);
    expect(refsOf(target)).toBe('');
  });

  it('creates more refs than one push takes', async () => {
    const tip = git(source, 'rev-parse', 'topic').trim();
    const names = Array.from({ length: 700 }, (_, index) => `${tip} refs/heads/b${index}\n`);
    appendFileSync(join(source, 'packed-refs'), names.join(''));
    const { refs, push } = await streamed();
    expect((await push.finish()).size).toBe(refs.size);
    expect(refsOf(target)).toBe(refsOf(source));
  });

  it('goes on with the mirror alone where the pack is too large for the target', async () => {
    const { push } = await streamed({ maxPushBytes: fileBytes / 2 });
    expect(push.failure?.message).toBe('The pack is too large for one push');
    expect(refsOf(mirror())).toBe(refsOf(source));
    expect(refsOf(target)).toBe('');
  });

  it('sends credentials to both hosts and to their own address alone', async () => {
    const { push } = await streamed();
    await push.finish();
    expect(new Set(place.server.requests.map(({ authorization }) => authorization))).toEqual(
      new Set([`Basic ${Buffer.from(`jane:${password}`).toString('base64')}`]),
    );
    expect(place.server.requests.map(({ line }) => line).sort()).toEqual([
      'GET /team/repo.git/info/refs?service=git-upload-pack',
      'GET /team/target.git/info/refs?service=git-receive-pack',
      'POST /team/repo.git/git-upload-pack',
      'POST /team/target.git/git-receive-pack',
    ]);
  });

  it('follows no redirect', async () => {
    place.server.intercept = (_request, response) => {
      response.writeHead(302, { location: 'https://elsewhere.example/' }).end();
      return true;
    };
    await expect(streamed()).rejects.toThrow('responded with HTTP 302');
  });
});

describe('a pack that is forwarded', () => {
  it('goes to the target as it lies in the mirror', async () => {
    const { refs } = await fetch(() => null);
    expect(refsOf(target)).toBe('');
    const pack = await onlyPack(mirror(), 2 ** 31);
    expect((await sendPack(await begin(refs), pack ?? '')).size).toBe(refs.size);
    expect(refsOf(target)).toBe(refsOf(source));
    git(target, 'fsck', '--strict');
  });

  it('is the only one, and no larger than the target takes', async () => {
    await fetch(() => null);
    expect(await onlyPack(mirror(), fileBytes / 2)).toBeNull();
    const other = commitFiles(mirror(), 'other', { 'd.txt': 'three' });
    git(mirror(), 'update-ref', '-d', 'refs/heads/other', other);
    expect(await onlyPack(mirror(), 2 ** 31)).toBeNull();
  });
});

const tenths = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenth) => Math.round((tenth / 10) * fileBytes));

describe('a stream that breaks', () => {
  it.each(['reset', 'end'] as const)(
    'on the source (%s), at any tenth of the pack, leaves the target as it was',
    async (how) => {
      for (const most of tenths) {
        interceptPost('git-upload-pack', (_request, response) => {
          cutResponse(response, { most, how });
          return false;
        });
        await expect(streamed()).rejects.toThrow();
        expect(refsOf(target)).toBe('');
        await expect.poll(() => objectsOf(target)).toEqual([]);
      }
    },
  );

  it('on the target, at any tenth of the pack, leaves a whole mirror and the target as it was', async () => {
    for (const most of tenths) {
      interceptPost('git-receive-pack', (request) => {
        let bytes = 0;
        request.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > most) request.destroy();
        });
        return false;
      });
      const { push } = await streamed();
      await expect(push.finish()).rejects.toThrow();
      expect(refsOf(mirror())).toBe(refsOf(source));
      expect(refsOf(target)).toBe('');
      await expect.poll(() => objectsOf(target)).toEqual([]);
    }
  });

  it('because a ref has moved meanwhile reports the words of the source', async () => {
    interceptPost('git-upload-pack', (request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
      response.end(packet('ERR upload-pack: not our ref'));
      return true;
    });
    await expect(streamed()).rejects.toThrow('not our ref');
  });

  it('because the target stops to read leaves a whole mirror', async () => {
    interceptPost('git-receive-pack', () => true);
    const { push } = await streamed({ patience: 50 });
    await expect(push.finish()).rejects.toThrow(/The target/);
    expect(refsOf(mirror())).toBe(refsOf(source));
  });
});

describe('what the target answers', () => {
  it('may come with progress, and may refuse single refs', async () => {
    const report = [
      packet('unpack ok\n'),
      packet('ok refs/heads/topic\n'),
      packet('ng refs/heads/main protected branch hook declined\n'),
      packet('ok refs/tags/v1\n'),
      '0000',
    ].join('');
    answerPush(200, '\u0002remote: Resolving deltas: 100%\r', `\u0001${report}`);
    const { push } = await streamed();
    expect([...(await push.finish())]).toEqual(['refs/heads/topic', 'refs/tags/v1']);
  });

  it('is told where the pack was not taken', async () => {
    const report = `${packet('unpack index-pack abnormal exit\n')}0000`;
    answerPush(200, '\u0002fatal: pack exceeds maximum allowed size', `\u0001${report}`);
    const { push } = await streamed();
    await expect(push.finish()).rejects.toThrow(
      'unpack index-pack abnormal exit; fatal: pack exceeds maximum allowed size',
    );
  });

  it('is told where it is a fatal message', async () => {
    answerPush(200, '\u0003out of disk');
    const { push } = await streamed();
    await expect(push.finish()).rejects.toThrow('out of disk');
  });

  it('is told where it refuses the size at once', async () => {
    interceptPost('git-receive-pack', (_request, response) => {
      response.writeHead(413).end();
      return true;
    });
    const { push } = await streamed();
    await expect(push.finish()).rejects.toThrow('HTTP 413');
    expect(refsOf(mirror())).toBe(refsOf(source));
  });
});

/** Lets so many bytes of an answer through. */
function cutResponse(
  response: ServerResponse,
  { most, how }: { most: number; how: 'reset' | 'end' },
): void {
  const write = response.write.bind(response) as (chunk: Buffer) => boolean;
  let left = most;
  response.write = ((chunk: Buffer) => {
    if (left <= 0) return true;
    const part = chunk.subarray(0, left);
    left -= part.length;
    if (left > 0) return write(part);
    if (how === 'reset') response.destroy();
    else response.end(part);
    return true;
  }) as typeof response.write;
}
