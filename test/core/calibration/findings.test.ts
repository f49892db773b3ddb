import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  calibrationFolder,
  readCalibration,
  saveCalibration,
} from '../../../src/core/calibration/calibration-files.ts';
import { type Calibration, whyStale } from '../../../src/core/calibration/findings.ts';
import { beginLearned } from '../../../src/core/migration/control/begin-learned.ts';
import { notesOfCalibration } from '../../../src/core/migration/preflight/notes-of-calibration.ts';

const day = 86_400_000;
const at = Date.UTC(2026, 0, 1);
const account = { id: '7', username: 'robin', displayName: 'Robin', scopes: null };
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

function services(now: number, calibration: Calibration | null = found) {
  const clock = { now: () => now, sleep: async () => {} };
  return { clock, settleMilliseconds: 15_000, readCalibration: async () => calibration } as never;
}

describe('findings of a calibration', () => {
  it('do not count after thirty days, or for another version of the host', () => {
    expect(whyStale(found, { at: at + 30 * day, hostVersion: null })).toBeNull();
    expect(whyStale(found, { at: at + 31 * day, hostVersion: null })).toBe('they are 31 days old');
    expect(whyStale(found, { at, hostVersion: '3.19.0' })).toContain('is 3.19.0 now');
  });

  it('are what a run begins with, while they count', async () => {
    const { learned, settleMilliseconds } = await beginLearned(services(at), account);
    expect(settleMilliseconds).toBe(27_000);
    expect(learned).toMatchObject({ marksMerges: false, hasDrafts: false });
    const later = await beginLearned(services(at + 31 * day), account);
    expect(later.settleMilliseconds).toBe(15_000);
    expect(later.learned).toMatchObject({ marksMerges: null, hasDrafts: true });
    const without = await beginLearned(services(at, null), account);
    expect(without.learned).toEqual(later.learned);
  });

  it('are told before a run: what differs, and when they do not count any more', async () => {
    expect(
      await notesOfCalibration({ services: services(at), organization: 'acme' }, account),
    ).toEqual([
      'Calibration of api.github.com on 2026-01-01: "A draft can be opened" does not hold (refused), so drafts are opened as ready for review',
    ]);
    const [note] = await notesOfCalibration(
      { services: services(at + 40 * day), organization: 'acme' },
      account,
    );
    expect(note).toContain('does not count any more: they are 40 days old');
    expect(
      await notesOfCalibration({ services: services(at, null), organization: 'acme' }, account),
    ).toEqual([]);
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
