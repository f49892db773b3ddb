import { describe, expect, it } from 'vitest';
import { failedResult } from '../../../src/core/commands/run-phases.ts';
import { MigratorError } from '../../../src/core/kernel/errors.ts';
import type { PhaseProgress } from '../../../src/core/report/phase-progress.ts';
import { phasesLayout } from '../../../src/screens/phases/phases-layout.ts';
import { phasesTitle } from '../../../src/screens/phases/phases-state.ts';
import { plainText } from '../../../src/ui/text/line.ts';
import { lineOfPrinted } from '../../../src/ui/text/styled-text.ts';
import { glyphsOf } from '../../../src/ui/theme/glyphs.ts';
import { type CutoverStep, cutoverAt, entered, expected, passed } from './a-cutover.ts';

const unicode = { width: 72, height: 20, glyphs: glyphsOf({ LANG: 'en_US.UTF-8' }) };
const textOf = (state: ReturnType<typeof cutoverAt>, frame = unicode) =>
  phasesLayout(state, frame).lines.map(plainText).join('\n');

const half = [
  [0, { type: 'begun', phase: 'check' }],
  [500, { type: 'ended', phase: 'check' }],
  [500, expected('lock', ['one', 'two'])],
  [1000, entered('lock', 'one')],
  [1000, entered('lock', 'two')],
  [2000, passed('lock', 'one')],
  [95_000, { type: 'tick', now: 95_000 }],
] as const;

