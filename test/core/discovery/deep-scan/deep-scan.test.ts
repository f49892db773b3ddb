import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileRecords } from '../../../../src/core/discovery/deep-scan/deep-records.ts';
import {
  type DeepScanResult,
  deepScan,
} from '../../../../src/core/discovery/deep-scan/deep-scan.ts';
import { type ErrorCode, MigratorError } from '../../../../src/core/kernel/errors.ts';
import type { RunEvent } from '../../../../src/core/ports/events.ts';
import type { SourceRepository } from '../../../../src/core/ports/records/repository.ts';
import { createHandClock } from '../../clocks.ts';
import { sourceRepository } from '../../source-repository.ts';
import { person } from '../../users/people.ts';
import { comment, type FakeSource, fakeSource, onLine, pullRequest } from '../fake-source.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'migrator-look-')), 'discovery');
});
afterEach(() => {
  rmSync(join(folder, '..'), { recursive: true });
});

interface Run {
  readonly repositories?: readonly SourceRepository[];
  readonly withPeople?: boolean;
  readonly fresh?: boolean;
  readonly drain?: AbortSignal;
}

async function look(
  { source }: FakeSource,
  { repositories = [sourceRepository('api')], withPeople = false, fresh = false, drain }: Run = {},
): Promise<DeepScanResult & { events: readonly RunEvent[] }> {
  const events: RunEvent[] = [];
  const result = await deepScan({
    source,
    workspace: 'acme',
    repositories,
    withPeople,
    records: fileRecords({ folder, fresh }),
    clock: createHandClock(),
    emit: (event) => events.push(event),
    signal: new AbortController().signal,
    drain: drain ?? new AbortController().signal,
  });
  return { ...result, events };
}

function many(count: number, commentCount = 0) {
  return Array.from({ length: count }, (_, index) => pullRequest(index + 1, { commentCount }));
}

function plans(events: readonly RunEvent[]) {
  return events.filter((event) => event.type === 'deep-look-planned');
}

