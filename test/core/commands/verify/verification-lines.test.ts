import { describe, expect, it } from 'vitest';
import {
  verificationJson,
  verificationLines,
} from '../../../../src/core/commands/verify/output.ts';
import type { Difference } from '../../../../src/core/verbs/verify/findings/difference.ts';
import {
  calibration,
  difference,
  hostile,
  repository,
  verification,
} from './example-verification.ts';

describe('the lines of a verification', () => {
  it('show nothing that acts on a terminal', () => {
    for (const text of hostile) {
      const lines = verificationLines(verification([repository(text)]), { color: false });
      expect(lines.join('\n')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
  });

  it('name a hundred defects and say how many more there are, and where', () => {
    const differences = Array.from({ length: 130 }, (_, index) => difference(`n${index}`));
    const lines = verificationLines(verification([{ ...repository('web'), differences }]), {
      color: false,
    });
    expect(lines.filter((line) => line.startsWith('  web: pull request'))).toHaveLength(100);
    expect(lines).toContain('  and 30 others: --output FILE.html or --json show all');
  });

  it('report once what is expected in several repositories, and count settings by grade', () => {
    const owner = difference('owner', { verdict: 'expected', kind: 'setting', message: 'by hand' });
    const settings = (['none', 'exact', 'exact'] as const).map((grade) => ({
      ...{ source: 'a', target: 'b', why: 'c' },
      grade,
    }));
    const repositories = ['web', 'api'].map((name) => ({
      ...repository(name),
      differences: [owner, { ...owner, name }],
      settings,
    }));
    const lines = verificationLines(verification(repositories), { color: false });
    expect(lines).toContain('  6 settings: 2 none, 4 exact');
    expect(lines.filter((line) => line.includes('by hand'))).toEqual([
      '  2 repositories: setting owner  by hand',
      '  web: setting web  by hand',
      '  api: setting api  by hand',
    ]);
  });

  it('lead to the repair where something can be mended, and only there', () => {
    const repair = { what: 'refs' } as const;
    const command = 'migrator verify --migration mig_m4xk2p9qa7c1 --repair';
    const linesWith = (one: Difference) =>
      verificationLines(verification([{ ...repository('web'), differences: [one] }]), {
        color: false,
      }).join('\n');
    expect(linesWith(difference('x', { repair }))).toContain(command);
    expect(linesWith(difference('x'))).not.toContain(command);
  });
});

describe('the JSON of a verification', () => {
  it('is one line that says of each difference whether it can be mended', () => {
    const text = verificationJson(verification([repository('<b>\n')]));
    expect(text.trimEnd()).not.toContain('\n');
    const { type, repositories, calibration: none } = JSON.parse(text);
    expect(none).toBeNull();
    const proved = JSON.parse(
      verificationJson(verification([], { calibration: calibration('web') })),
    );
    expect(proved.calibration).toMatchObject({ at: '2026-11-19T00:00:00.000Z', host: 'web' });
    expect(type).toBe('verification');
    expect(repositories[0].differences[0]).toEqual({
      verdict: 'defect',
      kind: 'pull-request',
      name: '<b>\n',
      message: '<b>\n',
      url: '<b>\n',
      source_url: null,
      advice: '<b>\n',
      can_be_mended: false,
    });
  });
});
