import { describe, expect, it } from 'vitest';
import { expectCutover } from '../../../../../src/core/verbs/cutover/run/expect-cutover.ts';

const cloud = { kind: 'bitbucket-cloud', hostname: 'api.bitbucket.org' } as const;
const server = { kind: 'bitbucket-data-center', hostname: 'git.acme.example' } as const;
const used = (many: number) => ({
  ...{ host: cloud.hostname, name: 'requests an hour' },
  ...{ used: many, limit: 1000 },
});
/** The checks asked ten times each, in ten seconds. */
const hundred = {
  repositories: 100,
  checkMilliseconds: 10_000,
  unread: 0,
  reread: 0,
  target: { reads: 0, writes: 0, isLimited: true },
};

describe('what a cut-over is expected to take', () => {
  it('follows from what the checks took, with what the last sync reads whole', () => {
    const expected = {
      minutes: 1,
      requests: 2800,
      budget: null,
      waits: 0,
      target: { reads: 0, writes: 0 },
    };
    expect(expectCutover({ ...hundred, source: server, budgets: [] })).toEqual(expected);
    const reread = expectCutover({ ...hundred, source: server, budgets: [], reread: 60_000 });
    expect(reread).toEqual({ ...expected, minutes: 11, requests: 62_800 });
  });

  it('waits for the limit of the source where that has too little left', () => {
    const enough = expectCutover({
      ...{ ...hundred, repositories: 70, checkMilliseconds: 7000 },
      ...{ source: cloud, budgets: [used(0)] },
    });
    expect(enough).toEqual({
      ...{ minutes: 1, requests: 980, waits: 0, budget: { left: 1000, limit: 1000 } },
      target: { reads: 0, writes: 0 },
    });
    const less = expectCutover({ ...hundred, source: cloud, budgets: [used(710)] });
    expect(less).toMatchObject({ minutes: 68, waits: 67, budget: { left: 290, limit: 1000 } });
  });

  it('counts what is read before the lock against the limit, not against the minutes', () => {
    const given = { ...hundred, source: cloud, budgets: [used(0), { ...used(5), host: 'github' }] };
    expect(expectCutover({ ...given, unread: 500 })).toMatchObject({
      ...{ requests: 1900, waits: 54, minutes: 55 },
    });
  });

  it.each([
    // 900 points a minute, a read is one and a write five.
    { reads: 2700, writes: 0, isLimited: true, minutes: 3 },
    // A second between two writes, long before the points are used up.
    { reads: 10, writes: 150, isLimited: true, minutes: 3 },
    { reads: 2700, writes: 150, isLimited: false, minutes: 1 },
  ])('counts the points and writes of the target: $reads, $writes', ({ minutes, ...target }) => {
    const few = { ...hundred, repositories: 14, checkMilliseconds: 1400 };
    const found = expectCutover({ ...few, source: cloud, budgets: [], target });
    expect(found).toMatchObject({ minutes, waits: 0 });
  });

  it('takes a minute where nothing is left to do', () => {
    const none = expectCutover({ ...hundred, repositories: 0, source: cloud, budgets: [] });
    expect(none).toMatchObject({ minutes: 1, requests: 0, waits: 0 });
  });
});