describe('a deep look', () => {
  it('counts pull requests and looks for LFS with a request for every 50 and one more', async () => {
    const fake = fakeSource({ api: { pullRequests: many(120), attributes: '*.bin filter=lfs\n' } });
    const { facts, refused } = await look(fake);
    expect(facts.get('api')).toMatchObject({
      pull_requests: { merged: 120, highest_number: 120, missing_numbers: 0 },
      uses_lfs: true,
      people: 1,
    });
    expect(refused).toEqual([]);
    expect(fake.requests).toEqual(['list api', 'list api', 'list api', 'file api']);
  });

  it('asks nothing about the attributes of an empty repository', async () => {
    const fake = fakeSource({ api: {} });
    const repositories = [sourceRepository('api', { defaultBranch: null })];
    const { facts } = await look(fake, { repositories });
    expect(facts.get('api')).toMatchObject({ uses_lfs: false, people: 0 });
    expect(fake.requests).toEqual(['list api']);
  });

  it('says what it takes: at least at first, exactly after the first pages', async () => {
    const fake = fakeSource({ api: { pullRequests: many(120) }, web: {} });
    const repositories = ['api', 'web'].map((slug) => sourceRepository(slug));
    const { events } = await look(fake, { repositories });
    const before = { type: 'deep-look-planned', repositories: 2, known: 0 };
    expect(plans(events)).toEqual([
      { ...before, pullRequests: null, requests: 4, accuracy: 'at-least' },
      { ...before, pullRequests: 120, requests: 4, accuracy: 'exact' },
    ]);
    expect(events.at(-1)).toEqual({
      type: 'deep-look-progress',
      looked: 2,
      repositories: 2,
      pullRequests: 120,
      conversations: null,
    });
  });

  it('does not call exact what a source without totals tells', async () => {
    const fake = fakeSource({ api: { pullRequests: many(60), tellsTotal: false } });
    const { events, facts } = await look(fake);
    expect(plans(events)[1]).toMatchObject({ pullRequests: null, accuracy: 'at-least' });
    expect(facts.get('api')?.pull_requests).toMatchObject({ merged: 60 });
  });

  it('reads the comments of those that have any, with --users alone', async () => {
    const pullRequests = [pullRequest(1), pullRequest(2, { commentCount: 2 })];
    const comments = [comment('1', { inline: onLine }), comment('2', { author: person('kim') })];
    const repositories = { api: { pullRequests, comments: { 2: comments } } };
    const { facts, people, events } = await look(fakeSource(repositories), { withPeople: true });
    expect(facts.get('api')?.pull_requests?.conversations).toEqual({
      reviews: 1,
      line_threads: 1,
      file_threads: 0,
      replies: 0,
      general: 1,
    });
    expect(people.map(({ person: { nickname }, times }) => [nickname, times])).toEqual([
      ['author', 2],
      ['commenter', 1],
      ['kim', 1],
    ]);
    expect(facts.get('api')?.people).toBe(3);
    // The attributes and the comments of the one conversation.
    expect(plans(events)[1]).toMatchObject({ requests: 2, accuracy: 'exact' });
  });

  it('takes no repository for an empty one whose default branch the source could not tell', async () => {
    const fake = fakeSource({ api: { attributes: '*.bin filter=lfs' } });
    const unknown = { defaultBranch: null, isDefaultBranchUnknown: true } as const;
    const { facts } = await look(fake, { repositories: [sourceRepository('api', unknown)] });
    expect(facts.get('api')?.uses_lfs).toBe(true);
  });

  it('counts the comments that it has read where the source does not', async () => {
    const pullRequests = [1, 2, 3].map((number) => pullRequest(number, { commentCount: null }));
    const comments = { 2: [comment('1'), comment('2', { inline: onLine })] };
    const fake = fakeSource({ api: { pullRequests, comments } });
    const { facts, events } = await look(fake, { withPeople: true });
    const counts = facts.get('api')?.pull_requests;
    expect(counts).toMatchObject({ comments: 2, with_comments: 1 });
    expect(counts).not.toHaveProperty('comments_unknown');
    expect(plans(events)[1]).toMatchObject({ requests: 1 + 3, accuracy: 'about' });
  });

  it('takes the rest to be like the first page where it says what conversations take', async () => {
    const fake = fakeSource({ api: { pullRequests: many(100, 1) } });
    const { events } = await look(fake, { withPeople: true });
    expect(plans(events)[1]).toMatchObject({ requests: 1 + 1 + 100, accuracy: 'about' });
  });

  it('says nothing of conversations that were not read', async () => {
    const fake = fakeSource({ api: { pullRequests: many(1, 1) } });
    const { facts } = await look(fake);
    expect(facts.get('api')?.pull_requests).not.toHaveProperty('conversations');
  });
});

