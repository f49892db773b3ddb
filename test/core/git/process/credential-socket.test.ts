import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listByGit } from '../../../../src/core/git/mirror/refs.ts';
import {
  belongsTo,
  type CredentialSocket,
  openCredentialSocket,
} from '../../../../src/core/git/process/credential-socket.ts';
import { startGitServer } from '../../../helpers/servers/git-server.ts';
import {
  bareRepository,
  commitFiles,
  makeTool,
  type TemporaryFolder,
  temporaryFolder,
} from '../fixture.ts';

let folder: TemporaryFolder;
let socket: CredentialSocket;

beforeEach(async () => {
  folder = temporaryFolder();
  socket = await openCredentialSocket({
    folder: folder.path,
    answers: [{ url: 'https://example.com/team/repo.git', username: 'jane', password: 'secret-1' }],
  });
});

afterEach(async () => {
  await socket.close();
  folder.remove();
});

function ask(text: string): Promise<string> {
  const [name = ''] = readdirSync(folder.path);
  return new Promise((resolve, reject) => {
    let answer = '';
    const client = connect({ path: join(folder.path, name), allowHalfOpen: true });
    client.on('data', (data) => {
      answer += data;
    });
    client.on('end', () => resolve(answer));
    client.on('error', reject);
    client.end(text);
  });
}

const fine = 'action=get\ntimeout=900\nprotocol=https\nhost=example.com\npath=team/repo.git\n';

describe('the credential socket', () => {
  it('answers for the address that was registered', async () => {
    expect(await ask(fine)).toBe('username=jane\npassword=secret-1\n');
    expect(socket.answered()).toBe(1);
  });

  it.each([
    ['another host', fine.replace('example.com', 'example.org')],
    ['another port', fine.replace('example.com', 'example.com:8443')],
    ['plain http', fine.replace('https', 'http')],
    ['another repository', fine.replace('team/repo.git', 'team/other.git')],
    ['a repository whose name goes on', fine.replace('team/repo.git', 'team/repo.git-2')],
    ['a host with a user in it', fine.replace('example.com', 'example.com@example.org')],
    ['no host', fine.replace('host=example.com\n', '')],
    ['a second host', `${fine}host=example.org\n`],
    ['what git wants to store', fine.replace('get', 'store')],
    ['nothing', ''],
  ])('gives nothing for %s', async (_name, request) => {
    expect(await ask(request)).toBe('');
    expect(socket.answered()).toBe(0);
  });

  it('gives a rejected credential once more, then no longer', async () => {
    expect(socket.rejected()).toBe(false);
    await ask(fine.replace('get', 'erase'));
    expect(socket.rejected()).toBe(true);
    expect(await ask(fine)).not.toBe('');
    await ask(fine.replace('get', 'erase'));
    expect(await ask(fine)).toBe('');
  });

  it('is not impressed by what another host rejects', async () => {
    await ask(fine.replace('get', 'erase').replace('example.com', 'example.org'));
    expect(socket.rejected()).toBe(false);
    expect(await ask(fine)).not.toBe('');
  });

  it('leaves no file behind', async () => {
    await socket.close();
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

describe('belongsTo', () => {
  it('knows the default port, and paths that git decodes', () => {
    const answer = { url: 'https://example.com:443/a%20b/r.git' };
    const request = { protocol: 'https', host: 'example.com:443', path: 'a b/r.git/info/lfs' };
    expect(belongsTo(answer, request)).toBe(true);
  });

  it('lets the whole host in where that was asked for', () => {
    const request = { protocol: 'https', host: 'example.com', path: 'rest/git-lfs/storage/1' };
    expect(belongsTo({ url: 'https://example.com/scm/a/r.git', wholeHost: true }, request)).toBe(
      true,
    );
    expect(belongsTo({ url: 'https://example.com/scm/a/r.git' }, request)).toBe(false);
  });
});

describe('operations at the same time', () => {
  it('see their own credentials only', async () => {
    const servers = await Promise.all(
      ['first-password', 'second-password'].map((password) =>
        startGitServer({ username: 'jane', password }),
      ),
    );
    const tool = await makeTool(join(folder.path, 'run'));
    const results = servers.flatMap((server, index) => {
      commitFiles(bareRepository(server.root, 'r.git'), 'main', { a: 'b' });
      const password = index === 0 ? 'first-password' : 'second-password';
      const access = { url: `${server.url}/r.git`, credential: { username: 'jane', password } };
      return [1, 2, 3].map(() => listByGit({ git: tool, access }));
    });
    for (const refs of await Promise.all(results)) expect(refs.size).toBe(1);
    await tool.close();
    for (const server of servers) await server.close();
  });
});
