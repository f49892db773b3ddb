import { describe, expect, it } from 'vitest';
import {
  locationWords,
  quotedLocation,
} from '../../../../../../src/core/replica/desired/render/parts/render-location.ts';
import { place } from '../fixture.ts';
import { words } from '../words.ts';

describe('the place of an inline comment', () => {
  it.each([
    [{ to: 12 }, '`src/door.ts`, line 12'],
    [{ to: 12, startTo: 12 }, '`src/door.ts`, line 12'],
    [{ to: 12, startTo: 10 }, '`src/door.ts`, lines 10 to 12'],
    [{ to: null, from: 7 }, '`src/door.ts`, line 7 of the old file'],
    [{ to: null, from: 7, startFrom: 5 }, '`src/door.ts`, lines 5 to 7 of the old file'],
    [{ to: null }, '`src/door.ts`, the whole file'],
    [{ to: 12, oldPath: 'door.ts' }, '`src/door.ts` (before: `door.ts`), line 12'],
    [{ to: 12, isOutdated: true }, '`src/door.ts`, line 12, outdated'],
  ])('%j is shown as "%s"', (change, told) => {
    expect(locationWords(words(), place(change))).toBe(told);
  });

  it('names the commit of an outdated one, and why it is not on the diff', () => {
    const outdated = place({ isOutdated: true, sourceCommit: 'abc' });
    expect(quotedLocation(words(), outdated, 'no\nsuch line')).toBe(
      'On `src/door.ts`, line 12, outdated, at commit `abc` (no such line):',
    );
  });

  it('is quoted with the changes around the line alone', () => {
    const lines = Array.from({ length: 50 }, (_, index) => ` line ${index + 1}`);
    const context = `@@ -1,50 +1,50 @@ top\n${lines.join('\n')}\n`;
    expect(quoted({ to: 30, context })).toEqual(['@@ -1,50 +1,50 @@ top', ...lines.slice(22, 32)]);
    expect(quoted({ to: null, from: 50, context })).toEqual([
      '@@ -1,50 +1,50 @@ top',
      ...lines.slice(42),
    ]);
  });

  it('counts lines as the side does that the comment is on', () => {
    const changed = Array.from({ length: 9 }, (_, index) => [`-old ${index}`, `+new ${index}`]);
    const context = `@@ -1,9 +1,9 @@\n${changed.flat().join('\n')}`;
    expect(quoted({ to: 9, context }).at(-1)).toBe('+new 8');
    expect(quoted({ to: null, from: 8, context }).at(-1)).toBe('-old 8');
  });

  it('shows the end of changes that do not hold the line, and cuts long lines', () => {
    const context = `${'x'.repeat(5000)}\n`.repeat(40);
    const shown = quoted({ to: 9999, context });
    expect(shown).toHaveLength(8);
    expect(Math.max(...shown.map(({ length }) => length))).toBe(200);
  });
});

/** The lines in the code block. */
function quoted(change: Parameters<typeof place>[0]): string[] {
  return quotedLocation(words(), place(change), null).split('\n').slice(3, -1);
}
