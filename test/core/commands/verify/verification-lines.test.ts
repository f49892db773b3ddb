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
    const written = verificationLines(verification([{ ...repository('web'), differences }]), {
      ...{ color: false, page: 'report.html' },
    });
    expect(written).toContain('  and 30 others; all 130: report.html');
  });

  it('count the requests to each service, whichever of its hosts got them', () => {
    const service = 'GitHub' as const;
    const hosts = [
      { host: '127.0.0.1:1', service, requests: 1134 },
      { host: '127.0.0.1:2', service, requests: 1 },
      { host: 'api.bitbucket.org', requests: 1 },
    ];
    const result = { ...verification([]), requests: { hosts, refLists: 2 } };
    expect(verificationLines(result, { color: false })).toContain(
      '  It took 1,135 requests to GitHub, 1 request to Bitbucket, 2 ref lists from git',
    );
  });

  it('file a team under the organization, whichever repository it was found with', () => {
    const message = 'Not in the organization: jane';
    const team = difference('Team core', { verdict: 'not-applied', kind: 'setting', message });
    const result = verification([{ ...repository('web'), differences: [team] }]);
    const lines = verificationLines(result, { color: false });
    expect(lines).toContain(`  Organization: Team core: ${message}`);
  });

  it('name settings of one cause once, and every repository where that is wanted', () => {
    const advice = 'Add their login to the user map.';
    const setting = (name: string) =>
      difference(name, {
        ...{ verdict: 'by-hand', kind: 'setting', advice },
        message: 'not migrated: no login',
      });
    const repositories = ['a', 'b', 'c', 'd'].map((name) => ({
      ...repository(name),
      differences: [setting('Admin access for Ann'), setting('Read access for \u001b[31mBob')],
    }));
    const lines = (namesAll: boolean) => {
      const all = verificationLines(verification(repositories), { color: false, namesAll });
      const at = all.indexOf('Settings to set up by hand');
      return all.slice(at + 1, at + 3);
    };
    const said = 'Admin access for Ann, Read access for \\u001b[31mBob: no login';
    const fix = `    Fix: ${advice}`;
    expect(lines(false)).toEqual([`  4 repositories: a, b, c and 1 more: ${said}`, fix]);
    expect(lines(true)).toEqual([`  4 repositories: a, b, c, d: ${said}`, fix]);
  });

  it('call settings planned where they wait for the cut-over', () => {
    const settings = (['none', 'exact'] as const).map((grade) => ({
      ...{ source: 'a', target: 'b', why: 'c' },
      grade,
    }));
    const notes = ['Planned settings wait for the cut-over'];
    const result = verification([{ ...repository('web'), notes, settings }]);
    const lines = verificationLines(result, { color: false });
    expect(lines).toContain('  2 settings of the plan: 1 by hand, 1 planned');
    expect(lines).toContain('  Settings not compared: they wait for the cut-over');
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
    expect(lines).toContain('  6 settings of the plan: 2 by hand, 4 as on Bitbucket');
    expect(lines.filter((line) => line.endsWith('  by hand'))).toEqual([
      '  2 repositories: setting owner  by hand',
      '  web: setting web  by hand',
      '  api: setting api  by hand',
    ]);
  });

  it('say once why repositories could not be compared, with what to do', () => {
    const unverified = {
      ...{ code: 'unavailable' as const, hint: 'Check the connection, then run verify again.' },
    } as const;
    const repositories = ['a', 'b', 'c', 'd'].map((name) => ({
      ...{ ...repository(name), differences: [], notes: [], settings: [] },
      ...{ compared: 0, equal: 0 },
      unverified: { ...unverified, message: `Listing acme/${name}.git: refused` },
    }));
    const lines = verificationLines(verification(repositories), { color: false });
    expect(lines[1]).toMatch(/^Not verified: 4 of 4 repositories {2}/);
    const at = lines.indexOf('Not verified (4)');
    expect(lines.slice(at + 1, at + 4)).toEqual([
      '  4 repositories: a, b, c and 1 more: Listing acme/a.git: refused',
      '    Check the connection, then run verify again.',
      '',
    ]);
    // Settings were not read: nobody knows whether the plan has any.
    expect(lines.at(-1)).not.toContain('permissions');
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
      owner: 'repository',
      advice: '<b>\n',
      can_be_mended: false,
    });
  });
});
