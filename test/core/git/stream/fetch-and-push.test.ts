import { appendFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packet } from '../../../../src/core/git/protocol/packets.ts';
import { openSmartHttp } from '../../../../src/core/git/protocol/smart-http.ts';
import { onlyPack, sendPack } from '../../../../src/core/git/stream/push-pack.ts';
import { commitFiles, git } from '../fixture.ts';
import { fileBytes, objectsOf, password, refsOf, streamForEach } from './stream-place.ts';

const place = streamForEach();
const { signal } = new AbortController();

describe('a stream', () => {
  it('fetches branches and tags, and the target has nothing until the push is finished', async () => {
    const { refs, push } = await place.streamed();
    expect(refsOf(place.mirror())).toBe(refsOf(place.source));
    expect(refs.size).toBe(3);
    git(place.mirror(), 'fsck', '--strict');
    expect(refsOf(place.target)).toBe('');
    expect(objectsOf(place.target)).toEqual([]);
    expect([...(await push.finish())].sort()).toEqual([...refs.keys()].sort());
    expect(refsOf(place.target)).toBe(refsOf(place.source));
    git(place.target, 'fsck', '--strict');
  });

  it('leaves nothing on the target when the push is dropped', async () => {
    const { push } = await place.streamed();
    push.drop('the file is too large');
    await expect(push.finish()).rejects.toThrow('the file is too large');
    await expect.poll(() => objectsOf(place.target)).toEqual([]);
    expect(refsOf(place.target)).toBe('');
  });

  it('creates more refs than one push takes', async () => {
    const tip = git(place.source, 'rev-parse', 'topic').trim();
    const names = Array.from({ length: 700 }, (_, index) => `${tip} refs/heads/b${index}\n`);
    appendFileSync(join(place.source, 'packed-refs'), names.join(''));
    const { refs, push } = await place.streamed();
    expect((await push.finish()).size).toBe(refs.size);
    expect(refsOf(place.target)).toBe(refsOf(place.source));
  });

  it('goes on with the mirror alone where the pack is too large for the target', async () => {
    const { push } = await place.streamed({ maxPushBytes: fileBytes / 2 });
    expect(push.failure?.message).toBe('The pack is too large for one push');
    expect(refsOf(place.mirror())).toBe(refsOf(place.source));
    expect(refsOf(place.target)).toBe('');
  });

  it('sends credentials to both hosts and to their own address alone', async () => {
    const { push } = await place.streamed();
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

  it('needs one connection for what is open at the same time, and keeps it for the next', async () => {
    const connections = new Set<Socket>();
    const unfinished = new Set<ServerResponse>();
    place.server.intercept = ({ socket }, response) => {
      connections.add(socket);
      unfinished.add(response);
      response.once('close', () => unfinished.delete(response));
      return false;
    };
    const { push } = await place.streamed();
    await push.finish();
    // The report is read before the answer has ended; until then its connection is in use.
    await expect.poll(() => unfinished.size).toBe(0);
    // The source's pack comes while the target waits for the rest of it.
    expect(connections.size).toBe(2);
    const next = openSmartHttp({ network: place.network, access: place.access('repo'), signal });
    await next.advertised('git-upload-pack');
    await next.advertised('git-upload-pack');
    expect(connections.size).toBe(2);
  });

  it('follows no redirect', async () => {
    place.server.intercept = (_request, response) => {
      response.writeHead(302, { location: 'https://elsewhere.example/' }).end();
      return true;
    };
    await expect(place.streamed()).rejects.toThrow('responded with HTTP 302');
  });
});

describe('a pack that is forwarded', () => {
  it('goes to the target as it lies in the mirror', async () => {
    const { refs } = await place.fetch(() => null);
    expect(refsOf(place.target)).toBe('');
    const pack = await onlyPack(place.mirror(), 2 ** 31);
    const push = await place.begin(refs);
    await sendPack(push, pack ?? '');
    expect(refsOf(place.target)).toBe('');
    expect((await push.finish()).size).toBe(refs.size);
    expect(refsOf(place.target)).toBe(refsOf(place.source));
    git(place.target, 'fsck', '--strict');
  });

  it('is the only one, and no larger than the target takes', async () => {
    await place.fetch(() => null);
    expect(await onlyPack(place.mirror(), fileBytes / 2)).toBeNull();
    const other = commitFiles(place.mirror(), 'other', { 'd.txt': 'three' });
    git(place.mirror(), 'update-ref', '-d', 'refs/heads/other', other);
    expect(await onlyPack(place.mirror(), 2 ** 31)).toBeNull();
  });
});

const tenths = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenth) => Math.round((tenth / 10) * fileBytes));

describe('a stream that breaks', () => {
  it.each(['reset', 'end'] as const)(
    'on the source (%s), at any tenth of the pack, leaves the target as it was',
    async (how) => {
      for (const most of tenths) {
        place.interceptPost('git-upload-pack', (_request, response) => {
          cutResponse(response, { most, how });
          return false;
        });
        await expect(place.streamed()).rejects.toThrow();
        expect(refsOf(place.target)).toBe('');
        await expect.poll(() => objectsOf(place.target)).toEqual([]);
      }
    },
  );

  it('on the target, at any tenth of the pack, leaves a whole mirror and the target as it was', async () => {
    for (const most of tenths) {
      place.interceptPost('git-receive-pack', (request) => {
        let bytes = 0;
        request.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > most) request.destroy();
        });
        return false;
      });
      const { push } = await place.streamed();
      await expect(push.finish()).rejects.toThrow();
      expect(refsOf(place.mirror())).toBe(refsOf(place.source));
      expect(refsOf(place.target)).toBe('');
      await expect.poll(() => objectsOf(place.target)).toEqual([]);
    }
  });

  it('because a ref has moved meanwhile reports the words of the source', async () => {
    place.interceptPost('git-upload-pack', (request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
      response.end(packet('ERR upload-pack: not our ref'));
      return true;
    });
    await expect(place.streamed()).rejects.toThrow('not our ref');
  });

  it('because the target stops to read leaves a whole mirror', async () => {
    place.interceptPost('git-receive-pack', () => true);
    const { push } = await place.streamed({ patience: 50 });
    await expect(push.finish()).rejects.toThrow(/GitHub/);
    expect(refsOf(place.mirror())).toBe(refsOf(place.source));
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
    place.answerPush(200, '\u0002remote: Resolving deltas: 100%\r', `\u0001${report}`);
    const { push } = await place.streamed();
    expect([...(await push.finish())]).toEqual(['refs/heads/topic', 'refs/tags/v1']);
  });

  it('is reported where the pack was not taken', async () => {
    const report = `${packet('unpack index-pack abnormal exit\n')}0000`;
    place.answerPush(200, '\u0002fatal: pack exceeds maximum allowed size', `\u0001${report}`);
    const { push } = await place.streamed();
    await expect(push.finish()).rejects.toThrow(
      'unpack index-pack abnormal exit; fatal: pack exceeds maximum allowed size',
    );
  });

  it('is reported where it is a fatal message', async () => {
    place.answerPush(200, '\u0003out of disk');
    const { push } = await place.streamed();
    await expect(push.finish()).rejects.toThrow('out of disk');
  });

  it('is reported where it refuses the size at once', async () => {
    place.interceptPost('git-receive-pack', (_request, response) => {
      response.writeHead(413).end();
      return true;
    });
    const { push } = await place.streamed();
    await expect(push.finish()).rejects.toThrow('HTTP 413');
    expect(refsOf(place.mirror())).toBe(refsOf(place.source));
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
