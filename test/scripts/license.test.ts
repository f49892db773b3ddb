import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startMailReceiver } from '../../sandbox/license/receive-mail.ts';
import { runTool } from '../../scripts/license/run-tool.ts';
import { readKey } from '../../src/core/license/read-license.ts';

const tool = fileURLToPath(new URL('../../scripts/license.ts', import.meta.url));

let folder: string;
let before: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-issuer-'));
  before = process.cwd();
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

/** Runs the tool in this process: a process of its own takes fifty times as long. */
async function license(...args: readonly string[]) {
  const written = { stdout: '', stderr: '' };
  const log = vi.spyOn(console, 'log').mockImplementation((text) => {
    written.stdout += `${text}\n`;
  });
  const error = vi.spyOn(console, 'error').mockImplementation((text) => {
    written.stderr += `${text}\n`;
  });
  try {
    const code = await runTool(args);
    return { code, ...written };
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}

const keygen = ['keygen', '--private', 'private.json', '--public', 'public.json'];
const variables = () => ({ MIGRATOR_LICENSE_PUBLIC_KEY: join(folder, 'public.json') });

describe('the distributor’s tool', () => {
  it('makes a key pair whose private half is for its owner alone, and replaces none', async () => {
    expect((await license(...keygen)).code).toBe(0);
    expect(statSync(join(folder, 'private.json')).mode & 0o777).toBe(0o600);
    const text = readFileSync(join(folder, 'public.json'), 'utf8');
    expect(Object.keys(JSON.parse(text))).toEqual(['kty', 'crv', 'x']);
    const again = await license(...keygen);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('private.json already exists');
    expect(readFileSync(join(folder, 'public.json'), 'utf8')).toBe(text);
  });

  it('issues keys that the program accepts by the public half', async () => {
    await license(...keygen);
    const issue = ['issue', '--private', 'private.json', '--email', 'ada@example.com'];
    const { stdout } = await license(...issue, '--tier', 'pro', '--days', '30');
    const now = Date.now();
    const read = await readKey({ variables: variables(), now }, stdout.trimEnd());
    expect(read).toMatchObject({ tier: 'pro', email: 'ada@example.com', validity: 'valid' });
    expect(Math.round((read.expiresAt - now) / 86_400_000)).toBe(30);
    const dated = await license(...issue, '--expires', '2020-12-31');
    const old = await readKey({ variables: variables(), now }, dated.stdout.trimEnd());
    expect(old).toMatchObject({ tier: 'free', validity: 'expired' });
    expect(new Date(old.expiresAt).toISOString()).toBe('2020-12-31T23:59:59.000Z');
  });

  it('takes both halves in PEM form, as OpenSSL writes them', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = join(folder, 'private.pem');
    writeFileSync(key, privateKey.export({ format: 'pem', type: 'pkcs8' }));
    writeFileSync(join(folder, 'public.json'), publicKey.export({ format: 'pem', type: 'spki' }));
    const { stdout } = await license('issue', '--private', key, '--email', 'a@b.example');
    const read = await readKey({ variables: variables(), now: Date.now() }, stdout.trimEnd());
    expect(read.tier).toBe('free');
  });

  it.each([
    [['issue', '--email', 'a@b.example'], '--private is missing'],
    [['issue', '--private', 'none.json', '--email', 'a@b.example'], 'no such file'],
    [['issue', '--private', 'private.json', '--email', 'ada'], 'is not an email address'],
    [
      ['issue', '--private', 'private.json', '--tier', 'gold', '--email', 'a@b.example'],
      '--tier takes',
    ],
    [
      ['issue', '--private', 'private.json', '--days', '0', '--email', 'a@b.example'],
      '--days takes',
    ],
    [
      ['issue', '--private', 'private.json', '--expires', '2027-02-30', '--email', 'a@b.example'],
      '--expires takes',
    ],
    [['serve', '--private', 'private.json', '--from', 'a@b.example'], 'SMTP_URL is missing'],
    [['sign'], 'Unknown command "sign"'],
  ])('says what is wrong with %j', async (args, message) => {
    await license(...keygen);
    const { code, stderr } = await license(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  });

  it('refuses a public key that is none of Ed25519', async () => {
    writeFileSync(join(folder, 'public.json'), 'hello');
    await expect(readKey({ variables: variables(), now: 0 }, 'MIGRATOR-1-a')).rejects.toThrow(
      'contains no Ed25519 public key',
    );
  });

  it('serves registrations: a key that the program accepts comes by mail', async () => {
    await license(...keygen);
    const mails: string[] = [];
    const receiver = await startMailReceiver(({ text }) => mails.push(text));
    const args = ['serve', '--private', 'private.json', '--from', 'l@example.com', '--port', '0'];
    const service = spawn(process.execPath, [tool, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, SMTP_URL: receiver.url },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    try {
      const url = await addressIn(service.stderr);
      const body = JSON.stringify({ email: 'ada@example.com' });
      const { status } = await fetch(url, { method: 'POST', body });
      expect(status).toBe(202);
      const key = /^MIGRATOR-1-\S+$/m.exec(mails[0] ?? '')?.[0] ?? '';
      const read = await readKey({ variables: variables(), now: Date.now() }, key);
      expect(read).toMatchObject({ tier: 'free', email: 'ada@example.com' });
      expect((await fetch(url)).status).toBe(405);
      expect((await fetch(url, { method: 'POST', body: '{"email":"a\\nb@c.d"}' })).status).toBe(
        400,
      );
      expect((await fetch(url, { method: 'POST', body: 'x'.repeat(9000) })).status).toBe(413);
    } finally {
      service.kill();
      await receiver.close();
    }
  });
});

function addressIn(stderr: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stderr.on('data', (part) => {
      text += part;
      const found = /http:\S+/.exec(text);
      if (found !== null) resolve(found[0]);
    });
    stderr.on('end', () => reject(new Error(text)));
  });
}
