import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../../network/support/client.ts';
import { failureOf } from '../../../network/support/failure.ts';
import {
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../../../network/support/scripted-server.ts';
import { sourceAt, workspace } from '../source.ts';

const file = { workspace, slug: 'web', ref: 'main', path: '.gitattributes', maxBytes: 1000 };

async function read(server: ScriptedServer, change: Partial<typeof file> = {}) {
  await using services = await createTestServices();
  return await sourceAt(server, services).readTextFile({ ...file, ...change });
}

function answering(reply: Reply) {
  return startScriptedServer(() => reply);
}

describe('readTextFile', () => {
  it.each(['text/plain; charset=utf-8', 'application/octet-stream', 'text/x-sh'])(
    'gives the text of a file that is sent as %s',
    async (type) => {
      await using server = await answering({
        headers: { 'content-type': type },
        body: '*.bin x\n',
      });
      expect(await read(server)).toBe('*.bin x\n');
      expect(server.requests.map(({ url }) => url)).toEqual([
        '/2.0/repositories/acme/web/src/main/.gitattributes',
      ]);
      expect(server.requests[0]?.headers.accept).toBe('*/*');
    },
  );

  it('gives an empty text for an empty file', async () => {
    await using server = await answering({ body: '' });
    expect(await read(server)).toBe('');
  });

  it('gives the beginning of a file that is too long, also of one that was compressed', async () => {
    await using plain = await answering({ body: 'x'.repeat(5000) });
    expect(await read(plain)).toBe('x'.repeat(1000));
    await using packed = await answering({
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync('y'.repeat(5000)),
    });
    expect(await read(packed)).toBe('y'.repeat(1000));
  });

  it('gives null where the file is not there', async () => {
    await using server = await answering({
      status: 404,
      body: { type: 'error', error: { message: 'No such file or directory: .gitattributes' } },
    });
    expect(await read(server)).toBeNull();
  });

  it('asks for the commit of a branch whose name has a slash', async () => {
    const hash = 'a'.repeat(40);
    await using server = await startScriptedServer(({ url }) =>
      url.includes('/refs/') ? { body: { target: { hash } } } : { body: 'text' },
    );
    expect(await read(server, { ref: 'feature/x#1' })).toBe('text');
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/2.0/repositories/acme/web/refs/branches/feature/x%231?fields=target.hash',
      `/2.0/repositories/acme/web/src/${hash}/.gitattributes`,
    ]);
  });

  it('asks for the commit of a tag of such a name where there is no branch', async () => {
    const hash = 'b'.repeat(40);
    await using server = await startScriptedServer(({ url }) => {
      if (url.includes('/refs/branches/')) return { status: 404, body: { type: 'error' } };
      return url.includes('/refs/tags/') ? { body: { target: { hash } } } : { body: 'text' };
    });
    expect(await read(server, { ref: 'release/1' })).toBe('text');
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/2.0/repositories/acme/web/refs/branches/release/1?fields=target.hash',
      '/2.0/repositories/acme/web/refs/tags/release/1?fields=target.hash',
      `/2.0/repositories/acme/web/src/${hash}/.gitattributes`,
    ]);
  });

  it('keeps nothing of a refusal that is no JSON', async () => {
    await using server = await answering({ status: 403, body: 'token=canary' });
    const error = await failureOf(read(server));
    expect(error.code).toBe('permission');
    expect(JSON.stringify({ ...error })).not.toContain('canary');
  });
});
