import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePushLines } from '../../../../src/core/git/push/push-once.ts';
import { anyCharacter } from '../../../helpers/arbitraries/any-character.ts';

describe('parsePushLines', () => {
  it('reads the result of each ref', () => {
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
      { ref: 'refs/heads/a', status: 'pushed', reason: '', isLocal: false, from: null },
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

  it('reads what was there before, where git says it in full', () => {
    const [old, now] = ['a'.repeat(40), 'b'.repeat(40)];
    const lines = parsePushLines(
      [
        `+\trefs/heads/b:refs/heads/b\t${old}...${now} (forced update)`,
        ` \trefs/heads/e:refs/heads/e\t${old}..${now}`,
        '-\t:refs/heads/g\t[deleted]',
      ].join('\n'),
    );
    expect(lines.map(({ from }) => from)).toEqual([old, old, undefined]);
  });

  it('ignores other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        for (const line of parsePushLines(text)) expect(line.ref).toMatch(/^refs\//);
      }),
    );
  });
});
