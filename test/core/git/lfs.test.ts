import { readFileSync, rmSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GitTool } from '../../../src/core/git/git-tool.ts';
import { inspectMirror } from '../../../src/core/git/inspect.ts';
import { fetchLfs, fetchLfsIfThere, type LfsTransfer, pushLfs } from '../../../src/core/git/lfs.ts';
import type { LfsObject } from '../../../src/core/git/lfs-pointer.ts';
import { fetchMirror } from '../../../src/core/git/mirror.ts';
import { pushLfsTaken } from '../../../src/core/git/push-lfs-taken.ts';
import { type GitServer, startGitServer } from '../../helpers/git-server.ts';
import { type LfsServer, lfsPointer, startLfsServer } from '../../helpers/lfs-server.ts';
import {
  bareRepository,
  commitFiles,
  generous,
  makeTool,
  type TemporaryFolder,
  temporaryFolder,
} from './fixture.ts';

const credentials = {
  source: { username: 'jane', password: 'source-token-hunter2' },
  target: { username: 'x', password: 'target-token-hunter2' },
};

interface Side {
  git: GitServer;
  lfs: LfsServer;
  /** In place of the password. */
  bearer?: string | undefined;
}

type Credential = { username: string; password: string; bearer?: string };

let tool: GitTool;
let source: Side;
let target: Side;
let mirror: string;
let folder: TemporaryFolder;

async function startSide(credential: Credential): Promise<Side> {
  const { bearer } = credential;
  const git = await startGitServer(credential);
  const basic = Buffer.from(`${credential.username}:${credential.password}`).toString('base64');
  const authorization = bearer === undefined ? `Basic ${basic}` : `Bearer ${bearer}`;
  const lfs = await startLfsServer({ authorization });
  git.intercept = (request, response) => lfs.handle(request, response);
  return { git, lfs, bearer };
}

async function closeSide(side: Side): Promise<void> {
  await side.git.close();
  await side.lfs.close();
}

beforeEach(async () => {
  folder = temporaryFolder();
  source = await startSide(credentials.source);
  target = await startSide(credentials.target);
  tool = await makeTool(join(folder.path, 'run'));
  mirror = join(folder.path, 'mirror');
  bareRepository(target.git.root, 'o/r.git');
});

afterEach(async () => {
  await tool.close();
  for (const side of [source, target]) await closeSide(side);
  folder.remove();
});

const contents = ['first large file', 'second', 'third'].map((text) => Buffer.from(text));

/** Three LFS files over two branches, one of them only in the past. */
async function prepare(
  extra: Record<string, string> = {},
  branch = 'main',
): Promise<readonly LfsObject[]> {
  const bare = bareRepository(source.git.root, 'team/repo.git');
  const [one, two, three] = contents.map((content) => {
    const { oid, pointer } = lfsPointer(content);
    source.lfs.objects.set(oid, content);
    return pointer;
  });
  const attributes = { '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n' };
  commitFiles(bare, branch, { ...attributes, ...extra, 'a.bin': one ?? '' });
  commitFiles(bare, branch, { 'a.bin': two ?? '' });
  commitFiles(bare, 'side', { ...attributes, 'b.bin': three ?? '' });
  const { refs } = await fetchMirror({ git: tool, access: from(), directory: mirror, depth: null });
  const inspection = await inspectMirror({
    git: tool,
    directory: mirror,
    refs,
    limits: generous,
    canPushWorkflows: true,
  });
  return inspection.lfsObjects;
}

function from() {
  const { bearer } = source;
  const url = `${source.git.url}/team/repo.git`;
  return { url, credential: credentials.source, ...(bearer === undefined ? {} : { bearer }) };
}

async function transfer(
  objects: readonly LfsObject[],
  options: Partial<Omit<LfsTransfer, 'access'>> = {},
): Promise<void> {
  const to = { url: `${target.git.url}/o/r.git`, credential: credentials.target };
  const both = { git: tool, directory: mirror, objects, ...options };
  await fetchLfs({ ...both, access: from() });
  await pushLfs({ ...both, access: to });
}

