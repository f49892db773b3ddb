import { describe, expect, it } from 'vitest';
import { type ErrorCode, MigratorError } from '../../../../src/core/kernel/errors.ts';
import { sourceRepository } from '../../source-repository.ts';
import { fakeSource } from '../fake-source.ts';
import { deepScans, many } from './deep-scans.ts';

const { scan } = deepScans();

describe('a deep look that is interrupted', () => {
  it('keeps what it has, says how far it was, and goes on from there', async () => {
    const repositories = { api: { pullRequests: many(9, 1) }, web: {} };
    const both = ['api', 'web'].map((slug) => sourceRepository(slug));
    const drain = new AbortController();
    const first = fakeSource(repositories, (request) => {
      if (request === 'talk api 3') drain.abort();
    });
    const run = { repositories: both, withPeople: true };
    await expect(scan(first, { ...run, drain: drain.signal })).rejects.toMatchObject({
      code: 'interrupted',
      message: 'Stopped after scanning 1 of 2 repositories',
      hint: expect.stringContaining('run the same command again'),
    });
    const second = fakeSource(repositories);
    const { facts } = await scan(second, run);
    expect(facts.get('api')?.pull_requests?.merged).toBe(9);
    expect(first.requests.length + second.requests.length).toBe(2 + 2 + 9);
  });

  it('is interrupted between two pages of one list, too', async () => {
    const drain = new AbortController();
    const fake = fakeSource({ api: { pullRequests: many(500) } }, () => drain.abort());
    await expect(scan(fake, { drain: drain.signal })).rejects.toMatchObject({
      code: 'interrupted',
    });
    expect(fake.requests).toHaveLength(1);
  });

  it('ends at once where the host cannot be reached, keeping what it has', async () => {
    const fake = fakeSource({ api: { pullRequests: many(1) } }, (request) => {
      if (request === 'file api') throw new MigratorError('unavailable', 'gone');
    });
    await expect(scan(fake)).rejects.toMatchObject({ code: 'unavailable' });
    const again = fakeSource({});
    await scan(again);
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
    const { facts, refused } = await scan(refusing('permission', /list [de]/), { repositories });
    expect([...facts.keys()]).toEqual(['a', 'b', 'c', 'f', 'g', 'h']);
    expect(refused.map(({ slug, error }) => [slug, error.message])).toEqual([
      ['d', 'no list d'],
      ['e', 'no list e'],
    ]);
  });

  it('keeps what it could see of a repository all the same', async () => {
    const { facts, refused } = await scan(refusing('bad-answer', /file a/), { repositories });
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
    const { refused } = await scan(failing(/file c/), { repositories });
    expect(refused.map(({ slug }) => slug)).toEqual(['c']);
    const fake = failing(/./);
    await expect(scan(fake, { repositories, fresh: true })).rejects.toMatchObject({ status: 500 });
    expect(fake.requests.length).toBeLessThan(slugs.length);
  });

  it('ends soon where the credentials may read no pull requests at all', async () => {
    const fake = refusing('permission', /list/);
    await expect(scan(fake, { repositories })).rejects.toMatchObject({ code: 'permission' });
    expect(fake.requests.length).toBeLessThan(slugs.length);
  });
});
