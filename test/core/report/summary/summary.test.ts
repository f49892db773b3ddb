import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimedEvent } from '../../../../src/core/ports/records/events.ts';
import type { Proof } from '../../../../src/core/report/proof.ts';
import { initialRunState, reduceRun } from '../../../../src/core/report/run/run-state.ts';
import { summaryLines } from '../../../../src/core/report/summary/summary.ts';
import { leftInRun } from '../../../../src/core/report/summary/to-dos.ts';
import { at, ended, failed, finished, resumed, started } from '../events.ts';

function summary(...events: readonly TimedEvent[]): string {
  const state = events.reduce(reduceRun, initialRunState);
  return summaryLines(state, { color: false, canBeResumed: true }).join('\n');
}

function letterOf(digit: string): string {
  return 'abcdefghij'[Number(digit)] ?? '';
}

const proof: Proof = {
  at: Date.UTC(2026, 10, 20, 12, 5),
  sha256: 'ace15039'.repeat(8),
  compared: 2094,
  equal: 2093,
  settings: null,
  counts: [
    { what: 'branches and tags', compared: 2067, equal: 2066 },
    { what: 'pull requests', compared: 27, equal: 27 },
  ],
  problems: [{ repository: 'a', text: 'branch main  is missing', remedy: '--repair fixes it.' }],
};

