import { describe, expect, it } from 'vitest';
import { comment, describeChanges, jane, onFile, onLine, options, place } from './fixture.ts';
import { words } from './words.ts';

const inline = place();

describe('the changes of a pull request', () => {
  it('are none where everything has its place', () => {
    const conversation = { comments: [comment('1', { inline }), comment('2')] };
    expect(describeChanges(options({ conversation, placements: { 1: onLine() } }))).toEqual([]);
  });

  it('report titles that are new or cut', () => {
    expect(describeChanges(options({ pullRequest: { title: '' } }))).toEqual([
      'title added: it had none on Bitbucket',
    ]);
    expect(describeChanges(options({ pullRequest: { title: 'x'.repeat(300) } }))).toEqual([
      'title shortened; the description has the full title',
    ]);
  });

  it('report how it was opened where not between its own commits', () => {
    expect(describeChanges(options({ carried: { kind: 'fork-branch', branch: 'b' } }))).toEqual([
      'opened from the branch b, which keeps its commits',
    ]);
    const substitute = (patch: string | null) =>
      describeChanges(options({ carried: { kind: 'substitute', why: 'gone', patch } }));
    expect(substitute('+a\n')).toEqual(['opened with substitute commits: gone']);
    expect(substitute(null)).toEqual([
      'opened with substitute commits: gone',
      'changes no longer on Bitbucket',
    ]);
    expect(substitute('+line\n'.repeat(50_000))).toEqual([
      'opened with substitute commits: gone',
      'patch quoted in part',
    ]);
    expect(describeChanges(options({ pullRequest: { state: 'superseded' } }))).toEqual([
      'superseded, closed on GitHub',
    ]);
  });

  it('count comments that lost their line, replies among them', () => {
    const change = {
      conversation: {
        comments: [
          comment('1', { inline, resolution: { by: jane, at: null } }),
          comment('2', { inline, parentId: '1' }),
          comment('3', { inline }),
          comment('4', { inline: place({ to: null }) }),
        ],
      },
      placements: { 3: onFile(), 4: onFile() },
    };
    expect(describeChanges(options(change))).toEqual([
      '2 comments moved from the diff to the conversation',
      '1 comment moved from a line to the file as a whole',
      '1 resolved thread marked as resolved only in text',
    ]);
    expect(describeChanges(options({ ...change, mode: 'compact' }))).toEqual([
      '4 comments moved from the diff to the conversation',
      '1 resolved thread marked as resolved only in text',
    ]);
    expect(describeChanges(options({ ...change, mode: 'folded' }))).toEqual([]);
  });

  it('count what was left out, and what continues elsewhere', () => {
    const raw = 'word '.repeat(5000);
    expect(
      describeChanges(
        options({
          pullRequest: { description: { raw, markup: 'markdown' } },
          conversation: { unpublished: 1, comments: [comment('1', { isDeleted: true })] },
          words: words(20_000),
        }),
      ),
    ).toEqual([
      'description continued in 1 comment',
      '1 unpublished comment omitted',
      '1 deleted comment omitted',
    ]);
  });
});
