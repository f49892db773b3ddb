import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseProgress, progressReader } from '../../../../src/core/git/process/git-progress.ts';
import type { Progress } from '../../../../src/core/ports/records/events.ts';

describe('parseProgress', () => {
  it.each([
    ['Receiving objects:  45% (9/20), 1.2 MiB | 3 MiB/s', 'receiving objects', 9, 20],
    ['remote: Counting objects: 100% (4/4), done.', 'counting objects', 4, 4],
    ['Writing objects: 100% (841300/841300), 466 MiB, done.', 'sending objects', 841300, 841300],
    ['Downloading LFS objects:  50% (1/2), 120 B | 0 B/s', 'receiving LFS objects', 1, 2],
  ])('reads %s', (line, what, done, total) => {
    expect(parseProgress(line)).toEqual({ what, done, total, unit: 'objects' });
  });

  it.each(['', 'To https://example.com', 'remote: Buy things: 50% (1/2)', 'From x'])(
    'leaves out "%s"',
    (line) => expect(parseProgress(line)).toBeNull(),
  );
});

describe('progressReader', () => {
  it('finds the same however the text is cut', () => {
    const text = 'Cloning\nReceiving objects:  50% (1/2)\rReceiving objects: 100% (2/2), done.\n';
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const seen: Progress[] = [];
        const read = progressReader((progress) => seen.push(progress));
        const ends = [...cuts, text.length].sort((a, b) => a - b);
        ends.forEach((end, index) => {
          read(text.slice(ends[index - 1] ?? 0, end));
        });
        expect(seen.map(({ done }) => done)).toEqual([1, 2]);
      }),
    );
  });
});
