import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intoBatches, refsInOrder } from '../../../../src/core/git/push/push-batches.ts';
import { parsePushLines } from '../../../../src/core/git/push/push-porcelain.ts';

describe('refsInOrder', () => {
  it('puts the default branch first, then branches, then tags, and leaves out what is there', () => {
    const refs = new Map([
      ['refs/tags/a', '1'],
      ['refs/heads/b', '2'],
      ['refs/heads/a', '3'],
      ['refs/heads/main', '4'],
      ['refs/heads/same', '5'],
    ]);
    const existing = new Map([
      ['refs/heads/same', '5'],
      ['refs/heads/b', 'other'],
    ]);
    expect(refsInOrder(refs, 'main', existing).map(({ ref }) => ref)).toEqual([
      'refs/heads/main',
      'refs/heads/a',
      'refs/heads/b',
      'refs/tags/a',
    ]);
  });
});

describe('intoBatches', () => {
  it('keeps every ref once, in order, and no batch above its limits', () => {
    const ref = fc.record({ ref: fc.string({ maxLength: 300 }), oid: fc.constant('1') });
    fc.assert(
      fc.property(fc.array(ref), fc.integer({ min: 1, max: 7 }), (refs, most) => {
        const batches = intoBatches(refs, most);
        expect(batches.flat()).toEqual(refs);
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  it('keeps to what one command line takes', () => {
    const refs = Array.from({ length: 600 }, (_, index) => ({
      ref: `refs/heads/${'x'.repeat(2000)}${index}`,
      oid: '1',
    }));
    expect(intoBatches(refs, 500).map((batch) => batch.length)).toEqual([130, 130, 130, 130, 80]);
  });
});

describe('parsePushLines', () => {
  it('tells what became of each ref', () => {
    const stdout = [
      'To https://example.com/r.git',
      '*\trefs/heads/a:refs/heads/a\t[new branch]',
      '+\trefs/heads/b:refs/heads/b\t1234567...89abcde (forced update)',
      '=\trefs/heads/c:refs/heads/c\t[up to date]',
      '!\trefs/heads/d:refs/heads/d\t[remote rejected] (pre-receive hook declined)',
      ' \trefs/heads/e:refs/heads/e\t1234567..89abcde',
      '!\trefs/heads/f:refs/heads/f\t[rejected] (stale info)',
      'Done',
    ].join('\n');
    expect(parsePushLines(stdout)).toEqual([
      { ref: 'refs/heads/a', status: 'pushed', reason: '', isLocal: false },
      { ref: 'refs/heads/b', status: 'pushed', reason: '', isLocal: false },
      { ref: 'refs/heads/c', status: 'up-to-date', reason: '', isLocal: false },
      {
        ref: 'refs/heads/d',
        status: 'rejected',
        reason: 'pre-receive hook declined',
        isLocal: false,
      },
      { ref: 'refs/heads/e', status: 'pushed', reason: '', isLocal: false },
      { ref: 'refs/heads/f', status: 'rejected', reason: 'stale info', isLocal: true },
    ]);
  });

  it('makes nothing of other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const line of parsePushLines(text)) expect(line.ref).toMatch(/^refs\//);
      }),
    );
  });
});
