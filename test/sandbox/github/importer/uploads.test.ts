import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GithubAccount } from '../../../../sandbox/github/accounts/account.ts';
import { importerRules } from '../../../../sandbox/github/importer/importer-rules.ts';
import { openSandbox, type TestSandbox } from '../../helpers/sandbox.ts';

let sandbox: TestSandbox;
let acme: GithubAccount;
let now = Date.parse('2026-11-27T10:00:00Z');
const octets = 'application/octet-stream';

beforeAll(async () => {
  sandbox = await openSandbox({ now: () => now });
  const found = sandbox.github.findAccount('acme');
  if (found === null) throw new Error('No organization');
  acme = found;
  sandbox.github.addOrganization({ login: 'other' });
  sandbox.github.addUser({ login: 'jane' });
  sandbox.github.setMembership('acme', 'jane', { role: 'member', state: 'active' });
});
beforeEach(() => {
  Object.assign(sandbox.github.importer.rules, importerRules, { minPartBytes: 10 });
  sandbox.github.importer.migrators.clear();
  acme.singleSignOn = null;
});
afterAll(() => sandbox.close());

interface Sent {
  readonly token?: string | null;
  readonly type?: string;
  readonly body?: string;
}

/** @param path below the organization's archives, or one that the host gave */
async function send(method: string, path: string, sent: Sent = {}) {
  const { token = sandbox.environment.DST_TOKEN, type = octets, body } = sent;
  const place = path.startsWith('/organizations')
    ? path
    : `/organizations/${acme.id}/gei/archive${path}`;
  const response = await fetch(`${sandbox.environment.DST_UPLOADS_URL}${place}`, {
    method,
    headers: {
      'content-type': type,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const json = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { status: response.status, json, location: response.headers.get('location') ?? '' };
}

const begin = (size: number, more: object = {}) =>
  send('POST', '/blobs/uploads', {
    body: JSON.stringify({ content_type: octets, name: 'a.tar.gz', size, ...more }),
  });

const token = (options: Parameters<TestSandbox['github']['tokens']['add']>[0]) =>
  sandbox.github.tokens.add(options);

describe('an archive in one request', () => {
  it('is answered with its address', async () => {
    const { status, json } = await send('POST', '?name=a.tar.gz', { body: 'bytes' });
    expect(status).toBe(201);
    expect(json).toMatchObject({ name: 'a.tar.gz', size: 5, uri: `gei://archive/${json.guid}` });
    expect(json.node_id).toMatch(/^MA_/);
  });

  it.each([
    ['without a name', '', {}, 422],
    ['of another type', '?name=a', { type: 'application/json' }, 415],
    ['without a byte', '?name=a', { body: '' }, 400],
  ] as const)('is refused %s', async (_, path, sent, status) => {
    expect(await send('POST', path, { body: 'bytes', ...sent })).toMatchObject({ status });
  });

  it('is refused above 100 MiB', async () => {
    sandbox.github.importer.rules.singleBytes = 4;
    expect(await send('POST', '?name=a', { body: 'bytes' })).toMatchObject({ status: 413 });
  });
});

describe('rights to upload', () => {
  it.each([
    ['nobody', null, 401],
    ['a wrong token', 'ghp_wrong', 401],
  ] as const)('are refused to %s', async (_, wrong, status) => {
    expect(await send('POST', '?name=a', { token: wrong, body: 'x' })).toMatchObject({ status });
  });

  it('are hidden from tokens without the scopes, and from members without the role', async () => {
    for (const wrong of [
      token({ scopes: ['repo', 'workflow'] }),
      token({ login: 'jane', scopes: ['repo', 'workflow', 'read:org'] }),
    ]) {
      expect(await send('POST', '?name=a', { token: wrong, body: 'x' })).toMatchObject({
        status: 404,
      });
    }
  });

  it('come with the migrator role, and read:org is then enough', async () => {
    sandbox.github.importer.migrators.set(acme.id, new Set(['user:jane']));
    const jane = token({ login: 'jane', scopes: ['repo', 'workflow', 'read:org'] });
    expect(await send('POST', '?name=a', { token: jane, body: 'x' })).toMatchObject({
      status: 201,
    });
  });

  it('need the token’s authorization for single sign-on', async () => {
    acme.singleSignOn = new Set();
    expect(await send('POST', '?name=a', { body: 'x' })).toMatchObject({ status: 403 });
  });
});

describe('an archive in parts', () => {
  it.each([
    ['another type', { content_type: 'text/plain' }, 422],
    ['no name', { name: '' }, 422],
    ['no size', { size: 0 }, 422],
    ['more than 40 GiB', { size: 41 * 1024 ** 3 }, 413],
  ] as const)('is refused with %s', async (_, more, status) => {
    expect(await begin(30, more)).toMatchObject({ status });
  });

  it('comes part by part, each where the answer before points', async () => {
    const begun = await begin(25);
    expect(begun.status).toBe(202);
    expect(begun.location).toMatch(
      /^\/organizations\/\d+\/gei\/.*\?part_number=1&guid=.*&upload_id=/,
    );
    const first = await send('PATCH', begun.location, { body: 'x'.repeat(10) });
    expect(first).toMatchObject({ status: 202, json: {} });
    const second = await send('PATCH', first.location, { body: 'x'.repeat(15) });
    const ended = await send('PUT', second.location, { body: '""', type: 'application/json' });
    expect(ended).toMatchObject({ status: 201, json: { uri: begun.json.uri, size: 25 } });
  });

  it('takes the last part once more, and no earlier one', async () => {
    const begun = await begin(35);
    const first = await send('PATCH', begun.location, { body: 'a'.repeat(10) });
    const again = await send('PATCH', begun.location, { body: 'b'.repeat(10) });
    expect(again).toMatchObject({ status: 202, location: first.location });
    await send('PATCH', first.location, { body: 'c'.repeat(10) });
    expect(await send('PATCH', begun.location, { body: 'd'.repeat(10) })).toMatchObject({
      status: 400,
    });
  });

  it('refuses a part out of order, one too small, one too large, and too many bytes', async () => {
    sandbox.github.importer.rules.maxPartBytes = 20;
    const { location } = await begin(30);
    const ahead = location.replace('part_number=1', 'part_number=2');
    expect(await send('PATCH', ahead, { body: 'x'.repeat(10) })).toMatchObject({ status: 400 });
    expect(await send('PATCH', location, { body: 'x'.repeat(9) })).toMatchObject({ status: 400 });
    expect(await send('PATCH', location, { body: 'x'.repeat(21) })).toMatchObject({ status: 413 });
    expect(
      await send('PATCH', location, { type: 'text/plain', body: 'x'.repeat(10) }),
    ).toMatchObject({
      status: 415,
    });
    const next = await send('PATCH', location, { body: 'x'.repeat(20) });
    expect(await send('PATCH', next.location, { body: 'x'.repeat(11) })).toMatchObject({
      status: 400,
    });
  });

  it('does not end before all bytes are there, and only once', async () => {
    const { location } = await begin(20);
    const half = await send('PATCH', location, { body: 'x'.repeat(10) });
    expect(await send('PUT', half.location)).toMatchObject({ status: 400 });
    const whole = await send('PATCH', half.location, { body: 'x'.repeat(10) });
    expect(await send('PUT', whole.location)).toMatchObject({ status: 201 });
    expect(await send('PUT', whole.location)).toMatchObject({ status: 404 });
  });

  it.each([
    ['last-answer', 400, 201],
    ['last-part', 201, 404],
  ] as const)('ends where the rule says: %s', async (endsAt, atPart, atAnswer) => {
    sandbox.github.importer.rules.endsAt = endsAt;
    const { location } = await begin(5);
    const part = await send('PATCH', location, { body: 'x'.repeat(5) });
    expect((await send('PUT', location)).status).toBe(atPart);
    expect((await send('PUT', part.location)).status).toBe(atAnswer);
  });

  it('expires after a week, and is unknown under another upload or organization', async () => {
    const { location } = await begin(5);
    const body = 'x'.repeat(5);
    const other = sandbox.github.findAccount('other')?.id;
    sandbox.github.setMembership('other', 'robin-keller', { role: 'admin', state: 'active' });
    const elsewhere = location.replace(String(acme.id), String(other));
    const wrong = location.replace(/upload_id=.*/, 'upload_id=x');
    for (const place of [elsewhere, wrong]) {
      expect(await send('PATCH', place, { body })).toMatchObject({ status: 404 });
    }
    now += 7 * 24 * 3_600_000;
    expect(await send('PATCH', location, { body })).toMatchObject({ status: 404 });
  });
});

it('an Enterprise Server has no host for uploads', async () => {
  await using server = await openSandbox({ target: 'enterprise-server' });
  expect(server.environment.DST_UPLOADS_URL).toBeUndefined();
});