describe('a deep look that was taken before', () => {
  const repositories = { api: { pullRequests: many(60, 1), attributes: '*.bin filter=lfs\n' } };

  it('asks nothing about what has not changed since', async () => {
    const first = await look(fakeSource(repositories), { withPeople: true });
    const fake = fakeSource({});
    const { facts, people, events } = await look(fake, { withPeople: true });
    expect(fake.requests).toEqual([]);
    expect(facts).toEqual(first.facts);
    expect(people).toEqual(first.people);
    expect(plans(events)).toEqual([
      expect.objectContaining({ known: 1, requests: 0, pullRequests: 0, accuracy: 'exact' }),
    ]);
  });

  it.each<[string, Run]>([
    ['what has changed', { repositories: [sourceRepository('api', { updatedAt: '2026-02-02' })] }],
    ['another repository of that name', { repositories: [sourceRepository('api', { id: '{2}' })] }],
    ['everything with --fresh', { fresh: true }],
  ])('asks again about %s', async (_what, run) => {
    await look(fakeSource(repositories));
    const fake = fakeSource({ api: { pullRequests: many(1) } });
    const { facts } = await look(fake, run);
    expect(facts.get('api')?.pull_requests).toMatchObject({ merged: 1 });
    expect(fake.requests).toEqual(['list api', 'file api']);
  });

  it('reads the comments alone, once they are asked for', async () => {
    await look(fakeSource(repositories));
    const fake = fakeSource(repositories);
    await look(fake, { withPeople: true });
    expect(fake.requests).toHaveLength(60);
    expect(new Set(fake.requests.map((request) => request.split(' ')[0]))).toEqual(
      new Set(['talk']),
    );
  });

  it('passes over half a line that a crash left, and goes on behind it', async () => {
    await look(fakeSource(repositories));
    const [name = ''] = readdirSync(folder);
    writeFileSync(join(folder, name), '{"kind":"conversation","numb', { flag: 'a' });
    await look(fakeSource(repositories), { withPeople: true });
    const fake = fakeSource({});
    await look(fake, { withPeople: true });
    expect(fake.requests).toEqual([]);
  });

  it('keeps what it knows of people from the eyes of others', async () => {
    await look(fakeSource(repositories));
    const [name = ''] = readdirSync(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });
});

describe('a deep look that is interrupted', () => {
  it('keeps what it has, says how far it was, and goes on from there', async () => {
    const repositories = { api: { pullRequests: many(9, 1) }, web: {} };
    const both = ['api', 'web'].map((slug) => sourceRepository(slug));
    const drain = new AbortController();
    const first = fakeSource(repositories, (request) => {
      if (request === 'talk api 3') drain.abort();
    });
    const run = { repositories: both, withPeople: true };
    await expect(look(first, { ...run, drain: drain.signal })).rejects.toMatchObject({
      code: 'interrupted',
      message: 'Interrupted after 1 of 2 repositories were scanned',
      hint: expect.stringContaining('run the same command again'),
    });
    const second = fakeSource(repositories);
    const { facts } = await look(second, run);
    expect(facts.get('api')?.pull_requests?.merged).toBe(9);
    expect(first.requests.length + second.requests.length).toBe(2 + 2 + 9);
  });

  it('is interrupted between two pages of one list, too', async () => {
    const drain = new AbortController();
    const fake = fakeSource({ api: { pullRequests: many(500) } }, () => drain.abort());
    await expect(look(fake, { drain: drain.signal })).rejects.toMatchObject({
      code: 'interrupted',
    });
    expect(fake.requests).toHaveLength(1);
  });

  it('ends at once where the host cannot be reached, keeping what it has', async () => {
    const fake = fakeSource({ api: { pullRequests: many(1) } }, (request) => {
      if (request === 'file api') throw new MigratorError('unavailable', 'gone');
    });
    await expect(look(fake)).rejects.toMatchObject({ code: 'unavailable' });
    const again = fakeSource({});
    await look(again);
    expect(again.requests).toEqual(['file api']);
  });
});

describe('a deep look that is refused', () => {
  const slugs = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const repositories = slugs.map((slug) => sourceRepository(slug));
  function refusing(code: ErrorCode, which: RegExp) {
    return fakeSource({}, (request) => {
      if (which.test(request)) throw new MigratorError(code, `no ${request}`);
    });
  }

  it('goes on with the others, and names those', async () => {
    const { facts, refused } = await look(refusing('permission', /list [de]/), { repositories });
    expect([...facts.keys()]).toEqual(['a', 'b', 'c', 'f', 'g', 'h']);
    expect(refused.map(({ slug, error }) => [slug, error.message])).toEqual([
      ['d', 'no list d'],
      ['e', 'no list e'],
    ]);
  });

  it('keeps what it could see of a repository all the same', async () => {
    const { facts, refused } = await look(refusing('bad-answer', /file a/), { repositories });
    expect(facts.get('a')).toMatchObject({ pull_requests: { open: 0 } });
    expect(facts.get('a')).not.toHaveProperty('uses_lfs');
    expect(refused.map(({ slug }) => slug)).toEqual(['a']);
  });

  it('goes on where the host fails at one address, and ends where it fails at all', async () => {
    const failing = (which: RegExp) =>
      fakeSource({}, (request) => {
        if (!which.test(request)) return;
        throw new MigratorError('unavailable', `500 at ${request}`, { status: 500 });
      });
    const { refused } = await look(failing(/file c/), { repositories });
    expect(refused.map(({ slug }) => slug)).toEqual(['c']);
    const fake = failing(/./);
    await expect(look(fake, { repositories, fresh: true })).rejects.toMatchObject({ status: 500 });
    expect(fake.requests.length).toBeLessThan(slugs.length);
  });

  it('ends soon where the credentials may read no pull requests at all', async () => {
    const fake = refusing('permission', /list/);
    await expect(look(fake, { repositories })).rejects.toMatchObject({ code: 'permission' });
    expect(fake.requests.length).toBeLessThan(slugs.length);
  });
});
