import { describe, expect, it } from 'vitest';
import type { Proof } from '../../../src/core/report/proof.ts';
import { resultLines, resultRows } from '../../../src/screens/result/result-lines.ts';
import { initialResult, reduceResult } from '../../../src/screens/result/result-state.ts';
import { lineWidth, plainText } from '../../../src/ui/text/line.ts';
import { failed } from '../../core/report/events.ts';
import { clean, full, glyphs, proof, resultOf, shown, textOf } from './results.ts';

describe('the lines of the result', () => {
  it.each([
    [79, 22],
    [59, 18],
  ])('shows a cause with its fix whole in %i x %i', (width, height) => {
    const hint = 'Ask an owner to raise its limit, or remove unused ones, then run: migrator x';
    const detail = 'The organization has reached the limit of its repositories for good';
    const lines = shown(resultOf(failed('api', { hint, detail })), width, height).map(plainText);
    const text = lines.map((one) => one.trim()).join(' ');
    expect(text).toContain(detail);
    expect(text).toContain(hint);
    expect(lines.length).toBeLessThan(height);
  });

  it('has the verdict in a box, failures with their fix, what to do by hand, and then the addresses', () => {
    expect(shown(full, 70, 30).map(plainText)).toEqual([
      '╭────────────────────────────────────────────────────────────────────╮',
      '│ ✗ 2 of 4 repositories are on GitHub 4 repositories, 1 skipped, 1m… │'.replace(
        ' 4 repositories, 1 skipped, 1m… ',
        '                                ',
      ),
      '│   4 repositories, 1 skipped, 1m 30s                                │',
      '│                                                                    │',
      '│   branches and tags  6  migrated                                   │',
      '│                                                                    │',
      '╰────────────────────────────────────────────────────────────────────╯',
      '',
      '✗ a b  acme/api was refused. Allow it. Then press r to retry.',
      '',
      'To do by hand (1)',
      '❯ ! 2 repositories    2 images stay on Bitbucket',
      '',
      'Repositories (4)',
      '  ✗ a b               acme/api was refused',
      '  ✓ api               https://github.com/acme/api',
      '  ✓ web               https://github.com/acme/web',
      '  ↷ old               skipped  it exists',
      '',
    ]);
  });

  it('shows the proof: both sides of each count, and the digest of the record', () => {
    const text = shown({ ...clean, check: { kind: 'verified', proof } }, 79, 22).map(plainText);
    expect(text[1]).toMatch(/^│ ✓ acme-workspace is on GitHub +4 repositories, 1m 30s │$/);
    expect(text).toContainEqual(
      expect.stringMatching(/ branches and tags {2}2,067 \/ 2,067 {2}identical/),
    );
    expect(text).toContainEqual(expect.stringMatching(/ pull requests +27 \/ 27 {2}as migrated/));
    expect(text).toContainEqual(
      expect.stringMatching(
        / verified \d\d:\d\d:\d\d · report SHA-256 ace15039…ace15039 · github\.com\/acme/,
      ),
    );
    expect(text).toContain('Repositories (4)');
  });

  it('counts the settings of the plan as the report does, yellow while any is not applied', () => {
    const settings = {
      applied: 82,
      notFully: 5,
      waiting: 0,
      byHand: 30,
      differ: 0,
    };
    const row = (given: Proof['settings']) =>
      shown(
        { ...clean, check: { kind: 'verified', proof: { ...proof, settings: given } } },
        79,
        22,
      ).find((one) => plainText(one).includes(' settings '));
    const open = row(settings) ?? [];
    expect(plainText(open)).toMatch(/ settings +82 {2}applied, 5 not fully, 30 by hand/);
    expect(open.some(({ role }) => role === 'warning')).toBe(true);
    expect(
      shown(
        {
          ...clean,
          left: { ...clean.left, byHand: new Map(Object.entries({ api: 14, web: 16 })) },
        },
        79,
        22,
      )
        .map(plainText)
        .join('\n'),
    ).toContain('2 repositories    30 settings to set up by hand');
    const all = row({ ...settings, notFully: 0, byHand: 0 }) ?? [];
    expect(plainText(all)).toMatch(/ settings +82 {2}applied +│/);
    expect(all.some(({ role }) => role === 'good')).toBe(true);
    expect(row({ ...settings, differ: 1 })?.some(({ role }) => role === 'bad')).toBe(true);
  });

  it('counts what differs, with what to do about it, and claims nothing', () => {
    const bad: Proof = {
      ...proof,
      counts: [{ what: 'branches and tags', compared: 12, equal: 11 }],
      problems: [
        { repository: 'api', text: 'branch main  is missing', remedy: '--repair fixes it.' },
      ],
    };
    const lines = shown({ ...clean, check: { kind: 'verified', proof: bad } }, 79, 22);
    const text = lines.map(plainText).join('\n');
    expect(text).toContain('✗ acme-workspace is on GitHub, with 1 defect');
    expect(text).toContain('11 / 12  1 differs');
    expect(text).toContain('branch main  is missing\n    Fix: --repair fixes it.');
    expect(lines[1]?.some(({ role }) => role === 'bad')).toBe(true);
  });

  it('shows the fix below the selected thing to do, and moves nothing below them', () => {
    const long = 'Ask an owner of the organization, '.repeat(8).trim();
    const problems = [
      { repository: 'api', text: 'one', remedy: 'Short.' },
      { repository: 'web', text: 'two', remedy: long },
    ];
    const check = { kind: 'verified', proof: { ...proof, problems } } as const;
    const start = initialResult({ ...clean, check });
    const frame = { width: 79, height: 30, glyphs };
    const next = reduceResult(start, { type: 'move', move: 'down', height: 2 });
    const [first, second] = [start, next].map((one) => resultLines(one, frame).map(plainText));
    const at = first?.indexOf('    Fix: Short.') ?? 0;
    expect(first?.[at - 1]).toMatch(/one *$/);
    expect(first?.[at + 1]).toMatch(/two *$/);
    expect(second?.[at]).toMatch(/two *$/);
    expect(second?.[at + 1]).toMatch(/^ {4}Fix: Ask an owner/);
    expect(second?.[at + 2]).toMatch(/^ {4}.*…$/);
    expect(second?.slice(at + 3)).toEqual(first?.slice(at + 3));
    const low = resultLines(start, { ...frame, height: 6 })
      .map(plainText)
      .join('\n');
    expect(low).toContain('one  Short.');
  });

  it('says why nothing is verified yet, and by which command it will be', () => {
    const why = 'it takes about 3,400 requests to GitHub';
    const text = textOf({ ...clean, check: { kind: 'not-yet', why } });
    expect(text).toContain(`Not verified yet: ${why}.`);
    expect(text).toContain('migrator verify --migration mig_000000000001');
  });

  it('calls a part of a workspace what it is', () => {
    const text = textOf({ ...clean, isWhole: false });
    expect(text).toContain('✓ 4 repositories are on GitHub');
  });

  it('fits every terminal', () => {
    for (const [width, height] of [
      [39, 6],
      [59, 18],
      [79, 22],
      [119, 38],
    ] as const) {
      const lines = shown(full, width, height);
      expect(lines.length).toBeLessThan(height);
      for (const one of lines) expect(lineWidth(one)).toBeLessThanOrEqual(width);
      expect(
        resultRows(initialResult(full), { width: 80, height, glyphs }).list,
      ).toBeGreaterThanOrEqual(1);
    }
  });

  it('shows no page where the address of the target is not known', () => {
    const text = textOf({ ...full, webUrl: null }, 90);
    expect(text).not.toContain('https://');
  });

  it('says that the targets stay closed, and by which steps they open', () => {
    const waiting = textOf({ ...clean, follows: true, check: { kind: 'verified', proof } });
    expect(waiting).toContain('✓ acme-workspace is on GitHub, closed until the cut-over');
    expect(waiting).toContain('Next: migrator sync --migration mig_000000000001');
    expect(waiting).toContain('Then: migrator cutover --migration mig_000000000001 --dry-run');
    expect(textOf(clean)).not.toContain('cut');
  });

  it('shows what the last key came to, also where the card fills the screen', () => {
    const result = {
      ...clean,
      follows: true,
      check: { kind: 'verified', proof },
      notice: 'Sync completed.',
    } as const;
    expect(textOf(result, 80, 20).split('\n').at(-1)).toBe('Sync completed.');
  });
});
