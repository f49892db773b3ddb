import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askGithub, basic, request } from '../helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../helpers/sandbox.ts';

let sandbox: TestSandbox;
let lfs: string;

const content = Buffer.from('a film, in a manner of speaking');
const oid = createHash('sha256').update(content).digest('hex');

beforeAll(async () => {
  sandbox = await openSandbox({ limits: { sizes: { maxLfsObjectBytes: 1000 } } });
  await askGithub(sandbox, 'POST', '/orgs/acme/repos', { name: 'films', private: true });
  lfs = `${sandbox.environment.DST_GIT_URL}/acme/films.git/info/lfs`;
});

afterAll(() => sandbox.close());

interface Action {
  readonly href: string;
  readonly header?: Record<string, string>;
}

interface BatchObject {
  readonly actions?: Readonly<Record<string, Action>>;
  readonly error?: { readonly code: number; readonly message: string };
}

function ask(path: string, body: unknown): ReturnType<typeof request> {
  return request(`${lfs}/${path}`, {
    method: 'POST',
    headers: {
      ...basic('x', sandbox.environment.DST_TOKEN),
      accept: 'application/vnd.git-lfs+json',
    },
    body,
  });
}

async function batch(
  operation: string,
  object: { oid: string; size: number },
): Promise<BatchObject> {
  const answer = await ask('objects/batch', { operation, objects: [object] });
  expect(answer.status).toBe(200);
  const [first] = answer.body.objects as BatchObject[];
  return first ?? {};
}

describe('the batch interface', () => {
  it('takes an object, verifies it, gives it back, and needs it no second time', async () => {
    const wanted = { oid, size: content.length };
    expect((await batch('download', wanted)).error?.code).toBe(404);
    const { actions } = await batch('upload', wanted);
    const verify = actions?.verify;
    const early = await request(verify?.href ?? '', {
      method: 'POST',
      headers: verify?.header ?? {},
      body: wanted,
    });
    expect(early.status).toBe(404);
    const sent = await fetch(actions?.upload?.href ?? '', { method: 'PUT', body: content });
    expect(sent.status).toBe(200);
    const verified = await request(verify?.href ?? '', {
      method: 'POST',
      headers: verify?.header ?? {},
      body: wanted,
    });
    expect(verified.status).toBe(200);
    const { actions: download } = await batch('download', wanted);
    expect((await request(download?.download?.href ?? '')).text).toBe(content.toString());
    expect((await batch('upload', wanted)).actions).toBeUndefined();
  });

  it('keeps nothing whose content is not what its name says', async () => {
    const wanted = { oid: 'cd'.repeat(32), size: content.length };
    const { actions } = await batch('upload', wanted);
    const sent = await fetch(actions?.upload?.href ?? '', { method: 'PUT', body: content });
    expect(sent.status).toBe(400);
    expect((await batch('download', wanted)).error?.code).toBe(404);
  });

  it('refuses an object that is too large', async () => {
    expect((await batch('upload', { oid, size: 1001 })).error).toEqual({
      code: 422,
      message: 'Size must be less than or equal to 1000',
    });
  });

  it('refuses what it cannot understand', async () => {
    expect((await ask('objects/batch', { operation: 'erase', objects: [] })).status).toBe(422);
    const without = await request(`${lfs}/objects/batch`, {
      method: 'POST',
      headers: basic('x', sandbox.environment.DST_TOKEN),
      body: { operation: 'download', objects: [] },
    });
    expect(without.status).toBe(406);
  });
});

describe('locks', () => {
  it('are made once, listed, told apart by owner and removed', async () => {
    const made = await ask('locks', { path: 'a.mp4' });
    expect(made.status).toBe(201);
    expect((await ask('locks', { path: 'a.mp4' })).status).toBe(409);
    const { ours } = (await ask('locks/verify', {})).body as { ours: { id: string }[] };
    expect(ours).toHaveLength(1);
    const list = await request(`${lfs}/locks`, {
      headers: basic('x', sandbox.environment.DST_TOKEN),
    });
    expect(list.body.locks).toEqual(ours);
    expect((await ask(`locks/${ours[0]?.id}/unlock`, {})).status).toBe(200);
    expect((await ask('locks/verify', {})).body.ours).toEqual([]);
  });
});
