import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gitNetwork } from '../../../../src/core/app/open-network.ts';
import { listByGit, listRemoteRefs } from '../../../../src/core/git/mirror/refs.ts';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import { createNetwork } from '../../../../src/core/network/tls-proxy/network.ts';
import { listen } from '../../../helpers/servers/git-server.ts';
import { openSandbox } from '../../../sandbox/helpers/sandbox.ts';
import { makeTool, type TemporaryFolder, temporaryFolder } from '../fixture.ts';

let folder: TemporaryFolder;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => folder.remove());

/** Asks for the refs of a repository by git, in a network as these variables give it. */
async function list(
  url: string,
  variables: Readonly<Record<string, string>>,
  meanwhile: (forwarder: string) => Promise<void> = async () => undefined,
  listRefs = listByGit,
) {
  const network = await createNetwork({
    env: variables,
    caFiles:
      variables.SSL_CERT_FILE === undefined
        ? []
        : [{ path: variables.SSL_CERT_FILE, setting: 'SSL_CERT_FILE' }],
    connectTimeoutSeconds: 2,
    readTimeoutSeconds: 10,
  });
  await using way = await gitNetwork({
    network,
    variables,
    folder: folder.path,
    redactor: new Redactor(),
    outageMilliseconds: 900_000,
  });
  const git = await makeTool(join(folder.path, 'run'), { network: way });
  try {
    await meanwhile(way.forwarder?.url ?? '');
    return await listRefs({ git, access: { url, credential: null } });
  } finally {
    await git.close();
    await network.close();
  }
}