describe('fetchLfs and pushLfs', () => {
  it('brings every object that any commit points to, byte for byte', async () => {
    const objects = await prepare();
    expect(objects).toHaveLength(3);
    await transfer(objects);
    for (const content of contents) {
      expect(target.lfs.objects.get(lfsPointer(content).oid)).toEqual(content);
    }
  });

  it('gives the credentials to neither storage, which is another host', async () => {
    await transfer(await prepare());
    const asked = [...source.lfs.storageRequests, ...target.lfs.storageRequests];
    expect(asked.length).toBe(6);
    expect(asked.filter(({ authorization }) => authorization !== null)).toEqual([]);
  });

  it('gives a storage that asks for credentials nothing', async () => {
    const objects = await prepare();
    source.lfs.interceptStorage = (_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="lure"' }).end();
      return true;
    };
    await expect(transfer(objects)).rejects.toThrow();
    const sent = source.lfs.storageRequests.map(({ authorization }) => authorization);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((authorization) => authorization !== null)).toEqual([]);
  });

  it('fetches by a bearer, which no storage gets, not even one that asks for credentials', async () => {
    await closeSide(source);
    source = await startSide({ ...credentials.source, bearer: 'bearer-hunter2' });
    const objects = await prepare();
    await transfer(objects);
    source.lfs.interceptStorage = (_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="lure"' }).end();
      return true;
    };
    rmSync(join(mirror, 'lfs'), { recursive: true });
    await expect(transfer(objects)).rejects.toThrow();
    const sent = source.lfs.storageRequests.map(({ authorization }) => authorization);
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.filter((authorization) => authorization !== null)).toEqual([]);
  });

  it('gives a storage that a redirect leads to nothing', async () => {
    const objects = await prepare();
    const other = await startGitServer();
    source.lfs.interceptStorage = (request, response) => {
      response.writeHead(307, { location: `${other.url}${request.url}` }).end();
      return true;
    };
    await expect(transfer(objects)).rejects.toThrow();
    expect(other.requests.filter(({ authorization }) => authorization !== null)).toEqual([]);
    await other.close();
  });

  it("does not follow another address in the repository's own .lfsconfig", async () => {
    const lure = await startGitServer();
    const objects = await prepare({
      '.lfsconfig': `[lfs]\n\turl = ${lure.url}/lure/info/lfs\n\tfetchexclude = *\n`,
    });
    await transfer(objects);
    expect(target.lfs.objects.size).toBe(3);
    expect(lure.requests).toEqual([]);
    await lure.close();
  });

  it('lists the objects that the source lacks', async () => {
    const objects = await prepare();
    const { oid } = lfsPointer(contents[1] ?? Buffer.alloc(0));
    source.lfs.objects.delete(oid);
    await expect(transfer(objects)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining(oid),
    });
    expect(target.lfs.objects.size).toBe(0);
  });

  it('fetches nothing again that an earlier run has fetched, and sends nothing that is there', async () => {
    const objects = await prepare();
    await transfer(objects);
    source.git.requests.length = 0;
    target.lfs.storageRequests.length = 0;
    await transfer(objects);
    expect(source.git.requests).toEqual([]);
    expect(target.lfs.storageRequests).toEqual([]);
  });

  it('brings the objects of a repository whose HEAD names no branch', async () => {
    const objects = await prepare({}, 'trunk');
    expect(objects).toHaveLength(3);
    await transfer(objects);
    expect(target.lfs.objects.size).toBe(3);
  });

  it.each([
    [500, 'unavailable'],
    [403, 'permission'],
    [401, 'credentials'],
    [404, 'refused'],
  ] as const)('makes a %i of the source the failure "%s"', async (status, code) => {
    const objects = await prepare();
    source.lfs.interceptBatch = (response) => {
      const headers = status === 401 ? { 'www-authenticate': 'Basic realm="lfs"' } : {};
      response.writeHead(status, headers).end();
      return true;
    };
    await expect(transfer(objects)).rejects.toMatchObject({ code });
    expect(target.lfs.objects.size).toBe(0);
  });

  it('says that an object is too large for the target', async () => {
    const objects = await prepare();
    target.lfs.interceptBatch = (response) => {
      const message = 'Size must be less than or equal to 2147483648';
      response.writeHead(200, { 'content-type': 'application/vnd.git-lfs+json' });
      response.end(
        JSON.stringify({ objects: objects.map((o) => ({ ...o, error: { code: 422, message } })) }),
      );
      return true;
    };
    await expect(transfer(objects)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('2147483648'),
    });
  });

  it('names the used-up budget of the target', async () => {
    const objects = await prepare();
    target.lfs.interceptBatch = (response) => {
      response.writeHead(403, { 'content-type': 'application/vnd.git-lfs+json' });
      response.end(
        JSON.stringify({
          message:
            'This repository exceeded its LFS budget. The account responsible for the budget should increase it to restore access.',
        }),
      );
      return true;
    };
    await expect(transfer(objects)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('exceeded its LFS budget'),
    });
  });

  it.each([
    [429, 'text/plain', 'slow down'],
    [
      403,
      'application/vnd.git-lfs+json',
      '{"message":"You have exceeded a secondary rate limit. Please wait."}',
    ],
  ])('tells of a rate limit that is answered with %i', async (status, type, text) => {
    const objects = await prepare();
    target.lfs.interceptBatch = (response) => {
      response.writeHead(status, { 'content-type': type }).end(text);
      return true;
    };
    await expect(transfer(objects)).rejects.toMatchObject({ code: 'rate-limit', retry: 'yes' });
  });

  const json = 'application/vnd.git-lfs+json';

  it.each([
    [403, 'You do not have permission to push to this repository', 'permission'],
    [403, 'Resource not accessible by personal access token', 'permission'],
    [404, 'Not Found', 'not-found'],
    [404, '', 'not-found'],
    [413, 'Payload too large', 'refused'],
    [413, '', 'refused'],
    [422, 'Size must be less than or equal to 2147483648', 'refused'],
    [429, 'slow down', 'rate-limit'],
    [507, 'Insufficient storage', 'refused'],
    [507, '', 'refused'],
    [509, 'Bandwidth limit exceeded', 'refused'],
    [509, '', 'refused'],
    [451, 'Closed by order of a court', 'refused'],
  ] as const)(
    'makes a %i of the target that says %j the failure "%s"',
    async (status, message, code) => {
      const objects = await prepare();
      target.lfs.interceptBatch = (response) => {
        response.writeHead(status, { 'content-type': message === '' ? 'text/plain' : json });
        response.end(message === '' ? '' : JSON.stringify({ message }));
        return true;
      };
      await expect(transfer(objects)).rejects.toMatchObject({
        code,
        detail: expect.stringContaining(message),
      });
    },
  );

  it.each([
    [403, 'permission'],
    [404, 'not-found'],
    [413, 'refused'],
    [422, 'refused'],
    [429, 'rate-limit'],
    [507, 'refused'],
    [509, 'refused'],
  ] as const)('makes a %i for a single object the failure "%s"', async (code, expected) => {
    const objects = await prepare();
    target.lfs.interceptBatch = (response) => {
      const [first, ...others] = objects;
      const error = { code, message: 'Not this one' };
      response.writeHead(200, { 'content-type': json });
      response.end(JSON.stringify({ objects: [{ ...first, error }, ...others] }));
      return true;
    };
    await expect(transfer(objects)).rejects.toMatchObject({ code: expected });
  });

  it.each([
    [400, 'refused'],
    [403, 'permission'],
    [413, 'refused'],
    [422, 'refused'],
    [429, 'rate-limit'],
    [507, 'refused'],
  ] as const)(
    'makes a %i of the storage that is written to the failure "%s"',
    async (status, code) => {
      const objects = await prepare();
      target.lfs.interceptStorage = (_request, response) => {
        response.writeHead(status).end();
        return true;
      };
      await expect(transfer(objects)).rejects.toMatchObject({ code });
    },
  );

  it('sends what the target takes where one object makes it refuse all of them', async () => {
    const objects = await prepare();
    const [, unwanted] = objects;
    target.lfs.interceptBatch = (response, oids) => {
      if (!oids.includes(unwanted?.oid ?? '')) return false;
      const message = 'Size must be less than or equal to 5';
      response.writeHead(422, { 'content-type': json }).end(JSON.stringify({ message }));
      return true;
    };
    const both = { git: tool, directory: mirror, objects };
    await fetchLfs({ ...both, access: from() });
    const to = { url: `${target.git.url}/o/r.git`, credential: credentials.target };
    const { sent, refusal } = await pushLfsTaken({ ...both, access: to });
    const taken = objects.filter((object) => object !== unwanted).map(({ oid }) => oid);
    expect(sent.map(({ oid }) => oid).sort()).toEqual([...taken].sort());
    expect([...target.lfs.objects.keys()].sort()).toEqual([...taken].sort());
    expect(refusal?.code).toBe('refused');
  });

  it('takes a storage that breaks off for a passing fault', async () => {
    const objects = await prepare();
    target.lfs.interceptStorage = (request) => {
      request.socket.destroy();
      return true;
    };
    await expect(transfer(objects)).rejects.toMatchObject({ code: 'unavailable', retry: 'yes' });
  });

  it('says that LFS is switched off, on either side', async () => {
    const objects = await prepare();
    for (const side of [target, source]) {
      side.lfs.interceptBatch = (response) => {
        const message = 'Git LFS is disabled for this repository';
        response.writeHead(404, { 'content-type': 'application/vnd.git-lfs+json' });
        response.end(JSON.stringify({ message }));
        return true;
      };
      await expect(transfer(objects)).rejects.toMatchObject({
        code: 'refused',
        message: expect.stringContaining(`LFS is switched off at ${side.git.url}/`),
        hint: expect.stringContaining('"include_lfs": false'),
      });
      rmSync(join(mirror, 'lfs'), { recursive: true, force: true });
    }
    const both = { git: tool, directory: mirror, access: from(), objects };
    expect(await fetchLfsIfThere(both)).toEqual([]);
  });

  it('runs nothing for no objects', async () => {
    await prepare();
    source.git.requests.length = 0;
    await transfer([]);
    expect([...source.git.requests, ...target.git.requests]).toEqual([]);
  });

  it('tells how far it is', async () => {
    const seen: string[] = [];
    await transfer(await prepare(), {
      onProgress: ({ what, done, total }) => seen.push(`${what} ${done}/${total}`),
    });
    expect(seen).toContain('receiving LFS objects 3/3');
    expect(seen).toContain('sending LFS objects 3/3');
  });

  it('ends when the signal is aborted, and can be continued', async () => {
    const objects = await prepare();
    const stop = new AbortController();
    source.lfs.interceptStorage = () => {
      stop.abort();
      return true;
    };
    await expect(transfer(objects, { signal: stop.signal })).rejects.toMatchObject({
      code: 'interrupted',
    });
    source.lfs.interceptStorage = () => false;
    await transfer(objects);
    expect(target.lfs.objects.size).toBe(3);
  });

  it('takes a file of the wrong size for one that is not there', async () => {
    const objects = await prepare();
    await transfer(objects);
    const oid = objects[0]?.oid ?? '';
    const path = join(mirror, 'lfs/objects', oid.slice(0, 2), oid.slice(2, 4), oid);
    await truncate(path, 1);
    target.lfs.objects.clear();
    await transfer(objects);
    expect(target.lfs.objects.size).toBe(3);
  });

  it('leaves no hook and no credential in the mirror', async () => {
    await transfer(await prepare());
    const config = readFileSync(join(mirror, 'config'), 'utf8');
    expect(config).not.toContain('hunter2');
    expect(() => readFileSync(join(mirror, 'hooks/pre-push'))).toThrow();
  });
});
