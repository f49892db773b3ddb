import { join } from 'node:path';
import { beforeAll, beforeEach } from 'vitest';
import type { LfsObject } from '../../../src/core/git/formats/lfs-pointer.ts';
import { fetchLfs, type LfsTransfer, pushLfs } from '../../../src/core/git/lfs/lfs.ts';
import { inspectMirror } from '../../../src/core/git/mirror/inspect.ts';
import { fetchMirror } from '../../../src/core/git/mirror/mirror.ts';
import type { GitTool } from '../../../src/core/git/process/git-tool.ts';
import type { GitAccess } from '../../../src/core/ports/records/repository.ts';
import { type GitServer, startGitServer } from '../../helpers/servers/git-server.ts';
import { type LfsServer, lfsPointer, startLfsServer } from '../../helpers/servers/lfs-server.ts';
import { bareRepository, commitFiles, generous, makeTool, temporaryFolder } from './fixture.ts';

const credentials = {
  source: { username: 'jane', password: 'source-token-hunter2' },
  target: { username: 'x', password: 'target-token-hunter2' },
};

export const contents = ['first large file', 'second', 'third'].map((text) => Buffer.from(text));

interface Side {
  readonly git: GitServer;
  readonly lfs: LfsServer;
  readonly access: GitAccess;
  close(): Promise<void>;
}

/** Two hosts with LFS, and a mirror between them. */
export interface LfsPlace {
  readonly tool: GitTool;
  readonly source: Side;
  readonly target: Side;
  readonly mirror: string;
  /** Three LFS files over two branches of the source, one of them only in the past; fetched, but for the objects. */
  prepare(extra?: Record<string, string>, branch?: string): Promise<readonly LfsObject[]>;
  /** Brings objects from the source to the target. */
  transfer(
    objects: readonly LfsObject[],
    options?: Partial<Omit<LfsTransfer, 'access'>>,
  ): Promise<void>;
  /** From now on the source wants this in place of a password. */
  wantBearer(bearer: string): Promise<void>;
}

/** Opens one for each test of a file. */
export function lfsPlaceForEach(): LfsPlace {
  return lfsPlace(beforeEach);
}

/**
 * Opens one for all tests of a file. Before each, the target is empty again and nobody intercepts; the mirror keeps what it
 * has, and is prepared once.
 */
export function lfsPlaceForAll(): LfsPlace {
  const place = lfsPlace(beforeAll);
  let prepared: Promise<readonly LfsObject[]> | null = null;
  beforeEach(() => {
    place.target.lfs.objects.clear();
    for (const { lfs } of [place.source, place.target]) {
      lfs.interceptBatch = () => false;
      lfs.interceptStorage = () => false;
    }
  });
  const prepare = () => {
    prepared ??= place.prepare();
    return prepared;
  };
  return Object.create(place, { prepare: { value: prepare } });
}

function lfsPlace(openBefore: typeof beforeAll | typeof beforeEach): LfsPlace {
  let open: Awaited<ReturnType<typeof openPlace>> | null = null;
  const now = () => {
    if (open === null) throw new Error('there is a place during tests only');
    return open;
  };
  openBefore(async () => {
    const opened = await openPlace();
    open = opened;
    return async () => {
      open = null;
      await opened.tool.close();
      await opened.source.close();
      await opened.target.close();
      opened.folder.remove();
    };
  });
  return {
    get tool() {
      return now().tool;
    },
    get source() {
      return now().source;
    },
    get target() {
      return now().target;
    },
    get mirror() {
      return now().mirror;
    },
    prepare: (extra = {}, branch = 'main') => prepare(now(), extra, branch),
    async transfer(objects, options = {}) {
      const { tool, mirror, source, target } = now();
      const both = { git: tool, directory: mirror, objects, ...options };
      await fetchLfs({ ...both, access: source.access });
      await pushLfs({ ...both, access: target.access });
    },
    async wantBearer(bearer) {
      await now().source.close();
      now().source = await startSide('team/repo.git', { ...credentials.source, bearer });
    },
  };
}

async function openPlace() {
  const folder = temporaryFolder();
  const source = await startSide('team/repo.git', credentials.source);
  const target = await startSide('o/r.git', credentials.target);
  bareRepository(target.git.root, 'o/r.git');
  const tool = await makeTool(join(folder.path, 'run'));
  return { folder, source, target, tool, mirror: join(folder.path, 'mirror') };
}

async function startSide(
  repository: string,
  credential: { username: string; password: string; bearer?: string },
): Promise<Side> {
  const { username, password, bearer } = credential;
  const git = await startGitServer(credential);
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  const authorization = bearer === undefined ? `Basic ${basic}` : `Bearer ${bearer}`;
  const lfs = await startLfsServer({ authorization });
  git.intercept = (request, response) => lfs.handle(request, response);
  return {
    git,
    lfs,
    access: {
      url: `${git.url}/${repository}`,
      credential: { username, password },
      ...(bearer === undefined ? {} : { bearer }),
    },
    async close() {
      await git.close();
      await lfs.close();
    },
  };
}

async function prepare(
  { tool, source, mirror }: Awaited<ReturnType<typeof openPlace>>,
  extra: Record<string, string>,
  branch: string,
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
  const { refs } = await fetchMirror({
    git: tool,
    access: source.access,
    directory: mirror,
    depth: null,
  });
  const inspection = await inspectMirror({
    git: tool,
    directory: mirror,
    refs,
    limits: generous,
    canPushWorkflows: true,
  });
  return inspection.lfsObjects;
}