/** A proxy that lets nothing through: it notes what it was sent, and answers with the status once it was looked at. */
async function startRefusing(status: number, look: () => void = () => undefined) {
  const asked: IncomingHttpHeaders[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    asked.push(request.headers);
    look();
    socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
  });
  const port = await listen(proxy);
  return {
    asked,
    address: `127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => void proxy.close(),
  };
}

const elsewhere = 'https://git.acme.example/acme/r.git';

/** Arguments and environments of everything that works in our folder. */
function shown(): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) return [];
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      if (!environment.includes(folder.path)) return [];
      return [environment, readFileSync(`/proc/${pid}/cmdline`, 'utf8')];
    } catch {
      return [];
    }
  });
}

describe('git behind a proxy', () => {
  it('reaches hosts that only the proxy knows, with certificates that the proxy has signed', async () => {
    await using sandbox = await openSandbox({ gateway: { intercepts: true, needsPassword: true } });
    const { DST_GIT_URL, DST_TOKEN, HTTPS_PROXY = '', SSL_CERT_FILE = '' } = sandbox.environment;
    const owner = sandbox.github.findAccount('acme');
    if (owner === null) throw new Error('there is no acme');
    sandbox.github.createRepository({ owner, creator: sandbox.github.user, name: 'open' });
    expect(DST_TOKEN).not.toBe('');
    const url = `${DST_GIT_URL}/acme/open.git`;
    expect(await list(url, { HTTPS_PROXY, SSL_CERT_FILE })).toEqual(new Map());
    const proxied = sandbox.gateway?.proxy.log ?? [];
    expect(proxied[0]).toMatchObject({
      method: 'CONNECT',
      host: 'github.acme.example',
      status: 200,
    });
    expect(proxied[0]?.userAgent).toMatch(/^git\//);
    expect(proxied.at(-1)).toMatchObject({ path: '/acme/open.git/info/refs', status: 200 });
    const ownWay = async () => undefined;
    expect(await list(url, { HTTPS_PROXY, SSL_CERT_FILE }, ownWay, listRemoteRefs)).toEqual(
      new Map(),
    );
    for (const listRefs of [listByGit, listRemoteRefs]) {
      await expect(list(url, { HTTPS_PROXY }, ownWay, listRefs)).rejects.toMatchObject({
        code: 'tls',
        message: expect.stringContaining('SSL: CERTIFICATE_VERIFY_FAILED'),
      });
    }
  });

  it.runIf(process.platform === 'linux')('shows nobody how the proxy is opened', async () => {
    const seen: string[] = [];
    await using proxy = await startRefusing(502, () => seen.push(...shown()));
    const inFiles: string[] = [];
    const variables = { HTTPS_PROXY: `http://user-hunter2:proxy-hunter2@${proxy.address}` };
    const listed = list(elsewhere, variables, async () => {
      for (const file of readdirSync(folder.path, { recursive: true, withFileTypes: true })) {
        if (!file.isFile()) continue;
        const path = join(file.parentPath, file.name);
        expect(statSync(path).mode & 0o077).toBe(0);
        inFiles.push(readFileSync(path, 'utf8'));
      }
    });
    await expect(listed).rejects.toMatchObject({ message: expect.not.stringContaining('hunter2') });
    expect(seen.some((text) => text.includes('remote-http'))).toBe(true);
    expect(inFiles.length).toBeGreaterThan(0);
    for (const text of [...seen, ...inFiles]) expect(text).not.toContain('hunter2');
  });

  it.each([
    ['a user name and a password', 'user:hunter2', 'user:hunter2'],
    ['a user name alone', 'user', 'user:'],
    ['a password alone', ':hunter2', ':hunter2'],
    ['escaped characters', 'us%22er:p%25%5C-2', 'us"er:p%\\-2'],
  ])('gives it %s', async (_name, user, expected) => {
    await using proxy = await startRefusing(403);
    await list(elsewhere, { HTTPS_PROXY: `http://${user}@${proxy.address}` }).catch(() => null);
    expect(proxy.asked[0]?.['proxy-authorization']).toBe(
      `Basic ${Buffer.from(expected).toString('base64')}`,
    );
  });

  it.each([
    [407, 'no', /username and password to HTTPS_PROXY/],
    [403, 'no', /to allow git\.acme\.example/],
    [503, 'yes', /to allow git\.acme\.example/],
  ])('hears why it refuses with %i', async (status, retry, hint) => {
    await using proxy = await startRefusing(status);
    await expect(list(elsewhere, { HTTPS_PROXY: `http://${proxy.address}` })).rejects.toMatchObject(
      {
        code: 'unavailable',
        message: `The proxy ${proxy.address} refused the connection to git.acme.example with status ${status}`,
        retry,
        hint: expect.stringMatching(hint),
      },
    );
  });

  it('goes past it to what NO_PROXY names, and says there what is wrong', async () => {
    await using proxy = await startRefusing(403);
    const variables = { HTTPS_PROXY: `http://${proxy.address}`, NO_PROXY: '.acme.example' };
    await expect(list(elsewhere, variables)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Cannot resolve the name of git.acme.example',
    });
    expect(proxy.asked).toEqual([]);
  });

  it('leaves its way out to nobody else on this machine', async () => {
    await using proxy = await startRefusing(403);
    const answers: string[] = [];
    await list(elsewhere, { HTTPS_PROXY: `http://${proxy.address}` }, async (forwarder) => {
      const { port, username } = new URL(forwarder);
      const wrong = Buffer.from(`${username}:guessed`).toString('base64');
      for (const head of ['', `Proxy-Authorization: Basic ${wrong}\r\n`]) {
        answers.push(await ask(Number(port), `CONNECT a.example:443 HTTP/1.1\r\n${head}\r\n`));
      }
    }).catch(() => null);
    expect(answers.map((answer) => answer.split('\r\n')[0])).toEqual([
      'HTTP/1.1 407 Proxy Authentication Required',
      'HTTP/1.1 407 Proxy Authentication Required',
    ]);
    expect(proxy.asked.every(({ host }) => host === 'git.acme.example:443')).toBe(true);
  });
});

function ask(port: number, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    socket.on('data', (data) => {
      answer += String(data);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}
