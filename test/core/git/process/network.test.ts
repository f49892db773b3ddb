import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listByGit } from '../../../../src/core/git/mirror/refs.ts';
import type { GitNetwork } from '../../../../src/core/git/process/git-settings.ts';
import { gitEnvironment } from '../../../../src/core/git/process/git-settings.ts';
import { type GitServer, startGitServer } from '../../../helpers/servers/git-server.ts';
import {
  bareRepository,
  commitFiles,
  makeTool,
  type TemporaryFolder,
  temporaryFolder,
} from '../fixture.ts';

let folder: TemporaryFolder;
let server: GitServer;

beforeEach(async () => {
  folder = temporaryFolder();
  server = await startGitServer();
  commitFiles(bareRepository(server.root, 'r.git'), 'main', { 'a.txt': 'one' });
});

afterEach(async () => {
  await server.close();
  folder.remove();
});

async function list(url: string, network: Partial<GitNetwork> = {}) {
  const tool = await makeTool(join(folder.path, 'run'), { network });
  try {
    return await listByGit({ git: tool, access: { url, credential: null } });
  } finally {
    await tool.close();
  }
}

/** An https front of the Git server with a certificate that nobody knows. */
async function startTls() {
  const certificate = fileURLToPath(
    new URL('../../../helpers/servers/tls/loopback.pem', import.meta.url),
  );
  const key = new URL('../../../helpers/servers/tls/loopback-key.pem', import.meta.url);
  const options = { key: readFileSync(key), cert: readFileSync(certificate) };
  const front = createTlsServer(options, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await fetch(`${server.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: {
        'content-type': request.headers['content-type'] ?? '',
        'git-protocol': String(request.headers['git-protocol'] ?? ''),
      },
      ...(request.method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  return { front, certificate, url: `https://127.0.0.1:${(front.address() as AddressInfo).port}` };
}

describe('git on the network', () => {
  it('does not trust a certificate that nobody has vouched for, and says what to set', async () => {
    const { front, url } = await startTls();
    const failure = await list(`${url}/r.git`).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'tls',
      message: expect.stringContaining('SSL: CERTIFICATE_VERIFY_FAILED'),
      hint: expect.stringContaining('REQUESTS_CA_BUNDLE'),
    });
    front.close();
  });

  it('trusts the authorities of the file that was named', async () => {
    const { front, certificate, url } = await startTls();
    expect((await list(`${url}/r.git`, { authorities: async () => certificate })).size).toBe(1);
    front.close();
  });

  it('trusts no folder of the system beside that file', () => {
    const rest = { environment: {}, home: '/home', globalSettings: '/home/config', bearer: {} };
    const calls = { ...rest, allowHttp: false, repository: null, tracesPackets: false };
    const folderFor = (authorities: string | null) =>
      gitEnvironment({ ...calls, authorities, noAuthorities: '/home/empty' }).GIT_SSL_CAPATH;
    expect([folderFor('/ca.pem'), folderFor(null)]).toEqual(['/home/empty', undefined]);
  });

  it('says that a connection was refused', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    await once(free, 'close');
    await expect(list(`http://127.0.0.1:${port}/r.git`)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('refused'),
    });
  });

  it('takes time-outs with parts of a second, as the configuration does', async () => {
    const network = { connectTimeoutSeconds: 2.5, readTimeoutSeconds: 0.5 };
    expect((await list(`${server.url}/r.git`, network)).size).toBe(1);
  });

  it('gives up on a host that falls silent', async () => {
    server.intercept = () => true;
    await expect(list(`${server.url}/r.git`, { readTimeoutSeconds: 1 })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('in time'),
      retry: 'yes',
    });
  });
});

describe.runIf(process.platform === 'linux')('a host that answers no connection', () => {
  it('is given up after the connect time-out', async () => {
    // A stopped process accepts nothing: when its queue is full, the kernel drops what comes.
    const script =
      "require('net').createServer().listen({port:0,host:'127.0.0.1',backlog:1},function(){console.log(this.address().port)})";
    const child = spawn(process.execPath, ['-e', script]);
    const port = Number(String((await once(child.stdout, 'data'))[0]));
    child.kill('SIGSTOP');
    const queued: Socket[] = [];
    for (let index = 0; index < 4; index += 1) queued.push(connect(port, '127.0.0.1'));
    await once(queued[1] as Socket, 'connect');
    await expect(
      list(`http://127.0.0.1:${port}/r.git`, { connectTimeoutSeconds: 1 }),
    ).rejects.toMatchObject({
      code: 'unavailable',
      message: `127.0.0.1:${port} could not be reached within 1 seconds`,
    });
    for (const socket of queued) socket.on('error', () => undefined).destroy();
    child.kill('SIGKILL');
  });
});
