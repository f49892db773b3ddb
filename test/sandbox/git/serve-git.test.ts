import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRepository, openGitClient } from '../helpers/git.ts';
import { openSandbox, type TestSandbox } from '../helpers/sandbox.ts';

let sandbox: TestSandbox;
let url: string;
let tip: string;

beforeAll(async () => {
  sandbox = await openSandbox();
  await using client = await openGitClient(null);
  const from = await makeRepository(client, 'origin', { 'a.txt': 'one\n' });
  tip = await client.must(['rev-parse', 'HEAD'], { cwd: from });
  await sandbox.bitbucket.addRepository({ slug: 'open', from, isPrivate: false });
  url = `${sandbox.environment.SRC_GIT_URL}/acme-workspace/open.git`;
});

afterAll(() => sandbox.close());

const refs = () => `${url}/info/refs?service=git-upload-pack`;
const asked = { 'content-type': 'application/x-git-upload-pack-request' };

/** A request for one commit and nothing else, in packets. */
function wish(): Buffer {
  const lines = [`want ${tip}\n`, null, 'done\n'];
  const packets = lines.map((line) =>
    line === null ? '0000' : `${(line.length + 4).toString(16).padStart(4, '0')}${line}`,
  );
  return Buffer.from(packets.join(''));
}

describe('a list of refs', () => {
  it('is announced in the first version of the protocol, is not to be kept, and names every ref', async () => {
    const answer = await fetch(refs());
    expect(answer.headers.get('content-type')).toBe('application/x-git-upload-pack-advertisement');
    expect(answer.headers.get('cache-control')).toContain('no-cache');
    const text = await answer.text();
    expect(text.startsWith('001e# service=git-upload-pack\n0000')).toBe(true);
    expect(text).toContain(`${tip} refs/heads/main\n`);
  });

  it('is not announced in the second, which begins with what the server can do', async () => {
    const answer = await fetch(refs(), { headers: { 'git-protocol': 'version=2' } });
    expect((await answer.text()).startsWith('000eversion 2\n')).toBe(true);
  });

  it('is refused to another method', async () => {
    const answer = await fetch(refs(), { method: 'POST', headers: asked, body: '' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
  });
});

describe('a request for objects', () => {
  it.each([
    ['as it is', {}, wish],
    ['packed', { 'content-encoding': 'gzip' }, () => gzipSync(wish())],
  ])('is understood %s', async (_, headers, body) => {
    const options = {
      method: 'POST',
      headers: { ...asked, ...headers },
      body: new Uint8Array(body()),
    };
    const answer = await fetch(`${url}/git-upload-pack`, options);
    expect(answer.headers.get('content-type')).toBe('application/x-git-upload-pack-result');
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toMatch(/^0008NAK\nPACK/);
  });

  it('ends without an answer when it is not packed as it says', async () => {
    const headers = { ...asked, 'content-encoding': 'gzip' };
    const answer = await fetch(`${url}/git-upload-pack`, { method: 'POST', headers, body: 'no' });
    expect(await answer.text()).not.toContain('PACK');
  });

  it('is refused with another type of content, and to another method', async () => {
    const headers = { 'content-type': 'text/plain' };
    const other = await fetch(`${url}/git-upload-pack`, { method: 'POST', headers, body: 'x' });
    expect(other.status).toBe(415);
    expect((await fetch(`${url}/git-upload-pack`)).status).toBe(405);
  });
});
