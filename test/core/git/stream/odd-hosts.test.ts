import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHeadBranch } from '../../../../src/core/git/mirror/mirror.ts';
import { flush, packet } from '../../../../src/core/git/protocol/packets.ts';
import { sendPack } from '../../../../src/core/git/stream/push-pack.ts';
import { readReport } from '../../../../src/core/git/stream/report-status.ts';
import { readSideBand } from '../../../../src/core/git/stream/side-band.ts';
import { git } from '../fixture.ts';
import { refsOf, streamForEach } from './stream-place.ts';

const place = streamForEach();

describe('a source with a default branch whose name is not ASCII', () => {
  it.each(['café', 'größe', '主'])('keeps %s as the branch that HEAD names', async (name) => {
    git(place.source, 'branch', name, 'main');
    git(place.source, 'symbolic-ref', 'HEAD', `refs/heads/${name}`);
    const { refs } = await place.fetch(() => null);
    expect(await readHeadBranch(place.mirror(), refs)).toBe(name);
  });
});

describe('a target that takes long', () => {
  it('to check the pack is waited for as long as it says anything', async () => {
    const patience = 300;
    const report = [
      ...['topic', 'main'].map((one) => `ok refs/heads/${one}\n`),
      'ok refs/tags/v1\n',
    ];
    const said = `\u0001${[packet('unpack ok\n'), ...report.map(packet), flush].join('')}`;
    place.interceptPost('git-receive-pack', (request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-type': 'application/x-git-receive-pack-result' });
        // As git-receive-pack does every five seconds.
        let left = 10;
        const saying = setInterval(() => {
          left -= 1;
          if (left > 0) return void response.write(packet('\u0002'));
          clearInterval(saying);
          response.end(`${packet(said)}${flush}`);
        }, patience / 6);
      });
      return true;
    });
    const { refs, push } = await place.streamed({ patience });
    expect((await push.finish()).size).toBe(refs.size);
  });

  it('and says nothing at the end is given up', async () => {
    place.interceptPost('git-receive-pack', (request) => {
      request.resume();
      return true;
    });
    const { push } = await place.streamed({ patience: 50 });
    await expect(push.finish()).rejects.toThrow('GitHub did not respond');
  });
});

describe('a push of more refs than one takes', () => {
  it('waits for the limit of the target before each', async () => {
    const tip = git(place.source, 'rev-parse', 'topic').trim();
    const names = Array.from({ length: 1100 }, (_, index) => `${tip} refs/heads/b${index}\n`);
    appendFileSync(join(place.source, 'packed-refs'), names.join(''));
    const pushesWhenAsked: number[] = [];
    const pushes = () =>
      place.server.requests.filter(({ line }) => line === 'POST /team/target.git/git-receive-pack')
        .length;
    const pace = { next: async () => void pushesWhenAsked.push(pushes()) };
    const { push } = await place.streamed({ pace });
    await push.finish();
    expect(pushesWhenAsked).toEqual([0, 1, 2]);
    expect(refsOf(place.target)).toBe(refsOf(place.source));
  });
});

describe('a pack that cannot be read', () => {
  it('ends the push', async () => {
    const { refs } = await place.fetch(() => null);
    const push = await place.begin(refs);
    await expect(sendPack(push, join(place.mirror(), 'gone.pack'))).rejects.toThrow('ENOENT');
    expect(push.failure?.message).toBe('The pack cannot be read');
  });
});

async function* bytesOf(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

describe('what keeps a connection alive', () => {
  it('is no part of the pack', async () => {
    const pieces: Buffer[] = [];
    const sent = ['\u0001', '\u0001', '\u0001PACK', '\u0001'].map(packet).join('');
    for await (const piece of readSideBand(bytesOf(sent, flush))) pieces.push(piece);
    expect(pieces.map(String)).toEqual(['PACK']);
  });
});

describe('a report', () => {
  it('counts only refs that were pushed', async () => {
    const lines = ['unpack ok\n', 'ok refs/heads/a\n', 'ok refs/heads/of-others\n'];
    const body = bytesOf(packet(`\u0001${lines.map(packet).join('')}${flush}`), flush);
    const taken = await readReport(body, new Set(['refs/heads/a', 'refs/heads/b']));
    expect([...taken]).toEqual(['refs/heads/a']);
  });
});