describe('the screen of phases', () => {
  it('is a checklist with the time since the lock', () => {
    const text = textOf(cutoverAt(...half));
    expect(text).toContain('Cut-over  acme → acme-gh');
    expect(text).toContain('Bitbucket locked for 1m 34s');
    expect(text).toMatch(/❯ ✓ Check +0\.5s/);
    expect(text).toMatch(/◉ Lock +1 of 2 {2}two +1m 34s/);
    expect(text).toMatch(/○ Open GitHub$/m);
  });

  it('has ASCII forms, and leaves names out where it is narrow', () => {
    const ascii = { ...unicode, glyphs: glyphsOf({ LANG: 'C' }) };
    expect(textOf(cutoverAt(...half), ascii)).toMatch(/> \+ Check[\s\S]*\* Lock[\s\S]*o Open/);
    for (const row of textOf(cutoverAt(...half), { ...unicode, width: 39 }).split('\n'))
      expect(row.length).toBeLessThanOrEqual(39);
  });

  it('says what a phase came to for each repository', () => {
    const detail = textOf(
      cutoverAt(
        ...half,
        [95_000, { type: 'move', by: 1, stops: 3, most: 0 }],
        [95_000, { type: 'panel', panel: 'detail' }],
      ),
    );
    expect(detail).toContain('◉ two  1m 34s');
    expect(detail).toContain('✓ one  lock of one');
  });

  it('does not count a repository that is absent, and has the route on a line of its own', () => {
    const route = { from: 'acme-bitbucket', to: 'https://github.com/acme' };
    const end = { verdict: 'bad', title: 'No', lines: [], groups: [], canRepeat: true } as const;
    const text = textOf(
      cutoverAt(
        ...half,
        [96_000, { ...passed('lock', 'two', true), isAbsent: true } as PhaseProgress],
        [96_000, { type: 'begun', phase: 'open' }],
        [96_000, { type: 'ended', phase: 'open' }],
        [97_000, { type: 'end', result: { ...end, route }, now: 97_000 }],
      ),
    );
    expect(text).toMatch(/✗ Lock +1 of 2/);
    expect(text).toMatch(/✓ Open GitHub/);
    expect(text).toMatch(/^✗ No$\n {2}acme-bitbucket → https:\/\/github\.com\/acme$/m);
  });

  it('lists problems by their cause, with one fix and the names on demand', () => {
    const plan = {
      source: { workspace: 'acme' },
      target: { organization: 'acme-gh' },
      repositories: [
        { source: 'one', target: 'one' },
        { source: 'two', target: 'two' },
      ],
    };
    const problems = ['one', 'two'].map(
      (name) => new MigratorError('refused', `Issues are on in acme-gh/${name}`, { hint: 'Fix.' }),
    );
    const result = failedResult('It cannot begin', problems, plan as never);
    const blocked = cutoverAt([1, { type: 'end', result, now: 1 }]);
    const text = textOf(blocked);
    expect(text).toContain('✗ It cannot begin');
    expect(text).toContain('❯ ✗ 2 repositories  Issues are on in acme-gh/one. Fix.');
    expect(text.match(/Fix\./g)).toHaveLength(1);
    const names = textOf(
      cutoverAt([1, { type: 'end', result, now: 1 }], [2, { type: 'panel', panel: 'detail' }]),
    );
    expect(names).toMatch(/^ {2}one\n {2}two$/m);
  });

  it('shows what a question is about, above it', () => {
    const asked = cutoverAt(
      [1, { type: 'present', lines: ['\u001b[1mCut-over of 2\u001b[22m'] }],
      [2, { type: 'question', text: 'Lock now? [y/N] ' }],
    );
    expect(textOf(asked)).toMatch(/Cut-over of 2[\s\S]*Lock now\? y\/N/);
    // Where both do not fit, the checklist goes.
    const low = textOf(asked, { ...unicode, height: 7 });
    expect(low).toContain('Cut-over of 2');
    expect(low).not.toContain('Open GitHub');
  });

  it('says before a stop what stays locked on Bitbucket, and how to unlock it', () => {
    const asked = [95_000, { type: 'asking', what: 'stop' }] as const;
    const text = textOf(cutoverAt(...half, asked));
    expect(text).toContain('1 of 2 repositories is locked on Bitbucket; 1 more is being locked.');
    expect(text).toMatch(/press a\s+to unlock them/);
    expect(text).toMatch(/^Stop after the current steps\? y\/N$/m);
    const opening = [95_000, { type: 'begun', phase: 'open' }] as const;
    expect(textOf(cutoverAt(...half, opening, asked))).not.toContain('press a');
    const stopping = textOf(cutoverAt(...half, [95_000, { type: 'ending' }]));
    expect(stopping).toContain('Stopping after the current steps. 1 of 2 repositories is locked');
    expect(textOf(cutoverAt(asked))).not.toContain('locked');
  });

  it.each([8, 12, 20, 40])('fits %i rows', (height) => {
    const { lines } = phasesLayout(cutoverAt(...half), { ...unicode, height });
    expect(lines.length).toBeLessThan(height);
  });

  it('has one phase in progress from the start to the end, also between two of them', () => {
    const signs = (...steps: readonly CutoverStep[]) =>
      textOf(cutoverAt(...steps))
        .match(/[✓◉◷○✗](?= (?:Check|Lock|Open))/g)
        ?.join('');
    expect(signs()).toBe('◉○○');
    expect(signs(...half.slice(0, 2))).toBe('✓◉○');
    expect(signs(...half)).toBe('✓◉○');
    expect(signs(...half.slice(0, 2), [600, { type: 'question', text: 'Lock now? [y/N] ' }])).toBe(
      '✓◷○',
    );
    expect(
      signs(
        ...half,
        [96_000, passed('lock', 'two')],
        [97_000, { type: 'begun', phase: 'open' }],
        [98_000, { type: 'ended', phase: 'open' }],
      ),
    ).toBe('✓✓◉');
  });

  it('names the current phase in the title of the terminal', () => {
    expect(phasesTitle(cutoverAt(...half))).toBe('migrator: Cut-over, Lock');
  });
});

describe('a printed line on the screen', () => {
  it('has roles in place of its colours', () => {
    expect(lineOfPrinted('a \u001b[31mbad\u001b[39m one')).toEqual([
      { text: 'a ' },
      { text: 'bad', role: 'bad' },
      { text: ' one' },
    ]);
  });
});
