import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceRepository } from '../../source-repository.ts';
import { fakeSource } from '../fake-source.ts';
import { deepScans, many, plans, type Run } from './deep-scans.ts';

const { scan, folder } = deepScans();

describe('a deep look that was taken before', () => {
  const repositories = { api: { pullRequests: many(60, 1), attributes: '*.bin filter=lfs\n' } };

  it('asks nothing about what has not changed since', async () => {
    const first = await scan(fakeSource(repositories), { withPeople: true });
    const fake = fakeSource({});
    const { facts, people, events } = await scan(fake, { withPeople: true });
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
    await scan(fakeSource(repositories));
    const fake = fakeSource({ api: { pullRequests: many(1) } });
    const { facts } = await scan(fake, run);
    expect(facts.get('api')?.pull_requests).toMatchObject({ merged: 1 });
    expect(fake.requests).toEqual(['list api', 'file api']);
  });

  it('reads the comments alone, once they are asked for', async () => {
    await scan(fakeSource(repositories));
    const fake = fakeSource(repositories);
    await scan(fake, { withPeople: true });
    expect(fake.requests).toHaveLength(60);
    expect(new Set(fake.requests.map((request) => request.split(' ')[0]))).toEqual(
      new Set(['talk']),
    );
  });

  it('passes over half a line that a crash left, and goes on behind it', async () => {
    await scan(fakeSource(repositories));
    const [name = ''] = readdirSync(folder());
    writeFileSync(join(folder(), name), '{"kind":"conversation","numb', { flag: 'a' });
    await scan(fakeSource(repositories), { withPeople: true });
    const fake = fakeSource({});
    await scan(fake, { withPeople: true });
    expect(fake.requests).toEqual([]);
  });

  it('keeps what it knows of people from the eyes of others', async () => {
    await scan(fakeSource(repositories));
    const [name = ''] = readdirSync(folder());
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder(), name)).mode & 0o777).toBe(0o600);
  });
});
