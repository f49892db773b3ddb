import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  readCalibration,
  saveCalibration,
} from '../../../src/core/calibration/calibration-files.ts';
import {
  type Calibration,
  type HostFacts,
  whyStale,
} from '../../../src/core/calibration/probes/findings.ts';
import { calibrationFolder } from '../../../src/core/calibration/scratch/calibration-folder.ts';
import { beginLearned } from '../../../src/core/run/control/begin-learned.ts';
import { notesOfCalibration } from '../../../src/core/run/preflight/notes-of-calibration.ts';

const day = 86_400_000;
const at = Date.UTC(2026, 0, 1);
const account = { id: '7', username: 'robin', displayName: 'Robin', scopes: null };
const begun = { account, organization: 'acme' };
const found: Calibration = {
  ...{ version: 1, host: 'api.github.com', hostVersion: null, account: '7', at },
  results: [
    {
      ...{ probe: 'drafts', expected: 'A draft can be opened', seen: 'refused', verdict: 'other' },
      consequence: 'drafts are opened as ready for review',
    },
  ],
  facts: { settleMilliseconds: 9000, marksMerges: false, hasDrafts: false },
};

const limits = { refsPerPush: 500, bodyCharacters: 60_000, commentsPerReview: 25 };

function services(
  now: number,
  calibration: Calibration | null = found,
  { version = null as string | null, adopted = [] as unknown[] } = {},
) {
  const clock = { now: () => now, sleep: async () => {} };
  const target = {
    limits,
    pace: { adopt: (pace: unknown) => void adopted.push(pace) },
    checkUp: async () => ({ version }),
  };
  return {
    ...{ clock, target, settleMilliseconds: 15_000, readCalibration: async () => calibration },
    readTrial: async () => null,
  } as never;
}

/** A plan with pull requests and LFS objects, unless it is said otherwise. */
const check = (now: number, calibration: Calibration | null = found, wanted = {}) => ({
  services: services(now, calibration),
  organization: 'acme',
  wantsPullRequests: true,
  options: { includeLfs: true } as never,
  repositories: [],
  ...wanted,
});

describe('findings of a calibration', () => {
  it('do not count after thirty days, or for another version of the host', () => {
    expect(whyStale(found, { at: at + 30 * day, hostVersion: null })).toBeNull();
    expect(whyStale(found, { at: at + 31 * day, hostVersion: null })).toBe(
      'its findings are 31 days old',
    );
    expect(whyStale(found, { at, hostVersion: '3.19.0' })).toContain('and 3.19.0 now');
  });

  it('are what a run begins with, while they count', async () => {
    const { learned, settleMilliseconds } = await beginLearned(services(at), begun);
    expect(settleMilliseconds).toBe(27_000);
    expect(learned).toMatchObject({ marksMerges: false, hasDrafts: false });
    const later = await beginLearned(services(at + 31 * day), begun);
    expect(later.settleMilliseconds).toBe(15_000);
    expect(later.learned).toMatchObject({ marksMerges: null, hasDrafts: true });
    const without = await beginLearned(services(at, null), begun);
    expect(without.learned).toEqual(later.learned);
  });

  it.each<[keyof HostFacts, HostFacts]>([
    ['settleMilliseconds', { settleMilliseconds: 9000 }],
    ['marksMerges', { marksMerges: false }],
    ['markMilliseconds', { markMilliseconds: 20_000 }],
    ['hasDrafts', { hasDrafts: false }],
    ['refsPerPush', { refsPerPush: 40 }],
    ['bodyCharacters', { bodyCharacters: 32_768 }],
    ['commentsPerReview', { commentsPerReview: 3 }],
    ['countsReviewComments', { countsReviewComments: true }],
    ['contentMilliseconds', { contentMilliseconds: 4000 }],
  ])('change what a run begins with: %s', async (_, facts) => {
    const beginWith = async (with_: HostFacts) => {
      const adopted: unknown[] = [];
      const { target, ...others } = await beginLearned(
        services(at, { ...found, facts: with_ }, { adopted }),
        begun,
      );
      return { ...others, limits: target.limits, adopted };
    };
    expect(await beginWith(facts)).not.toEqual(await beginWith({}));
  });

  it('never let a run do more than the host documents', async () => {
    const facts = { refsPerPush: 9000, bodyCharacters: 1e6, commentsPerReview: 100 };
    const { target } = await beginLearned(services(at, { ...found, facts }), begun);
    expect(target.limits).toEqual(limits);
  });

  it('do not count for a server that has another version now', async () => {
    const older: Calibration = { ...found, hostVersion: '3.18.0' };
    const same = await beginLearned(services(at, older, { version: '3.18.0' }), begun);
    expect(same.learned.marksMerges).toBe(false);
    const upgraded = await beginLearned(services(at, older, { version: '3.19.1' }), begun);
    expect(upgraded.learned.marksMerges).toBeNull();
  });

  it.each([
    ['pull-requests', { wantsPullRequests: false }],
    ['lfs', { options: {} as never }],
  ] as const)('refuse a migration that needs what the host lacks: %s', async (blocks, without) => {
    const [result] = found.results;
    const lacking = { ...found, results: [{ ...result, blocks }] } as Calibration;
    const refused = notesOfCalibration(check(at, lacking), account);
    await expect(refused).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('api.github.com does not support'),
      hint: expect.stringContaining('migrator doctor --calibrate --target-org acme'),
      detail: '"A draft can be opened" is not true here: refused',
    });
    await expect(notesOfCalibration(check(at, lacking, without), account)).resolves.toEqual([]);
    await expect(notesOfCalibration(check(at + 40 * day, lacking), account)).resolves.toHaveLength(
      1,
    );
  });

  it('are shown before a run: what differs, and when they do not count any more', async () => {
    expect(await notesOfCalibration(check(at), account)).toEqual([
      'Calibration of api.github.com on 2026-01-01: "A draft can be opened" is not true here (refused), so drafts are opened as ready for review',
    ]);
    const [note] = await notesOfCalibration(check(at + 40 * day), account);
    expect(note).toContain('is out of date: its findings are 40 days old');
    expect(await notesOfCalibration(check(at, null), account)).toEqual([]);
  });

  it('are kept for one host and account, and a damaged file counts as none', async () => {
    const stateFolder = mkdtempSync(join(tmpdir(), 'migrator-test-'));
    const place = { stateFolder, host: found.host, account: found.account };
    expect(await readCalibration(place)).toBeNull();
    await saveCalibration(stateFolder, found);
    expect(await readCalibration(place)).toEqual(found);
    expect(await readCalibration({ ...place, account: '8' })).toBeNull();
    const [name = ''] = readdirSync(calibrationFolder(stateFolder));
    writeFileSync(join(calibrationFolder(stateFolder), name), '{"version":1');
    expect(await readCalibration(place)).toBeNull();
    rmSync(stateFolder, { recursive: true });
  });
});