describe('summaryLines', () => {
  it('shows what a comparison found, with its defects first among what is to do', () => {
    const events = [
      started('a', 'b'),
      at({ type: 'repository-warning', repository: 'b', message: 'a tag is odd' }),
      ...['a', 'b'].map((one) => finished(one)),
      ended({ succeeded: 2, skipped: 0, failed: 0 }),
    ];
    const state = events.reduce(reduceRun, initialRunState);
    const check = { kind: 'verified', proof } as const;
    const lines = summaryLines(state, { color: false, canBeResumed: true, check });
    expect(lines).toEqual([
      '',
      'Completed: 2 repositories are on GitHub, with 1 defect  mig_000000000001  1m 30s',
      '  2 done, 0 skipped, 0 failed',
      '  2,066 of 2,067 branches and tags identical, 27 of 27 pull requests',
      expect.stringMatching(/^ {2}Verified at \d\d:\d\d:00: 2,093 of 2,094 items are as migrated$/),
      `  SHA-256 of the report's data: ${proof.sha256}`,
      '',
      'To do by hand (2)',
      '  a: branch main  is missing',
      '    Fix: --repair fixes it.',
      '  b: a tag is odd',
    ]);
    const settings = {
      applied: 82,
      notFully: 5,
      waiting: 0,
      byHand: 30,
      differ: 0,
    };
    const planned = { kind: 'verified', proof: { ...proof, settings } } as const;
    const left = { ...leftInRun(state), byHand: new Map([['b', 30]]) };
    const text = summaryLines(state, { color: false, canBeResumed: true, check: planned, left });
    expect(text).toContain('  Settings: 82 applied, 5 not fully, 30 by hand');
    const counts = { total: 3, comments: 1, changed: 2, placeholders: 0, images: 0 };
    const changed = [started('a'), finished('a', { pullRequests: counts })].reduce(
      reduceRun,
      initialRunState,
    );
    const noted = summaryLines(changed, { color: false, canBeResumed: false, check: planned });
    const notes = noted.indexOf('    2 not exactly as on Bitbucket');
    expect(noted[notes - 1]).toContain('27 of 27 pull requests');
    expect(noted[notes + 1]).toMatch(/^ {2}Settings: /);
    expect(text.join('\n')).toContain(
      '30 settings to set up by hand\n    Fix: The verification report',
    );
    expect(text[5]).toMatch(/items are as migrated, 5 settings not fully applied$/);
    const closed = summaryLines(state, { color: false, canBeResumed: true, follows: true });
    expect(closed[1]).toMatch(/^Completed, waits for its cut-over: 2 repositories are on GitHub/);
    const red = summaryLines(state, { color: true, canBeResumed: true, check })[1] ?? '';
    expect(red.startsWith('\u001b[31m')).toBe(true);
    const why = 'it takes about 3,400 requests to GitHub';
    const later = summaryLines(state, {
      ...{ color: false, canBeResumed: true },
      check: { kind: 'not-yet', why },
    });
    expect(later).toContain(`  Not verified yet: ${why}`);
    expect(later).toContain('  6 refs identical to Bitbucket');
  });

  it('says of a run without failures what arrived, and nothing of going on', () => {
    const text = summary(
      started('api', 'web'),
      finished('api', { refs: 1200, lfsObjects: 1 }),
      finished('web', { refs: 0 }),
      ended({ succeeded: 2, skipped: 0, failed: 0 }),
    );
    expect(text).toBe(
      [
        '',
        'Completed: 2 repositories are on GitHub  mig_000000000001  1m 30s',
        '  2 done, 0 skipped, 0 failed',
        '  1,200 refs identical to Bitbucket',
        '  1 LFS object migrated',
      ].join('\n'),
    );
  });

  it('says which numbers are of this run where an earlier one has brought others', () => {
    const counts = { total: 3, comments: 1, changed: 0, placeholders: 0, images: 0 };
    const text = summary(
      started('api', 'web'),
      finished('api', { refs: 12, pullRequests: counts }),
      ended({ succeeded: 13, skipped: 0, failed: 0 }, 'paused'),
    );
    expect(text).toContain(
      [
        '  13 done, 0 skipped, 0 failed, 1 queued in total',
        '  In this run, of 2 repositories:',
        '  12 refs identical to Bitbucket',
        '  3 pull requests with 1 comment migrated',
      ].join('\n'),
    );
  });

  it('sums up this run alone where earlier ones have finished others', () => {
    const counts = { succeeded: 2, skipped: 1, failed: 0 };
    const text = summary(resumed('web'), finished('web', { refs: 12 }), ended(counts));
    expect(text).toContain(
      [
        '  2 done, 1 skipped, 0 failed in total',
        '  In this run, of 1 repository:',
        '  12 refs identical to Bitbucket',
      ].join('\n'),
    );
  });

  it('counts pull requests, and says where to read what is different about them', () => {
    const counts = { total: 3, comments: 1, changed: 2, placeholders: 1, images: 1 };
    const text = summary(
      started('a'),
      finished('a', { pullRequests: counts }),
      ended({ succeeded: 1, skipped: 0, failed: 0 }),
    );
    expect(text).toContain(
      [
        '  3 pull requests with 1 comment migrated',
        '    2 not exactly as on Bitbucket; details:',
        '      migrator status --migration mig_000000000001 --repository a',
        '    1 placeholder to keep the numbers the same',
        '    1 image still on Bitbucket',
      ].join('\n'),
    );
  });

  it('groups failures by cause, each with what to do once, and says how to go on', () => {
    const text = summary(
      started('a', 'b', 'c'),
      failed('a', { message: 'a was refused' }),
      failed('b', { message: 'b was refused' }),
      failed('c', { code: 'time-out', message: 'c took long', hint: 'Wait.', retry: 'yes' }),
      ended({ succeeded: 0, skipped: 0, failed: 3 }, 'completed_with_failures'),
    );
    expect(text).toContain(
      [
        'Completed with failures: 0 of 3 repositories are on GitHub  mig_000000000001  1m 30s',
        '  0 done, 0 skipped, 3 failed',
        '',
        'Failures by cause',
        '  2 repositories, fix the cause before you retry',
        '    a: a was refused',
        '    b: b was refused',
        '    Fix: Allow it.',
        '  1 repository, retrying may help',
        '    c: c took long',
        '    Fix: Wait.',
        '',
        'Resume:  migrator migrate --resume mig_000000000001',
      ].join('\n'),
    );
  });

  it('lists what is to do by hand by repository', () => {
    const warning = at({ type: 'repository-warning', repository: 'a', message: 'a tag is odd' });
    const text = summary(
      started('a'),
      warning,
      finished('a'),
      ended({ succeeded: 1, skipped: 0, failed: 0 }),
    );
    expect(text).toContain('To do by hand (1)\n  a: a tag is odd');
  });

  it('gives the address of what is to do a line of its own', () => {
    const message = '1 image: links point to Bitbucket (#7)';
    const events = [
      ...[started('a'), at({ type: 'repository-warning', repository: 'a', message })],
      ...[finished('a'), ended({ succeeded: 1, skipped: 0, failed: 0 })],
    ];
    const lines = summaryLines(events.reduce(reduceRun, initialRunState), {
      ...{ color: false, canBeResumed: true },
      pageOf: (target) => `https://github.com/acme/${target}`,
    });
    expect(lines).toContain('    https://github.com/acme/a/pull/7');
  });

  it('lists as many things to do as it counts, and the first of many', () => {
    const state = [
      ...[started('a'), finished('a')],
      ended({ succeeded: 1, skipped: 0, failed: 0 }),
    ].reduce(reduceRun, initialRunState);
    const settings = Array.from({ length: 24 }, (_, at) => ({
      repository: { source: 'a', target: 'a' },
      ...{ name: `Deploy key ${at}`, note: `refused: ${at}`, fix: 'Create a new key.' },
    }));
    const left = { ...leftInRun(state), settings };
    const shown = (canBeResumed: boolean) =>
      summaryLines(state, { color: false, canBeResumed, left });
    const [, title = ''] = shown(true);
    expect(title).toContain('a is on GitHub; 24 things left to do');
    expect(shown(true).filter((line) => line.includes('refused:'))).toHaveLength(20);
    expect(shown(true).slice(-4)).toEqual([
      '    Fix: Create a new key.',
      '  and 4 more; all: migrator status --migration mig_000000000001',
      '',
      'Apply settings again:  migrator settings --migration mig_000000000001',
    ]);
    // Where the state is deleted nothing else lists them.
    expect(shown(false).filter((line) => line.includes('refused:'))).toHaveLength(24);
    expect(shown(false).join('\n')).not.toContain('migrator ');
  });

  it('says that a run that was interrupted is paused', () => {
    const text = summary(started('a'), ended({ succeeded: 0, skipped: 0, failed: 0 }, 'paused'));
    expect(text).toContain('Paused: 0 of 1 repository is on GitHub  mig_000000000001');
    expect(text).toContain('migrator migrate --resume mig_000000000001');
  });

  it('names ten repositories of a cause and counts the rest', () => {
    const names = Array.from({ length: 345 }, (_, index) => `repository-${index}`);
    const text = summary(
      started(...names),
      ...names.map((name) => failed(name)),
      ended({ succeeded: 0, skipped: 0, failed: 345 }, 'completed_with_failures'),
    );
    expect(text).toContain('  345 repositories, ');
    expect(text.match(/^ {4}repository-\d+: /gm)).toHaveLength(10);
    expect(text).toContain('    and 335 more\n');
    expect(text.split('\n').length).toBeLessThan(25);
  });

  it('accounts for every failed repository, by name or in a count, whatever the causes are', () => {
    const causes = fc.array(fc.nat(4), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(causes, (hints) => {
        const events = hints.map((hint, index) => failed(`r${index}`, { hint: `hint ${hint}` }));
        const names = hints.map((_, index) => `r${index}`);
        const text = summary(started(...names), ...events);
        const named = text.match(/^ {4}r\d+: /gm)?.length ?? 0;
        const counted = [...text.matchAll(/^ {4}and (\d+) more$/gm)].map(([, more]) =>
          Number(more),
        );
        expect(counted.reduce((sum, more) => sum + more, named)).toBe(hints.length);
        expect(text.match(/Fix: /g)).toHaveLength(new Set(hints).size);
      }),
    );
  });

  it('says how many are open when it was stopped, and how to go on where that is possible', () => {
    const events = [started('api', 'web', 'app'), finished('api')];
    const counts = { succeeded: 1, skipped: 0, failed: 0 };
    const state = [...events, ended(counts, 'paused')].reduce(reduceRun, initialRunState);
    const text = summaryLines(state, { color: false, canBeResumed: true }).join('\n');
    expect(text).toContain('1 done, 0 skipped, 0 failed, 2 queued');
    expect(text).toContain('migrator migrate --resume mig_000000000001');
    const demo = summaryLines(state, { color: false, canBeResumed: false }).join('\n');
    expect(demo).not.toContain('--resume');
  });

  it('shows twenty things to do and counts the rest', () => {
    const slugs = Array.from({ length: 30 }, (_, index) => `r${index}`);
    const warnings = slugs.map((repository) =>
      at({
        type: 'repository-warning',
        repository,
        message: `odd: ${repository.replace(/\d/g, letterOf)}`,
      }),
    );
    const text = summary(started(...slugs), ...warnings);
    expect(text.match(/odd/g)).toHaveLength(20);
    expect(text).toContain('and 10 more');
  });
});
