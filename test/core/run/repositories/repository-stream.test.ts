import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { PushLimiter } from '../../../../src/core/git/push/push-limiter.ts';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import type { SourceRepository } from '../../../../src/core/ports/records/repository.ts';
import type { MigrationContext } from '../../../../src/core/replica/context/migration-context.ts';
import {
  createWriteGuard,
  guardNetwork,
  type WriteGuard,
} from '../../../../src/core/replica/context/write-guard.ts';
import { repositoryStream } from '../../../../src/core/run/repositories/repository-stream.ts';
import type { PauseGate } from '../../../../src/core/work/pausing/pause-gate.ts';
import { generous, git } from '../../git/fixture.ts';
import { refsOf, streamForEach } from '../../git/stream/stream-place.ts';

const place = streamForEach();
let guard: WriteGuard;
let isTakenOver: boolean;
let log: string[];
beforeEach(() => {
  isTakenOver = false;
  guard = createWriteGuard(() => ({
    async check() {
      if (isTakenOver) throw new Error('taken over');
    },
  }));
  log = [];
});

const megabyte = 1024 * 1024;
const pushes = () =>
  place.server.requests.filter(({ line }) => line.endsWith('target.git/git-receive-pack')).length;

function open(options: {
  sizeBytes: number | null;
  pass?: PauseGate['pass'];
  isResumed?: boolean;
}) {
  const pauseGate = { pass: options.pass ?? (async () => {}) };
  const context = {
    source: { gitAccess: () => place.access('repo') },
    target: { gitAccess: () => place.access('target'), limits: generous },
    options: { depth: null },
    kept: { engine: 'rest' },
    networks: { source: place.network, target: guardNetwork(place.network, guard) },
    replaced: new Map(),
    writeGuard: guard,
    runController: { pauseGate },
    emit: ({ message }: { message: string }) => log.push(message),
  } as unknown as MigrationContext;
  return repositoryStream(context, {
    mirror: { git: place.tool, directory: place.mirror(), signal: new AbortController().signal },
    rewriting: null,
    sourceName: { workspace: 'team', slug: 'repo' },
    targetName: { owner: 'team', name: 'target' },
    sourceRepository: {
      slug: 'repo',
      defaultBranch: 'main',
      sizeBytes: options.sizeBytes,
    } as SourceRepository,
    pushLimiter: new PushLimiter(systemClock, null, undefined),
    isResumed: options.isResumed ?? false,
    wasReset: false,
  });
}

/** The heir of the migration has put a file of its own where the mirror is. */
function takeOver(): void {
  isTakenOver = true;
  mkdirSync(place.mirror(), { recursive: true });
  writeFileSync(join(place.mirror(), 'of-the-heir'), '');
}

const isLeftAlone = () => existsSync(join(place.mirror(), 'of-the-heir'));

describe('a stream whose migration another process takes over', () => {
  it('removes nothing of the mirror when it is about to fetch', async () => {
    place.server.intercept = ({ url }) => {
      if (url?.includes('service=git-receive-pack')) takeOver();
      return false;
    };
    const stream = open({ sizeBytes: 100 * megabyte });
    await expect(stream.fetch(() => {})).rejects.toThrow('taken over');
    expect(isLeftAlone()).toBe(true);
    expect(pushes()).toBe(0);
  });

  it('removes nothing of the mirror when the fetch fails', async () => {
    place.interceptPost('git-upload-pack', (_request, response) => {
      takeOver();
      response.writeHead(500).end();
      return true;
    });
    const stream = open({ sizeBytes: null });
    await expect(stream.fetch(() => {})).rejects.toThrow('taken over');
    expect(isLeftAlone()).toBe(true);
  });

  it.each([
    ['held', 100 * megabyte],
    ['forwarded', null],
  ])('does not end a push that is %s', async (_what, sizeBytes) => {
    const stream = open({ sizeBytes });
    if (sizeBytes === null) {
      place.interceptPost('git-receive-pack', () => {
        takeOver();
        return false;
      });
    }
    const refs = await stream.fetch(() => {});
    if (sizeBytes !== null) takeOver();
    await expect(stream.finish(refs ?? new Map())).rejects.toThrow('taken over');
    expect(pushes()).toBe(1);
    expect(refsOf(place.target)).toBe('');
  });
});

describe('a stream of a run that a person may pause', () => {
  it('begins no push while it is held', async () => {
    const tip = git(place.source, 'rev-parse', 'topic').trim();
    const names = Array.from({ length: 600 }, (_, index) => `${tip} refs/heads/b${index}\n`);
    appendFileSync(join(place.source, 'packed-refs'), names.join(''));
    const asked: number[] = [];
    const stream = open({ sizeBytes: null, pass: async () => void asked.push(pushes()) });
    const refs = await stream.fetch(() => {});
    expect(await stream.finish(refs ?? new Map())).toBe('taken');
    expect(asked).toEqual([0, 1]);
  });
});

describe('a stream of a repository that the target may hold some of', () => {
  it('fetches a new mirror, and leaves the push to git', async () => {
    const stream = open({ sizeBytes: null, isResumed: true });
    const refs = await stream.fetch(() => {});
    expect(refsOf(place.mirror())).toBe(refsOf(place.source));
    expect(await stream.finish(refs ?? new Map())).toBe('not-sent');
    expect(pushes()).toBe(0);
  });

  it('leaves a mirror that is there to git, which fetches what is new', async () => {
    mkdirSync(place.mirror(), { recursive: true });
    writeFileSync(join(place.mirror(), 'of-an-earlier-run'), '');
    const stream = open({ sizeBytes: null, isResumed: true });
    expect(await stream.fetch(() => {})).toBeNull();
    expect(log).toContain('left to git: a local copy exists');
    expect(existsSync(join(place.mirror(), 'of-an-earlier-run'))).toBe(true);
  });
});
