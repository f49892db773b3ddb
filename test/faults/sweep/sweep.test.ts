import { describe, expect, it } from 'vitest';
import type { Fate } from './case.ts';
import { runCase } from './run-case.ts';

const setting = { source: 'bitbucket-data-center', comments: 'threaded' } as const;

describe('a case of the sweep', () => {
  // The eighth write is the push of the attachments, which is recorded after it.
  it.each<Fate>(['kill', 'lost-4'])('leaves nothing stuck, lost or doubled (%s)', async (fate) => {
    const { struck, findings } = await runCase({ setting, fate, write: 8 });
    expect(findings).toEqual([]);
    expect(struck).toBe('push');
  });

  // Of an import, these are: how it is prepared, the upload, the start, and Actions that are switched off.
  it.each<Fate>(['kill', 'lost'])('imports everything once (%s)', async (fate) => {
    const imported = { ...setting, comments: 'imported' } as const;
    const struck: (string | null)[] = [];
    for (const write of [4, 5, 6, 7, 8]) {
      const result = await runCase({ setting: imported, fate, write });
      expect(result.findings, `write ${write}`).toEqual([]);
      struck.push(result.struck);
    }
    expect(struck).toContain('upload');
  });
});
